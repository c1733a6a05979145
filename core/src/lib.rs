//! Discrete-event simulation of batch scheduling on fixed buffers.
//!
//! One idea carries everything: **every job has work left and a rate**. A policy assigns
//! jobs to nodes, the machine determines the rate of each job, and one function updates the
//! work done and moves the job's finish timer. Exclusive nodes are rate 1; a waiting,
//! suspended or loading job has rate 0; the threads of a job on a shared server have the
//! rate that the others leave them.
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
//! The [`guide`] explains how it works, how to write a policy, and how to use it live.
//!
//! # Layers
//!
//! Imports go down only. Read from the bottom up.
//!
//! | layer | modules | contents |
//! |---|---|---|
//! | policies | [`policy`] | decisions which jobs start, where and when |
//! | workflows | [`workflow`] | ranks, bounds and shapes of jobs with predecessors |
//! | engine | [`engine`] | clock, timers, life cycle of jobs, interface of policies, sinks |
//! | windows | [`slots`] | the best nodes and start for a job; no engine |
//! | machine | [`machine`] | nodes, their memory, servers, and availability over time |
//! | workload | [`workload`] | jobs to be run: data, logs, models |
//! | ground | [`units`], [`exact`], [`random`], [`error`] | times, rates, exact numbers |
//!
//! # Features
//!
//! Each family of policies is a feature, with its support in the engine and the machine:
//! `slicing` (and the memory of nodes), `placement` (servers and workflows),
//! `coscheduling`, `moldable`, `slots`, `cluster`; so are multifactor `priority`, `outages`
//! of nodes, `orders` of the queue, an index of `long-queues`, the `models` and `swf`. All
//! are on by default. Without any there are FCFS, EASY and conservative backfilling, in the
//! kilobytes that `core/firmware/small.txt` lists. The code of FCFS and EASY is written so
//! that no code to panic is linked for it. A scenario that needs a missing feature is
//! refused; no result depends on the features.
//!
//! # Invariants
//!
//! * Nothing here allocates, blocks, panics on input or reads a clock.
//! * All errors in a scenario are found by
//!   [`Simulation::new`]; a run cannot fail.
//! * Events that coincide in exact arithmetic happen at one instant. Time is reported in
//!   whole nanoseconds, rounded up, and counted exactly: where a speed-up, a rate
//!   or a transfer of memory leads to fractions of one, [`Exact`] carries them,
//!   however their denominators grow. So whole results come out whole. Events within
//!   one nanosecond that do not coincide also happen at one instant. A rate is
//!   a fraction of numbers of 32 bits, a speed-up one of numbers with six decimals
//!   or small terms; longer numbers are rounded once, at input. Shared servers
//!   progress in floating point, by [`machine::contention`].
//! * Floats occur inside models only, through `libm`, and are rounded when they
//!   become an event. The same scenario gives the same digest on every machine.
//! * A policy sees no true runtime and no job that was not submitted, unless it asks for
//!   [`engine::Foresight`].
//! * Order at one instant: ends on nodes in the order of the workload, then ends
//!   on servers, server by server, then nodes that go out of service or come back, then
//!   jobs whose predecessors completed, then arrivals in the order of the workload, then the
//!   policy, once.
#![no_std]
#![forbid(unsafe_code)]
// The manual links to every family; where one is not built the links have no target.
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
        feature = "long-queues",
        feature = "models",
        feature = "swf"
    )),
    allow(rustdoc::broken_intra_doc_links)
)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod buffers;
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

/// Runs the code of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// Structs that may get more fields cannot be matched or built by naming all fields.
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
