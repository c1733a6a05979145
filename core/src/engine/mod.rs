//! The discrete-event engine: the clock, the queue, the machine, and the loop over instants.

mod attempts;
#[cfg(feature = "alloc")]
mod boxed;
mod context;
mod detail;
mod event;
mod exact;
mod foresight;
mod fork;
mod hosting;
mod instant;
mod jobs;
mod life;
mod links;
mod loading;
mod molding;
mod outages;
mod own_places;
mod owners;
mod policy;
mod preemption;
mod release;
mod service;
mod serving;
mod setup;
mod simulation;
mod sink;
mod sizes;
mod source;
mod specs;
mod state;
pub mod storage;
mod stream;
mod telling;
mod timers;
mod verbs;
mod view;
mod walk;

pub use attempts::{Attempt, KeptPart};
#[cfg(feature = "alloc")]
pub use boxed::BoxedStorage;
pub use context::Context;
pub use detail::{Detail, Used};
pub use event::{
    Event, HoldReason, Interruption, KillReason, Load, Mold, Placement, StartReason, SwapOut,
};
pub use foresight::Foresight;
pub use fork::{Fork, alone};
pub use jobs::{Job, JobParts, Phase};
pub use policy::Policy;
pub use setup::{Knowledge, Setup};
pub use simulation::Simulation;
pub use sink::{Digest, Each, FlightRecorder, Sink, each};
pub use sizes::Sizes;
pub use source::{Jobs, Source};
pub use specs::Slot;
pub use state::Fate;
pub use storage::{StaticMemory, StaticOutages, StaticServers, StaticStorage, Storage};
pub use stream::{Stream, StreamError};
pub use timers::{Entry, Timers};
pub use verbs::{Engine, Ticket};
pub use view::{Ended, View};
pub use walk::{Waiting, Walk};
