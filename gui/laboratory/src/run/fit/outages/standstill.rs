//! Spans in which a log shows that the machine took no jobs, though there was room for all that waited.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::run::fit::evidence::{Evidence, RanJob, Room};
use crate::run::fit::held::{Step, Taken, Users, steps};

/// Shortest span, in milliseconds: an hour. Passes of schedulers, restarts of daemons and nodes that
/// boot take minutes.
pub(super) const SHORTEST: i64 = 3_600_000;

/// A job that finds room for itself and all that wait is prompt if it starts within so many
/// milliseconds: ten minutes, longer than any usual interval of passes.
pub(super) const PROMPT: i64 = 600_000;

/// Probability that chance gives one such span in the whole log, below which it is believed.
pub(super) const LARGEST_CHANCE: f64 = 0.001;

/// Span in which no job started.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::run::fit) struct Standstill {
    /// Its begin and its end, the next start, in milliseconds.
    pub(super) from: i64,
    /// See `from`.
    pub(super) until: i64,
    /// Jobs that waited for ten minutes of it at least, and started within ten minutes of its end.
    pub(super) jobs: u32,
    /// Their users of whom nothing ran.
    pub(super) users: u32,
    /// Jobs that ran on when it began.
    pub(super) busy: u64,
}

/// Standstills of a log.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::run::fit) struct Standstills {
    /// Those that chance would hardly give, in the order of time.
    pub(in crate::run::fit) spans: Vec<Standstill>,
    /// The others.
    pub(super) others: Vec<Standstill>,
    /// Jobs that found room for themselves and all that waited.
    pub(super) comers: u32,
    /// Those of them that started within ten minutes.
    pub(super) prompt: u32,
}

/// The standstills that `evidence` shows, on a machine with that much `room`.
///
/// All the while jobs wait, and each of them alone would have room: whatever the order, the first
/// would start. Who has running jobs may be held by a limit, who has none is not. Held jobs, jobs for
/// a time of day and those that wait for others are left, for which a log that does not say when jobs
/// could start has no sign. But if it was the machine, who waited starts when it ends; those who
/// wait on do not count. (This came when the spans of KTH-SP2 were looked at, after many of which
/// nearly all wait on.) And it takes several
/// users, as many as would hardly all have waited by chance. That is what share of all
/// jobs that found such room had to wait, to the power of the users, times the spans that were looked
/// at; jobs of one user depend on one another and count once.
pub(in crate::run::fit) fn standstills(evidence: &Evidence<'_>, room: &Room) -> Standstills {
    let mut watch = Watch::new(&evidence.jobs, room);
    for (at, step, index) in steps(&evidence.jobs) {
        watch.step(at, step, index);
    }
    watch.finish()
}

/// The machine and its queue, step by step.
struct Watch<'a> {
    jobs: &'a [RanJob],
    room: &'a Room,
    taken: Taken,
    busy: u64,
    /// Waiting jobs, and their sizes with their number by partition.
    waiting: BTreeSet<usize>,
    sizes: HashMap<Option<u32>, BTreeMap<u32, u32>>,
    users: Users,
    /// Since when jobs have waited for which there is room, without a start, and what ran then.
    since: Option<(i64, u64)>,
    spans: Vec<Standstill>,
    comers: u32,
    prompt: u32,
}

impl<'a> Watch<'a> {
    fn new(jobs: &'a [RanJob], room: &'a Room) -> Self {
        Self {
            jobs,
            room,
            taken: Taken::default(),
            busy: 0,
            waiting: BTreeSet::new(),
            sizes: HashMap::new(),
            users: Users::default(),
            since: None,
            spans: Vec::new(),
            comers: 0,
            prompt: 0,
        }
    }

