//! Node memory: jobs assigned to a node, their resident memory, and the cost of moving it.
//!
//! A job loads its memory on all its nodes at once, and runs when the slowest is done.
//! Where there is too little room, it displaces memory of others, the least recently loaded
//! first. They do not run, and pay for being swapped out with work to be done later.
//! Esbaugh, "Coarse-grain time sharing with advantageous overhead minimization for parallel
//! job scheduling", 2010.
//!
//! The thesis displaces in the order of last loads and does not define the load of a job
//! that lacks memory on some of its nodes only. The reading here: its position in the order
//! changes only on nodes where something was loaded; where all of it was still resident, it
//! keeps its position. Under [`Swapping::Literal`] it changes on all of its nodes if
//! anything was loaded on any, as in the program in appendix A.

mod resident;
mod setup;
#[cfg(test)]
mod tests;

use core::mem::take;

pub use resident::{Bill, Resident};
pub use setup::{Charge, MemorySetup, Swapping};

use super::Intervals;
use crate::exact::Exact;
use crate::units::ids::JobId;
use crate::units::memory::{Memory, PARTS};

/// Number of entries for `nodes` nodes with up to `residents` jobs each.
pub const fn residents_for(nodes: usize, residents: usize) -> usize {
    nodes.saturating_mul(residents)
}

/// State of the memory of all nodes, on the caller's buffers.
#[derive(Debug)]
pub struct NodeMemory<'a> {
    setup: MemorySetup,
    // `setup.residents` for each node.
    residents: &'a mut [Resident],
    // One per job.
    bills: &'a mut [Bill],
    loads: u32,
    // Upper bound of the number of jobs that owe something.
    debtors: u32,
}

impl<'a> NodeMemory<'a> {
    /// Memory without residents. The buffers have been checked.
    pub(crate) fn new(
        setup: MemorySetup,
        residents: &'a mut [Resident],
        bills: &'a mut [Bill],
    ) -> Self {
        residents.fill(Resident::EMPTY);
        bills.fill(Bill::EMPTY);
        Self {
            setup,
            residents,
            bills,
            loads: 0,
            debtors: 0,
        }
    }

    /// Capacity, rate and rules.
    pub fn setup(&self) -> &MemorySetup {
        &self.setup
    }

    /// Jobs assigned to `node`.
    pub fn residents(&self, node: u32) -> impl Iterator<Item = (JobId, &Resident)> + Clone {
        let slots = self.slots(node);
        slots.iter().filter_map(|slot| Some((slot.job?, slot)))
    }

    /// Memory in KiB of the jobs assigned to `node`; may be more than there is.
    pub fn assigned(&self, node: u32) -> u64 {
        self.counted(node).1
    }

    /// Number of jobs assigned to `node`, and their memory in KiB.
    pub(crate) fn counted(&self, node: u32) -> (u32, u64) {
        let demands = self.residents(node).map(|(_, slot)| slot.demand.0);
        demands.fold((0, 0), |(count, sum), demand| {
            (count + 1, sum + u64::from(demand))
        })
    }

    /// Resident memory of `node`, rounded down; never more than its capacity.
    pub fn resident(&self, node: u32) -> Memory {
        self.setup.memory(self.used(node))
    }

    /// Whether one more job may be assigned to `node`.
    pub fn has_room(&self, node: u32) -> bool {
        self.slots(node).iter().any(|slot| slot.job.is_none())
    }

    /// Whether one more job may be assigned to each of `nodes`.
    pub(crate) fn have_room(&self, nodes: Intervals<'_>) -> bool {
        each(nodes).all(|node| self.has_room(node))
    }

    /// Time that `job` would load on its `nodes` if it were launched now.
    pub fn load_time(&self, job: JobId, nodes: Intervals<'_>) -> Exact {
        self.setup.time_for(self.max_missing(job, nodes))
    }

    /// Whether `job` has ever had all of its memory.
    pub fn has_loaded(&self, job: JobId) -> bool {
        self.bills[job.index()].has_loaded
    }

