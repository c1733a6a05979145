//! What a simulation needs room for, and who owns it.

#[cfg(feature = "alloc")]
pub(super) mod boxed;
pub(super) mod sizes;
pub mod storage;
