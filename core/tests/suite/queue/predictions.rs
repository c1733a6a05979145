//! Backfilling by predictions, against a slow and simple reference.
//!
//! Time goes in ticks of 30 s; runtimes and estimates are whole minutes, so that averages
//! of two are whole ticks. The reference shares nothing with the engine.

use cosched_core::engine::Setup;
use cosched_core::machine::profile::points_for;
use cosched_core::policy::{Conservative, Easy, LastTwo, Order, Predictions};
use cosched_core::random::Random;
use cosched_core::{CapacityError, Duration, JobId, JobSpec, Profile, Time};

use crate::common::{digest, job, run};

const TICK: u64 = 30;

/// The published steps, in ticks.
const STEPS: [u64; 6] = [2, 10, 30, 60, 120, 240];

/// A job in ticks: submit, nodes, runtime, estimate; and its user, if known.
type TickJob = (u64, u32, u64, u64, Option<usize>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Easy,
    ShortestFirst,
    Conservative,
}

#[derive(Default)]
struct SlowBackfilling<'j> {
    jobs: &'j [TickJob],
    nodes: u32,
    now: u64,
    waiting: Vec<usize>,
    started: Vec<Option<u64>>,
    // By job: its prediction when it started or got a reservation.
    noted: Vec<u64>,
    // By job: its expected end as of the last pass.
    until: Vec<u64>,
    reserved: Vec<Option<u64>>,
    // By user: runtimes, in order of their ends.
    past: Vec<Vec<u64>>,
}

impl SlowBackfilling<'_> {
    fn end(&self, job: usize) -> Option<u64> {
        self.started[job].map(|start| start + self.jobs[job].2.min(self.jobs[job].3))
    }

    fn running(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.jobs.len()).filter(|&job| self.end(job).is_some_and(|end| end > self.now))
    }

    fn free(&self) -> u32 {
        self.nodes - self.running().map(|job| self.jobs[job].1).sum::<u32>()
    }

    fn predict(&self, job: usize) -> u64 {
        let (.., estimate, user) = self.jobs[job];
        match user.map(|user| self.past[user].as_slice()) {
            Some([.., before, last]) => ((before + last) / 2).min(estimate),
            _ => estimate,
        }
    }

    /// Expected end of a running job, as of now.
    fn expected_end(&self, job: usize) -> u64 {
        let (start, estimate) = (self.started[job].unwrap(), self.jobs[job].3);
        let mut predicted = self.noted[job];
        let mut steps = STEPS.iter();
        while start + predicted <= self.now {
            predicted = (predicted + steps.next().unwrap()).min(estimate);
        }
        start + predicted
    }

    fn start(&mut self, job: usize) {
        self.started[job] = Some(self.now);
        self.waiting.retain(|&other| other != job);
        self.reserved[job] = None;
    }

    fn easy(&mut self, shortest_first: bool) {
        while let Some(&head) = self.waiting.first()
            && self.jobs[head].1 <= self.free()
        {
            self.noted[head] = self.predict(head);
            self.start(head);
        }
        let Some(&head) = self.waiting.first() else {
            return;
        };
        let needed = self.jobs[head].1;
        let free_at = |instant: u64| {
            let over = self
                .running()
                .filter(|&job| self.expected_end(job) <= instant);
            self.free() + over.map(|job| self.jobs[job].1).sum::<u32>()
        };
        let shadow = (self.now..).find(|&at| free_at(at) >= needed).unwrap();
        let mut extra = free_at(shadow) - needed;
        let mut behind: Vec<usize> = self.waiting[1..].to_vec();
        if shortest_first {
            behind.sort_by_key(|&job| (self.predict(job), job));
        }
        for job in behind {
            let nodes = self.jobs[job].1;
            if nodes > self.free() {
                continue;
            }
            let in_time = self.now + self.predict(job) <= shadow;
            if in_time || nodes <= extra {
                extra -= if in_time { 0 } else { nodes };
                self.noted[job] = self.predict(job);
                self.start(job);
            }
        }
    }

    fn unreserved(&self, instant: u64) -> i64 {
        let held = self.running().filter(|&job| self.until[job] > instant);
        let reserved = (0..self.jobs.len()).filter(|&job| {
            let start = self.reserved[job];
            start.is_some_and(|start| (start..start + self.noted[job]).contains(&instant))
        });
        let taken: u32 = held.chain(reserved).map(|job| self.jobs[job].1).sum();
        i64::from(self.nodes) - i64::from(taken)
    }

    fn anchor(&mut self, job: usize) {
        self.reserved[job] = None;
        let (nodes, length) = (i64::from(self.jobs[job].1), self.noted[job]);
        let fits = |&start: &u64| (start..start + length).all(|at| self.unreserved(at) >= nodes);
        self.reserved[job] = (self.now..).find(fits);
    }

    fn conservative(&mut self, ended: &[usize]) {
        let has_outrun = self.running().any(|job| self.until[job] <= self.now);
        if has_outrun {
            for job in self.running().collect::<Vec<_>>() {
                self.until[job] = self.expected_end(job);
            }
            self.reserved.fill(None);
        } else if ended.iter().any(|&job| self.until[job] > self.now) {
            for job in self.waiting.clone() {
                if self.reserved[job].is_some() {
                    self.anchor(job);
                }
            }
        }
        for job in self.waiting.clone() {
            if self.reserved[job].is_none() {
                self.noted[job] = self.predict(job);
                self.anchor(job);
            }
        }
        for job in self.waiting.clone() {
            if self.reserved[job] == Some(self.now) {
                self.start(job);
                self.until[job] = self.now + self.noted[job];
            }
        }
    }
}

