//! Windows of slots under a budget.

pub(crate) mod buffers;
pub mod market;
pub mod record;
pub mod search;
