//! Slow and simple reference of Slurm's passes on nodes that jobs share.

use std::collections::BTreeMap;

use cosched_core::engine::Setup;
use cosched_core::policy::slurm::{BoxedShared, PassTimes, SharedNodes, Slurm};

use super::draw::{self, Case};
use super::oracle::{Run, Schedule, World};
use super::simulate;
use crate::queue::slurm::{self, Nodes, PACE, Plan, choose, instants, looking};
use crate::queue::windows::Plugin;

/// Units with room, node by node.
type Rooms = BTreeMap<usize, u32>;

impl World<'_> {
    fn limit(&self, job: usize) -> u64 {
        self.case.jobs[job].estimate.div_ceil(60) * 60
    }

    /// Room for `job` on these nodes beside those of `running`.
    fn rooms<'r>(
        &self,
        job: usize,
        nodes: &[usize],
        running: impl Iterator<Item = &'r Run> + Clone,
    ) -> Rooms {
        let each = nodes.iter().map(|&node| {
            let free = self.free(node, running.clone());
            (node, self.units(job, node, free))
        });
        each.filter(|(_, units)| *units > 0).collect()
    }

    /// Chosen nodes for `job` among these.
    fn chosen(&self, job: usize, rooms: &Rooms) -> Nodes {
        let requested = &self.case.jobs[job];
        let alone = |units: u32| requested.tasks && units >= requested.count;
        let is_alone = rooms.values().any(|&units| alone(units));
        if requested.tasks && !is_alone {
            let mut left = requested.count;
            let each = rooms.iter().take_while(|(_, units)| {
                let is_needed = left > 0;
                left = left.saturating_sub(**units);
                is_needed
            });
            return each.map(|(node, _)| *node as u32).collect();
        }
        let count = if requested.tasks {
            1
        } else {
            requested.count as usize
        };
        let mut from = Nodes::new();
        for kind in 0..self.case.kinds.len() {
            if from.len() < count {
                let of_kind = rooms.iter().filter(|(node, units)| {
                    self.case.kind_of(**node) == kind && (!requested.tasks || alone(**units))
                });
                from.extend(of_kind.map(|(node, _)| *node as u32));
            }
        }
        choose(&from, count)
    }

    fn start_on(&mut self, job: usize, chosen: &Nodes) {
        let mut usable = |node: usize, units| {
            if chosen.contains(&(node as u32)) {
                units
            } else {
                0
            }
        };
        let places = self.choose(job, &mut [&mut usable]).unwrap();
        self.start(job, places);
    }

    fn main_pass(&mut self) {
        let mut blocked = vec![false; self.case.nodes()];
        for job in self.queue() {
            if !self.may_start(job) {
                continue;
            }
            let (until, count) = (self.now + self.limit(job), self.case.jobs[job].count);
            let all = 0..self.case.nodes();
            let open =
                all.filter(|&node| !blocked[node] && self.is_there(job, node, self.now, until));
            let open: Vec<usize> = open.collect();
            let rooms = self.rooms(job, &open, self.running.iter());
            if rooms.values().sum::<u32>() >= count {
                let chosen = self.chosen(job, &rooms);
                self.start_on(job, &chosen);
                continue;
            }
            for (node, blocked) in blocked.iter_mut().enumerate() {
                *blocked |= self.wants(job, node);
            }
        }
    }

    /// Start and nodes of `job` by the plans so far.
    fn earliest(&self, rules: &slurm::Case, plans: &[Plan], job: usize) -> Option<(u64, Nodes)> {
        let (requested, limit, now) = (&self.case.jobs[job], self.limit(job), self.now);
        let spans = rules.spans(now, plans);
        let mut runners: Vec<&Run> = self.running.iter().collect();
        let end_of = |run: &Run| (run.start + self.limit(run.job)).max(now + 1);
        runners.sort_by_key(|run| (end_of(run), run.job));
        let mut start = now;
        loop {
            let end = start + limit;
            let (clear, next) = rules.free_throughout(&spans, start, end);
            let reserved = self.case.reserved.iter();
            let ends = reserved.filter(|one| one.from <= end).map(|one| one.until);
            let own = requested
                .reservation
                .map(|own| self.case.reserved[own].from);
            let edges = ends.chain(own).filter(|&at| at > start);
            let next = next.into_iter().chain(edges).min();
            let nodes = clear.iter().map(|node| *node as usize);
            let nodes = nodes.filter(|&node| self.is_there(job, node, start, end));
            let nodes: Vec<usize> = nodes.collect();
            let rooms = |gone: usize| self.rooms(job, &nodes, runners.iter().skip(gone).copied());
            let is_enough = |gone: usize| rooms(gone).values().sum::<u32>() >= requested.count;
            // Nodes too small for the job do not count.
            let on_idle = self.rooms(job, &nodes, [].into_iter());
            let is_usable = |index: usize| {
                let places = &runners[index].places;
                places.iter().any(|(node, _)| on_idle.contains_key(node))
            };
            let ends: Vec<u64> = runners.iter().map(|run| end_of(run)).collect();
            let found = if is_enough(0) {
                Some((0, start))
            } else {
                rules
                    .plugin
                    .enough(rules.origin, &ends, is_usable, is_enough)
            };
            if let Some((gone, end)) = found
                && let begin = start.max(end)
                && next.is_none_or(|next| begin <= next)
            {
                let chosen = self.chosen(job, &rooms(gone));
                let (from, to) = rules.taken(begin, limit);
                let is_taken = |plan: &Plan| {
                    plan.0.max(now) < to
                        && plan.1 > from.max(now)
                        && plan.1 > now
                        && !plan.2.is_disjoint(&chosen)
                };
                let lets = |node: &u32| self.is_there(job, *node as usize, begin, begin + limit);
                let is_clear = begin <= now || !plans.iter().any(is_taken);
                if is_clear && chosen.iter().all(lets) {
                    return Some((begin, chosen));
                }
                if begin > start {
                    start = begin;
                    continue;
                }
            }
            start = next?;
        }
    }

    fn backfill_pass(&mut self, rules: &slurm::Case) {
        let (mut plans, mut made): (Vec<Plan>, usize) = (Vec::new(), 1);
        for job in self.queue().into_iter().take(rules.depth) {
            if !self.may_start(job) {
                continue;
            }
            let found = self.earliest(rules, &plans, job);
            let Some((start, nodes)) = found.filter(|(at, _)| *at <= self.now + rules.window)
            else {
                continue;
            };
            if start == self.now {
                self.start_on(job, &nodes);
                // One that is alone on its nodes is planned there for the rest of the pass;
                // `select/linear` gives whole nodes to those that do not want that, too.
                if self.takes_whole(job) && rules.plugin != Plugin::Linear {
                    made += rules.plan(self.now, &mut plans, (start, self.limit(job)), nodes);
                }
                continue;
            }
            if made >= rules.depth {
                break;
            }
            made += rules.plan(self.now, &mut plans, (start, self.limit(job)), nodes);
        }
    }
}