/// Starts in ticks.
fn slow(kind: Kind, jobs: &[TickJob], nodes: u32, users: usize) -> Vec<u64> {
    let none = vec![None; jobs.len()];
    let mut slow = SlowBackfilling {
        jobs,
        nodes,
        started: none.clone(),
        noted: vec![0; jobs.len()],
        until: vec![0; jobs.len()],
        reserved: none,
        past: vec![Vec::new(); users],
        ..SlowBackfilling::default()
    };
    while slow.started.iter().any(Option::is_none) {
        let all = 0..jobs.len();
        let now = slow.now;
        let arrived = all.clone().filter(|&job| jobs[job].0 == now);
        slow.waiting.extend(arrived);
        let ended: Vec<usize> = all.filter(|&job| slow.end(job) == Some(now)).collect();
        for &job in &ended {
            if let Some(user) = jobs[job].4 {
                slow.past[user].push(jobs[job].2.min(jobs[job].3));
            }
        }
        // Without an event there is no decision.
        let arrives = slow.waiting.iter().any(|&job| jobs[job].0 == now);
        let is_due = slow.reserved.contains(&Some(now));
        if arrives || is_due || !ended.is_empty() {
            match kind {
                Kind::Easy => slow.easy(false),
                Kind::ShortestFirst => slow.easy(true),
                Kind::Conservative => slow.conservative(&ended),
            }
        }
        slow.now += 1;
    }
    slow.started.into_iter().flatten().collect()
}

/// Users who often repeat a job; estimates far off.
fn drawn(random: &mut Random, nodes: u32, users: usize) -> Vec<TickJob> {
    let mut submit = 0;
    let count = 10 + random.below(25);
    (0..count)
        .map(|_| {
            submit += random.below(12);
            let user = random.below(users as u64 + 1) as usize;
            let usual = 1 + 7 * user as u64;
            let runtime = match random.below(3) {
                0 => 1 + random.below(40),
                _ => usual + random.below(3),
            };
            let estimate = match random.below(4) {
                0 => runtime,
                1 => 1 + random.below(runtime),
                _ => runtime + random.below(60),
            };
            let width = match random.below(5) {
                0 => nodes,
                _ => 1 + random.below(u64::from(nodes)) as u32 / 2,
            };
            let user = (user < users).then_some(user);
            (
                submit,
                width.clamp(1, nodes),
                2 * runtime,
                2 * estimate,
                user,
            )
        })
        .collect()
}

fn specs(jobs: &[TickJob]) -> Vec<JobSpec> {
    let spec = |&(submit, nodes, runtime, estimate, _): &TickJob| {
        job(TICK * submit, nodes, TICK * runtime, TICK * estimate)
    };
    jobs.iter().map(spec).collect()
}

/// Buffers of policies with predictions.
struct PredictionStorage {
    users: Vec<u32>,
    last: Vec<LastTwo>,
    noted: Vec<Duration>,
    times: Vec<Time>,
    free: Vec<u32>,
    candidates: Vec<Option<JobId>>,
}

impl PredictionStorage {
    fn new(jobs: &[TickJob], users: usize) -> Self {
        let number = |job: &TickJob| job.4.map_or(u32::MAX, |user| user as u32);
        Self {
            users: jobs.iter().map(number).collect(),
            last: vec![LastTwo::EMPTY; users],
            noted: vec![Duration::ZERO; jobs.len()],
            times: vec![Time::ZERO; points_for(jobs.len())],
            free: vec![0; points_for(jobs.len())],
            candidates: vec![None; jobs.len()],
        }
    }

