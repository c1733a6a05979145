//! The laboratory on top of `cosched-core`: what a person sees, and the files it reads and writes.
//!
//! Imports go down only: window and command line, over scenario, logs,
//! records, export and runs, over the core.

pub mod base;
pub mod cli;
#[cfg(feature = "window")]
pub mod desktop;
#[cfg(feature = "window")]
pub mod draw;
pub mod export;
pub mod family;
#[cfg(unix)]
mod live;
pub mod load;
pub mod metrics;
pub mod record;
pub mod run;
pub mod scenario;
pub mod select;
pub mod study;
pub mod sweep;

pub use cli::Laboratory;
pub use cosched_core as core;
pub use scenario::policy::own::{Description, Making, Parameter};
