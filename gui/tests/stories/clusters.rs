//! Stories of jobs on clusters against a slow count of segments.

use std::collections::BTreeSet;
use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::record::Run;
use cosched::run::explain::explain_each;
use cosched::run::explain::snapshot::queue_snapshot;
use cosched::run::{choices, simulate};
use cosched_core::Time;
use cosched_core::engine::WaitReason;
use cosched_core::machine::cluster::{Amounts, ClusterRequest, UnitCount};
use cosched_core::random::Random;

use crate::prepare;

/// Three kinds of nodes in partitions that overlap, with a reservation and a limit, and 40 jobs.
fn drawn(seed: u64) -> String {
    let mut random = Random::new(seed, 90);
    let mut jobs = String::new();
    let mut submit = 0;
    for _ in 0..40 {
        submit += random.below(4);
        let estimate = 5 + random.below(30);
        let runtime = 1 + random.below(estimate);
        let (index, gpus) = match random.below(4) {
            0 => ("gpu", random.below(2)),
            1 => ("long", 0),
            _ => ("batch", 0),
        };
        let (shape, of) = match random.below(3) {
            0 if gpus == 0 => ("tasks", 1 + random.below(3)),
            _ => ("nodes", 1 + random.below(2)),
        };
        let more = match random.below(10) {
            0 if shape == "nodes" => ", whole_nodes: true",
            1 => ", user: \"ann\"",
            2 if index == "batch" && of == 1 => ", reservation: \"class\"",
            _ => "",
        };
        let (cores, memory) = (1 + random.below(3), random.below(6));
        jobs += &format!(
            "(submit: {submit}, runtime: {runtime}, estimate: {estimate}, {shape}: {of}, \
             cores: {cores}, memory: {memory}, gpus: {gpus}, partition: \"{index}\"{more}),\n"
        );
    }
    format!(
        r#"(machine: Cluster(
            kinds: [
                (name: "thin", count: 3, cores: 4, memory: 8),
                (name: "fat", count: 2, cores: 6, memory: 24),
                (name: "gpu", count: 2, cores: 4, memory: 8, gpus: 2),
            ],
            partitions: [
                (name: "batch", nodes: ["thin", "fat"], default: true),
                (name: "gpu", nodes: ["gpu", "fat[1]"], tier: {tier}),
                (name: "long", nodes: ["fat"]),
            ],
            reservations: [(name: "class", nodes: ["thin[0-1]"], from: 20, until: 400)],
            limits: (users: [(name: "ann", running: 1)]),
        ),
        policies: [Fcfs, Easy, Conservative, Slurm],
        workload: Jobs([{jobs}]))"#,
        tier = seed % 2
    )
}

/// Facts of a run, counted from its segments and outcomes alone.
struct SlowFacts<'r> {
    run: &'r Run,
}

