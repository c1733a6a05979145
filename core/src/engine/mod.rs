//! The discrete-event engine: the clock, the queue, the machine, and the loop over instants.

mod buffers;
mod clock;
mod context;
mod drivers;
mod hosting;
mod jobs;
mod life;
mod policy;
mod run_id;
mod setup;
mod state;
mod told;

#[cfg(feature = "alloc")]
pub use buffers::boxed::BoxedStorage;
pub use buffers::sizes::Sizes;
pub use buffers::storage;
pub use context::Context;
pub use context::foresight::Foresight;
pub use context::fork::{Fork, alone};
pub use context::walk::{Waiting, Walk};
pub use drivers::simulation::Simulation;
pub use drivers::source::Source;
pub use drivers::stream::{Stream, StreamError};
pub use drivers::verbs::{Engine, Ticket};
pub use jobs::Phase;
pub use jobs::attempts::KeptPart;
pub use jobs::specs::Slot;
#[cfg(any(feature = "cluster", feature = "outages"))]
pub(crate) use life::outlook::Outlook;
#[cfg(feature = "cluster")]
pub(crate) use life::outlook::Usable;
pub use policy::Policy;
pub use setup::{Knowledge, Setup};
pub use state::Fate;
pub use told::detail::{Detail, Used};
pub use told::event::{
    Event, HoldReason, Interruption, KillReason, Load, Mold, Placement, StartReason, SwapOut,
};
pub use told::explanation::{Explanation, MOST_QUANTITIES, Piece, Quantity};
pub use told::metrics;
pub use told::sink::{Digest, Each, FlightRecorder, Sink, each};
pub use told::view::{Ended, View};
