//! When something is due, whose it is, and what happens then.

pub(super) mod instant;
pub(super) mod owners;
pub(super) mod timers;