    /// Starts under `kind`.
    fn starts(&mut self, kind: Kind, jobs: &[JobSpec], nodes: u32) -> Vec<u64> {
        let count = jobs.len();
        let profile = Profile::new(&mut self.times, &mut self.free);
        let predictions =
            Predictions::new(&self.users, &mut self.last, &mut self.noted, count).unwrap();
        let setup = Setup::cluster(jobs, nodes);
        let times = match kind {
            Kind::Conservative => {
                let policy = Conservative::new(profile, count).unwrap();
                run(setup, &mut policy.predicting(predictions), &mut ())
            }
            _ => {
                let mut policy = Easy::new(profile, count).unwrap().predicting(predictions);
                if kind == Kind::ShortestFirst {
                    let order = Order::ShortestEstimate;
                    policy = policy
                        .backfilling_by(order, &mut self.candidates, count)
                        .unwrap();
                }
                run(setup, &mut policy, &mut ())
            }
        };
        let tick = |(start, _): &(Time, Time)| start.0 / 1_000_000_000 / TICK;
        times.iter().map(tick).collect()
    }
}

#[test]
fn backfilling_by_predictions_equals_its_oracle() {
    let mut random = Random::new(17, 1);
    let mut differing = [0; 3];
    for round in 0..1000 {
        let (nodes, users) = (2 + random.below(9) as u32, 1 + random.below(4) as usize);
        let jobs = drawn(&mut random, nodes, users);
        let specs = specs(&jobs);
        let nobody: Vec<TickJob> = jobs
            .iter()
            .map(|job| (job.0, job.1, job.2, job.3, None))
            .collect();
        for (index, kind) in [Kind::Easy, Kind::ShortestFirst, Kind::Conservative]
            .into_iter()
            .enumerate()
        {
            let found = PredictionStorage::new(&jobs, users).starts(kind, &specs, nodes);
            assert_eq!(
                found,
                slow(kind, &jobs, nodes, users),
                "round {round}, {kind:?}, {nodes} nodes, {jobs:?}"
            );
            differing[index] +=
                u32::from(found != PredictionStorage::new(&nobody, 0).starts(kind, &specs, nodes));
        }
    }
    // Predictions decide something in many of them.
    assert!(
        differing.iter().all(|&rounds| rounds > 100),
        "{differing:?}"
    );
}

#[test]
fn jobs_of_unknown_users_are_scheduled_by_estimates() {
    let mut random = Random::new(18, 1);
    for _ in 0..200 {
        let jobs: Vec<TickJob> = drawn(&mut random, 8, 0);
        let specs = specs(&jobs);
        let setup = || Setup::cluster(&specs, 8);
        let mut rooms = [0; 4].map(|_| PredictionStorage::new(&jobs, 0));
        let mut digests = Vec::new();
        for (index, room) in rooms.iter_mut().enumerate() {
            let count = jobs.len();
            let profile = Profile::new(&mut room.times, &mut room.free);
            let by = Predictions::new(&room.users, &mut room.last, &mut room.noted, count).unwrap();
            digests.push(match index {
                0 => digest(setup(), &mut Easy::new(profile, count).unwrap()),
                1 => digest(
                    setup(),
                    &mut Easy::new(profile, count).unwrap().predicting(by),
                ),
                2 => digest(setup(), &mut Conservative::new(profile, count).unwrap()),
                _ => {
                    let policy = Conservative::new(profile, count).unwrap();
                    digest(setup(), &mut policy.predicting(by))
                }
            });
        }
        assert_eq!(digests[0], digests[1]);
        assert_eq!(digests[2], digests[3]);
    }
}

#[test]
fn buffers_of_predictions_that_are_too_small_are_named() {
    let (users, mut last, mut noted) = ([0; 3], [LastTwo::EMPTY], [Duration::ZERO; 2]);
    let error = Predictions::new(&users, &mut last, &mut noted, 3).unwrap_err();
    let expected = CapacityError {
        buffer: "noted",
        needed: 3,
        capacity: 2,
    };
    assert_eq!(error, expected);
    let error = Predictions::new(&users[..2], &mut last, &mut [Duration::ZERO; 3], 3).unwrap_err();
    assert_eq!(error.buffer, "users");
}
