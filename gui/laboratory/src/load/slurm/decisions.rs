//! Decisions of a scheduler, from the log of `slurmctld` at `debug`, line by line.

use std::path::Path;

use jiff::tz::TimeZone;

use crate::base::problem::Problem;
use crate::base::text_file;
use crate::load::slurm::shares_log::SharesLog;
use crate::load::slurm::text::hosts::Hosts;
use crate::load::slurm::text::job_id::JobId;
use crate::load::slurm::text::time;
pub use crate::load::slurm::text::time::Instant;

/// Slurm's number of a job.
pub type Number = u64;

/// Event of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A job was submitted.
    Submitted(Number),
    /// A main pass runs.
    MainPass,
    /// The main pass started a job on these nodes.
    Allocated(Number, Vec<u32>),
    /// A backfill pass begins.
    Begins,
    /// A backfill pass found no jobs.
    NoJobs,
    /// A backfill pass plans a job: from when until when, in whole seconds, and on which nodes.
    Planned(Number, [Instant; 2], Vec<u32>),
    /// A backfill pass started a job on these nodes.
    Started(Number, Vec<u32>),
    /// A backfill pass tests a job.
    Tested(Number),
    /// A backfill pass lets others work for a while.
    Yields,
    /// A backfill pass has ended.
    Completed,
    /// `priority/multifactor` gives a job this priority.
    Priority(Number, u32),
    /// A job is preempted, and waits again.
    Requeued(Number),
    /// A job is preempted, and has so many seconds of grace.
    Grace(Number, u32),
    /// A job has ended, or is over its limit and no longer counts as running.
    Done(Number),
}

/// Event with its instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Instant.
    pub at: Instant,
    /// Event.
    pub event: Event,
}

/// Log of decisions.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// Lines with decisions, in their order.
    pub lines: Vec<Line>,
    /// Number of other lines.
    pub other_lines: usize,
    /// Its statement on fair shares.
    pub shares: SharesLog,
}

impl Decisions {
    /// Reads `path`, whose nodes are `hosts`.
    ///
    /// # Errors
    /// It cannot be read, or a line with a decision is malformed.
    pub fn read(path: &Path, hosts: &Hosts) -> Result<Self, Problem> {
        let text = text_file::read(
            path,
            "a log of slurmctld is plain text or a gzip file of it",
        )?;
        Self::parse(&text, hosts).map_err(|problem| problem.in_file(path))
    }

    fn parse(text: &str, hosts: &Hosts) -> Result<Self, Problem> {
        let mut log = Self::default();
        for (number, line) in text.lines().enumerate() {
            let wrong = |what: String| Problem::input(what).at(number + 1, 1);
            let Some((stamp, text)) = split_stamp(line) else {
                log.other_lines += 1;
                continue;
            };
            if let Ok(at) = instant(stamp) {
                log.shares.read_line(at, text);
            }
            match parse_line(stamp, text, hosts).map_err(wrong)? {
                Some(line) => log.lines.push(line),
                None => log.other_lines += 1,
            }
        }
        if log.lines.is_empty() {
            Err(Problem::input(
                "no line of it is a decision; it needs SlurmctldDebug=debug and DebugFlags=backfill",
            ))
        } else {
            Ok(log)
        }
    }

    /// Clock in whole seconds when the first job was submitted; `None` if none was.
    pub fn first_submission(&self) -> Option<Instant> {
        let mut lines = self.lines.iter();
        let first = lines.find(|line| matches!(line.event, Event::Submitted(_)))?;
        Some(first.at.div_euclid(1000))
    }
}

/// Splits `[2026-11-21T20:49:47.218] _job_complete: …`; `None` if it does not begin with a time.
fn split_stamp(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix('[')?.split_once("] ")
}

/// Parses a line; `None` if it has no decision.
fn parse_line(stamp: &str, text: &str, hosts: &Hosts) -> Result<Option<Line>, String> {
    let Some(event) = parse_event(text, hosts)? else {
        return Ok(None);
    };
    Ok(Some(Line {
        at: instant(stamp)?,
        event,
    }))
}

fn parse_event(text: &str, hosts: &Hosts) -> Result<Option<Event>, String> {
    let text = text.strip_prefix("sched/backfill: ").unwrap_or(text);
    // Newer versions name their plugin otherwise, or not at all.
    let text = text.strip_prefix("BACKFILL: ").unwrap_or(text);
    // Another submission was refused: that job was never in the queue.
    Ok(Some(
        if text.starts_with("_slurm_rpc_submit_batch_job: JobId=") {
            Event::Submitted(job(text)?)
        } else if text.starts_with("sched: Allocate") {
            Event::Allocated(job(text)?, nodes(word_after(text, "NodeList="), hosts)?)
        } else if text.starts_with("sched: Running job scheduler") {
            Event::MainPass
        } else if text.starts_with("_attempt_backfill: beginning") {
            Event::Begins
        } else if text.starts_with("_attempt_backfill: no jobs") {
            Event::NoJobs
        } else if text.starts_with("_attempt_backfill: BACKFILL: test for ") {
            Event::Tested(job(text)?)
        } else if text.starts_with("_attempt_backfill: yielding locks") {
            Event::Yields
        } else if let Some(rest) = text.strip_prefix(PRIORITY) {
            match priority(rest) {
                Some((job, priority)) => Event::Priority(job, priority),
                None => return Ok(None),
            }
        } else if let Some(rest) = text.split_once("preempted JobId=").map(|(_, rest)| rest) {
            if rest.contains("requeued") {
                Event::Requeued(job(text)?)
            } else if rest.contains("cancel") || rest.contains("killed") {
                Event::Done(job(text)?)
            } else {
                return Ok(None);
            }
        } else if let Some(seconds) = grace(text) {
            Event::Grace(job(text)?, seconds)
        } else if text.starts_with("Time limit exhausted for ") {
            Event::Done(job(text)?)
        } else if text.starts_with("_attempt_backfill: completed") {
            Event::Completed
        } else if text.starts_with("_dump_job_sched") {
            let [start, end] = ["to start at ", "end at "].map(|before| word_after(text, before));
            let [start, end] = [start.trim_end_matches(','), end];
            let times = [instant(start)?, instant(end)?];
            Event::Planned(
                job(text)?,
                times,
                nodes(word_after(text, "on nodes "), hosts)?,
            )
        } else if text.starts_with("_start_job: Started") {
            Event::Started(job(text)?, nodes(word_after(text, " on "), hosts)?)
        } else if text.starts_with("_job_complete") && text.ends_with(" done") {
            Event::Done(job(text)?)
        } else {
            return Ok(None);
        },
    ))
}

