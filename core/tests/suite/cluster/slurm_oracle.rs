//! Slow and simple reference of Slurm's passes on nodes that jobs share.

use std::collections::BTreeMap;

use super::best_fit::{Offers, Wanted, best_fit, busy_first};
use super::draw::Case;
use super::oracle::{Run, Schedule, World};
use crate::queue::slurm::{self, Nodes, Plan};
use crate::queue::windows::Plugin;

/// Chosen nodes, and how many CPUs each gives.
pub(super) type Chosen = BTreeMap<u32, u32>;

impl World<'_> {
    pub(super) fn limit(&self, job: usize) -> u64 {
        self.case.jobs[job].estimate.div_ceil(60) * 60
    }

    /// CPUs that these nodes offer `job` beside those of `running`; only nodes count under
    /// `select/linear`.
    pub(super) fn offers<'r>(
        &self,
        (job, plugin): (usize, Plugin),
        nodes: &[usize],
        running: impl Iterator<Item = &'r Run> + Clone,
    ) -> Offers {
        let requested = &self.case.jobs[job];
        let mut offers = Offers::new();
        for &node in nodes {
            let free = self.free(node, running.clone());
            let units = self.units(job, node, free);
            let cpus = match (requested.tasks, plugin) {
                (true, _) => requested.fit(free, u32::MAX) * requested.each[0].max(1),
                (false, Plugin::Linear) => units,
                (false, _) => units * free[0].max(1),
            };
            if units > 0 {
                offers.insert(node, (cpus, self.weight(node)));
            }
        }
        offers
    }

    /// Chosen nodes for `job` among these; `None` if there are too few.
    pub(super) fn chosen(&self, by: (usize, Plugin), offers: &Offers) -> Option<Chosen> {
        best_fit(self.wanted(by), offers, &self.case.topology)
    }

    /// Chosen nodes for `job` among these, once running jobs are gone.
    fn chosen_later(&self, by: (usize, Plugin), offers: &Offers) -> Option<Chosen> {
        // Where there are switches or blocks with some of the nodes, these choose.
        let topology = &self.case.topology;
        let is_flat = topology.switches.is_empty() && !topology.blocks.has_some(offers);
        if !self.case.busy_first || !is_flat {
            return self.chosen(by, offers);
        }
        let is_on = |run: &Run, node: usize| run.places.iter().any(|(own, _)| *own == node);
        let is_busy = |node: usize| self.running.iter().any(|run| is_on(run, node));
        busy_first(self.wanted(by), offers, is_busy)
    }

    fn wanted(&self, (job, plugin): (usize, Plugin)) -> Wanted {
        let requested = &self.case.jobs[job];
        let (count, each) = (requested.count, requested.each[0].max(1));
        let (least, task) = match (requested.tasks, plugin) {
            (true, _) => (1, each),
            (false, Plugin::Linear) => (count, 1),
            (false, _) => (count, each),
        };
        Wanted {
            cpus: count * task,
            task,
            least: least as usize,
            most: count as usize,
            whole: self.takes_whole(job),
        }
    }

    fn start_on(&mut self, job: usize, chosen: &Chosen) {
        let requested = &self.case.jobs[job];
        let (tasks, each) = (requested.tasks, requested.each[0].max(1));
        let mut usable = |node: usize, units: u32| match chosen.get(&(node as u32)) {
            None => 0,
            Some(share) if tasks => units.min(share / each),
            Some(_) => units,
        };
        let places = self.choose(job, &mut [&mut usable]).unwrap();
        self.start(job, places);
    }

    fn main_pass(&mut self, plugin: Plugin) {
        self.is_planning = false;
        let mut blocked = vec![false; self.case.nodes()];
        for job in self.queue() {
            if !self.may_start(job) || self.held[job] > self.now {
                continue;
            }
            let until = self.now + self.limit(job);
            let all = 0..self.case.nodes();
            let open =
                all.filter(|&node| !blocked[node] && self.is_there(job, node, self.now, until));
            let open: Vec<usize> = open.collect();
            let offers = self.offers((job, plugin), &open, self.running.iter());
            if let Some(chosen) = self.chosen((job, plugin), &offers) {
                self.start_on(job, &chosen);
                continue;
            }
            self.preempt(job, plugin, &mut blocked);
            for (node, blocked) in blocked.iter_mut().enumerate() {
                *blocked |= self.wants(job, node);
            }
        }
    }

    /// Start and nodes of `job` by the plans so far, beside these running jobs.
    fn earliest(
        &self,
        rules: &slurm::Case,
        plans: &[Plan],
        job: usize,
        running: &[Run],
    ) -> Option<(u64, Chosen)> {
        let (requested, limit, now) = (&self.case.jobs[job], self.limit(job), self.now);
        let spans = rules.spans(now, plans);
        let mut runners: Vec<&Run> = running.iter().collect();
        let end_of = |run: &Run| {
            let end = self.runs_since(run) + self.limit(run.job);
            rules.known_end(now, end.min(self.leaves(run.job)))
        };
        runners.sort_by_key(|run| (end_of(run), run.job));
        let mut start = now;
        loop {
            let end = start + limit;
            let own = &self.case.partitions[requested.partition].nodes;
            let counts = |node: u32| own[node as usize];
            let (clear, next) = rules.free_throughout(&spans, (start, end), counts);
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
            let by = (job, rules.plugin);
            let after = |gone: usize| {
                let left = runners.iter().skip(gone).copied();
                let offers = self.offers(by, &nodes, left);
                if gone == 0 {
                    self.chosen(by, &offers)
                } else {
                    self.chosen_later(by, &offers)
                }
            };
            let is_enough = |gone: usize| after(gone).is_some();
            // Nodes too small for the job do not count.
            let on_idle = self.offers(by, &nodes, [].into_iter());
            let is_usable = |index: usize| {
                let places = &runners[index].places;
                places.iter().any(|(node, _)| on_idle.contains_key(node))
            };
            let ends: Vec<u64> = runners.iter().map(|run| end_of(run)).collect();
            let found = if is_enough(0) {
                Some((0, start))
            } else {
                let plugin = rules.plugin;
                let found = plugin.enough(rules.origin, &ends, is_usable, is_enough);
                found.map(|(gone, end)| (gone, rules.expected_end(now, end)))
            };
            if let Some((gone, end)) = found
                && let begin = start.max(end)
                && next.is_none_or(|next| begin <= next)
            {
                let chosen = after(gone).unwrap();
                let on: Nodes = chosen.keys().copied().collect();
                let (from, to) = rules.taken(begin, limit);
                let is_taken = |plan: &Plan| {
                    plan.0.max(now) < to
                        && plan.1 > from.max(now)
                        && plan.1 > now
                        && !plan.2.is_disjoint(&on)
                };
                let lets = |node: &u32| self.is_there(job, *node as usize, begin, begin + limit);
                let is_clear = begin <= now || !plans.iter().any(is_taken);
                if is_clear && on.iter().all(lets) {
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
        let mut blocked = vec![false; self.case.nodes()];
        let mut queue = self.queue();
        queue.retain(|&job| self.held[job] <= self.now);
        for job in queue.into_iter().take(rules.depth) {
            if !self.may_start(job) {
                continue;
            }
            self.is_planning = true;
            let running = self.running.clone();
            let mut found = self.earliest(rules, &plans, job, &running);
            let preemptable = self.preemptable(job);
            let needs_preemption =
                found.as_ref().is_none_or(|(at, _)| *at > self.now) && !preemptable.is_empty();
            if needs_preemption {
                let stays = |run: &&Run| !preemptable.iter().any(|gone| gone.job == run.job);
                let staying: Vec<Run> = running.iter().filter(stays).cloned().collect();
                found = self.earliest(rules, &plans, job, &staying);
            }
            let Some((start, chosen)) = found.filter(|(at, _)| *at <= self.now + rules.window)
            else {
                continue;
            };
            let nodes: Nodes = chosen.keys().copied().collect();
            if start == self.now && needs_preemption {
                made += rules.plan(self.now, &mut plans, (start, self.limit(job)), nodes);
                self.preempt(job, rules.plugin, &mut blocked);
                continue;
            }
            // Nodes of jobs preempted in this pass are still being cleared.
            let is_clearing = nodes.iter().any(|node| blocked[*node as usize]);
            let start = if start == self.now && is_clearing {
                self.now + 1
            } else {
                start
            };
            if start == self.now {
                self.start_on(job, &chosen);
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

/// Runs the case to its end.
pub(super) fn schedule(case: &Case, rules: &slurm::Case) -> Schedule {
    let mut world = World::of(case);
    let (mut arrived, last) = (0, rules.main.iter().chain(&rules.backfill).max());
    // Graces end after the last pass, too.
    for now in 0..=*last.unwrap() + 200 {
        world.now = now;
        world.note_busy();
        world.let_go();
        world.sleep_and_wake();
        while arrived < case.jobs.len() && case.jobs[arrived].submit <= now {
            world.submit(arrived);
            arrived += 1;
        }
        world.end_graces();
        if rules.main.contains(&now) {
            world.main_pass(rules.plugin);
        }
        if rules.backfill.contains(&now) {
            world.backfill_pass(rules);
        }
    }
    world.done
}
