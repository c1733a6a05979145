//! When something is due, whose it is, and what happens then.

pub(super) mod instant;
pub(super) mod owners;
#[cfg(test)]
mod tests;
pub(super) mod timers;
