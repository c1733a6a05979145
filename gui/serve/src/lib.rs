//! The queue's oracle at an address: when waiting jobs will start, why not yet, and how often such
//! answers held.

pub mod address;
pub mod configuration;
pub mod effort;
mod learning;
pub mod log;
pub mod oracle;
mod programs;
pub mod record;
pub mod service;
pub mod situation;
pub mod slurm;
mod state;
mod web;
mod when;

pub use web::{Limits, Token, WindowPage};
pub use when::when;
