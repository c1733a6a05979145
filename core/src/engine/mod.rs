//! The discrete-event engine: the clock, the queue, the machine, and the loop over instants.

mod buffers;
mod clock;
mod context;
mod drivers;
mod jobs;
mod lifecycle;
mod observe;
mod policy;
mod run_id;
mod servers;
mod setup;
mod state;

#[cfg(feature = "alloc")]
pub use buffers::storage::BoxedStorage;
pub use buffers::storage::{self, Sizes};
pub use context::Context;
pub use context::foresight::Foresight;
pub use context::fork::{Fork, alone};
pub use context::walk::{WaitingJob, Walk};
pub use drivers::engine::{Engine, Ticket};
pub use drivers::simulation::Simulation;
pub use drivers::source::Source;
pub use drivers::stream::{Stream, StreamError};
pub use jobs::Phase;
pub use jobs::attempts::KeptShare;
pub(crate) use jobs::queue::CandidateLimits;
pub use jobs::specs::Slot;
#[cfg(feature = "cluster")]
pub(crate) use lifecycle::outlook::NodeFilter;
#[cfg(any(feature = "cluster", feature = "outages"))]
pub(crate) use lifecycle::outlook::Outlook;
pub use observe::detail::{Detail, QuantumUse};
pub use observe::event::{
    Event, Interruption, KillReason, Load, Mold, Placement, StartReason, SwapOut, WaitReason,
};
pub use observe::explanation::{Explanation, MAX_QUANTITIES, Piece, Quantity};
pub use observe::metrics;
pub use observe::sink::{Digest, Each, FlightRecorder, Sink, each};
pub use observe::view::{EndedJob, View};
pub use policy::Policy;
pub use setup::{Knowledge, Setup};
pub use state::Fate;
