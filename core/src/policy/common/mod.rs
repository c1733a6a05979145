//! Parts of which several policies are made: the order of the queue, running jobs over time, limits,
//! predictions, nodes that are not there.

pub mod last_pass;
pub(in crate::policy) mod limits;
pub mod order;
pub mod prediction;
pub mod running;
pub(in crate::policy) mod unavailable;
