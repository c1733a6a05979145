//! Gang scheduling, flexible coscheduling and Agile.

pub(crate) mod buffers;
pub mod metrics;
pub mod processes;
pub mod record;
