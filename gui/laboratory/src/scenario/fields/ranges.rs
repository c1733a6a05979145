//! Ranges of numbers in scenarios, for fields and for the window's widgets.

use std::ops::RangeInclusive;

/// Longest time in a scenario, in seconds: with it, nanoseconds stay exact.
pub const LONGEST: f64 = 9e9;

/// Nodes of the largest machine: a simulation of it still fits into memory.
pub const MOST_NODES: u32 = 1 << 24;

/// Largest number of jobs kept at once.
pub const MOST_JOBS: u32 = 50_000_000;

/// Largest number of jobs drawn by a model where none is kept: below what the engine can number.
pub const MOST_DRAWN: u32 = 4_000_000_000;

/// Largest number of users who react.
pub const MOST_USERS: u32 = 100_000;

/// Longest break between two sessions, in seconds: a year.
pub(in crate::scenario) const LONGEST_BREAK: f64 = 365.0 * 86_400.0;

/// Largest number of threads in a group.
pub(in crate::scenario) const MOST_THREADS: u32 = 1_000_000;

/// Largest number of servers of a machine.
pub(in crate::scenario) const MOST_SERVERS: u32 = 1 << 16;

/// Largest number of cores of a server.
pub(crate) const MOST_CORES: u32 = 1 << 20;

/// Highest bandwidth, in GB/s.
pub(in crate::scenario) const MOST_BANDWIDTH: f64 = 1e6;

/// Least share of time that a thread is busy.
pub const LEAST_UTILISATION: f64 = 1e-3;

/// Loads that interarrival times can be scaled to.
pub const LOADS: RangeInclusive<f64> = 0.001..=1000.0;

// Ranges of fields, also used by the window's widgets.

/// Instants, in seconds.
pub(crate) const TIMES: RangeInclusive<f64> = 0.0..=LONGEST;

/// Spans of time, in seconds.
pub(crate) const SPANS: RangeInclusive<f64> = 1e-9..=LONGEST;

/// Jobs that a model may draw where they are kept.
pub(crate) const JOBS: RangeInclusive<f64> = 1.0..=MOST_JOBS as f64;

/// Whole numbers from 1 on.
pub(crate) const COUNTS: RangeInclusive<f64> = 1.0..=u32::MAX as f64;

/// Memory of a node or on a node, in MiB, and MiB a second.
pub(crate) const MEMORIES: RangeInclusive<f64> = 0.0..=MOST_MEMORY;

/// Memory of a node of a shared cluster, in MiB.
pub(crate) const NODE_MEMORIES: RangeInclusive<f64> = 0.0..=u32::MAX as f64;

/// Factors between estimates and runtimes.
pub(crate) const ESTIMATE_FACTORS: RangeInclusive<f64> = 1.0..=1e6;

/// Threads of a task.
pub(crate) const THREADS: RangeInclusive<f64> = 1.0..=MOST_THREADS as f64;

/// Bandwidths of a server, in GB/s.
pub(crate) const SERVER_BANDWIDTHS: RangeInclusive<f64> = 1e-3..=MOST_BANDWIDTH;

/// Bandwidths that a thread may request, in GB/s.
pub(crate) const BANDWIDTHS: RangeInclusive<f64> = 0.0..=MOST_BANDWIDTH;

/// Shares of time that a thread is busy.
pub(crate) const UTILISATIONS: RangeInclusive<f64> = LEAST_UTILISATION..=1.0;

/// Deviations of utilisations, as a share of them.
pub(crate) const DEVIATIONS: RangeInclusive<f64> = 0.0..=0.999;

/// Shares, from 0 to 1.
pub(crate) const PARTS: RangeInclusive<f64> = 0.0..=1.0;

/// Latencies as multiples of another.
pub(crate) const LATENCIES: RangeInclusive<f64> = 1.0..=1e3;

/// Largest memory of a node, in MiB.
pub(super) const MOST_MEMORY: f64 = 4.0 * 1024.0 * 1024.0 - 1.0;

/// Whole numbers from 0 on.
pub(crate) const WHOLE: RangeInclusive<f64> = 0.0..=u32::MAX as f64;

/// Indices of servers.
pub(crate) const SERVER_PLACES: RangeInclusive<f64> = 0.0..=(MOST_SERVERS - 1) as f64;
