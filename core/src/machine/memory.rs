//! Node memory: which jobs are assigned to a node, how much of each is resident, what moving it costs.
//!
//! A job loads its memory on all its nodes at once, and runs when the slowest
//! is done. Where there is too little room, it displaces memory of others, the
//! least recently loaded first. They do not run, and pay for being swapped out
//! with work to be done later. Esbaugh, "Coarse-grain time sharing with
//! advantageous overhead minimization for parallel job scheduling", 2010.

use core::mem::take;

use super::Intervals;
use crate::ids::JobId;
use crate::memory::{Memory, PARTS, TransferRate};
use crate::time::{Duration, Time};

/// What happens to memory that is displaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Swapping {
    /// What is displaced is gone from the node, and its owner pays for exactly
    /// that. Displaced when a load begins.
    #[default]
    Exact,
    /// As the thesis's appendix A does it, at the end of a load: of a job
    /// displaced in part, the amount swapped *out* is noted as still resident,
    /// and that rest is not counted as used; a job displaced wholly pays
    /// nothing; payments are whole seconds.
    Literal,
}

/// How often a job pays for being displaced on several nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Charge {
    /// Once between two of its launches: its nodes swap at the same time, so
    /// the one that swaps most decides.
    #[default]
    Period,
    /// Once for each job that displaces it, as the thesis's program does. A
    /// wide job may then pay more than it gains and never end.
    Event,
}

/// The memory of all nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemorySetup {
    /// Of one node.
    pub capacity: Memory,
    /// How fast it is loaded and swapped out.
    pub transfer: TransferRate,
    /// How many jobs may be assigned to one node at once.
    pub residents: u32,
    /// What happens to memory that is displaced.
    pub swapping: Swapping,
    /// How often a displaced job pays.
    pub charge: Charge,
}

impl MemorySetup {
    /// Nodes with `capacity` each, shared by up to `residents` jobs.
    pub const fn new(capacity: Memory, transfer: TransferRate, residents: u32) -> Self {
        Self {
            capacity,
            transfer,
            residents,
            swapping: Swapping::Exact,
            charge: Charge::Period,
        }
    }

    /// How long it takes to load `memory`, rounded up to a nanosecond; for
    /// ever if nothing moves.
    pub const fn time_to_load(&self, memory: Memory) -> Duration {
        time_for(memory.parts(), self.transfer)
    }
}

const fn time_for(parts: u64, transfer: TransferRate) -> Duration {
    match (parts, transfer.0) {
        (0, _) => Duration::ZERO,
        (_, 0) => Duration::MAX,
        (parts, rate) => Duration(parts.div_ceil(rate as u64)),
    }
}

/// A job assigned to a node, from its first start to its end.
#[derive(Clone, Copy, Debug)]
pub struct Resident {
    job: Option<JobId>,
    // When it was last loaded, as the number of that load.
    loaded: u32,
    demand: Memory,
    // Whether its memory counts as used; always, but for `Swapping::Literal`.
    counted: bool,
    // All in billionths of a KiB: resident, or going to be when the load in
    // progress is done; missing when that load began; displaced since the
    // job's last launch.
    resident: u64,
    missing: u64,
    debt: u64,
}

impl Resident {
    /// Nobody. All zero bytes.
    pub const EMPTY: Self = Self {
        job: None,
        loaded: 0,
        demand: Memory::ZERO,
        counted: false,
        resident: 0,
        missing: 0,
        debt: 0,
    };

    /// What the job needs on each node.
    pub fn demand(&self) -> Memory {
        self.demand
    }

    /// What of it is on the node, rounded down; what will be there if a load
    /// is in progress.
    pub fn resident(&self) -> Memory {
        Memory((self.resident / PARTS) as u32)
    }
}

/// What a job owes for its memory, and what it is loading.
#[derive(Clone, Copy, Debug)]
pub struct Bill {
    // When its load in progress began.
    began: Time,
    // The most that was displaced on one of its nodes since its last launch.
    worst: u64,
    // To be paid.
    owed: u64,
    // Paid too much by rounding up to nanoseconds.
    credit: u64,
    // The load that displaced it last.
    load: u32,
    has_loaded: bool,
}