/// Seconds in `setting 120 sec preemption grace time for JobId=7 to reclaim resources for JobId=9`.
fn grace(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("setting ")?;
    let (seconds, _) = rest.split_once(" sec preemption grace time for ")?;
    seconds.parse().ok()
}

/// Beginning of lines about priorities.
const PRIORITY: &str = "priority/multifactor: _get_priority_internal: Job ";

/// Parses `7 priority: 0 + 0.00 + 62.50 = 62.50`: priorities are cut to whole numbers.
fn priority(text: &str) -> Option<(Number, u32)> {
    let (job, rest) = text.split_once(" priority: ")?;
    let (_, sum) = rest.rsplit_once(" = ")?;
    let sum: f64 = sum.trim().parse().ok()?;
    Some((job.parse().ok()?, sum as u32))
}

/// Word behind `before`.
fn word_after<'t>(text: &'t str, before: &str) -> &'t str {
    let rest = text.split_once(before).map_or("", |(_, rest)| rest);
    rest.split_whitespace().next().unwrap_or_default()
}

/// Own number of the job that `text` names.
fn job(text: &str) -> Result<Number, String> {
    let word = word_after(text, "JobId=");
    let id = JobId::parse(word.trim_end_matches([',', ':', ';']));
    let number = id.map(|id| id.raw.unwrap_or(id.number));
    number.ok_or_else(|| format!("`{word}` is not the number of a job"))
}

fn nodes(list: &str, hosts: &Hosts) -> Result<Vec<u32>, String> {
    hosts
        .numbers(list)
        .map_err(|what| format!("the list of hosts {what}"))
}

fn instant(text: &str) -> Result<Instant, String> {
    let found = time::date(text, &TimeZone::UTC).map(|(stamp, _)| stamp.0);
    found.ok_or_else(|| format!("`{text}` is not a time like 2026-11-21T20:49:47.218"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::slurm::text::hosts::Room;

    #[test]
    fn other_lines_are_no_decisions() {
        let hosts = Hosts::new(Room::default().expand("n[1-16]").unwrap());
        let text = "[1970-01-01T00:00:01.500] _slurm_rpc_submit_batch_job: JobId=7 InitPrio=1 usec=9\n\
                    [1970-01-01T00:00:02.000] sched: Allocate JobId=7 NodeList=n[1-2] #CPUs=2 Partition=main\n\
                    [1970-01-01T00:00:03.000] sched/backfill: _attempt_backfill: beginning\n\
                    [1970-01-01T00:00:03.000] sched/backfill: _dump_job_sched: JobId=8 to start at 1970-01-01T00:01:00, end at 1970-01-01T00:02:00 on nodes n3 in partition main\n\
                    slurmctld: something else\n\
                    [1970-01-01T00:00:03.500] _slurm_rpc_submit_batch_job: Requested node configuration is not available\n\
                    [1970-01-01T00:00:04.000] _job_complete: JobId=9_2(12) done\n\
                    [1970-01-01T00:00:05.000] _job_complete: JobId=9_* done\n";
        let log = Decisions::parse(text, &hosts).unwrap();
        assert_eq!(log.other_lines, 2);
        let said: Vec<_> = log.lines.iter().map(|line| line.event.clone()).collect();
        assert_eq!(
            said,
            [
                Event::Submitted(7),
                Event::Allocated(7, vec![0, 1]),
                Event::Begins,
                Event::Planned(8, [60_000, 120_000], vec![2]),
                // A task has a number of its own, which accounting has, too.
                Event::Done(12),
                Event::Done(9),
            ]
        );
        assert_eq!(log.lines[0].at, 1500);
        assert_eq!(log.first_submission(), Some(1));
    }

    #[test]
    fn broken_decisions_are_refused_with_their_line() {
        let hosts = Hosts::new(Room::default().expand("n[1-2]").unwrap());
        for text in [
            "[1970-01-01T00:00:02] sched: Allocate JobId=7 NodeList=n9 #CPUs=2",
            "[1970-01-01T00:00:02] _slurm_rpc_submit_batch_job: JobId= InitPrio=1 usec=9",
            "[yesterday] _job_complete: JobId=7 done",
            "[1970-01-01T00:00:02] _job_complete: JobId= done",
            "",
        ] {
            assert!(Decisions::parse(text, &hosts).is_err(), "{text}");
        }
    }
}
