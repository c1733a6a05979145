//! Parts of which several policies are made: the order of the queue, running jobs over time, limits,
//! predictions, nodes that are not there.

#[cfg(feature = "caps")]
pub(in crate::policy) mod capped;
pub(in crate::policy) mod last_pass;
pub(in crate::policy) mod limits;
pub(in crate::policy) mod order;
pub(in crate::policy) mod prediction;
pub(in crate::policy) mod running;
pub(in crate::policy) mod unavailable;
