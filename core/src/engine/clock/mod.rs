//! Timers, their owners, and processing of an instant.

pub(super) mod instant;
pub(super) mod owners;
#[cfg(test)]
mod tests;
pub(super) mod timers;