impl Bill {
    /// Nothing. All zero bytes.
    pub const EMPTY: Self = Self {
        began: Time::ZERO,
        worst: 0,
        owed: 0,
        credit: 0,
        load: 0,
        has_loaded: false,
    };

    /// The time for `parts`, rounded up; what is paid too much now is paid
    /// less the next time, so that roundings do not add up.
    fn pay(&mut self, parts: u64, transfer: TransferRate) -> Duration {
        let due = parts.saturating_sub(self.credit);
        let time = time_for(due, transfer);
        let left = self.credit.saturating_sub(parts);
        let paid = time.0.saturating_mul(u64::from(transfer.0));
        self.credit = left + paid.saturating_sub(due);
        time
    }
}

/// Entries that `nodes` nodes with up to `residents` jobs each need.
pub const fn residents_for(nodes: usize, residents: usize) -> usize {
    nodes.saturating_mul(residents)
}

/// The memory of all nodes, on the caller's buffers.
#[derive(Debug)]
pub struct NodeMemory<'a> {
    setup: MemorySetup,
    // `setup.residents` for each node.
    residents: &'a mut [Resident],
    // One per job.
    bills: &'a mut [Bill],
    loads: u32,
}

impl<'a> NodeMemory<'a> {
    /// All empty. The buffers have been checked.
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
        }
    }

    /// Capacity, rate and rules.
    pub fn setup(&self) -> &MemorySetup {
        &self.setup
    }

    /// The jobs assigned to `node`.
    pub fn residents(&self, node: u32) -> impl Iterator<Item = (JobId, &Resident)> + Clone {
        let slots = self.slots(node);
        slots.iter().filter_map(|slot| Some((slot.job?, slot)))
    }

    /// KiB that the jobs assigned to `node` need together; may be more than there are.
    pub fn assigned(&self, node: u32) -> u64 {
        let demands = self.residents(node).map(|(_, slot)| slot.demand.0);
        demands.map(u64::from).sum()
    }

    /// How much of `node` is resident, rounded down; never more than its capacity.
    pub fn resident(&self, node: u32) -> Memory {
        Memory((self.used(node) / PARTS) as u32)
    }

    /// Whether one more job may be assigned to `node`.
    pub fn has_room(&self, node: u32) -> bool {
        self.slots(node).iter().any(|slot| slot.job.is_none())
    }

    /// Whether one more job may be assigned to each of `nodes`.
    pub(crate) fn have_room(&self, nodes: Intervals<'_>) -> bool {
        each(nodes).all(|node| self.has_room(node))
    }

    /// How long `job` would load on its `nodes` if it were launched now.
    pub fn load_time(&self, job: JobId, nodes: Intervals<'_>) -> Duration {
        let mut bill = self.bills[job.index()];
        bill.pay(self.most_missing(job, nodes), self.setup.transfer)
    }

    /// Whether `job` has ever had all of its memory.
    pub fn has_loaded(&self, job: JobId) -> bool {
        self.bills[job.index()].has_loaded
    }

    /// Assigns `job` to `nodes`, each of which has room for it.
    pub(crate) fn assign(&mut self, job: JobId, nodes: Intervals<'_>, demand: Memory) {
        self.bills[job.index()] = Bill::EMPTY;
        for node in each(nodes) {
            let slots = self.slots_mut(node);
            if let Some(slot) = slots.iter_mut().find(|slot| slot.job.is_none()) {
                *slot = Resident {
                    job: Some(job),
                    demand,
                    ..Resident::EMPTY
                };
            }
        }
    }

    /// Begins to load what is missing of `job` and returns how long it takes.
    pub(crate) fn begin(&mut self, job: JobId, nodes: Intervals<'_>, now: Time) -> Duration {
        let most = self.most_missing(job, nodes.clone());
        let bill = &mut self.bills[job.index()];
        (bill.began, bill.worst) = (now, 0);
        let time = bill.pay(most, self.setup.transfer);
        self.loads += 1;
        for node in each(nodes) {
            if let Some(slot) = self.slot_mut(node, job) {
                slot.missing = slot.demand.parts() - slot.resident;
                slot.debt = 0;
                if slot.missing > 0 && self.setup.swapping == Swapping::Exact {
                    self.displace(node, job);
                    self.settle(node, job);
                }
            }
        }
        time
    }

    /// The load of `job` is done.
    pub(crate) fn finish(&mut self, job: JobId, nodes: Intervals<'_>) {
        self.bills[job.index()].has_loaded = true;
        self.loads += 1;
        let literal = self.setup.swapping == Swapping::Literal;
        // The program loads on all nodes of a job if anything is missing on any.
        let loads = literal && self.most_missing(job, nodes.clone()) > 0;
        for node in each(nodes) {
            if loads {
                self.displace_literally(node, job);
                self.settle(node, job);
            }
            if let Some(slot) = self.slot_mut(node, job) {
                slot.missing = 0;
            }
        }
    }

    /// The load of `job` is cut short at `now`: what was loaded stays.
    pub(crate) fn cut(&mut self, job: JobId, nodes: Intervals<'_>, now: Time) {
        let elapsed = now.since(self.bills[job.index()].began);
        let moved = elapsed.0.saturating_mul(u64::from(self.setup.transfer.0));
        let keeps = self.setup.swapping == Swapping::Exact;
        for node in each(nodes) {
            if let Some(slot) = self.slot_mut(node, job) {
                let missing = slot.missing.saturating_sub(moved);
                slot.missing = 0;
                if keeps {
                    slot.resident -= missing;
                }
            }
        }
    }

    /// `job` has ended: its memory is free.
    pub(crate) fn leave(&mut self, job: JobId, nodes: Intervals<'_>) {
        for node in each(nodes) {
            if let Some(slot) = self.slot_mut(node, job) {
                *slot = Resident::EMPTY;
            }
        }
    }

    /// What the job in the `place`-th slot of `node` owes and now pays.
    pub(crate) fn collect(&mut self, node: u32, place: usize) -> Option<(JobId, Duration)> {
        let job = self.slots(node)[place].job?;
        let bill = &mut self.bills[job.index()];
        let owed = take(&mut bill.owed);
        (owed > 0).then(|| (job, bill.pay(owed, self.setup.transfer)))
    }

    fn most_missing(&self, job: JobId, nodes: Intervals<'_>) -> u64 {
        let missing = |node| {
            let mut slots = self.slots(node).iter();
            let slot = slots.find(|slot| slot.job == Some(job));
            slot.map_or(0, |slot| slot.demand.parts() - slot.resident)
        };
        each(nodes).map(missing).max().unwrap_or(0)
    }

    /// What counts as used on `node`.
    fn used(&self, node: u32) -> u64 {
        let counted = self.slots(node).iter().filter(|slot| slot.counted);
        counted.map(|slot| slot.resident).sum()
    }

    /// Makes room for what is missing of `job` on `node`.
    fn displace(&mut self, node: u32, job: JobId) {
        let missing = self.slot_mut(node, job).map_or(0, |slot| slot.missing);
        let free = self.setup.capacity.parts() - self.used(node);
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

    /// The same with the defects of the thesis's appendix A, `loadJob`.
    fn displace_literally(&mut self, node: u32, job: JobId) {
        let demand = self
            .slot_mut(node, job)
            .map_or(0, |slot| slot.demand.parts());
        let a_second = u64::from(self.setup.transfer.0) * PARTS;
        if let Some(slot) = self.slot_mut(node, job) {
            // What it has there itself is loaded over.
            slot.counted = false;
        }
        let mut free = self.setup.capacity.parts() - self.used(node);
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

    /// All of `job` is, or will be, resident on `node`.
    fn settle(&mut self, node: u32, job: JobId) {
        let load = self.loads;
        if let Some(slot) = self.slot_mut(node, job) {
            slot.resident = slot.demand.parts();
            slot.counted = true;
            slot.loaded = load;
        }
    }

    /// Bills `victim` for the `amount` just displaced on one of its nodes,
    /// where `debt` was displaced since its last launch.
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
        bill.owed += most.saturating_sub(bill.worst);
        bill.worst = bill.worst.max(most);
    }

    /// Who, other than `job`, was loaded on `node` longest ago and still counts.
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

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
