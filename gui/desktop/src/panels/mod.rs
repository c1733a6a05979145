//! The panels at the edges: the experiment, the selected job, and the status.

mod branch_list;
pub(super) mod experiment;
pub(super) mod facts;
pub(super) mod form;
mod generate;
pub(super) mod inspector;
pub(super) mod models;
pub(super) mod orders;
pub(super) mod policies;
mod replay;
pub(super) mod run_list;
pub(super) mod sides;
mod sources;
pub(super) mod status;
pub(super) mod story;
pub(super) mod workload;
pub(super) mod written_jobs;
