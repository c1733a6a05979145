//! Every buffer a simulation may use.
//!
//! The engine sees only [`Storage`], a bundle of slices; who owns the memory
//! is the caller's business: a static in firmware, boxes on a desktop.

use super::sizes::Sizes;
pub use super::sizes::{POLICY_TIMERS, links_for, threads_for, timers_for, words_for};
pub use crate::engine::clock::timers::Entry;
pub use crate::engine::jobs::attempts::Attempt;
use crate::engine::jobs::specs::Slot;
pub use crate::engine::jobs::{Job, JobParts};
use crate::engine::setup::Setup;
use crate::error::CapacityError;
use crate::exact::{Exact, Part};
use crate::families;
use crate::machine::cluster::ClusterBuffers;
use crate::machine::contention::{Cycle, Threads};
use crate::machine::{Bill, Interval, NodeState, Resident, Server};
use crate::units::time::Duration;

/// Borrowed buffers for one simulation; empty by default, for what is not needed.
#[derive(Debug, Default)]
pub struct Storage<'a> {
    /// State of each job, by [`crate::JobId`].
    pub jobs: &'a mut [Job],
    /// What the times of each job lack of whole nanoseconds; empty where all are
    /// whole. See [`Setup::has_parts`].
    pub parts: &'a mut [JobParts],
    /// One bit per free node, 64 to a word.
    pub free_words: &'a mut [u64],
    /// Pool of node intervals held by jobs: one per node, and as many again for
    /// each further job that may hold the same node while suspended.
    pub intervals: &'a mut [Interval],
    /// The event queue's heap; one per timer.
    pub heap: &'a mut [Entry],
    /// Where each timer is in the heap; one per timer.
    pub heap_positions: &'a mut [u32],
    /// Shared servers, by [`crate::ServerId`]; may be empty.
    pub servers: &'a mut [Server],
    /// Threads of jobs on servers; empty without servers. See [`threads_for`].
    pub threads: &'a mut [Threads],
    /// As large as `threads`: room to look at the threads of one server.
    pub scratch: &'a mut [Threads],
    /// Every single thread, for the stochastic engine; else empty.
    pub cycles: &'a mut [Cycle],
    /// Who follows whom, turned round; empty if nobody does. See [`links_for`].
    pub links: &'a mut [u32],
    /// Processor time each process has had; empty unless processes are simulated.
    pub progress: &'a mut [Duration],
    /// What each of these lacks of whole nanoseconds; empty where all are whole.
    /// See [`Setup::has_progress_parts`].
    pub progress_parts: &'a mut [Part],
    /// The work of each moldable job at the size it has; empty unless jobs are
    /// molded.
    pub molded: &'a mut [Exact],
    /// Jobs assigned to nodes with memory; empty without. See [`crate::machine::residents_for`].
    pub residents: &'a mut [Resident],
    /// What each job owes for its memory; empty without.
    pub bills: &'a mut [Bill],
    /// What is known of the jobs in the system; empty where the workload is kept
    /// whole. See [`Setup::slots`].
    pub slots: &'a mut [Slot],
    /// Whether each node is in service; empty where all are, always. See
    /// [`Setup::outages`].
    pub node_states: &'a mut [NodeState],
    /// What each job has of starts before its present one; empty as `node_states`.
    pub attempts: &'a mut [Attempt],
    /// How often each node has changed by chance; empty unless nodes fail by chance.
    pub changes_by_chance: &'a mut [u32],
    /// What kinds of nodes and partitions need; empty without. See [`Setup::cluster`].
    pub cluster: ClusterBuffers<'a>,
}

impl<'a> Storage<'a> {
    /// The same buffers, borrowed for less long.
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

    /// The same with buffers for node memory.
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

    /// Whether every buffer is large enough.
    ///
    /// # Errors
    /// The first buffer that is too small, with what is needed. After a check
    /// a run cannot run out of space: each buffer's worst case is known
    /// beforehand.
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
        match families::CLUSTER {
            true => self.cluster.check(&cluster),
            false => Ok(()),
        }
    }

    /// The same with buffers for nodes that may go out of service.
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

    /// The same with buffers for shared servers.
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
/// All zero bytes when new, so a `static` of it takes no flash. `TIMERS` is
/// [`timers_for`]`(JOBS, servers)` and `WORDS` is [`words_for`]`(NODES)`, or
/// more: stable Rust cannot compute them from the others, but checks them when
/// the program is compiled.
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
    heap: [Entry; TIMERS],
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
            heap: [Entry::EMPTY; TIMERS],
            heap_positions: [0; TIMERS],
        }
    }

    /// The buffers, as the engine wants them.
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

/// Owned buffers for node memory, for firmware: `SLOTS` is
/// [`residents_for`](crate::machine::residents_for)`(nodes, residents)`, or more.
#[derive(Debug)]
pub struct StaticMemory<const SLOTS: usize, const JOBS: usize> {
    // Jobs that share a node hold it together, each in its own intervals.
    intervals: [Interval; SLOTS],
    residents: [Resident; SLOTS],
    bills: [Bill; JOBS],
    parts: [JobParts; JOBS],
}

impl<const SLOTS: usize, const JOBS: usize> StaticMemory<SLOTS, JOBS> {
    /// Empty buffers.
    pub const fn new() -> Self {
        Self {
            intervals: [Interval::EMPTY; SLOTS],
            residents: [Resident::EMPTY; SLOTS],
            bills: [Bill::EMPTY; JOBS],
            parts: [JobParts::NONE; JOBS],
        }
    }
}

impl<const SLOTS: usize, const JOBS: usize> Default for StaticMemory<SLOTS, JOBS> {
    fn default() -> Self {
        Self::new()
    }
}

/// Owned buffers for shared servers, for firmware: `THREADS` is
/// [`threads_for`]`(jobs, groups)`, or more.
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

/// Owned buffers for nodes that may go out of service, for firmware: `TIMERS` is
/// [`timers_for`]`(JOBS, servers) + 1`, and where nodes fail by chance one more for each
/// of them, or more.
#[derive(Debug)]
pub struct StaticOutages<const JOBS: usize, const TIMERS: usize, const NODES: usize> {
    node_states: [NodeState; NODES],
    attempts: [Attempt; JOBS],
    changes_by_chance: [u32; NODES],
    heap: [Entry; TIMERS],
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
            heap: [Entry::EMPTY; TIMERS],
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
