//! Schedules and workloads as logs in the Standard Workload Format.

use cosched_core::Duration;
use cosched_core::workload::JobSpec;

use super::width;
use crate::base::long_time::LongTime;
use crate::record::{JobLabel, Run};

/// Returns the schedule of `run` as a log.
pub fn schedule_swf(run: &Run) -> String {
    let experiment = &run.experiment;
    let jobs = experiment.jobs.len() as u64;
    let note = format!("schedule of {}", run.label);
    let mut text = header(jobs, experiment.unix_start, experiment.nodes, &note);
    // Jobs of a workflow enter the queue in another order than that of their numbers.
    let mut order: Vec<usize> = (0..run.outcomes.len()).collect();
    order.sort_by_key(|&job| run.outcomes[job].entered);
    for job in order {
        let outcome = &run.outcomes[job];
        let line = SwfLine {
            job: &experiment.jobs[job],
            submit: outcome.entered.into(),
            nodes: match &experiment.cluster {
                Some(_) => run.size(job),
                None => width(run, job),
            },
            label: &experiment.labels[job],
            wait: Some(run.wait(job)),
            executed: outcome.completed.since(outcome.started),
            status: match (outcome.refused, outcome.is_success()) {
                // Cancelled before it started.
                (true, _) => 5,
                (_, false) => 0,
                (_, true) => 1,
            },
        };
        text += &line.to_string();
    }
    text
}

/// Returns the header of a workload of so many `jobs` that has not run yet.
pub fn workload_header(jobs: u64, nodes: u32, note: &str) -> String {
    header(jobs, None, nodes, note)
}

/// Returns the line of a job in such a workload, submitted at `submit`.
pub fn workload_line(submit: LongTime, job: &JobSpec, label: &JobLabel) -> String {
    let line = SwfLine {
        job,
        submit,
        nodes: job.nodes,
        label,
        wait: None,
        executed: job.runtime,
        status: -1,
    };
    line.to_string()
}

pub(super) fn header(jobs: u64, unix_start: Option<i64>, nodes: u32, note: &str) -> String {
    let mut text = format!("; Version: 2.2\n; MaxJobs: {jobs}\n; MaxRecords: {jobs}\n");
    if let Some(start) = unix_start {
        text += &format!("; UnixStartTime: {start}\n");
    }
    text += &format!("; MaxNodes: {nodes}\n; MaxProcs: {nodes}\n");
    text + &format!("; Note: {note}\n")
}

/// One job of a log.
struct SwfLine<'r> {
    job: &'r JobSpec,
    submit: LongTime,
    nodes: u32,
    label: &'r JobLabel,
    wait: Option<Duration>,
    executed: Duration,
    status: i8,
}

impl std::fmt::Display for SwfLine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { submit, nodes, .. } = self;
        let estimate = self.job.estimate;
        let known = |value: Option<u32>| value.map_or(-1, i64::from);
        let wait = self.wait.map_or("-1".to_owned(), |wait| wait.to_string());
        writeln!(
            f,
            "{} {submit} {wait} {} {nodes} -1 -1 {nodes} {estimate} -1 {} {} -1 -1 {} -1 -1 -1",
            self.label.number(),
            self.executed,
            self.status,
            known(self.label.user()),
            known(self.label.queue()),
        )
    }
}
