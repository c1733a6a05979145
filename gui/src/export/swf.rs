//! Schedules and workloads as logs in the Standard Workload Format.

use cosched_core::workload::JobSpec;
use cosched_core::{Duration, Time};

use super::width;
use crate::record::{Experiment, JobLabel, Run};

/// The schedule of `run` as a log.
pub fn schedule_swf(run: &Run) -> String {
    let experiment = &run.experiment;
    let mut text = swf_header(experiment, &format!("schedule of {}", run.label));
    // Jobs of a workflow enter the queue in another order than they are in.
    let mut order: Vec<usize> = (0..run.outcomes.len()).collect();
    order.sort_by_key(|&job| run.outcomes[job].entered);
    for job in order {
        let outcome = &run.outcomes[job];
        let line = SwfLine {
            job: &experiment.jobs[job],
            submit: outcome.entered,
            nodes: width(run, job),
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

/// A workload as a log, as if it had not run yet.
pub fn workload_swf(experiment: &Experiment, note: &str) -> String {
    let mut text = swf_header(experiment, note);
    for (job, label) in experiment.jobs.iter().zip(&experiment.labels) {
        let line = SwfLine {
            job,
            submit: job.submit,
            nodes: job.nodes,
            label,
            wait: None,
            executed: job.runtime,
            status: -1,
        };
        text += &line.to_string();
    }
    text
}

fn swf_header(experiment: &Experiment, note: &str) -> String {
    let jobs = experiment.jobs.len();
    let mut text = format!("; Version: 2.2\n; MaxJobs: {jobs}\n; MaxRecords: {jobs}\n");
    if let Some(start) = experiment.unix_start {
        text += &format!("; UnixStartTime: {start}\n");
    }
    text += &format!("; MaxNodes: {0}\n; MaxProcs: {0}\n", experiment.nodes);
    text + &format!("; Note: {note}\n")
}

/// One job of a log.
struct SwfLine<'r> {
    job: &'r JobSpec,
    submit: Time,
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
            self.label.number,
            self.executed,
            self.status,
            known(self.label.user),
            known(self.label.queue),
        )
    }
}
