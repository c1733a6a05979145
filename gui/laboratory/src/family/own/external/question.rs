//! Questions to another program: at first the machine, then at each instant the news.

use std::fmt::Write;
use std::sync::Arc;

use cosched_core::JobId;
use cosched_core::engine::{Context, Setup};

use crate::record::JobLabel;

/// Knowledge of each job beyond its request.
pub(super) type Labels = Vec<JobLabel>;

/// The first line: facts that do not change.
pub(super) fn first_line(setup: &Setup<'_>) -> String {
    let mut maintenance = String::new();
    for window in setup.outages.maintenance {
        let comma = if maintenance.is_empty() { "" } else { "," };
        let (from, until, first, count) = (window.from, window.until, window.first, window.count);
        let _ = write!(
            maintenance,
            r#"{comma}{{"from":{from},"until":{until},"first":{first},"count":{count}}}"#
        );
    }
    format!(
        r#"{{"cosched":1,"nodes":{},"kill_at_estimate":{},"maintenance":[{maintenance}]}}"#,
        setup.nodes, setup.kill_at_estimate
    )
}

/// State of a job as the program knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum JobKnowledge {
    Nothing,
    Waits,
    Runs,
    Ended,
}

/// State of the simulation as the program knows it.
#[derive(Debug)]
pub(super) struct ProgramKnowledge {
    labels: Arc<Labels>,
    jobs: Vec<JobKnowledge>,
    // Jobs that could not start because of maintenance, until that is reported.
    refused: Vec<JobId>,
    // Free nodes and nodes out of service in the last question.
    nodes: [u32; 2],
    // Whether the last question reported anything new.
    has_news: bool,
}

impl ProgramKnowledge {
    /// Nothing reported yet of any job.
    pub(super) fn new(labels: Arc<Labels>) -> Self {
        let knowledge = vec![JobKnowledge::Nothing; labels.len()];
        Self {
            labels,
            jobs: knowledge,
            refused: Vec::new(),
            nodes: [0; 2],
            has_news: false,
        }
    }

    /// Returns the line for this instant: all changes since the last one.
    pub(super) fn question(&mut self, context: &Context<'_, '_>) -> String {
        let (mut ended, mut returned, mut submitted) =
            (JsonList::new(), JsonList::new(), JsonList::new());
        for job in context.ended() {
            if self.set_state(job, JobKnowledge::Ended) == JobKnowledge::Runs {
                ended.push(format_args!("{}", job.index()));
            }
        }
        for job in context.queue() {
            match self.set_state(job, JobKnowledge::Waits) {
                JobKnowledge::Waits => {}
                JobKnowledge::Nothing => {
                    submitted.push(format_args!("{}", self.job_object(context, job)))
                }
                JobKnowledge::Runs | JobKnowledge::Ended => {
                    returned.push(format_args!("{}", job.index()))
                }
            }
        }
        let nodes = [context.free_nodes(), context.out_of_service()];
        let before = std::mem::replace(&mut self.nodes, nodes);
        let lists = [&ended, &returned, &submitted];
        self.has_news = before != nodes || lists.iter().any(|list| !list.0.is_empty());
        let mut refused = JsonList::new();
        for job in std::mem::take(&mut self.refused) {
            refused.push(format_args!("{}", job.index()));
        }
        format!(
            r#"{{"now":{},"free":{},"out_of_service":{},"ended":[{}],"returned":[{}],"refused":[{}],"submitted":[{}]}}"#,
            context.now(),
            context.free_nodes(),
            context.out_of_service(),
            ended.0,
            returned.0,
            refused.0,
            submitted.0
        )
    }

    /// Whether the last question reported anything new.
    pub(super) fn has_news(&self) -> bool {
        self.has_news
    }

    fn job_object(&self, context: &Context<'_, '_>, job: JobId) -> String {
        let (request, label) = (context.request(job), &self.labels[job.index()]);
        let or_null = |value: Option<u32>| match value {
            Some(value) => value.to_string(),
            None => "null".to_owned(),
        };
        format!(
            r#"{{"job":{},"number":{},"user":{},"queue":{},"submit":{},"nodes":{},"estimate":{}}}"#,
            job.index(),
            label.number(),
            or_null(label.user()),
            or_null(label.queue()),
            request.submit,
            context.nodes_of(job),
            request.estimate
        )
    }

    /// Sets the state of `job`; returns the one before.
    fn set_state(&mut self, job: JobId, now: JobKnowledge) -> JobKnowledge {
        std::mem::replace(&mut self.jobs[job.index()], now)
    }

    /// Notes that the program has started `job`.
    pub(super) fn note_start(&mut self, job: JobId) {
        self.set_state(job, JobKnowledge::Runs);
    }

    /// Notes that `job` could not start because of maintenance, and still waits.
    pub(super) fn note_refusal(&mut self, job: JobId) {
        self.refused.push(job);
    }

    /// Returns the job called `number`, which waits.
    ///
    /// # Errors
    /// There is none, or it does not wait.
    pub(super) fn waiting(&self, number: u64) -> Result<JobId, String> {
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        match self.jobs.get(index) {
            Some(JobKnowledge::Waits) => Ok(JobId::new(index)),
            Some(JobKnowledge::Runs) => Err(format!("job {number} does not wait: it has started")),
            Some(JobKnowledge::Ended) => Err(format!("job {number} does not wait: it has ended")),
            Some(JobKnowledge::Nothing) | None => Err(no_job(number)),
        }
    }

    /// Returns the job called `number`, which may have started or ended.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn submitted(&self, number: u64) -> Result<JobId, String> {
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        match self.jobs.get(index) {
            Some(JobKnowledge::Nothing) | None => Err(no_job(number)),
            Some(_) => Ok(JobId::new(index)),
        }
    }
}

fn no_job(number: u64) -> String {
    format!("there is no job {number}: none was submitted that is called so")
}

/// A comma-separated list.
struct JsonList(String);

impl JsonList {
    const fn new() -> Self {
        Self(String::new())
    }

    fn push(&mut self, part: std::fmt::Arguments<'_>) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        // Writing into a string cannot fail.
        let _ = self.0.write_fmt(part);
    }
}