fn schedule(case: &Case, rules: &slurm::Case) -> Schedule {
    let mut world = World::of(case);
    let (mut arrived, last) = (0, rules.main.iter().chain(&rules.backfill).max());
    for now in 0..=*last.unwrap() {
        world.now = now;
        world.let_go();
        while arrived < case.jobs.len() && case.jobs[arrived].submit <= now {
            if world.may_submit(arrived) {
                world.waiting.push(arrived);
            }
            arrived += 1;
        }
        if rules.main.contains(&now) {
            world.main_pass();
        }
        if rules.backfill.contains(&now) {
            world.backfill_pass(rules);
        }
    }
    world.done
}

/// A case with times long enough for limits of several minutes, without maintenance.
fn drawn(number: u64) -> (Case, slurm::Case) {
    let mut case = draw::case(number);
    case.windows.clear();
    for job in &mut case.jobs {
        job.submit *= 20;
        job.runtime *= 20;
        job.estimate *= 20;
    }
    for one in &mut case.reserved {
        (one.from, one.until) = (20 * one.from, 20 * one.until);
    }
    let mut rules = slurm::Case::drawn(number);
    rules.nodes = case.nodes() as u32;
    (case, rules)
}

fn by_policy(case: &Case, rules: &slurm::Case) -> Schedule {
    let lent = draw::SetupStorage::new(case);
    let (partitions, advance) = (lent.partitions(), lent.advance());
    let setup = Setup::cluster(&lent.workload, rules.nodes)
        .with_cluster(lent.setup(&partitions, &advance))
        .with_kill_at_estimate(case.kills);
    let mut boxed = BoxedShared::new(&setup, rules.depth);
    let buffers = boxed.as_buffers();
    let grid = rules.grid();
    let nodes =
        SharedNodes::new(&setup, rules.depth, grid, rules.plugin.selection(), buffers).unwrap();
    let (main, backfill) = (instants(&rules.main), instants(&rules.backfill));
    let ticks = PassTimes::At {
        main: &main,
        backfill: &backfill,
    };
    simulate(
        setup,
        &mut Slurm::with_resources(nodes, looking(rules.depth), ticks, PACE),
    )
}

#[test]
fn two_thousand_random_runs_start_as_the_slow_program_says() {
    let mut waited = 0;
    for number in 0..2000 {
        let (case, rules) = drawn(number);
        let (found, expected) = (by_policy(&case, &rules), schedule(&case, &rules));
        assert_eq!(found, expected, "case {number}: {case:?}\n{rules:?}");
        let starts = found.iter().zip(&case.jobs);
        waited += starts
            .filter(|(one, job)| one.as_ref().is_some_and(|one| one.0 > job.submit + 60))
            .count();
    }
    assert!(waited > 2000, "there would be nothing to compare: {waited}");
}
