//! The laboratory on top of `cosched-core`: window and command line, files read and written.
//!
//! Imports go down only: the command line, over the window, over charts, over experiments of papers,
//! over the laboratory, over the core.

pub mod cli;

pub use charts;
pub use cli::Laboratory;
pub use cosched_core as core;
#[cfg(feature = "window")]
pub use desktop;
pub use laboratory::scenario::policy::own::{Description, Making, Parameter};
pub use laboratory::{base, export, family, load, metrics, record, run, scenario};
pub use papers;
