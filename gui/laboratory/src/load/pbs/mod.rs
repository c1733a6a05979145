//! Texts of PBS and Torque on jobs, in their accounting and in a queue: a file for each thing.

pub(super) mod amount;
pub(super) mod attributes;
pub(super) mod job_id;
mod place;
mod request;
pub(super) mod size;
