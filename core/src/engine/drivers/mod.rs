//! Drivers: a simulation, a stream of jobs, and the engine driven by real events.

mod branching;
mod entering;
pub(super) mod simulation;
pub(super) mod source;
pub(super) mod stream;
pub(super) mod verbs;
