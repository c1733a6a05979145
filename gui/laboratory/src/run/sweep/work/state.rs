//! State that the threads of a sweep share: samples left, and the order in which they are computed.

use std::collections::VecDeque;
use std::time::Duration;

use super::super::Shard;
use super::super::plan::Sample;
use super::super::queue::SampleQueue;
use super::sample::Computation;
use crate::base::problem::Problem;
use crate::metrics::Values;

/// How long to wait until samples of other programs are looked for again.
pub(super) const LATER: Duration = Duration::from_millis(20);

/// State shared by the threads.
pub(super) struct WorkState<'c> {
    computation: &'c Computation<'c>,
    queue: SampleQueue<'c>,
    /// Samples that other programs compute, or whose runs they simulate.
    elsewhere: VecDeque<Sample>,
    /// Number of samples that may still be begun.
    left: usize,
    /// Number of known durations at which the order is changed next.
    reordered_at: u32,
    problem: Option<(Sample, Problem)>,
}

/// Next action of a thread.
pub(super) enum Next {
    /// Compute this sample, whose names are claimed.
    Sample(Sample, Vec<String>),
    /// Look again: what is left is in other programs' hands.
    Later,
    /// Nothing is left to begin.
    Nothing,
}

impl<'c> WorkState<'c> {
    /// The missing samples of `shard` for so many threads, at most `most` of them.
    pub(super) fn new(
        computation: &'c Computation<'c>,
        shard: Shard,
        threads: usize,
        most: usize,
    ) -> Self {
        let (plan, kept) = (computation.plan, computation.kept);
        let read = |sample| Some(decisive(computation, &kept.read(plan, sample)?));
        let mut state = Self {
            computation,
            queue: SampleQueue::new(plan, shard, read).in_blocks(threads),
            elsewhere: VecDeque::new(),
            left: most,
            reordered_at: 0,
            problem: None,
        };
        state.reorder();
        state
    }

    /// Changes the order of points to the longest expected first, as more is known.
    fn reorder(&mut self) {
        let computation = self.computation;
        let (plan, runs) = (computation.plan, &computation.runs);
        let durations = computation.durations();
        if durations.count() < self.reordered_at {
            return;
        }
        self.reordered_at = (2 * durations.count()).max(1);
        let expected = |point: usize| {
            let groups = runs.equal.groups(point).iter().enumerate();
            // Of equal runs the first is to be simulated.
            let own = groups.filter(|(_, group)| {
                let first = runs.equal.members(**group).first();
                first.is_some_and(|run| run.point as usize == point)
            });
            let own =
                own.map(|(policy, group)| durations.expected((*group, policy), plan.jobs(point)));
            own.sum::<f64>()
        };
        let points = (0..plan.points.len()).map(|point| (expected(point), point));
        let mut points: Vec<_> = points.collect();
        points.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let order = points.into_iter().map(|(_, point)| point);
        self.queue.set_order(order.collect());
    }

    /// Reads what other programs have computed where that decides which samples are needed.
    fn look_elsewhere(&mut self) {
        let (plan, kept) = (self.computation.plan, self.computation.kept);
        for _ in 0..self.elsewhere.len() {
            let Some(sample) = self.elsewhere.pop_front() else {
                break;
            };
            match kept.read(plan, sample) {
                Some(values) => _ = self.add_result(sample, &values),
                None => self.elsewhere.push_back(sample),
            }
        }
    }

    /// Takes the next sample.
    pub(super) fn next(&mut self) -> Next {
        let (plan, kept) = (self.computation.plan, self.computation.kept);
        self.reorder();
        if plan.stops() {
            self.look_elsewhere();
        }
        let mut looked_at = self.elsewhere.len();
        loop {
            let is_over = self.computation.progress.is_cancelled() || self.problem.is_some();
            if is_over || self.left == 0 {
                return Next::Nothing;
            }
            let sample = match self.queue.take() {
                Some(sample) => sample,
                None if looked_at > 0 => {
                    looked_at -= 1;
                    match self.elsewhere.pop_front() {
                        Some(sample) if self.queue.needs(sample) => sample,
                        _ => continue,
                    }
                }
                None if self.elsewhere.is_empty() => return Next::Nothing,
                None => return Next::Later,
            };
            let mut names = vec![plan.sample_hash(sample).text().to_owned()];
            names.extend(self.computation.runs.names_of_unknown(sample));
            let is_claimed = kept.claim(&names);
            // Another program may have been at work since the storage was read.
            if let Some(values) = kept.read(plan, sample) {
                self.add_result(sample, &values);
                if is_claimed {
                    kept.release(&names);
                }
                continue;
            }
            if is_claimed {
                self.left -= 1;
                return Next::Sample(sample, names);
            }
            self.elsewhere.push_back(sample);
        }
    }

    /// Stores a result; returns whether it is needed.
    pub(super) fn add_result(&mut self, sample: Sample, values: &[Values]) -> bool {
        let decisive = decisive(self.computation, values);
        self.queue.add_result(sample, decisive)
    }

    /// Returns the numbers of samples done and of all, at most.
    pub(super) fn progress(&self) -> [u64; 2] {
        self.queue.progress()
    }

    /// Notes a problem; the one of the first sample is reported.
    pub(super) fn fail(&mut self, sample: Sample, problem: Problem) {
        if self
            .problem
            .as_ref()
            .is_none_or(|(other, _)| sample < *other)
        {
            self.problem = Some((sample, problem));
        }
    }

    /// Ends the work; returns whether all samples are known.
    ///
    /// # Errors
    /// A sample failed.
    pub(super) fn end(self) -> Result<bool, Problem> {
        if let Some((_, problem)) = self.problem {
            return Err(problem);
        }
        // Superfluous samples of other threads.
        for sample in self.queue.superfluous() {
            self.computation.kept.remove(self.computation.plan, sample);
        }
        let [done, total] = self.queue.progress();
        Ok(done == total)
    }
}

/// `values` where they decide when to stop; else they are not kept.
fn decisive(computation: &Computation<'_>, values: &[Values]) -> Vec<Values> {
    if computation.plan.stops() {
        values.to_vec()
    } else {
        Vec::new()
    }
}
