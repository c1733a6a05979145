//! Workloads: logs, accounting, tables, workflows, files of other programs, and models.

mod accounting;
mod bad_workflow_files;
mod interchange;
mod logs;
mod models;
#[path = "../support/packed.rs"]
mod packed;
mod parquet;
#[path = "../support/program.rs"]
mod program;
mod reacting;
mod recorded;
#[path = "../support/refused.rs"]
mod refused;
mod workflow_files;
