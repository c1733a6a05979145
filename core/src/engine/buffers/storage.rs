//! Borrowed and static buffers of a simulation.
//!
//! The engine sees only [`Storage`], a bundle of slices; the caller owns the memory: a
//! static in firmware, boxes on a desktop.

use super::sizes::Sizes;
pub use super::sizes::{POLICY_TIMERS, links_for, threads_for, timers_for, words_for};
pub use crate::engine::clock::timers::TimerEntry;
pub use crate::engine::jobs::attempts::Attempt;
use crate::engine::jobs::specs::Slot;
pub use crate::engine::jobs::{Job, JobFractions};
use crate::engine::setup::Setup;
use crate::error::CapacityError;
use crate::exact::{Exact, Fraction};
use crate::families;
use crate::machine::cluster::ClusterBuffers;
use crate::machine::contention::{Cycle, Threads};
use crate::machine::{Bill, Interval, NodeState, Resident, Server};
use crate::units::time::Duration;

/// Borrowed buffers for one simulation; those that a setup does not need are empty, the
/// default.
#[derive(Debug, Default)]
pub struct Storage<'a> {
    /// State of each job, by [`crate::JobId`].
    pub jobs: &'a mut [Job],
    /// Fractions of a nanosecond in the times of each job; empty where all times are whole.
    /// See [`Setup::has_parts`].
    pub parts: &'a mut [JobFractions],
    /// One bit per free node, 64 to a word.
    pub free_words: &'a mut [u64],
    /// Pool of node intervals held by jobs: one per node, and as many again for
    /// each further job that may hold the same node while suspended.
    pub intervals: &'a mut [Interval],
    /// The event queue's heap; one per timer.
    pub heap: &'a mut [TimerEntry],
    /// Position of each timer in the heap; one per timer.
    pub heap_positions: &'a mut [u32],
    /// Shared servers, by [`crate::ServerId`]; may be empty.
    pub servers: &'a mut [Server],
    /// Threads of jobs on servers; empty without servers. See [`threads_for`].
    pub threads: &'a mut [Threads],
    /// Scratch space for the threads of one server, as large as `threads`.
    pub scratch: &'a mut [Threads],
    /// Cycles of each single thread, for the stochastic engine; otherwise empty.
    pub cycles: &'a mut [Cycle],
    /// Successors of each job; empty without precedence. See [`links_for`].
    pub links: &'a mut [u32],
    /// Processor time each process has had; empty unless processes are simulated.
    pub progress: &'a mut [Duration],
    /// Fractions of a nanosecond in `progress`; empty where all are whole. See
    /// [`Setup::has_progress_parts`].
    pub progress_parts: &'a mut [Fraction],
    /// The work of each moldable job at the size it has; empty unless jobs are
    /// molded.
    pub molded: &'a mut [Exact],
    /// Jobs assigned to nodes with memory; empty without. See [`crate::machine::residents_for`].
    pub residents: &'a mut [Resident],
    /// Time each job owes for its memory; empty without node memory.
    pub bills: &'a mut [Bill],
    /// Specifications of the jobs in the system; empty where the workload is kept whole.
    /// See [`Setup::slots`].
    pub slots: &'a mut [Slot],
    /// State of each node; empty where all are always in service. See [`Setup::outages`].
    pub node_states: &'a mut [NodeState],
    /// Earlier starts of each job; empty as `node_states`.
    pub attempts: &'a mut [Attempt],
    /// Number of chance failures and repairs of each node; empty unless nodes fail by
    /// chance.
    pub changes_by_chance: &'a mut [u32],
    /// Buffers for kinds of nodes and partitions; empty without. See [`Setup::cluster`].
    pub cluster: ClusterBuffers<'a>,
}

