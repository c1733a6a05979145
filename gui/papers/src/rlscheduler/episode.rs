//! Sequence of jobs on an empty machine, job by chosen job (fixtures/papers/rlscheduler.md, 10.3).

use super::log::Job;

/// Shortest runtime by which a slowdown is divided, in seconds.
const SHORTEST: i64 = 10;

/// Running job.
#[derive(Clone, Copy, Debug)]
struct Running {
    end: i64,
    /// End by the requested time.
    expected_end: i64,
    processors: i64,
}

/// State of an episode.
#[derive(Clone, Debug)]
pub(super) struct Episode<'a> {
    jobs: &'a [Job],
    backfills: bool,
    /// Current second.
    pub(super) now: i64,
    /// Processors that are free.
    pub(super) free: i64,
    /// Processors of the machine.
    pub(super) processors: i64,
    /// Waiting jobs, arriving ones last; never empty before the end.
    pub(super) queue: Vec<Job>,
    next: usize,
    running: Vec<Running>,
    slowdowns: f64,
}

/// Mean bounded slowdown of `jobs` on a machine with `processors`, started in the order in which
/// `choose` names indices of the queue.
pub(super) fn run(
    jobs: &[Job],
    (processors, backfills): (i64, bool),
    mut choose: impl FnMut(&mut Episode<'_>) -> usize,
) -> f64 {
    let mut episode = Episode {
        jobs,
        backfills,
        now: jobs.first().map_or(0, |job| job.submit),
        free: processors,
        processors,
        queue: jobs.first().copied().into_iter().collect(),
        next: 1,
        running: Vec::new(),
        slowdowns: 0.0,
    };
    while !episode.queue.is_empty() {
        let chosen = choose(&mut episode);
        episode.commit(chosen);
        while episode.queue.is_empty() && episode.next < jobs.len() {
            episode.advance();
        }
    }
    episode.slowdowns / jobs.len().max(1) as f64
}

impl Episode<'_> {
    /// Starts the job of the queue with the index `chosen` as soon as it has room, and nothing but
    /// backfilled jobs before it.
    fn commit(&mut self, chosen: usize) {
        let job = self.queue.remove(chosen);
        if self.backfills && job.processors > self.free {
            let reserved = self.expected_start(job.processors);
            while job.processors > self.free {
                self.backfill(reserved);
                self.advance();
            }
        }
        while job.processors > self.free {
            self.advance();
        }
        self.start(job);
    }

    /// Second from which on so many processors are free if running jobs end as requested.
    fn expected_start(&mut self, processors: i64) -> i64 {
        self.running.sort_by_key(|running| running.expected_end);
        let mut free = self.free;
        let enough = self.running.iter().find(|running| {
            free += running.processors;
            free >= processors
        });
        enough.map_or(self.now, |running| running.expected_end)
    }

    /// Starts waiting jobs that fit and would end before the second `reserved`, by submission.
    fn backfill(&mut self, reserved: i64) {
        self.queue.sort_by_key(|job| job.submit);
        let mut index = 0;
        while let Some(&job) = self.queue.get(index) {
            if job.processors <= self.free && self.now + job.requested_time < reserved {
                self.queue.remove(index);
                self.start(job);
            } else {
                index += 1;
            }
        }
    }

    fn start(&mut self, job: Job) {
        self.free -= job.processors;
        self.running.push(Running {
            end: self.now + job.runtime,
            expected_end: self.now + job.requested_time,
            processors: job.processors,
        });
        let response = (self.now - job.submit + job.runtime) as f64;
        self.slowdowns += (response / job.runtime.max(SHORTEST) as f64).max(1.0);
    }

    /// Lets the next job arrive or the next one end; of both at once, the arrival comes first.
    fn advance(&mut self) {
        self.running.sort_by_key(|running| running.end);
        let end = self.running.first().map_or(i64::MAX, |running| running.end);
        match self.jobs.get(self.next) {
            Some(job) if job.submit <= end => {
                self.now = self.now.max(job.submit);
                self.queue.push(*job);
                self.next += 1;
            }
            _ => {
                let ended = self.running.remove(0);
                self.now = self.now.max(ended.end);
                self.free += ended.processors;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(all: &[[i64; 4]]) -> Vec<Job> {
        let job = |&[submit, runtime, requested_time, processors]: &[i64; 4]| Job {
            submit,
            runtime,
            requested_time,
            processors,
        };
        all.iter().map(job).collect()
    }

    /// Four processors. Job 1 has three of them until 100. Job 2 needs four and is committed to at
    /// once. Job 3 (one processor, 50 s requested) arrives at 10 and would end at 60: it is
    /// backfilled. Job 4 would end at 110, later than 100: it waits for job 2, until 120.
    #[test]
    fn a_blocked_job_is_backfilled_by_hand() {
        let jobs = jobs(&[
            [0, 100, 100, 3],
            [0, 20, 20, 4],
            [10, 40, 50, 1],
            [10, 100, 100, 1],
        ]);
        let first = |_: &mut Episode<'_>| 0;
        let with = run(&jobs, (4, true), first);
        assert!((with - (1.0 + 120.0 / 20.0 + 1.0 + 210.0 / 100.0) / 4.0).abs() < 1e-12);
        // Without it job 3 starts at 120 as well.
        let without = run(&jobs, (4, false), first);
        assert!((without - (1.0 + 6.0 + 150.0 / 40.0 + 2.1) / 4.0).abs() < 1e-12);
    }

    /// A job of 2 s that waits 18 s: (18 + 2) / 10.
    #[test]
    fn slowdowns_are_bounded_by_ten_seconds() {
        let jobs = jobs(&[[0, 18, 18, 4], [0, 2, 2, 4]]);
        let mean = run(&jobs, (4, false), |_| 0);
        assert!((mean - 1.5).abs() < 1e-12);
    }
}
