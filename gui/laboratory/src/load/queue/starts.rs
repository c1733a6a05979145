//! Jobs that have started, as a queue and a history show them.

use super::JobStart;
use super::job::Queued;
use crate::load::account::{Accounts, Entry};
use crate::load::slurm::text::{Stamp, Status};

/// Seconds of the epoch.
fn seconds(stamp: Stamp) -> f64 {
    stamp.0 as f64 / 1e3
}

/// Jobs of a queue, written at `now`, that have started.
pub(super) fn in_queue(jobs: &[Queued], now: Stamp) -> Vec<JobStart> {
    let start = |job: &Queued| match (job.status, job.used) {
        (Status::Waiting, _) => None,
        // One that was cancelled while it waited has its end for a start.
        (Status::Over, None | Some(0)) => None,
        (Status::Running, Some(used)) => Some(job.start.unwrap_or_else(|| {
            let used = i64::try_from(used).unwrap_or(i64::MAX);
            Stamp(now.0.saturating_sub(used))
        })),
        _ => job.start,
    };
    let begun = |job: &Queued| {
        let start = seconds(start(job)?);
        Some(JobStart {
            name: job.name.clone(),
            start,
        })
    };
    jobs.iter().filter_map(begun).collect()
}

/// Jobs of a history that have started, where it has dates.
pub(super) fn in_history(history: &Accounts) -> Vec<JobStart> {
    let entries = history.entries.iter().filter(|_| history.has_calendar);
    let begun = |entry: Entry| {
        entry.executed_for().ok().filter(|runtime| *runtime > 0)?;
        Some(JobStart {
            name: match entry.task {
                Some(task) => format!("{}_{}", task.array, task.index),
                None => entry.number.to_string(),
            },
            start: seconds(entry.start?),
        })
    };
    entries.filter_map(begun).collect()
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;
    use jiff::tz::TimeZone;

    /// Of two that are over, one ran; of two that run, one has no start written.
    #[test]
    fn who_has_begun_is_told_from_who_waits_or_was_cancelled() {
        let queue = "JOBID|STATE|START_TIME|TIME|TIME_LIMIT|NODES|CPUS|REASON\n\
            1|PENDING|2026-11-23T10:00:00|0:00|10:00|1|1|Resources\n\
            2|RUNNING|2026-11-23T09:00:00|20:00|30:00|1|1|None\n\
            3|RUNNING|N/A|1:00|30:00|1|1|None\n\
            4|CANCELLED|2026-11-23T09:10:00|0:00|30:00|1|1|None\n\
            5_2|COMPLETED|2026-11-23T09:11:00|0:05|30:00|1|1|None\n";
        let found = text::read(queue, &TimeZone::UTC).unwrap();
        let date = |text: &str| text.parse::<jiff::Timestamp>().unwrap().as_millisecond();
        let now = Stamp(date("2026-11-23T09:20:00Z"));
        let starts = in_queue(&found.jobs, now);
        let found: Vec<_> = starts.iter().map(|job| (&*job.name, job.start)).collect();
        let at = |text: &str| date(text) as f64 / 1e3;
        let expected = [
            ("2", at("2026-11-23T09:00:00Z")),
            ("3", at("2026-11-23T09:19:00Z")),
            ("5_2", at("2026-11-23T09:11:00Z")),
        ];
        assert_eq!(found, expected);
    }
}