impl<'a> Storage<'a> {
    /// Reborrows the buffers for a shorter lifetime.
    pub fn reborrow(&mut self) -> Storage<'_> {
        Storage {
            jobs: self.jobs,
            parts: self.parts,
            free_words: self.free_words,
            intervals: self.intervals,
            heap: self.heap,
            heap_positions: self.heap_positions,
            servers: self.servers,
            threads: self.threads,
            scratch: self.scratch,
            cycles: self.cycles,
            links: self.links,
            progress: self.progress,
            progress_parts: self.progress_parts,
            molded: self.molded,
            residents: self.residents,
            bills: self.bills,
            slots: self.slots,
            node_states: self.node_states,
            attempts: self.attempts,
            changes_by_chance: self.changes_by_chance,
            cluster: self.cluster.reborrow(),
        }
    }

    /// Adds buffers for node memory.
    #[must_use]
    pub fn with_memory<'b, const SLOTS: usize, const JOBS: usize>(
        self,
        memory: &'b mut StaticMemory<SLOTS, JOBS>,
    ) -> Storage<'b>
    where
        'a: 'b,
    {
        Storage {
            intervals: &mut memory.intervals,
            residents: &mut memory.residents,
            bills: &mut memory.bills,
            parts: &mut memory.parts,
            ..self
        }
    }

    /// Checks that every buffer is large enough.
    ///
    /// # Errors
    /// The first buffer that is too small, with the size it needs. After a check a run
    /// cannot run out of space: the worst case of each buffer is known beforehand.
    pub fn check(&self, setup: &Setup<'_>) -> Result<(), CapacityError> {
        let Sizes {
            jobs,
            slots,
            parts,
            free_words,
            intervals,
            timers,
            servers,
            threads,
            cycles,
            links,
            progress,
            progress_parts,
            molded,
            residents,
            bills,
            node_states,
            attempts,
            changes_by_chance,
            cluster,
        } = Sizes::of(setup);
        let buffers = [
            ("residents", residents, self.residents.len()),
            ("bills", bills, self.bills.len()),
            ("threads", threads, self.threads.len()),
            ("scratch", threads, self.scratch.len()),
            ("cycles", cycles, self.cycles.len()),
            ("progress", progress, self.progress.len()),
            ("molded", molded, self.molded.len()),
            ("jobs", jobs, self.jobs.len()),
            ("slots", slots, self.slots.len()),
            ("parts", parts, self.parts.len()),
            ("progress_parts", progress_parts, self.progress_parts.len()),
            ("free_words", free_words, self.free_words.len()),
            ("intervals", intervals, self.intervals.len()),
            ("heap", timers, self.heap.len()),
            ("heap_positions", timers, self.heap_positions.len()),
            ("links", links, self.links.len()),
            ("servers", servers, self.servers.len()),
            ("node_states", node_states, self.node_states.len()),
            ("attempts", attempts, self.attempts.len()),
            (
                "changes_by_chance",
                changes_by_chance,
                self.changes_by_chance.len(),
            ),
        ];
        for (buffer, needed, capacity) in buffers {
            CapacityError::unless(buffer, needed, capacity)?;
        }
        if families::CLUSTER {
            self.cluster.check(&cluster)
        } else {
            Ok(())
        }
    }

    /// Adds buffers for nodes that may go out of service.
    #[must_use]
    pub fn with_outages<'b, const JOBS: usize, const TIMERS: usize, const NODES: usize>(
        self,
        outages: &'b mut StaticOutages<JOBS, TIMERS, NODES>,
    ) -> Storage<'b>
    where
        'a: 'b,
    {
        Storage {
            node_states: &mut outages.node_states,
            attempts: &mut outages.attempts,
            changes_by_chance: &mut outages.changes_by_chance,
            heap: &mut outages.heap,
            heap_positions: &mut outages.heap_positions,
            ..self
        }
    }

    /// Adds buffers for shared servers.
    #[must_use]
    pub fn with_servers<'b, const SERVERS: usize, const THREADS: usize>(
        self,
        servers: &'b mut StaticServers<SERVERS, THREADS>,
    ) -> Storage<'b>
    where
        'a: 'b,
    {
        Storage {
            servers: &mut servers.servers,
            threads: &mut servers.threads,
            scratch: &mut servers.scratch,
            ..self
        }
    }
}

/// Owned buffers with sizes fixed at compile time, for firmware.
///
/// All zero bytes when new, so a `static` of it takes no flash. `TIMERS` is at least
/// [`timers_for`]`(JOBS, servers)` and `WORDS` at least [`words_for`]`(NODES)`: stable Rust
/// cannot compute them from the others, but checks them when the program is compiled.
#[derive(Debug)]
pub struct StaticStorage<
    const JOBS: usize,
    const TIMERS: usize,
    const NODES: usize,
    const WORDS: usize,
> {
    jobs: [Job; JOBS],
    free_words: [u64; WORDS],
    intervals: [Interval; NODES],
    heap: [TimerEntry; TIMERS],
    heap_positions: [u32; TIMERS],
}

