//! Buffers of a simulation.
//!
//! The engine sees only [`Storage`], a bundle of slices; the caller owns the memory: a
//! static in firmware, boxes on a desktop.

pub use super::sizes::{POLICY_TIMERS, links_for, threads_for, timers_for, words_for};
pub use super::statics::{StaticMemory, StaticOutages, StaticServers, StaticStorage};
use crate::buffers::buffers;
pub use crate::engine::clock::timers::TimerEntry;
pub use crate::engine::jobs::attempts::Attempt;
pub use crate::engine::jobs::queue::{QueueBucket, queue_buckets_for};
use crate::engine::jobs::specs::Slot;
pub use crate::engine::jobs::{Job, JobFractions};
use crate::engine::setup::Setup;
use crate::exact::{Exact, Fraction};
use crate::families;
#[cfg(feature = "alloc")]
use crate::machine::cluster::BoxedCluster;
use crate::machine::cluster::{ClusterBuffers, ClusterSizes};
use crate::machine::contention::{Cycle, Threads};
use crate::machine::{Bill, Interval, NodeState, Resident, Server, residents_for};
use crate::units::time::Duration;

buffers! {
    /// Borrowed buffers for one simulation; those that a setup does not need are empty, the
    /// default.
    ///
    /// After a [check](Self::check) a run cannot run out of space: the worst case of each
    /// buffer is known beforehand. On the heap:
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use cosched_core::engine::BoxedStorage;
    /// use cosched_core::policy::Fcfs;
    /// use cosched_core::{Duration, JobSpec, Setup, Simulation, Time};
    /// let workload = [JobSpec::exact(Time::ZERO, Duration::from_seconds(5), 3)];
    /// let setup = Setup::cluster(&workload, 4);
    /// let mut storage = BoxedStorage::new(&setup);
    /// let mut simulation = Simulation::new(setup, storage.as_storage())?;
    /// simulation.run(&mut Fcfs::new(), &mut ());
    /// assert_eq!(simulation.completed(0), Some(Time::from_seconds(5)));
    /// # }
    /// # Ok::<(), cosched_core::ScenarioError>(())
    /// ```
    pub struct Storage, Sizes, BoxedStorage::as_storage, "" {
        /// Jobs assigned to nodes with memory; empty without. See
        /// [`crate::machine::residents_for`].
        residents: [Resident; only(has_memory, residents_for(nodes, layers))] = Resident::EMPTY,
        /// Time each job owes for its memory; empty without node memory.
        bills: [Bill; only(has_memory, jobs)] = Bill::EMPTY,
        /// Threads of jobs on servers; empty without servers. See [`threads_for`].
        threads: [Threads; threads] = Threads::EMPTY,
        /// Scratch space for the threads of one server, as large as `threads`.
        scratch: [Threads; threads] = Threads::EMPTY,
        /// Cycles of each single thread, for the stochastic engine; otherwise empty.
        cycles: [Cycle; only(servers > 0, setup.cycles())] = Cycle::EMPTY,
        /// Processor time each process has had; empty unless processes are simulated.
        progress: [Duration; processes] = Duration::ZERO,
        /// The work of each moldable job at the size it has; empty unless jobs are
        /// molded.
        molded: [Exact; setup.molds().len()] = Exact::ZERO,
        /// State of each job, by [`crate::JobId`].
        jobs: [Job; jobs] = Job::EMPTY,
        /// Specifications of the jobs in the system; empty where the workload is kept whole.
        /// See [`Setup::slots`].
        slots: [Slot; setup.slots as usize] = Slot::EMPTY,
        /// An index of the queue; empty for few jobs. See [`queue_buckets_for`].
        queue_buckets: [QueueBucket; queue_buckets_for(jobs)] = QueueBucket::EMPTY,
        /// Fractions of a nanosecond in the times of each job; empty where all times are
        /// whole. See [`Setup::has_parts`].
        parts: [JobFractions; only(setup.has_parts(), jobs)] = JobFractions::NONE,
        /// Fractions of a nanosecond in `progress`; empty where all are whole. See
        /// [`Setup::has_progress_parts`].
        progress_parts: [Fraction; only(setup.has_progress_parts(), processes)] = Fraction::NONE,
        /// One bit per free node, 64 to a word.
        free_words: [u64; words_for(nodes)] = 0,
        /// Pool of node intervals held by jobs: one per node, and as many again for
        /// each further job that may hold the same node while suspended.
        intervals: [Interval; intervals] = Interval::EMPTY,
        /// The event queue's heap; one per timer. See [`timers_for`].
        heap: [TimerEntry; timers] = TimerEntry::EMPTY,
        /// Position of each timer in the heap; one per timer.
        heap_positions: [u32; timers] = 0,
        /// Successors of each job; empty without precedence. See [`links_for`].
        links: [u32; links_for(jobs, setup.precedence.len())] = 0,
        /// Shared servers, by [`crate::ServerId`]; may be empty.
        servers: [Server; servers] = Server::EMPTY,
        /// State of each node; empty where all are always in service. See
        /// [`Setup::outages`].
        node_states: [NodeState; only(has_outages, nodes)] = NodeState::UP,
        /// Earlier starts of each job; empty as `node_states`.
        attempts: [Attempt; only(has_outages, jobs)] = Attempt::FIRST,
        /// Number of chance failures and repairs of each node; empty unless nodes fail by
        /// chance, which takes as many more timers.
        changes_by_chance: [u32; chances] = 0,
    }
    with {
        /// Buffers for kinds of nodes and partitions; empty without. See [`Setup::cluster`].
        cluster: ClusterBuffers, ClusterSizes, BoxedCluster = cluster,
    }
    /// Computes the sizes that `setup` needs.
    ///
    /// ```
    /// use cosched_core::{Setup, engine::Sizes};
    /// let sizes = Sizes::of(&Setup::open(64, 256));
    /// assert_eq!((sizes.jobs, sizes.slots, sizes.intervals), (64, 64, 256));
    /// assert!(sizes.bytes() < 12_000);
    /// ```
    sizes of(setup: &Setup<'_>) {
        let (jobs, nodes) = (setup.jobs(), setup.nodes as usize);
        let servers = setup.server_setup.servers().len();
        let layers = setup.max_jobs_per_node();
        let processes = setup.processes().map_or(0, |processes| processes.len());
        let has_memory = setup.memory().is_some();
        let groups = setup.server_setup.threads.groups().len();
        let threads = only(servers > 0, threads_for(jobs, groups));
        let has_outages = families::OUTAGES && setup.outages.are_possible();
        let chances = only(has_outages && setup.outages.faults.is_some(), nodes);
        let timers = timers_for(jobs, servers) + only(has_outages, 1 + chances);
        let cluster = match &setup.simulated_cluster() {
            Some(cluster) => ClusterSizes::of(cluster),
            None => ClusterSizes::NONE,
        };
        let intervals = match cluster.pieces {
            0 => nodes.saturating_mul(layers),
            pieces => pieces,
        };
    }
}

/// `count` entries if they are needed, else none.
fn only(needed: bool, count: usize) -> usize {
    if needed { count } else { 0 }
}

impl<'a> Storage<'a> {
    /// Adds buffers for node memory.
    #[must_use]
    pub fn with_memory<'b, const SLOTS: usize, const JOBS: usize>(
        self,
        memory: &'b mut StaticMemory<SLOTS, JOBS>,
    ) -> Storage<'b>
    where
        'a: 'b,
    {
        memory.beside(self)
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
        outages.beside(self)
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
        servers.beside(self)
    }
}