impl SlowFacts<'_> {
    fn request(&self, job: usize) -> ClusterRequest {
        self.run.experiment.cluster.as_ref().unwrap().requests[job]
    }

    fn jobs(&self) -> std::ops::Range<usize> {
        0..self.run.outcomes.len()
    }

    fn submitted(&self, job: usize) -> Time {
        self.run.experiment.jobs[job].submit
    }

    fn started(&self, job: usize) -> Time {
        self.run.outcomes[job].started
    }

    fn is_whole(&self, job: usize) -> bool {
        let layout = &self.run.experiment.cluster.as_ref().unwrap().layout;
        let request = self.request(job);
        request.whole_nodes || layout.partitions[request.partition as usize].whole_nodes
    }

    fn tier(&self, job: usize) -> u32 {
        let layout = &self.run.experiment.cluster.as_ref().unwrap().layout;
        layout.partitions[self.request(job).partition as usize].tier
    }

    /// The nodes of the partition of `job`.
    fn partition(&self, job: usize) -> BTreeSet<u32> {
        let layout = &self.run.experiment.cluster.as_ref().unwrap().layout;
        let nodes = &layout.partitions[self.request(job).partition as usize].nodes;
        let is_there = |node: &u32| nodes[0] >> node & 1 == 1;
        (0..layout.nodes()).filter(is_there).collect()
    }

    fn capacity(&self, node: u32) -> (Amounts, u64) {
        let layout = &self.run.experiment.cluster.as_ref().unwrap().layout;
        let mut first = 0;
        for kind in &layout.kinds {
            first += kind.node.count;
            if node < first {
                return (kind.node.room, kind.node.features);
            }
        }
        panic!("there is no node {node}");
    }

    /// The jobs on `node` at `at`, each with its number of cores.
    fn on(&self, node: u32, at: Time) -> Vec<(usize, u32)> {
        let layout = &self.run.experiment.cluster.as_ref().unwrap().layout;
        let (first, own) = (layout.cores_before(node), self.capacity(node).0.cores());
        let there = self.run.segments.iter().filter_map(|segment| {
            let end = segment.first_node + segment.nodes;
            let cores = end
                .min(first + own)
                .checked_sub(segment.first_node.max(first))?;
            let is_now = segment.from <= at && at < segment.until;
            (is_now && cores > 0).then_some((segment.job as usize, cores))
        });
        let mut all: Vec<(usize, u32)> = Vec::new();
        for (job, cores) in there {
            match all.iter_mut().find(|(other, _)| *other == job) {
                Some((_, own)) => *own += cores,
                None => all.push((job, cores)),
            }
        }
        all
    }

    /// Number of units of `job` that `node` has room for at `at`.
    fn room(&self, job: usize, node: u32, at: Time) -> u32 {
        let (capacity, features) = self.capacity(node);
        let request = self.request(job);
        let here = self.on(node, at);
        if features & request.features != request.features || !self.partition(job).contains(&node) {
            return 0;
        }
        if here.iter().any(|&(other, _)| self.is_whole(other))
            || (self.is_whole(job) && !here.is_empty())
        {
            return 0;
        }
        let mut free = capacity.0.map(i64::from);
        for (other, cores) in here {
            let request = self.request(other);
            let units = cores / request.each.cores();
            let amounts = request.each.0.iter().zip(request.per_node.0);
            for (left, (one, besides)) in free.iter_mut().zip(amounts) {
                *left -= i64::from(units * one + besides);
            }
        }
        let most = match request.shape {
            UnitCount::Nodes(_) => 1,
            UnitCount::Tasks(count) => count,
        };
        let fit = |units: &u32| {
            let amounts = request.each.0.iter().zip(request.per_node.0);
            let mut all = free.iter().zip(amounts);
            all.all(|(free, (one, besides))| i64::from(units * one + besides) <= *free)
        };
        (0..=most).rev().find(fit).unwrap_or(0)
    }

    /// Whether no other reservation takes `node` while `job` would run from `at` on.
    fn stays(&self, job: usize, node: u32, at: Time) -> bool {
        let layout = &self.run.experiment.cluster.as_ref().unwrap().layout;
        let end = at.after(self.run.experiment.jobs[job].estimate);
        let own = self.request(job).reservation;
        let mut all = (0..).zip(&layout.reservations);
        all.all(|(index, one)| {
            let has = one.nodes[0] >> node & 1 == 1;
            if own == Some(index) {
                has
            } else {
                !has || one.from >= end || one.until <= at
            }
        })
    }

    fn compete(&self, one: usize, other: usize) -> bool {
        !self.partition(one).is_disjoint(&self.partition(other))
    }

    fn index(&self, job: usize) -> (std::cmp::Reverse<u32>, usize) {
        (std::cmp::Reverse(self.tier(job)), job)
    }

    /// The nodes that `job` could have if no other job were there.
    fn own_nodes(&self, job: usize) -> BTreeSet<u32> {
        let mut all = self.partition(job);
        let layout = &self.run.experiment.cluster.as_ref().unwrap().layout;
        let request = self.request(job);
        all.retain(|&node| {
            let capacity = self.capacity(node).0;
            let mut amounts = capacity.0.iter().zip(request.each.0);
            let own = request
                .reservation
                .map(|index| &layout.reservations[index as usize]);
            amounts.all(|(has, one)| one <= *has)
                && own.is_none_or(|own| own.nodes[0] >> node & 1 == 1)
        });
        all
    }
}

/// Number of comparisons of each kind.
#[derive(Default, Debug)]
struct Counts {
    entries: usize,
    passers: usize,
    holders: usize,
    rooms: usize,
    short: usize,
    heads: usize,
}

fn check_stories(slow: &SlowFacts<'_>, seen: &mut Counts) {
    let jobs: Vec<usize> = slow.jobs().collect();
    let reported = explain_each(slow.run, &jobs, &Progress::default());
    for (job, explained) in reported.unwrap().unwrap().into_iter().enumerate() {
        let (entry, start) = (slow.submitted(job), slow.started(job));
        let name = format!("job {} under {}", job + 1, slow.run.label);
        let rivals = || {
            slow.jobs()
                .filter(|&other| other != job && slow.compete(other, job))
        };
        let is_ahead = |other: &usize| slow.index(*other) < slow.index(job);
        let mut ahead: Vec<usize> = rivals()
            .filter(is_ahead)
            .filter(|&other| slow.submitted(other) <= entry && slow.started(other) >= entry)
            .collect();
        ahead.sort_by_key(|&other| slow.index(other));
        assert_eq!(explained.story.entries.len(), 1);
        assert_eq!(explained.story.entries[0].ahead, Some(ahead), "{name}");
        seen.entries += 1;
        let meanwhile =
            |other: &usize| (entry..start).contains(&slow.started(*other)) && entry < start;
        let (mut first, mut passed): (Vec<_>, Vec<_>) =
            rivals().filter(meanwhile).partition(is_ahead);
        first.sort_unstable();
        passed.sort_unstable();
        let mut reported: Vec<usize> = explained.story.passers.iter().map(|one| one.job).collect();
        reported.sort_unstable();
        seen.passers += reported.len();
        assert_eq!(reported, passed, "passers of {name}");
        let started = explained.story.ahead_started.iter();
        let mut reported: Vec<usize> = started.map(|&(_, job)| job).collect();
        reported.sort_unstable();
        assert_eq!(reported, first, "jobs ahead of {name}");
        for reserved in &explained.story.reservations {
            let nodes = slow.own_nodes(job);
            let there = nodes.iter().flat_map(|&node| slow.on(node, reserved.at));
            let there: BTreeSet<usize> = there.map(|(job, _)| job).collect();
            let end = |job: usize| {
                slow.started(job)
                    .after(slow.run.experiment.jobs[job].estimate)
            };
            let holders: BTreeSet<usize> = there
                .into_iter()
                .filter(|&job| end(job) <= reserved.start)
                .collect();
            let reported: BTreeSet<usize> = reserved.holders.iter().copied().collect();
            seen.holders += reported.len();
            assert_eq!(
                reported, holders,
                "holders of nodes of {name} at {}",
                reserved.at
            );
            let mut last = holders.iter().filter(|&&job| end(job) == reserved.start);
            assert!(last.all(|job| reserved.waits_for.contains(job)), "{name}");
        }
    }
}

