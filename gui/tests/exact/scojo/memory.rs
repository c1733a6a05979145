//! Node memory: what is resident where, what a load takes, and what it costs others.

use std::collections::BTreeMap;

use num_traits::Zero;

use super::Scenario;
use crate::rational::Exact;

/// What is on one node: jobs and amounts, the one loaded last at the end.
type Resident = Vec<(usize, Exact)>;

/// What a victim has to pay, in seconds.
pub(crate) type Charges = Vec<(usize, Exact)>;

#[derive(Debug)]
pub(crate) struct Memory {
    capacity: Exact,
    rate: Exact,
    literal: bool,
    by_event: bool,
    demand: Vec<Exact>,
    resident: Vec<Resident>,
    // By the letter: what a victim has left, which does not count as used.
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

    /// What of `node` nobody's memory is on.
    pub(crate) fn free(&self, node: usize) -> Exact {
        let used = self.resident[node].iter().map(|(_, amount)| amount.clone());
        &self.capacity - used.sum::<Exact>()
    }

    /// How long a whole load takes.
    pub(crate) fn whole_load(&self, job: usize) -> Exact {
        &self.demand[job] / &self.rate
    }

    /// How long `job` would load now: as long as its slowest node.
    pub(crate) fn load_time(&self, job: usize, nodes: &[usize]) -> Exact {
        let missing = nodes
            .iter()
            .map(|node| &self.demand[job] - self.has(job, *node));
        missing.max().unwrap_or_else(Exact::zero) / &self.rate
    }

    /// `job` is launched: its load begins.
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

    /// The load of `job` is done, having taken some time.
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
                    // Gone, and nobody pays.
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

    /// The load of `job` is cut short after so long: what was loaded stays; by the letter nothing,
    /// as it would have been noted at the end.
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

    /// `job` has ended.
    pub(crate) fn leave(&mut self, job: usize) {
        for resident in &mut self.resident {
            resident.retain(|(other, _)| *other != job);
        }
    }

    /// What was taken by one load, from whom and on which node, as seconds to pay.
    fn charge(&mut self, taken: BTreeMap<(usize, usize), Exact>) -> Charges {
        let mut victims: Vec<_> = taken.keys().map(|(victim, _)| *victim).collect();
        victims.dedup();
        let mut charges = Charges::new();
        for victim in victims {
            let own = taken.iter().filter(|((other, _), _)| *other == victim);
            let own: Vec<_> = own.collect();
            let before = self.worst(victim);
            for (place, amount) in &own {
                *self.debt.entry(**place).or_insert_with(Exact::zero) += *amount;
            }
            let due = match self.by_event {
                true => own
                    .iter()
                    .map(|(_, amount)| (*amount).clone())
                    .max()
                    .unwrap(),
                false => self.worst(victim) - before,
            };
            charges.push((victim, due / &self.rate));
        }
        charges
    }

    /// The most that `job` lost on a node since its last launch.
    fn worst(&self, job: usize) -> Exact {
        let own = self.debt.iter().filter(|((other, _), _)| *other == job);
        own.map(|(_, debt)| debt.clone())
            .max()
            .unwrap_or_else(Exact::zero)
    }
}
