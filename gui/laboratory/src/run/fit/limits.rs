//! Limits of users, accounts and qualities of service, as far as a log shows them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::evidence::Hold;
use super::evidence::{Evidence, RanJob, Room};
use super::held::{Step, Taken, steps};
use super::owner::Owner;
use super::proposal::ProposedLimit;

/// Least share of the time in which jobs of an owner waited though there was room for them, that the
/// owner had as much as is proposed as the limit.
const LEAST_SHARE: f64 = 0.9;

/// Fewest jobs that were held.
pub(super) const FEWEST_JOBS: u32 = 20;

/// Milliseconds for which a job must have been held to count.
const SHORTEST: i64 = 60_000;

/// Amounts that an owner had over time.
#[derive(Clone, Default, Debug)]
struct OwnerUse {
    running: u32,
    size: u64,
    /// Sizes of its waiting jobs with their number, by partition.
    waiting: BTreeMap<(u32, Option<u32>), u32>,
    /// Most running jobs and most of the machine, over all time.
    most: (u32, u64),
    /// Milliseconds in which a job waited though there was room for it; those of them with as many
    /// running jobs as ever; those of them in which the job would have made it more than ever.
    held: [i64; 3],
    /// Jobs that were held for long enough.
    jobs: u32,
}

/// Limits that `evidence` shows, on a machine with that much `room`.
///
/// An owner is held if one of its jobs waits although there is room for it. If that was so with as
/// many running jobs as it ever had, nearly always and many times, that many is its limit. Otherwise
/// the same of the size. Who is held by a limit of its own shows nothing of its account.
pub(super) fn limits(evidence: &Evidence<'_>, room: &Room) -> Vec<ProposedLimit> {
    let mut found: Vec<ProposedLimit> = Vec::new();
    for owner in Owner::ALL {
        let names = owner.names(&evidence.accounts.names);
        let owners: Vec<Option<u32>> = evidence
            .jobs
            .iter()
            .map(|job| {
                let is_explained = found.iter().any(|limit| limit.is_of(job));
                job.owners[owner as usize].filter(|_| !is_explained)
            })
            .collect();
        if owners.iter().flatten().collect::<HashSet<_>>().len() < 2 {
            // A limit of all is not told from the size of the machine.
            continue;
        }
        let limits = holds(evidence, &owners, room).into_iter();
        let limits = limits.filter_map(|(index, hold)| {
            Some(ProposedLimit {
                owner,
                index,
                name: names.get(index as usize)?.clone(),
                hold,
            })
        });
        let mut limits: Vec<ProposedLimit> = limits.collect();
        limits.sort_by_key(|limit| (std::cmp::Reverse(limit.hold.held), limit.index));
        found.extend(limits);
    }
    found
}

/// How those of the `owners` of the jobs were held that show a limit, by index.
pub(super) fn holds(
    evidence: &Evidence<'_>,
    owners: &[Option<u32>],
    room: &Room,
) -> Vec<(u32, Hold)> {
    let mut used = most_of(evidence, owners);
    measure(evidence, owners, room, &mut used);
    let holds = used.iter();
    holds
        .filter_map(|(&index, used)| Some((index, used.hold()?)))
        .collect()
}

/// Most that each of the `owners` of the jobs had at once.
fn most_of(evidence: &Evidence<'_>, owners: &[Option<u32>]) -> HashMap<u32, OwnerUse> {
    let mut steps: Vec<(i64, bool, usize)> = Vec::with_capacity(2 * owners.len());
    for (index, job) in evidence.jobs.iter().enumerate() {
        steps.push((job.start, true, index));
        // Clocks show whole seconds: one that starts within the second follows.
        steps.push(((job.end - 1000).max(job.start + 1), false, index));
    }
    // Ends come first.
    steps.sort_unstable();
    let mut used: HashMap<u32, OwnerUse> = HashMap::new();
    for (_, starts, index) in steps {
        let Some(owner) = owners[index] else { continue };
        let one = used.entry(owner).or_default();
        let size = u64::from(evidence.jobs[index].size);
        if starts {
            (one.running, one.size) = (one.running + 1, one.size + size);
            one.most = (one.most.0.max(one.running), one.most.1.max(one.size));
        } else {
            (one.running, one.size) = (one.running - 1, one.size - size);
        }
    }
    used
}

/// Adds to each of the `owners` of the jobs the time in which its jobs were held.
fn measure(
    evidence: &Evidence<'_>,
    owners: &[Option<u32>],
    room: &Room,
    used: &mut HashMap<u32, OwnerUse>,
) {
    let (mut taken, mut waiting) = (Taken::default(), BTreeSet::new());
    let mut held_before = vec![0; owners.len()];
    let steps = steps(&evidence.jobs);
    let mut last = steps.first().map_or(0, |step| step.0);
    for (at, step, index) in steps {
        if at > last {
            for owner in &waiting {
                if let Some(one) = used.get_mut(owner) {
                    one.pass(at - last, &taken, room);
                }
            }
            last = at;
        }
        let job = &evidence.jobs[index];
        taken.step(step, job);
        let Some(owner) = owners[index] else { continue };
        let one = used.entry(owner).or_default();
        match step {
            Step::Comes => {
                held_before[index] = one.held[0];
                *one.waiting.entry((job.size, job.partition)).or_default() += 1;
                waiting.insert(owner);
            }
            Step::Starts => {
                one.start(job, one.held[0] - held_before[index] >= SHORTEST);
                if one.waiting.is_empty() {
                    waiting.remove(&owner);
                }
            }
            Step::Ends => {
                (one.running, one.size) = (one.running - 1, one.size - u64::from(job.size));
            }
        }
    }
}

impl OwnerUse {
    /// Lets `span` milliseconds pass.
    fn pass(&mut self, span: i64, taken: &Taken, room: &Room) {
        let mut waiting = self.waiting.keys();
        let Some(&(size, _)) = waiting.find(|(size, at)| u64::from(*size) <= taken.free(*at, room))
        else {
            return;
        };
        self.held[0] += span;
        if self.running >= self.most.0 {
            self.held[1] += span;
        }
        if self.size + u64::from(size) > self.most.1 {
            self.held[2] += span;
        }
    }

    /// Starts a job that was held for long, or not.
    fn start(&mut self, job: &RanJob, was_held: bool) {
        let queued = (job.size, job.partition);
        if let Some(left) = self.waiting.get_mut(&queued) {
            *left -= 1;
            if *left == 0 {
                self.waiting.remove(&queued);
            }
        }
        (self.running, self.size) = (self.running + 1, self.size + u64::from(job.size));
        self.jobs += u32::from(was_held);
    }

    /// How it was held, if that shows a limit.
    fn hold(&self) -> Option<Hold> {
        let [all, by_running, by_size] = self.held;
        let share = |part: i64| part as f64 / all.max(1) as f64;
        let is_running = share(by_running) >= LEAST_SHARE;
        let is_shown = is_running || share(by_size) >= LEAST_SHARE;
        (is_shown && self.jobs >= FEWEST_JOBS).then(|| Hold {
            running: is_running.then_some(self.most.0),
            size: (!is_running).then_some(self.most.1),
            held: all,
            share: share(if is_running { by_running } else { by_size }),
            jobs: self.jobs,
        })
    }
}