fn check_moments(slow: &SlowFacts<'_>, seen: &mut Counts) {
    for second in (0..120).step_by(7) {
        let at = Time::from_seconds(second);
        let found = queue_snapshot(slow.run, at, &Progress::default());
        let found = found.unwrap().unwrap();
        let waits = |job: &usize| slow.submitted(*job) <= at && slow.started(*job) > at;
        let mut waiting: Vec<usize> = slow.jobs().filter(waits).collect();
        waiting.sort_by_key(|&job| slow.index(job));
        let reported: Vec<usize> = found.queue.iter().map(|one| one.job).collect();
        assert_eq!(
            reported, waiting,
            "waiting jobs at {at} under {}",
            slow.run.label
        );
        let nodes = 0..slow.run.experiment.whole_nodes();
        let free: u32 = nodes
            .clone()
            .map(|node| {
                let taken: u32 = slow.on(node, at).iter().map(|(_, cores)| cores).sum();
                slow.capacity(node).0.cores() - taken
            })
            .sum();
        assert_eq!(found.free, free, "cores free at {at}");
        // The reason of a wait was reported at the last instant at which anything happened.
        let mut instants: Vec<Time> = slow
            .jobs()
            .flat_map(|job| {
                let outcome = &slow.run.outcomes[job];
                [slow.submitted(job), outcome.started, outcome.completed]
            })
            .filter(|&instant| instant <= at)
            .collect();
        instants.sort_unstable();
        for waiting in &found.queue {
            let name = format!("job {} under {} at {at}", waiting.job + 1, slow.run.label);
            let rooms = nodes.clone().map(|node| {
                let room = slow.room(waiting.job, node, at);
                (room, slow.stays(waiting.job, node, at), room)
            });
            let all: u32 = rooms.clone().map(|(room, ..)| room).sum();
            // The job is considered before those behind it start.
            let last = instants.last().copied().unwrap_or_default();
            let starts_behind = |other: usize| {
                slow.started(other) == last && slow.index(other) > slow.index(waiting.job)
            };
            let is_last = !slow.jobs().any(starts_behind);
            match waiting.why {
                Some(WaitReason::NoRoom { now, staying }) => {
                    assert!(now == all || (!is_last && now > all), "room for {name}");
                    seen.rooms += usize::from(is_last);
                    // Reservations ahead were considered at that last instant.
                    if last == at && is_last {
                        let stays = rooms.filter(|(_, stays, _)| *stays).map(|(room, ..)| room);
                        assert_eq!(staying, stays.sum::<u32>(), "room for {name} to the end");
                        seen.short += usize::from(staying < now);
                    }
                }
                Some(WaitReason::HeadUntil { free, shadow }) => {
                    assert!(free == all || (!is_last && free > all), "room for {name}");
                    assert!(shadow > at, "{name}");
                    seen.heads += usize::from(is_last);
                }
                Some(WaitReason::Behind { head }) | Some(WaitReason::WouldDelay { head, .. }) => {
                    assert!(slow.compete(head.index(), waiting.job), "{name}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn stories_on_drawn_clusters_are_true() {
    let mut seen = Counts::default();
    for seed in 0..60 {
        let experiment = prepare(&drawn(seed));
        for choice in choices(&experiment.scenario) {
            let run = simulate(
                &Arc::clone(&experiment),
                &choice,
                true,
                &Progress::default(),
            );
            let run = run.unwrap().unwrap();
            let slow = SlowFacts { run: &run };
            check_stories(&slow, &mut seen);
            check_moments(&slow, &mut seen);
        }
    }
    println!("{seen:?}");
    let Counts {
        entries,
        passers,
        holders,
        rooms,
        short,
        heads,
    } = seen;
    assert_eq!(entries, 60 * 4 * 40);
    assert!(passers > 1000 && holders > 1000 && rooms > 1000 && short > 20 && heads > 200);
}
