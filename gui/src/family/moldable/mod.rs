//! Moldable jobs, on two tiers and with deadlines: KCEASY, ADaSA.

pub mod admission;
pub(crate) mod buffers;
pub mod metrics;
pub mod molds;
pub mod record;
