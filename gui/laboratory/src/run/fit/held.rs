//! Jobs that waited for something other than room, or behind others that came later.

use std::collections::{BTreeMap, HashMap};

use super::evidence::{Evidence, RanJob, Room};

/// Least share that is worth a remark.
const LEAST_SHARE: f64 = 0.05;

/// Jobs ahead of one that are looked at.
const MOST_AHEAD: usize = 200;

/// Kinds of step of a job, in the order in which those at one instant happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Step {
    /// It ends.
    Ends,
    /// It comes.
    Comes,
    /// It starts.
    Starts,
}

/// The steps of all jobs in order, each with its instant and the index of the job.
pub(super) fn steps(jobs: &[RanJob]) -> Vec<(i64, Step, usize)> {
    let mut steps = Vec::with_capacity(3 * jobs.len());
    for (index, job) in jobs.iter().enumerate() {
        steps.push((job.ready.min(job.start), Step::Comes, index));
        steps.push((job.start, Step::Starts, index));
        steps.push((job.end.max(job.start + 1), Step::Ends, index));
    }
    steps.sort_unstable();
    steps
}

/// Amounts taken of the machine and of each partition.
#[derive(Default)]
pub(super) struct Taken {
    all: u64,
    partitions: HashMap<u32, u64>,
}

impl Taken {
    /// Counts a step of a job.
    pub(super) fn step(&mut self, step: Step, job: &RanJob) {
        let size = u64::from(job.size);
        let mut own = 0;
        let partition = job
            .partition
            .map_or(&mut own, |one| self.partitions.entry(one).or_default());
        match step {
            Step::Comes => {}
            Step::Starts => (self.all, *partition) = (self.all + size, *partition + size),
            Step::Ends => {
                self.all = self.all.saturating_sub(size);
                *partition = partition.saturating_sub(size);
            }
        }
    }

    /// Amounts free for jobs of a partition.
    pub(super) fn free(&self, partition: Option<u32>, room: &Room) -> u64 {
        let own = partition.and_then(|one| self.partitions.get(&one));
        let own = room.of(partition).saturating_sub(own.copied().unwrap_or(0));
        own.min(room.all.saturating_sub(self.all))
    }
}

/// Running jobs of each user, and when the last of them ended.
#[derive(Default)]
pub(super) struct Users(HashMap<Option<u32>, (u32, i64)>);

impl Users {
    /// Counts a step of a job.
    pub(super) fn step(&mut self, at: i64, step: Step, job: &RanJob) {
        let (running, ended) = self.0.entry(job.owners[0]).or_insert((0, i64::MIN));
        match step {
            Step::Comes => {}
            Step::Starts => *running += 1,
            Step::Ends => (*running, *ended) = (running.saturating_sub(1), at),
        }
    }

    /// Whether nothing of `user` has run since that instant.
    pub(super) fn is_idle_since(&self, user: Option<u32>, from: i64) -> bool {
        let (running, ended) = self.0.get(&user).copied().unwrap_or((0, i64::MIN));
        running == 0 && ended <= from
    }
}

/// Sentence on the share of all wait in which as much of the `room` was free as the job asked for;
/// `None` if it is little.
pub(super) fn with_room(evidence: &Evidence<'_>, room: &Room) -> Option<String> {
    let mut waiting: HashMap<Option<u32>, BTreeMap<u32, u64>> = HashMap::new();
    let (mut taken, mut jobs) = (Taken::default(), 0_u64);
    let (mut held, mut waited) = (0.0, 0.0);
    let mut last = None;
    for (at, step, index) in steps(&evidence.jobs) {
        let span = last.map_or(0, |last| at - last) as f64;
        last = Some(at);
        if span > 0.0 && jobs > 0 {
            let fitting = waiting.iter().map(|(&partition, sizes)| {
                let free = u32::try_from(taken.free(partition, room)).unwrap_or(u32::MAX);
                sizes.range(..=free).map(|(_, count)| *count).sum::<u64>()
            });
            held += span * fitting.sum::<u64>() as f64;
            waited += span * jobs as f64;
        }
        let job = &evidence.jobs[index];
        let sizes = waiting.entry(job.partition).or_default();
        match step {
            Step::Comes => {
                *sizes.entry(job.size).or_default() += 1;
                jobs += 1;
            }
            Step::Starts => {
                if let Some(left) = sizes.get_mut(&job.size) {
                    *left -= 1;
                }
                jobs -= 1;
            }
            Step::Ends => {}
        }
        taken.step(step, job);
    }
    let share = held / f64::max(waited, 1.0);
    (share >= LEAST_SHARE).then(|| {
        format!(
            "in {:.0} % of all wait as much of the machine was free as the job asked for: jobs ahead of it, limits, times of day, dependencies or nodes that were down held it",
            100.0 * share
        )
    })
}

/// Sentence on the share of the jobs that waited and were passed by one that came later and asked for
/// no less, neither of the machine nor of time; `None` if they are few. Where only room counts and
/// the order is that of submission, no job is.
pub(super) fn passed(evidence: &Evidence<'_>) -> Option<String> {
    let mut waiting: BTreeMap<usize, bool> = BTreeMap::new();
    let (mut waited, mut passed) = (0_u32, 0_u32);
    for (at, step, index) in steps(&evidence.jobs) {
        match step {
            Step::Comes => {
                waiting.insert(index, false);
            }
            Step::Starts => {
                let job = &evidence.jobs[index];
                let was_passed = waiting.remove(&index).unwrap_or_default();
                if at - job.ready >= 60_000 {
                    waited += 1;
                    passed += u32::from(was_passed);
                }
                // Jobs are in the order in which they came.
                let ahead = waiting.range_mut(..index).take(MOST_AHEAD);
                for (&other, passed) in ahead {
                    let other = &evidence.jobs[other];
                    let asks_less = other.size <= job.size && other.limit <= job.limit;
                    *passed |= asks_less && other.partition == job.partition;
                }
            }
            Step::Ends => {}
        }
    }
    let share = f64::from(passed) / f64::from(waited.max(1));
    (share >= LEAST_SHARE).then(|| {
        format!(
            "{:.0} % of the jobs that waited for a minute were passed by one that came later, asked for no less of the machine and for no less time, and was of the same partition: priorities, or what held them",
            100.0 * share
        )
    })
}
