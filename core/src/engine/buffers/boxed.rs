//! All buffers of a simulation on the heap, sized for a setup.

use alloc::boxed::Box;
use alloc::vec;

use super::sizes::Sizes;
use super::storage::Storage;
use crate::engine::clock::timers::TimerEntry;
use crate::engine::jobs::attempts::Attempt;
use crate::engine::jobs::specs::Slot;
use crate::engine::jobs::{Job, JobFractions};
use crate::engine::setup::Setup;
use crate::exact::{Exact, Fraction};
use crate::machine::cluster::BoxedCluster;
use crate::machine::contention::{Cycle, Threads};
use crate::machine::{Bill, Interval, NodeState, Resident, Server};
use crate::units::time::Duration;

/// Owned buffers on the heap, for one simulation after another of the same setup.
///
/// ```
/// use cosched_core::engine::BoxedStorage;
/// use cosched_core::policy::Fcfs;
/// use cosched_core::{Duration, JobSpec, Setup, Simulation, Time};
/// let workload = [JobSpec::exact(Time::ZERO, Duration::from_seconds(5), 3)];
/// let setup = Setup::cluster(&workload, 4);
/// let mut storage = BoxedStorage::new(&setup);
/// let mut simulation = Simulation::new(setup, storage.as_storage())?;
/// simulation.run(&mut Fcfs::new(), &mut ());
/// assert_eq!(simulation.completed(0), Some(Time::from_seconds(5)));
/// # Ok::<(), cosched_core::ScenarioError>(())
/// ```
#[derive(Debug)]
pub struct BoxedStorage {
    jobs: Box<[Job]>,
    slots: Box<[Slot]>,
    parts: Box<[JobFractions]>,
    free_words: Box<[u64]>,
    intervals: Box<[Interval]>,
    heap: Box<[TimerEntry]>,
    heap_positions: Box<[u32]>,
    servers: Box<[Server]>,
    threads: Box<[Threads]>,
    scratch: Box<[Threads]>,
    cycles: Box<[Cycle]>,
    links: Box<[u32]>,
    progress: Box<[Duration]>,
    progress_parts: Box<[Fraction]>,
    molded: Box<[Exact]>,
    residents: Box<[Resident]>,
    bills: Box<[Bill]>,
    node_states: Box<[NodeState]>,
    attempts: Box<[Attempt]>,
    changes_by_chance: Box<[u32]>,
    cluster: BoxedCluster,
}

impl BoxedStorage {
    /// Allocates buffers for `setup`, of [`Sizes::bytes`] bytes in all.
    pub fn new(setup: &Setup<'_>) -> Self {
        let sizes = Sizes::of(setup);
        Self {
            jobs: vec![Job::EMPTY; sizes.jobs].into(),
            slots: vec![Slot::EMPTY; sizes.slots].into(),
            parts: vec![JobFractions::NONE; sizes.parts].into(),
            free_words: vec![0; sizes.free_words].into(),
            intervals: vec![Interval::EMPTY; sizes.intervals].into(),
            heap: vec![TimerEntry::EMPTY; sizes.timers].into(),
            heap_positions: vec![0; sizes.timers].into(),
            servers: vec![Server::EMPTY; sizes.servers].into(),
            threads: vec![Threads::EMPTY; sizes.threads].into(),
            scratch: vec![Threads::EMPTY; sizes.threads].into(),
            cycles: vec![Cycle::EMPTY; sizes.cycles].into(),
            links: vec![0; sizes.links].into(),
            progress: vec![Duration::ZERO; sizes.progress].into(),
            progress_parts: vec![Fraction::NONE; sizes.progress_parts].into(),
            molded: vec![Exact::ZERO; sizes.molded].into(),
            residents: vec![Resident::EMPTY; sizes.residents].into(),
            bills: vec![Bill::EMPTY; sizes.bills].into(),
            node_states: vec![NodeState::UP; sizes.node_states].into(),
            attempts: vec![Attempt::FIRST; sizes.attempts].into(),
            changes_by_chance: vec![0; sizes.changes_by_chance].into(),
            cluster: BoxedCluster::new(&sizes.cluster),
        }
    }

    /// Borrows the buffers for the engine.
    pub fn as_storage(&mut self) -> Storage<'_> {
        Storage {
            jobs: &mut self.jobs,
            slots: &mut self.slots,
            parts: &mut self.parts,
            free_words: &mut self.free_words,
            intervals: &mut self.intervals,
            heap: &mut self.heap,
            heap_positions: &mut self.heap_positions,
            servers: &mut self.servers,
            threads: &mut self.threads,
            scratch: &mut self.scratch,
            cycles: &mut self.cycles,
            links: &mut self.links,
            progress: &mut self.progress,
            progress_parts: &mut self.progress_parts,
            molded: &mut self.molded,
            residents: &mut self.residents,
            bills: &mut self.bills,
            node_states: &mut self.node_states,
            attempts: &mut self.attempts,
            changes_by_chance: &mut self.changes_by_chance,
            cluster: self.cluster.as_buffers(),
        }
    }
}
