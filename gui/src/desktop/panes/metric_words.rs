//! Which metrics are compared, and what each of them means in a sentence.

use crate::family::coscheduling::metrics::AgileMetrics;

/// The columns shown, by their names in `summary.csv`, with what they mean.
pub(in crate::desktop) const SHOWN: [(&str, &str); 8] = [
    (
        "mean_wait",
        "Seconds from submission to start, mean of all jobs that were not refused",
    ),
    (
        "mean_response",
        "Seconds from submission to completion, mean of all jobs that were not refused",
    ),
    (
        "mean_bounded_slowdown",
        "max(1, response / max(runtime, 10 s)), mean of all jobs",
    ),
    (
        "utilisation",
        "Useful work over what the machine could do in the makespan, 0 to 1",
    ),
    (
        "makespan",
        "Seconds from the first submission to the last completion",
    ),
    ("longest_wait", "Seconds the unluckiest job waited"),
    ("killed", "Jobs killed at their estimate"),
    ("backfilled", "Jobs that passed the head of the queue"),
];

/// Those of classes with slices of time, shown below the others if a run has them.
pub(in crate::desktop) const OF_SLICES: [(&str, &str); 2] = [
    (
        "mean_relative_response",
        "Response over runtime, or over the least runtime counted, mean of all jobs",
    ),
    (
        "preempted",
        "How often jobs were suspended and did not go on at once",
    ),
];

/// Those of node memory, the same.
pub(in crate::desktop) const OF_MEMORY: [(&str, &str); 6] = [
    (
        "overhead",
        "Seconds of loading and being swapped out, sum of all jobs",
    ),
    ("overhead_share", "Overhead over the time jobs ran"),
    (
        "first_load",
        "Seconds of loading until all memory was there for the first time",
    ),
    (
        "reload",
        "Seconds of loading what had been displaced, or was cut short",
    ),
    ("swap_out", "Seconds added to jobs for being swapped out"),
    ("node_overhead", "Overhead times nodes, sum of all jobs"),
];

/// Those of shared servers, the same.
pub(in crate::desktop) const OF_SERVERS: [(&str, &str); 2] = [
    (
        "least_makespan",
        "Seconds that no schedule can beat: longest path, processor time or data over all servers",
    ),
    ("gap", "How far the makespan is above that"),
];

/// Those of the paper on Agile, the same.
pub(in crate::desktop) const OF_QUANTA: [(&str, &str); AgileMetrics::COUNT] = [
    (
        "agile_waiting",
        "Seconds in the ready queue: response less execution, mean of all jobs",
    ),
    (
        "agile_turnaround",
        "Seconds from submission to completion, mean of all jobs",
    ),
    (
        "agile_response",
        "The same: what the paper's equation 2 says",
    ),
    (
        "agile_response_text",
        "Seconds until the first start: what the paper's text says",
    ),
    (
        "agile_reaction",
        "Seconds from submission to the first start, mean of all jobs (equation 3)",
    ),
    (
        "agile_slowdown",
        "Response over execution, mean of all jobs (equation 4 as typeset)",
    ),
    (
        "agile_slowdown_text",
        "The sum of responses over the sum of executions: what the text says",
    ),
    (
        "agile_utilisation",
        "Useful processor time over all there is in the makespan (equation 1)",
    ),
    (
        "agile_utilisation_spinning",
        "The same with the time in which processes wait for others",
    ),
];

/// That of deadlines, the same.
pub(in crate::desktop) const OF_DEADLINES: [(&str, &str); 1] = [(
    "missed",
    "The share of jobs that ended after their deadlines, of those that were not refused",
)];

/// That of moldable jobs, the same.
pub(in crate::desktop) const OF_MOLDS: [(&str, &str); 1] = [(
    "slowdown_at_size",
    "max(1, response / max(runtime at the size asked for, 10 s)), mean of all jobs",
)];

/// Those of the background, the same.
pub(in crate::desktop) const OF_TIERS: [(&str, &str); 3] = [
    ("lost", "Seconds times processors of work that kills undid"),
    ("kills", "How often a job in the background was killed"),
    (
        "in_background",
        "Processor time used in the background for work that was kept, over all there is in the makespan",
    ),
];

/// Those of jobs that may be refused, the same.
pub(in crate::desktop) const OF_REFUSALS: [(&str, &str); 1] = [(
    "refused",
    "Jobs refused on arrival, as they could not meet their hard deadlines or found no window",
)];

/// Those of nodes that go out of service, the same.
pub(in crate::desktop) const OF_OUTAGES: [(&str, &str); 3] = [
    (
        "requeues",
        "How often jobs were sent back to the queue because a node of theirs went out of service",
    ),
    (
        "work_lost",
        "Node seconds in which jobs ran in vain because of that",
    ),
    (
        "goodput",
        "What nodes did for jobs that completed, checkpoints aside, of what they could do until the last end",
    ),
];

/// Those of windows, the same.
pub(in crate::desktop) const OF_WINDOWS: [(&str, &str); 2] = [
    ("cost", "What all windows cost together"),
    (
        "quality",
        "The qualities of all nodes in all windows, added up",
    ),
];
