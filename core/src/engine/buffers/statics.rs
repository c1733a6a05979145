//! Parts of the buffers of a simulation with sizes fixed at compile time, for firmware.

use super::sizes::{timers_for, words_for};
use super::storage::{Attempt, Job, JobFractions, Storage, TimerEntry};
use crate::machine::contention::Threads;
use crate::machine::{Bill, Interval, NodeState, Resident, Server};

/// Declares owned buffers for some of those of [`Storage`], all zero bytes when new, so that
/// a `static` of it takes no flash. The conditions are checked when a program is compiled.
macro_rules! statics {
    ($(
        $(#[$doc:meta])*
        pub struct $Static:ident<$($P:ident),*> {
            $($row:ident: [$Entry:ty; $LEN:ident] = $empty:expr,)*
        }
        $(where $condition:expr, $message:literal;)*
    )*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $Static<$(const $P: usize),*> {
            $($row: [$Entry; $LEN],)*
        }

        impl<$(const $P: usize),*> $Static<$($P),*> {
            /// Empty buffers.
            pub const fn new() -> Self {
                const { $(assert!($condition, $message);)* }
                Self {
                    $($row: [$empty; $LEN],)*
                }
            }

            /// Borrows the buffers, with the `others` besides.
            pub(super) fn beside<'b>(&'b mut self, others: Storage<'b>) -> Storage<'b> {
                Storage {
                    $($row: &mut self.$row,)*
                    ..others
                }
            }
        }

        impl<$(const $P: usize),*> Default for $Static<$($P),*> {
            fn default() -> Self {
                Self::new()
            }
        }
    )*};
}

statics! {
    /// Owned buffers with sizes fixed at compile time, for firmware.
    ///
    /// All zero bytes when new, so a `static` of it takes no flash. `TIMERS` is at least
    /// [`timers_for`]`(JOBS, servers)` and `WORDS` at least [`words_for`]`(NODES)`: stable
    /// Rust cannot compute them from the others, but checks them when the program is
    /// compiled.
    pub struct StaticStorage<JOBS, TIMERS, NODES, WORDS> {
        jobs: [Job; JOBS] = Job::EMPTY,
        free_words: [u64; WORDS] = 0,
        intervals: [Interval; NODES] = Interval::EMPTY,
        heap: [TimerEntry; TIMERS] = TimerEntry::EMPTY,
        heap_positions: [u32; TIMERS] = 0,
    }
    where TIMERS >= timers_for(JOBS, 0), "TIMERS: one per job, plus the policy's";
    where WORDS >= words_for(NODES), "WORDS: one bit per node";

    /// Owned buffers for node memory, for firmware: `SLOTS` is at least
    /// [`residents_for`](crate::machine::residents_for)`(nodes, residents)`.
    pub struct StaticMemory<SLOTS, JOBS> {
        // Jobs that share a node hold it together, each in its own intervals.
        intervals: [Interval; SLOTS] = Interval::EMPTY,
        residents: [Resident; SLOTS] = Resident::EMPTY,
        bills: [Bill; JOBS] = Bill::EMPTY,
        parts: [JobFractions; JOBS] = JobFractions::NONE,
    }

    /// Owned buffers for shared servers, for firmware: `THREADS` is at least
    /// [`threads_for`](super::storage::threads_for)`(jobs, groups)`.
    pub struct StaticServers<SERVERS, THREADS> {
        servers: [Server; SERVERS] = Server::EMPTY,
        threads: [Threads; THREADS] = Threads::EMPTY,
        scratch: [Threads; THREADS] = Threads::EMPTY,
    }

    /// Owned buffers for nodes that may go out of service, for firmware: `TIMERS` is at least
    /// [`timers_for`]`(JOBS, servers) + 1`, and one more per node where nodes fail by chance.
    pub struct StaticOutages<JOBS, TIMERS, NODES> {
        node_states: [NodeState; NODES] = NodeState::UP,
        attempts: [Attempt; JOBS] = Attempt::FIRST,
        changes_by_chance: [u32; NODES] = 0,
        heap: [TimerEntry; TIMERS] = TimerEntry::EMPTY,
        heap_positions: [u32; TIMERS] = 0,
    }
    where TIMERS > timers_for(JOBS, 0),
        "TIMERS: one per job, the policy's, and one for what befalls nodes";
}

impl<const JOBS: usize, const TIMERS: usize, const NODES: usize, const WORDS: usize>
    StaticStorage<JOBS, TIMERS, NODES, WORDS>
{
    /// Borrows the buffers for the engine.
    pub fn as_storage(&mut self) -> Storage<'_> {
        self.beside(Storage::default())
    }
}