    fn step(&mut self, at: i64, step: Step, index: usize) {
        let job = &self.jobs[index];
        if step == Step::Starts {
            self.close(at);
        }
        self.count(at, step, index);
        self.taken.step(step, job);
        let has_room = self.has_room();
        if step == Step::Comes && has_room {
            self.comers += 1;
            self.prompt += u32::from(job.start - at < PROMPT);
        }
        if !has_room {
            self.close(at);
        } else if self.since.is_none() {
            // Clocks show whole seconds: a start is within the first.
            let begins = at + i64::from(step == Step::Starts) * 1000;
            self.since = Some((begins, self.busy));
        }
    }

    /// Counts a step in the queue and of the user.
    fn count(&mut self, at: i64, step: Step, index: usize) {
        let job = &self.jobs[index];
        self.users.step(at, step, job);
        let sizes = self.sizes.entry(job.partition).or_default();
        match step {
            Step::Comes => {
                self.waiting.insert(index);
                *sizes.entry(job.size).or_default() += 1;
            }
            Step::Starts => {
                self.waiting.remove(&index);
                if let Some(left) = sizes.get_mut(&job.size) {
                    *left -= 1;
                }
                sizes.retain(|size, left| *size != job.size || *left > 0);
                self.busy += u64::from(job.size);
            }
            Step::Ends => self.busy -= u64::from(job.size),
        }
    }

    /// Whether jobs wait, and there is room for each of them.
    fn has_room(&self) -> bool {
        let fits = |(partition, sizes): (&Option<u32>, &BTreeMap<u32, u32>)| {
            let widest = sizes.last_key_value().map_or(0, |(size, _)| *size);
            u64::from(widest) <= self.taken.free(*partition, self.room)
        };
        !self.waiting.is_empty() && self.sizes.iter().all(fits)
    }

    /// Ends the span in which no job started.
    fn close(&mut self, at: i64) {
        let Some((from, busy)) = self.since.take() else {
            return;
        };
        if at - from < SHORTEST {
            return;
        }
        let waited = self.waiting.iter().map(|&index| &self.jobs[index]);
        let was_held = |job: &&RanJob| at - job.ready >= PROMPT && job.start - at < PROMPT;
        let waited: Vec<&RanJob> = waited.filter(was_held).collect();
        let is_idle = |user: &Option<u32>| self.users.is_idle_since(*user, from);
        let users: HashSet<Option<u32>> = waited.iter().map(|job| job.owners[0]).collect();
        self.spans.push(Standstill {
            from,
            until: at,
            jobs: waited.len() as u32,
            users: users.iter().filter(|user| is_idle(user)).count() as u32,
            busy,
        });
    }

    /// The spans that chance would hardly give.
    fn finish(self) -> Standstills {
        let mut found = Standstills {
            spans: Vec::new(),
            others: Vec::new(),
            comers: self.comers,
            prompt: self.prompt,
        };
        let looked_at = self.spans.len();
        let is_believed =
            |span: &Standstill| found.chance_of(span.users, looked_at) < LARGEST_CHANCE;
        (found.spans, found.others) = self.spans.into_iter().partition(is_believed);
        found
    }
}

impl Standstills {
    /// Probability that chance gives a span, of as many as there are, in which jobs of so many users waited.
    pub(super) fn chance(&self, users: u32) -> f64 {
        self.chance_of(users, self.spans.len() + self.others.len())
    }

    fn chance_of(&self, users: u32, looked_at: usize) -> f64 {
        let waits = share_that_waits(self.prompt, self.comers);
        waits.powf(f64::from(users)) * looked_at as f64
    }
}

