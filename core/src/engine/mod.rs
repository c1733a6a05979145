//! The discrete-event engine: the clock, the queue, the machine, and the loop over instants.

mod context;
mod event;
mod exact;
mod fork;
mod hosting;
mod jobs;
mod links;
mod loading;
mod molding;
mod policy;
mod preemption;
mod release;
mod serving;
mod setup;
mod simulation;
mod sink;
mod state;
pub mod storage;
mod timers;
mod view;

pub use context::Context;
pub use event::{Event, HoldReason, KillReason, Load, Mold, Placement, StartReason, SwapOut};
pub use fork::{Fork, alone};
pub use jobs::{Job, JobParts, Phase};
pub use policy::Policy;
pub use setup::{Knowledge, Setup};
pub use simulation::Simulation;
pub use sink::{Digest, FlightRecorder, Sink, Used};
pub use state::Fate;
pub use storage::{StaticMemory, StaticServers, StaticStorage, Storage};
pub use timers::{Entry, Timers};
pub use view::{Ended, View};
