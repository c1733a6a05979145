//! Preemption in the slow and simple reference of Slurm's passes.

use cosched_core::Duration;
use cosched_core::machine::cluster::{PreemptMode, Preemption};

use super::super::draw::{Part, Qos};
use super::super::slurm_oracle::Chosen;
use super::{Run, World};
use crate::queue::windows::Plugin;

fn seconds(span: Duration) -> u64 {
    span.0 / 1_000_000_000
}

impl World<'_> {
    fn part(&self, job: usize) -> &Part {
        &self.case.partitions[self.case.jobs[job].partition]
    }

    /// Its quality of service, if it takes part in preemption.
    fn qos(&self, job: usize) -> Option<&Qos> {
        self.case.qos.get(self.case.jobs[job].ids[2] as usize)
    }

    fn preemption(&self, job: usize) -> Preemption {
        if self.case.qos.is_empty() {
            self.part(job).preempt
        } else {
            self.qos(job).map_or(Preemption::NONE, |own| own.preempt)
        }
    }

    fn may_preempt(&self, job: usize, other: usize) -> bool {
        if self.case.qos.is_empty() {
            return self.part(other).tier < self.part(job).tier;
        }
        let place = self.case.jobs[other].ids[2] as usize;
        self.qos(job)
            .is_some_and(|own| own.preempts.get(place) == Some(&true))
    }

    fn preempt_rank(&self, job: usize) -> u32 {
        if self.case.qos.is_empty() {
            self.part(job).tier
        } else {
            self.qos(job).map_or(0, |own| own.priority)
        }
    }

    /// Running jobs that may be preempted for `job`, the first to go first; those that are leaving come
    /// before all.
    pub(in super::super) fn preemptable(&self, job: usize) -> Vec<Run> {
        let is_one = |run: &&Run| {
            let own = self.preemption(run.job);
            own.mode != PreemptMode::Off
                && self.may_preempt(job, run.job)
                && self.now - self.runs_since(run) >= seconds(own.exempt)
        };
        let mut preemptable: Vec<Run> = self.running.iter().filter(is_one).cloned().collect();
        preemptable.sort_by_key(|run| {
            let stays = !self.leaving.contains_key(&run.job);
            (stays, self.preempt_rank(run.job), run.places.len(), run.job)
        });
        preemptable
    }

    /// Nodes chosen for `job` if these have gone.
    fn chosen_without(
        &self,
        (job, plugin): (usize, Plugin),
        gone: &[Run],
        blocked: &[bool],
    ) -> Option<Chosen> {
        let until = self.now + self.limit(job);
        let open = (0..self.case.nodes())
            .filter(|&node| !blocked[node] && self.is_there(job, node, self.now, until));
        let open: Vec<usize> = open.collect();
        let stays = |run: &&Run| !gone.iter().any(|gone| gone.job == run.job);
        let offers = self.offers((job, plugin), &open, self.running.iter().filter(stays));
        self.chosen((job, plugin), &offers)
    }

    /// Stops jobs until `job` has room, those that are on its nodes; those with grace when it ends.
    pub(in super::super) fn preempt(&mut self, job: usize, plugin: Plugin, blocked: &mut [bool]) {
        self.is_planning = false;
        let mut preemptable = self.preemptable(job);
        let enough = |preemptable: &[Run]| {
            (1..=preemptable.len()).find_map(|count| {
                let chosen = self.chosen_without((job, plugin), &preemptable[..count], blocked);
                chosen.map(|chosen| (count, chosen))
            })
        };
        let Some((count, _)) = enough(&preemptable) else {
            return;
        };
        preemptable[..count].rotate_right(1);
        let (count, chosen) = enough(&preemptable).unwrap();
        for run in &preemptable[..count] {
            let is_chosen = |node: usize| chosen.contains_key(&(node as u32));
            if !run.places.iter().any(|(node, _)| is_chosen(*node)) {
                continue;
            }
            if self.leaving.contains_key(&run.job) {
                continue;
            }
            let grace = seconds(self.preemption(run.job).grace);
            if grace > 0 {
                self.leaving.insert(run.job, self.now + grace);
                continue;
            }
            run.places
                .iter()
                .for_each(|(node, _)| blocked[*node] = true);
            self.stop(run.job);
        }
    }

    /// When the grace of `job` ends; never if it is not leaving.
    pub(in super::super) fn leaves(&self, job: usize) -> u64 {
        self.leaving.get(&job).copied().unwrap_or(u64::MAX)
    }

    /// Stops jobs whose grace is over.
    pub(in super::super) fn end_graces(&mut self) {
        let running: Vec<usize> = self.running.iter().map(|run| run.job).collect();
        self.leaving.retain(|job, _| running.contains(job));
        for job in running {
            if self.leaves(job) <= self.now {
                self.stop(job);
            }
        }
    }

    /// Stops a running job that is preempted.
    fn stop(&mut self, job: usize) {
        self.leaving.remove(&job);
        self.running.retain(|other| other.job != job);
        if self.preemption(job).mode == PreemptMode::Cancel {
            let (start, end, nodes) = self.done[job].as_mut().unwrap();
            *end = self.now;
            if *start == self.now {
                // Nobody sees which nodes it had within one pass.
                nodes.clear();
            }
            return;
        }
        self.waiting.push(job);
        self.held[job] = self.now + 121;
        self.done[job] = None;
    }
}
