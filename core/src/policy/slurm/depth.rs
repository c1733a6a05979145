//! How many jobs passes consider.

use crate::units::time::Duration;

/// Depth of the passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassDepth {
    /// Number of jobs that an ordinary main pass considers (`default_queue_depth`), plus
    /// one.
    pub main: usize,
    /// Number of jobs that a backfill pass tests (`bf_max_job_test`); 0 without backfilling
    /// (`sched/builtin`). It also ends with a planned job when plans have cut time into as
    /// many spans.
    pub backfill: usize,
    /// Number of jobs with whose start a backfill pass ends (`bf_max_job_start`).
    pub starts: usize,
    /// Maximum number of jobs that a backfill pass plans; the others may only start at once
    /// (`bf_job_part_count_reserve`, with one partition).
    pub plans: usize,
    /// Waiting time from which on a job gets a plan, and blocks those behind it in a main
    /// pass (`bf_min_age_reserve`).
    pub least_age: Duration,
}
