//! What happens to jobs, and who hears of it.

pub(super) mod detail;
pub(super) mod event;
pub(super) mod explanation;
pub mod metrics;
pub(super) mod sink;
pub(super) mod view;
