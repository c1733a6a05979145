//! Jobs of a log as the artifact reads them (fixtures/papers/rlscheduler.md, 10.2).

use std::path::Path;

use cosched_core::workload::swf::Record;
use laboratory::base::problem::Problem;
use laboratory::load::read_records;

/// Job, with times in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Job {
    pub(super) submit: i64,
    pub(super) runtime: i64,
    pub(super) requested_time: i64,
    pub(super) processors: i64,
}

/// Log of one machine.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Log {
    /// Processors of the machine.
    pub(super) processors: i64,
    /// Jobs by number.
    pub(super) jobs: Vec<Job>,
}

/// Runtime taken where the log has none, in seconds.
const UNKNOWN_RUNTIME: i64 = 10;

const NANOSECONDS: i64 = 1_000_000_000;

impl Log {
    /// Reads the log at `path`, which has at least `least` jobs.
    pub(super) fn read(path: &Path, least: usize) -> Result<Self, Problem> {
        let (header, mut records) = read_records(path)?;
        let problem = |sentence: String| Problem::input(sentence).in_file(path);
        let processors = header.machine().map(i64::from);
        let processors = processors.ok_or_else(|| {
            problem("neither MaxProcs nor MaxNodes in the header; one is needed".to_owned())
        })?;
        records.sort_by_key(|record| record.number);
        let jobs: Vec<_> = records.iter().filter_map(Job::of).collect();
        let fits = |job: &&Job| (1..=processors).contains(&job.processors);
        if let Some(job) = jobs.iter().find(|job| !fits(job)) {
            return Err(problem(format!(
                "a job asks for {} processors; 1 to {processors} are allowed, those of the machine",
                job.processors
            )));
        }
        if jobs.len() < least {
            return Err(problem(format!(
                "{} jobs with a runtime; rlscheduler needs {least} for sequences of this length",
                jobs.len()
            )));
        }
        Ok(Self { processors, jobs })
    }

    /// The `length` jobs from the one with the index `start` on.
    pub(super) fn sequence(&self, start: usize, length: usize) -> &[Job] {
        &self.jobs[start..start + length]
    }
}

impl Job {
    /// Job of a record; `None` if it ran for less than half a second.
    fn of(record: &Record) -> Option<Self> {
        let runtime = record.runtime.div_euclid(NANOSECONDS);
        let requested_time = match record.requested_time.div_euclid(NANOSECONDS) {
            -1 => runtime,
            time => time,
        };
        let job = Self {
            submit: record.submit.div_euclid(NANOSECONDS),
            runtime: match runtime {
                ..0 => UNKNOWN_RUNTIME,
                known => known,
            },
            requested_time,
            processors: record.allocated.max(record.requested),
        };
        (job.runtime > 0).then_some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cosched_core::workload::swf::{Line, parse};

    fn job(line: &str) -> Option<Job> {
        match parse(line.as_bytes()).unwrap() {
            Line::Record(record) => Job::of(&record),
            other => panic!("{other:?}"),
        }
    }

    /// 10.2: the larger number of processors, the runtime for a missing request, 10 s for a missing
    /// runtime, no job without one.
    #[test]
    fn records_become_jobs_by_hand() {
        let full = job("1 100 5 60 4 -1 -1 8 90 -1 1 1 1 1 1 1 -1 -1").unwrap();
        let [submit, runtime, requested_time, processors] = [100, 60, 90, 8];
        let expected = Job {
            submit,
            runtime,
            requested_time,
            processors,
        };
        assert_eq!(full, expected);
        let bare = job("1 100 5 60 8 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1").unwrap();
        assert_eq!(
            bare,
            Job {
                requested_time: 60,
                ..expected
            }
        );
        let unknown = job("1 100 5 -1 8 -1 -1 8 90 -1 1 1 1 1 1 1 -1 -1").unwrap();
        assert_eq!(
            unknown,
            Job {
                runtime: 10,
                ..expected
            }
        );
        assert_eq!(job("1 100 5 0 8 -1 -1 8 90 -1 1 1 1 1 1 1 -1 -1"), None);
    }
}