impl<const JOBS: usize, const TIMERS: usize, const NODES: usize, const WORDS: usize>
    StaticStorage<JOBS, TIMERS, NODES, WORDS>
{
    /// Empty buffers.
    pub const fn new() -> Self {
        const {
            assert!(
                TIMERS >= timers_for(JOBS, 0),
                "TIMERS: one per job, plus the policy's"
            );
            assert!(WORDS >= words_for(NODES), "WORDS: one bit per node");
        }
        Self {
            jobs: [Job::EMPTY; JOBS],
            free_words: [0; WORDS],
            intervals: [Interval::EMPTY; NODES],
            heap: [TimerEntry::EMPTY; TIMERS],
            heap_positions: [0; TIMERS],
        }
    }

    /// Borrows the buffers for the engine.
    pub fn as_storage(&mut self) -> Storage<'_> {
        Storage {
            jobs: &mut self.jobs,
            free_words: &mut self.free_words,
            intervals: &mut self.intervals,
            heap: &mut self.heap,
            heap_positions: &mut self.heap_positions,
            ..Storage::default()
        }
    }
}

impl<const JOBS: usize, const TIMERS: usize, const NODES: usize, const WORDS: usize> Default
    for StaticStorage<JOBS, TIMERS, NODES, WORDS>
{
    fn default() -> Self {
        Self::new()
    }
}

/// Owned buffers for node memory, for firmware: `SLOTS` is at least
/// [`residents_for`](crate::machine::residents_for)`(nodes, residents)`.
#[derive(Debug)]
pub struct StaticMemory<const SLOTS: usize, const JOBS: usize> {
    // Jobs that share a node hold it together, each in its own intervals.
    intervals: [Interval; SLOTS],
    residents: [Resident; SLOTS],
    bills: [Bill; JOBS],
    parts: [JobFractions; JOBS],
}

impl<const SLOTS: usize, const JOBS: usize> StaticMemory<SLOTS, JOBS> {
    /// Empty buffers.
    pub const fn new() -> Self {
        Self {
            intervals: [Interval::EMPTY; SLOTS],
            residents: [Resident::EMPTY; SLOTS],
            bills: [Bill::EMPTY; JOBS],
            parts: [JobFractions::NONE; JOBS],
        }
    }
}

impl<const SLOTS: usize, const JOBS: usize> Default for StaticMemory<SLOTS, JOBS> {
    fn default() -> Self {
        Self::new()
    }
}

/// Owned buffers for shared servers, for firmware: `THREADS` is at least
/// [`threads_for`]`(jobs, groups)`.
#[derive(Debug)]
pub struct StaticServers<const SERVERS: usize, const THREADS: usize> {
    servers: [Server; SERVERS],
    threads: [Threads; THREADS],
    scratch: [Threads; THREADS],
}

impl<const SERVERS: usize, const THREADS: usize> StaticServers<SERVERS, THREADS> {
    /// Empty buffers.
    pub const fn new() -> Self {
        Self {
            servers: [Server::EMPTY; SERVERS],
            threads: [Threads::EMPTY; THREADS],
            scratch: [Threads::EMPTY; THREADS],
        }
    }
}

impl<const SERVERS: usize, const THREADS: usize> Default for StaticServers<SERVERS, THREADS> {
    fn default() -> Self {
        Self::new()
    }
}

/// Owned buffers for nodes that may go out of service, for firmware: `TIMERS` is at least
/// [`timers_for`]`(JOBS, servers) + 1`, and one more per node where nodes fail by chance.
#[derive(Debug)]
pub struct StaticOutages<const JOBS: usize, const TIMERS: usize, const NODES: usize> {
    node_states: [NodeState; NODES],
    attempts: [Attempt; JOBS],
    changes_by_chance: [u32; NODES],
    heap: [TimerEntry; TIMERS],
    heap_positions: [u32; TIMERS],
}

impl<const JOBS: usize, const TIMERS: usize, const NODES: usize>
    StaticOutages<JOBS, TIMERS, NODES>
{
    /// Empty buffers.
    pub const fn new() -> Self {
        const {
            assert!(
                TIMERS > timers_for(JOBS, 0),
                "TIMERS: one per job, the policy's, and one for what befalls nodes"
            );
        }
        Self {
            node_states: [NodeState::UP; NODES],
            attempts: [Attempt::FIRST; JOBS],
            changes_by_chance: [0; NODES],
            heap: [TimerEntry::EMPTY; TIMERS],
            heap_positions: [0; TIMERS],
        }
    }
}

impl<const JOBS: usize, const TIMERS: usize, const NODES: usize> Default
    for StaticOutages<JOBS, TIMERS, NODES>
{
    fn default() -> Self {
        Self::new()
    }
}
