//! Node memory: residents, times of loads, and charges to displaced jobs.

use std::collections::BTreeMap;

use num_traits::Zero;

use super::Scenario;
use crate::rational::Exact;

/// Memory on one node: jobs and amounts, the one loaded last at the end.
type Resident = Vec<(usize, Exact)>;

/// Charges of displaced jobs, in seconds.
pub(crate) type Charges = Vec<(usize, Exact)>;

#[derive(Debug)]
pub(crate) struct Memory {
    capacity: Exact,
    rate: Exact,
    literal: bool,
    by_event: bool,
    demand: Vec<Exact>,
    resident: Vec<Resident>,
    // By the letter: the rest of a victim, which does not count as used.
    rest: BTreeMap<(usize, usize), Exact>,
    // What was there when the load began, by node.
    had: BTreeMap<(usize, usize), Exact>,
    // What a job lost on a node since its last launch.
    debt: BTreeMap<(usize, usize), Exact>,
}

impl Memory {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        Self {
            capacity: scenario.capacity.exact.clone(),
            rate: scenario.rate.exact.clone(),
            literal: scenario.rules.literal,
            by_event: scenario.rules.by_event,
            demand: scenario
                .jobs
                .iter()
                .map(|job| job.memory.exact.clone())
                .collect(),
            resident: vec![Resident::new(); scenario.nodes],
            rest: BTreeMap::new(),
            had: BTreeMap::new(),
            debt: BTreeMap::new(),
        }
    }

    fn has(&self, job: usize, node: usize) -> Exact {
        let found = self.resident[node].iter().find(|(other, _)| *other == job);
        let rest = || self.rest.get(&(job, node)).cloned();
        found
            .map(|(_, amount)| amount.clone())
            .or_else(rest)
            .unwrap_or_else(Exact::zero)
    }

    /// The part of `node` without resident memory.
    pub(crate) fn free(&self, node: usize) -> Exact {
        let used = self.resident[node].iter().map(|(_, amount)| amount.clone());
        &self.capacity - used.sum::<Exact>()
    }

    /// Time of a whole load.
    pub(crate) fn whole_load(&self, job: usize) -> Exact {
        &self.demand[job] / &self.rate
    }

    /// Time that `job` would load now: that of its slowest node.
    pub(crate) fn load_time(&self, job: usize, nodes: &[usize]) -> Exact {
        let missing = nodes
            .iter()
            .map(|node| &self.demand[job] - self.has(job, *node));
        missing.max().unwrap_or_else(Exact::zero) / &self.rate
    }

    /// Begins the load of `job` at its launch.
    pub(crate) fn begin(&mut self, job: usize, nodes: &[usize]) -> Charges {
        let mut taken = BTreeMap::new();
        for &node in nodes {
            self.debt.remove(&(job, node));
            let had = self.has(job, node);
            self.had.insert((job, node), had.clone());
            let need = &self.demand[job] - had;
            if self.literal || need.is_zero() {
                continue;
            }
            let mut deficit = need - self.free(node);
            self.resident[node].retain(|(other, _)| *other != job);
            for (victim, amount) in &mut self.resident[node] {
                if deficit > Exact::zero() {
                    let moved = amount.clone().min(deficit.clone());
                    *amount -= &moved;
                    deficit -= &moved;
                    taken.insert((*victim, node), moved);
                }
            }
            self.resident[node].push((job, self.demand[job].clone()));
        }
        self.charge(taken)
    }

    /// Ends the load of `job`, which has taken some time.
    pub(crate) fn finish(&mut self, job: usize, nodes: &[usize]) -> Charges {
        let mut taken = BTreeMap::new();
        for &node in nodes.iter().filter(|_| self.literal) {
            self.resident[node].retain(|(other, _)| *other != job);
            self.rest.remove(&(job, node));
            let mut free = self.free(node);
            while free < self.demand[job] {
                let (victim, amount) = self.resident[node].remove(0);
                let short = &self.demand[job] - &free;
                free += &amount;
                if amount < short {
                    // Gone, and no job is charged.
                    self.rest.remove(&(victim, node));
                } else {
                    let paid = (&short / &self.rate).floor() * &self.rate;
                    taken.insert((victim, node), paid);
                    self.rest.insert((victim, node), short);
                }
            }
            self.resident[node].push((job, self.demand[job].clone()));
        }
        self.charge(taken)
    }

    /// Cuts the load of `job` short after so long: what was loaded stays; by the letter nothing, as
    /// it would have been noted at the end.
    pub(crate) fn cut(&mut self, job: usize, nodes: &[usize], elapsed: &Exact) {
        for node in nodes.iter().filter(|_| !self.literal) {
            let had = &self.had[&(job, *node)];
            let loaded = (had + elapsed * &self.rate).min(self.demand[job].clone());
            for (_, amount) in self.resident[*node]
                .iter_mut()
                .filter(|(other, _)| *other == job)
            {
                *amount = loaded.clone();
            }
        }
    }

    /// Removes `job`, which has ended.
    pub(crate) fn leave(&mut self, job: usize) {
        for resident in &mut self.resident {
            resident.retain(|(other, _)| *other != job);
        }
    }

    /// Charges for the memory displaced by one load, by victim and node, in seconds.
    fn charge(&mut self, taken: BTreeMap<(usize, usize), Exact>) -> Charges {
        let mut victims: Vec<_> = taken.keys().map(|(victim, _)| *victim).collect();
        victims.dedup();
        let mut charges = Charges::new();
        for victim in victims {
            let own = taken.iter().filter(|((other, _), _)| *other == victim);
            let own: Vec<_> = own.collect();
            let before = self.worst(victim);
            for (index, amount) in &own {
                *self.debt.entry(**index).or_insert_with(Exact::zero) += *amount;
            }
            let due = if self.by_event {
                own.iter()
                    .map(|(_, amount)| (*amount).clone())
                    .max()
                    .unwrap()
            } else {
                self.worst(victim) - before
            };
            charges.push((victim, due / &self.rate));
        }
        charges
    }

    /// The largest loss of `job` on a node since its last launch.
    fn worst(&self, job: usize) -> Exact {
        let own = self.debt.iter().filter(|((other, _), _)| *other == job);
        own.map(|(_, debt)| debt.clone())
            .max()
            .unwrap_or_else(Exact::zero)
    }
}
