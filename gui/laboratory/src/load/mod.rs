//! From a file to an experiment: scenarios and logs, read and checked.

pub mod account;
pub mod batsim;
pub mod cases;
pub mod examples;
pub mod formats;
pub mod gpu_cluster;
pub mod health;
mod log;
mod open;
mod pbs;
mod prepare;
pub mod queue;
pub mod scenario_log;
pub mod slurm;
pub mod streamed;
pub mod workflow_file;

pub use crate::base::problem::reason;
pub use formats::{open, open_all, open_any, open_on};
pub use log::read_records;
pub use open::Opened;
pub use open::log_scenario;
use prepare::{Draft, DraftJob, draw, shared, transfer_of};
pub use prepare::{
    Drafts, check_policies, check_policy, model, offered_load, offered_load_of, prepare,
    prepare_among, prepare_at, recorded, scale_to_load,
};
pub(crate) use prepare::{outages_of, resolve};
