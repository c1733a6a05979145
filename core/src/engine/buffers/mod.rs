//! Buffers of a simulation: their sizes, and borrowed, static and boxed forms.

pub(super) mod sizes;
mod statics;
pub mod storage;
