//! What became of each command: on the screen, and as a log that can be replayed.

use std::fmt::Write;

use cosched_core::Time;

use super::jobs::Asked;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// Well.
    Completed,
    /// With another status than 0.
    Failed,
    /// It had run as long as its estimate.
    Killed,
    /// Everything was stopped.
    Cancelled,
}

/// What became of a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    pub(crate) submitted: Option<Time>,
    pub(crate) started: Option<Time>,
    pub(crate) ended: Option<(Time, End)>,
    /// The processors it had, `0-3 7`.
    pub(crate) processors: String,
}

impl Record {
    /// What became of it, in a word.
    pub(crate) fn word(&self) -> &'static str {
        match (self.ended, self.started) {
            (Some((_, End::Completed)), _) => "completed",
            (Some((_, End::Failed)), _) => "failed",
            (Some((_, End::Killed)), _) => "killed at its estimate",
            (Some((_, End::Cancelled)), _) => "stopped",
            (None, Some(_)) => "running",
            (None, None) => "waiting",
        }
    }
}

/// What happened as a log in the Standard Workload Format: run again under the same
/// policy, the same jobs start at the same instants.
pub(crate) fn swf(
    jobs: &[Asked],
    records: &[Record],
    nodes: u32,
    policy: &str,
    began: u64,
) -> String {
    let count = jobs.len();
    let mut text = format!(
        "; Version: 2.2\n; MaxJobs: {count}\n; MaxRecords: {count}\n; UnixStartTime: {began}\n; MaxNodes: {nodes}\n; MaxProcs: {nodes}\n; Note: run live under {policy}\n"
    );
    for (place, (job, record)) in jobs.iter().zip(records).enumerate() {
        let Some(submitted) = record.submitted else {
            continue;
        };
        let wait = record.started.map(|started| started.since(submitted));
        let ran = record.started.zip(record.ended);
        let ran = ran.map(|(started, (ended, _))| ended.since(started));
        let status = match record.ended {
            Some((_, End::Completed)) => 1,
            Some((_, End::Failed | End::Killed)) => 0,
            Some((_, End::Cancelled)) => 5,
            None => -1,
        };
        let known = |span: Option<cosched_core::Duration>| {
            span.map_or_else(|| "-1".to_owned(), |span| span.to_string())
        };
        let _ = writeln!(
            text,
            "{} {submitted} {} {} {} -1 -1 {} {} -1 {status} -1 -1 -1 -1 -1 -1 -1",
            place + 1,
            known(wait),
            known(ran),
            job.nodes,
            job.nodes,
            job.estimate,
        );
    }
    text
}