    /// Assigns `job` to `nodes`, each of which has room for it.
    pub(crate) fn assign(&mut self, job: JobId, nodes: Intervals<'_>, demand: Memory) {
        self.bills[job.index()] = Bill::EMPTY;
        let need = self.setup.parts(demand);
        for node in each(nodes) {
            let slots = self.slots_mut(node);
            if let Some(slot) = slots.iter_mut().find(|slot| slot.job.is_none()) {
                *slot = Resident {
                    job: Some(job),
                    demand,
                    need,
                    ..Resident::EMPTY
                };
            }
        }
    }

    /// Begins to load the missing memory of `job`; returns the time it takes.
    pub(crate) fn begin_load(&mut self, job: JobId, nodes: Intervals<'_>, now: Exact) -> Exact {
        let bill = &mut self.bills[job.index()];
        (bill.began, bill.worst) = (now, 0);
        self.loads += 1;
        let exact = self.setup.swapping == Swapping::Exact;
        let mut most = 0;
        for node in each(nodes) {
            let Some(slot) = self.slot_mut(node, job) else {
                continue;
            };
            let missing = slot.need - slot.resident;
            (slot.missing, slot.debt) = (missing, 0);
            most = most.max(missing);
            if missing > 0 && exact {
                self.displace(node, job, missing);
                self.mark_resident(node, job);
            }
        }
        self.setup.time_for(most)
    }

    /// Finishes the load of `job`.
    pub(crate) fn finish_load(&mut self, job: JobId, nodes: Intervals<'_>) {
        self.bills[job.index()].has_loaded = true;
        self.loads += 1;
        let literal = self.setup.swapping == Swapping::Literal;
        // The program loads on all nodes of a job if anything is missing on any.
        if literal && self.max_missing(job, nodes.clone()) > 0 {
            for node in each(nodes) {
                self.displace_literally(node, job);
                self.mark_resident(node, job);
            }
        }
    }

    /// Cuts the load of `job` short at `now`: loaded memory stays.
    pub(crate) fn cut_load(&mut self, job: JobId, nodes: Intervals<'_>, now: Exact) {
        if self.setup.swapping != Swapping::Exact {
            return;
        }
        let elapsed = now - self.bills[job.index()].began;
        // Whole: loads begin and are cut at times at which whole parts have moved.
        let moved = elapsed
            .scaled(self.setup.transfer.kibibytes().max(1), 1)
            .round_up()
            .0;
        for node in each(nodes) {
            if let Some(slot) = self.slot_mut(node, job) {
                slot.resident -= slot.missing.saturating_sub(moved);
            }
        }
    }

    /// Frees the memory of `job`, which has ended.
    pub(crate) fn remove_job(&mut self, job: JobId, nodes: Intervals<'_>) {
        for node in each(nodes) {
            if let Some(slot) = self.slot_mut(node, job) {
                *slot = Resident::EMPTY;
            }
        }
    }

    /// Whether any job owes something.
    pub(crate) fn is_owed(&self) -> bool {
        self.debtors > 0
    }

    /// Settles the debt of the job in a slot of `node`, by its index; returns the job and
    /// its payment.
    pub(crate) fn settle_debt(&mut self, node: u32, index: usize) -> Option<(JobId, Exact)> {
        let job = self.slots(node)[index].job?;
        let owed = take(&mut self.bills[job.index()].owed);
        if owed == 0 {
            return None;
        }
        self.debtors = self.debtors.saturating_sub(1);
        Some((job, self.setup.time_for(owed)))
    }

    fn max_missing(&self, job: JobId, nodes: Intervals<'_>) -> u64 {
        let missing = |node| {
            let mut slots = self.slots(node).iter();
            let slot = slots.find(|slot| slot.job == Some(job));
            slot.map_or(0, |slot| slot.need - slot.resident)
        };
        each(nodes).map(missing).max().unwrap_or(0)
    }

