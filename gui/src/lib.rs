//! The laboratory on top of `cosched-core`: window and command line, files read and written.
//!
//! Imports go down only: window and command line, over scenario, logs, records, export and runs,
//! over the core.

pub mod base;
pub mod cli;
#[cfg(feature = "window")]
pub mod desktop;
#[cfg(feature = "window")]
pub mod draw;
pub mod export;
pub mod family;
pub mod load;
pub mod metrics;
pub mod record;
#[cfg(feature = "window")]
pub mod report;
pub mod run;
pub mod scenario;
pub mod study;

pub use cli::Laboratory;
pub use cosched_core as core;
pub use scenario::policy::own::{Description, Making, Parameter};