/// Share of the jobs that found room and had to wait, where of so many `comers` so many were `prompt`:
/// of one more, so that it is never 0 for want of jobs.
pub(super) fn share_that_waits(prompt: u32, comers: u32) -> f64 {
    1.0 - f64::from(prompt) / (f64::from(comers) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::account::Accounts;

    /// Standstills of jobs on a machine of ten, of submit, start, end, size and user, in seconds.
    fn standstills_of(jobs: &[[i64; 5]]) -> Standstills {
        let jobs = jobs.iter().map(|&[ready, start, end, size, user]| RanJob {
            ready: 1000 * ready,
            start: 1000 * start,
            end: 1000 * end,
            size: size as u32,
            owners: [Some(user as u32), None, None],
            ..RanJob::EXAMPLE
        });
        let evidence = Evidence {
            accounts: &Accounts::default(),
            jobs: jobs.collect(),
        };
        let room = Room {
            all: 10,
            partitions: Vec::new(),
        };
        standstills(&evidence, &room)
    }

    /// 99 jobs that start as they come and run 50 s, then one each of `users` users that wait from
    /// 10 000 s, 10 001 s, … until 20 000 s; `more` comes in addition, in order of submission.
    fn stopped(users: i64, more: &[[i64; 5]]) -> Vec<[i64; 5]> {
        let prompt = (0..99).map(|index| [100 * index, 100 * index, 100 * index + 50, 2, 50]);
        let waiting = (0..users).map(|user| [10_000 + user, 20_000, 21_000, 1, user]);
        let mut jobs: Vec<[i64; 5]> = prompt.chain(waiting).chain(more.iter().copied()).collect();
        jobs.sort_unstable();
        jobs
    }

    /// 99 of 99 and the users found room, 99 were prompt: with three users 1 - 99/103 = 0.0388
    /// wait, to the third 0.00006; with two 1 - 99/102 squared is 0.00087, with one 1 - 99/101.
    #[test]
    fn a_standstill_takes_as_many_users_as_chance_would_not_give() {
        let found = standstills_of(&stopped(3, &[]));
        let span = Standstill {
            from: 10_000_000,
            until: 20_000_000,
            users: 3,
            jobs: 3,
            busy: 0,
        };
        assert_eq!((found.spans, found.others), (vec![span], vec![]));
        assert_eq!((found.comers, found.prompt), (102, 99));
        assert_eq!(standstills_of(&stopped(2, &[])).spans.len(), 1);
        assert_eq!(standstills_of(&stopped(1, &[])).spans, []);
    }

    /// A job for which there is no room, as another runs on, may hold all the others; a start ends
    /// the span, and what is left of it is shorter than an hour.
    #[test]
    fn jobs_that_wait_for_room_and_starts_are_no_standstill() {
        let full = [
            [9_950, 9_950, 19_000, 2, 50],
            [10_010, 20_000, 20_100, 10, 9],
        ];
        assert_eq!(standstills_of(&stopped(3, &full)).spans, []);
        let starts: Vec<[i64; 5]> = (0..4)
            .map(|index| 10_000 + 3000 * index)
            .map(|at| [at, at, at + 10, 1, 60])
            .collect();
        assert_eq!(standstills_of(&stopped(3, &starts)).spans, []);
    }

    /// Four wait, three of them ten minutes longer than the other: something else holds them.
    #[test]
    fn who_waits_on_does_not_count() {
        let mut jobs = stopped(4, &[]);
        assert_eq!(standstills_of(&jobs).spans.len(), 1);
        for job in jobs.iter_mut().filter(|job| job[0] >= 10_001) {
            job[1] = 20_600;
        }
        assert_eq!(standstills_of(&jobs).spans, []);
    }

    /// Who has jobs running may be held by a limit, also if they end meanwhile.
    #[test]
    fn users_with_running_jobs_do_not_count() {
        let running: Vec<[i64; 5]> = (0..3).map(|user| [9_900, 9_900, 15_000, 2, user]).collect();
        assert_eq!(standstills_of(&stopped(3, &running)).spans, []);
        // Of four users three are left.
        let found = standstills_of(&stopped(4, &running[..1]));
        let spans: Vec<(u32, u32, u64)> = found
            .spans
            .iter()
            .map(|span| (span.users, span.jobs, span.busy))
            .collect();
        assert_eq!(spans, [(3, 4, 2)]);
    }
}
