//! Drivers: a simulation, a stream of jobs, and the engine driven by real events.

mod branching;
pub(super) mod engine;
mod external;
pub(super) mod simulation;
pub(super) mod source;
pub(super) mod stream;
