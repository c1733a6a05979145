//! Who makes time pass: a simulation, jobs that come one by one, or what really happens.

mod branching;
mod entering;
pub(super) mod simulation;
pub(super) mod source;
pub(super) mod stream;
pub(super) mod verbs;
