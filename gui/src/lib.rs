//! The laboratory on top of `cosched-core`: what a person sees, and the files it reads and writes.
//!
//! Imports go down only: window and command line, over scenario, logs,
//! records, export and runs, over the core.

pub mod agile_metrics;
pub mod check;
mod choice;
pub mod classes;
pub mod cli;
pub mod deadlines;
pub mod examples;
pub mod explain;
pub mod export;
pub mod hosting;
#[cfg(unix)]
mod live;
pub mod load;
mod long_time;
pub mod market;
pub mod memory_record;
pub mod mold;
pub mod mold_record;
pub mod molds;
pub mod outages;
pub mod owned;
pub mod owned_admission;
mod owned_coscheduling;
mod owned_molding;
mod owned_windows;
pub mod placement_record;
pub mod problem;
pub mod processes;
pub mod progress;
pub mod quantum_record;
pub mod record;
pub mod reproduce;
pub mod run;
#[cfg(test)]
mod sample_run;
pub mod scenario;
mod segments;
mod shown;
pub mod slots;
mod standstill;
mod stream;
pub mod summary;
mod text_file;
mod time_bound;
pub mod window_record;
pub mod workflow_file;

#[cfg(feature = "window")]
pub mod app;
#[cfg(feature = "window")]
pub mod raster;
#[cfg(feature = "window")]
pub mod view;
