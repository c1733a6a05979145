//! The laboratory on top of `cosched-core`, without a window and without a command line: scenarios,
//! logs, runs and their metrics, tables written.
//!
//! Imports go down only: runs and export, over logs, metrics, families, records and scenarios, over
//! the core.

pub mod base;
pub mod export;
pub mod family;
pub mod load;
pub mod metrics;
pub mod record;
pub mod run;
pub mod scenario;
