//! Buffers of a simulation: their sizes, and borrowed, static and boxed forms.

#[cfg(feature = "alloc")]
pub(super) mod boxed;
pub(super) mod sizes;
pub mod storage;
