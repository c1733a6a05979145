//! Discrete-event simulation of batch scheduling on fixed buffers.
//!
//! One idea carries everything: **every job has work left and a rate**. A
//! policy decides who is where, the machine decides at which rate each job
//! progresses, and one function banks the work done and moves the job's finish
//! timer. Exclusive nodes are rate 1; a waiting, suspended or loading job
//! has rate 0; the
//! threads of a job on a shared server have what the others leave them.
//!
//! ```
//! use cosched_core::policy::Easy;
//! use cosched_core::{Duration, JobSpec, Metrics, Profile, Setup, Simulation, StaticStorage, Time};
//!
//! // Job 1 needs the whole machine and waits for job 0. Job 2 fits beside
//! // job 0 and ends before job 1 can start, so it may pass.
//! let job = |submit, runtime, nodes| {
//!     JobSpec::exact(Time::from_seconds(submit), Duration::from_seconds(runtime), nodes)
//! };
//! let workload = [job(0, 10, 6), job(1, 10, 8), job(2, 5, 2)];
//! let mut storage = StaticStorage::<3, 4, 8, 1>::new();
//! let (mut times, mut free) = ([Time::ZERO; 8], [0; 8]);
//!
//! let setup = Setup::cluster(&workload, 8);
//! let mut simulation = Simulation::new(setup, storage.as_storage())?;
//! let mut easy = Easy::new(Profile::new(&mut times, &mut free), workload.len())?;
//! let mut metrics = Metrics::new();
//! simulation.run(&mut easy, &mut metrics);
//! assert_eq!(simulation.completed(2), Some(Time::from_seconds(7)));
//! assert_eq!(metrics.mean_wait(), 3.0);
//! # Ok::<(), cosched_core::ScenarioError>(())
//! ```
//!
//! The [`guide`] says how it works, how to write a policy, and how to use it live.
//!
//! # Layers
//!
//! Imports go down only. Read from the bottom up.
//!
//! | layer | modules | what it knows |
//! |---|---|---|
//! | policies | [`policy`] | who starts, where, when |
//! | workflows | [`workflow`] | ranks, bounds and shapes of jobs that follow one another |
//! | engine | [`engine`] | clock, timers, the life of a job, what a policy sees, sinks |
//! | windows | [`slots`] | on which nodes, from when on, a job would run best; no engine |
//! | machine | [`machine`] | nodes, their memory, servers, and what is free when |
//! | workload | [`workload`] | what is to be run: jobs, logs, models |
//! | ground | [`units`], [`exact`], [`random`], [`error`] | times, rates, exact numbers |
//!
//! # Features
//!
//! Each family of policies is a feature, with what the engine and the machine do for
//! it: `slicing` (and the memory of nodes), `placement` (servers and workflows),
//! `coscheduling`, `moldable`, `slots`, `cluster`; so are multifactor `priority`, `outages` of
//! nodes, `orders` of the queue, the `models` and `swf`. All are on by default. Without any
//! there are FCFS, EASY and conservative backfilling, in
//! kilobytes: `core/firmware/small.txt` says in how many. What FCFS and EASY need is
//! written so that no code to panic is linked for it. A scenario that needs what
//! is not built is refused; no other comes out differently.
//!
//! # Invariants
//!
//! * Nothing here allocates, blocks, panics on input or asks what time it is.
//! * Everything that can be wrong with a scenario is found by
//!   [`Simulation::new`]; a run cannot fail.
//! * What coincides in exact arithmetic happens at one instant. Time is told in
//!   whole nanoseconds, rounded up, and counted exactly: where a speed-up, a rate
//!   or a transfer of memory leads to fractions of one, [`Exact`] carries them,
//!   however their denominators grow. So what is whole comes out whole. What falls
//!   into one nanosecond without coinciding happens at one instant, too. A rate is
//!   a fraction of numbers of 32 bits, a speed-up one of numbers with six decimals
//!   or small terms; what has more is rounded once, where it enters. Servers that
//!   are shared progress in floating point, by [`machine::contention`].
//! * Floats occur inside models only, through `libm`, and are rounded when they
//!   become an event. The same scenario gives the same digest on every machine.
//! * A policy sees no true runtime and no job that was not submitted, unless it asks for
//!   [`engine::Foresight`].
//! * Order at one instant: ends on nodes by place in the workload, then ends
//!   on servers, server by server, then nodes that go out of service or come back, then
//!   jobs whose predecessors completed, then arrivals by place in the workload, then the
//!   policy, once.
#![no_std]
#![forbid(unsafe_code)]
// The manual speaks of every family; where one is not built there is nothing to link to.
#![cfg_attr(
    not(all(
        feature = "slicing",
        feature = "placement",
        feature = "coscheduling",
        feature = "moldable",
        feature = "slots",
        feature = "cluster",
        feature = "predictions",
        feature = "priority",
        feature = "slurm",
        feature = "outages",
        feature = "caps",
        feature = "orders",
        feature = "models",
        feature = "swf"
    )),
    allow(rustdoc::broken_intra_doc_links)
)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod engine;
pub mod error;
pub mod exact;
mod families;
pub mod guide;
pub mod machine;
#[cfg(feature = "coscheduling")]
pub mod matrix;
pub mod policy;
pub mod random;
#[cfg(feature = "slots")]
pub mod slots;
pub mod units;
#[cfg(feature = "models")]
pub mod users;
#[cfg(feature = "placement")]
pub mod workflow;
pub mod workload;

#[doc(no_inline)]
pub use engine::metrics::Metrics;
#[doc(no_inline)]
pub use engine::storage::{StaticMemory, StaticOutages, StaticServers, StaticStorage, Storage};
pub use engine::{Context, Digest, Event, Setup, Simulation, Sink, View};
pub use error::{CapacityError, PolicyError, ScenarioError, ShareError, SpeedupError, StartError};
pub use exact::Exact;
pub use machine::profile::Profile;
pub use units::ids::{JobId, ServerId};
pub use units::memory::{Memory, TransferRate};
pub use units::rate::Rate;
pub use units::time::{Duration, Time};
pub use workload::JobSpec;

/// So that the code of the package's first page runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// What may get more fields is refused today where somebody names them all.
///
/// ```compile_fail,E0638
/// # let job = cosched_core::JobSpec::exact(cosched_core::Time(0), cosched_core::Duration(1), 1);
/// let cosched_core::JobSpec { submit, runtime, estimate, nodes, memory } = job;
/// ```
///
/// ```compile_fail,E0638
/// # let request = cosched_core::workload::Request::new(cosched_core::Duration(1), 1);
/// let cosched_core::workload::Request { submit, estimate, nodes, memory } = request;
/// ```
///
/// ```compile_fail,E0639
/// # let setup = cosched_core::Setup::cluster(&[], 1);
/// let setup = cosched_core::Setup { nodes: 2, ..setup };
/// ```
#[cfg(doctest)]
mod growing {}