    /// Memory that counts as used on `node`.
    fn used(&self, node: u32) -> u64 {
        let counted = self.slots(node).iter().filter(|slot| slot.counted);
        counted.map(|slot| slot.resident).sum()
    }

    /// Makes room for the `missing` memory of `job` on `node`.
    fn displace(&mut self, node: u32, job: JobId, missing: u64) {
        let free = self.setup.parts(self.setup.capacity) - self.used(node);
        let mut deficit = missing.saturating_sub(free);
        while deficit > 0
            && let Some(victim) = self.oldest(node, job)
        {
            let amount = victim.resident.min(deficit);
            victim.resident -= amount;
            victim.debt += amount;
            deficit -= amount;
            let (owner, debt) = (victim.job, victim.debt);
            self.charge(owner, amount, debt);
        }
    }

    /// Makes room with the defects of the thesis's appendix A, `loadJob`.
    fn displace_literally(&mut self, node: u32, job: JobId) {
        let demand = self.slot_mut(node, job).map_or(0, |slot| slot.need);
        let a_second = u64::from(self.setup.transfer.kibibytes()) * PARTS;
        if let Some(slot) = self.slot_mut(node, job) {
            // The job's own memory there is overwritten.
            slot.counted = false;
        }
        let mut free = self.setup.parts(self.setup.capacity) - self.used(node);
        while free < demand
            && let Some(victim) = self.oldest(node, job)
        {
            victim.counted = false;
            let short = demand - free;
            if victim.resident < short {
                free += take(&mut victim.resident);
                continue;
            }
            victim.resident = short;
            let paid = short / a_second.max(1) * a_second;
            victim.debt += paid;
            let (owner, debt) = (victim.job, victim.debt);
            self.charge(owner, paid, debt);
            free = demand;
        }
    }

    /// Marks all memory of `job` as resident on `node`, now or at the end of its load.
    fn mark_resident(&mut self, node: u32, job: JobId) {
        let load = self.loads;
        if let Some(slot) = self.slot_mut(node, job) {
            slot.resident = slot.need;
            slot.counted = true;
            slot.loaded = load;
        }
    }

    /// Bills `victim` for the `amount` just displaced on one of its nodes, where `debt` was
    /// displaced since its last launch.
    fn charge(&mut self, victim: Option<JobId>, amount: u64, debt: u64) {
        let Some(victim) = victim else { return };
        let bill = &mut self.bills[victim.index()];
        let most = match self.setup.charge {
            Charge::Period => debt,
            Charge::Event => amount,
        };
        if self.setup.charge == Charge::Event && bill.load != self.loads {
            (bill.load, bill.worst) = (self.loads, 0);
        }
        let more = most.saturating_sub(bill.worst);
        self.debtors += u32::from(bill.owed == 0 && more > 0);
        bill.owed += more;
        bill.worst = bill.worst.max(most);
    }

    /// The job other than `job` that was loaded on `node` longest ago and still counts.
    fn oldest(&mut self, node: u32, job: JobId) -> Option<&mut Resident> {
        let others = self.slots_mut(node).iter_mut();
        others
            .filter(|slot| slot.counted && slot.resident > 0 && slot.job != Some(job))
            .min_by_key(|slot| slot.loaded)
    }

    fn slot_mut(&mut self, node: u32, job: JobId) -> Option<&mut Resident> {
        let mut slots = self.slots_mut(node).iter_mut();
        slots.find(|slot| slot.job == Some(job))
    }

    fn slots(&self, node: u32) -> &[Resident] {
        let each = self.setup.residents as usize;
        &self.residents[node as usize * each..][..each]
    }

    fn slots_mut(&mut self, node: u32) -> &mut [Resident] {
        let each = self.setup.residents as usize;
        &mut self.residents[node as usize * each..][..each]
    }
}

/// The nodes one by one.
fn each(nodes: Intervals<'_>) -> impl Iterator<Item = u32> {
    nodes.flat_map(|(first, count)| first..first + count)
}
