//! Observation of a run: events, details, views, metrics and sinks.

pub(super) mod detail;
pub(super) mod event;
pub(super) mod explanation;
pub mod metrics;
pub(super) mod sink;
pub(super) mod view;
