//! Index of all parameters of scenarios, under headings: common ones, and those of the policies of
//! each family.

use super::*;
use crate::scenario::policy::published;

/// Heading with its fields.
pub(crate) type Section = (&'static str, &'static [&'static Field]);

/// Parameters that are not of a family, under the headings of the page.
const COMMON: [Section; 16] = [
    (
        "Machine: nodes",
        &[
            &NODES,
            &MEMORY,
            &TRANSFER,
            &KIND_COUNT,
            &PERFORMANCE,
            &PRICE,
            &QUALITY,
        ],
    ),
    (
        "Machine: nodes that jobs share",
        &[
            &CORES_OF_NODE,
            &MEMORY_OF_NODE,
            &GPUS_OF_NODE,
            &PARTITION_TIME,
            &PARTITION_WIDTH,
            &TIER,
            &DEFAULT_PARTITION,
            &PARTITION_UP,
            &WHOLE_NODES,
            &RESERVED_FROM,
            &RESERVED_UNTIL,
            &MOST_RUNNING,
            &MOST_NODES_HELD,
            &MOST_CORES_HELD,
            &MOST_SUBMITTED,
        ],
    ),
    (
        "Machine: servers",
        &[
            &SERVERS,
            &CORES,
            &BANDWIDTH,
            &DIVIDED_BY.field,
            &UNUSED.field,
            &BINDING,
            &LATENCY,
            &REMOTE.field,
            &ENGINE.field,
            &CYCLE,
        ],
    ),
    (
        "Machine: servers of several kinds",
        &[&SERVERS_OF_KIND, &CORES_OF_KIND, &BANDWIDTH_OF_KIND],
    ),
    (
        "Machine: nodes out of service",
        &[
            &MAINTENANCE_FROM,
            &MAINTENANCE_UNTIL,
            &NODES_IN_MAINTENANCE,
            &EVENT_AT,
            &EVENT_WHAT,
            &NODES_OF_EVENT,
            &FIRST_NODE,
            &LIFETIME,
            &MEAN,
            &SHAPE,
            &SCALE_OF_LIFETIME,
            &INTERRUPTED,
            &MOST_REQUEUES,
            &CHECKPOINT_INTERVAL,
            &CHECKPOINT_COST,
        ],
    ),
    (
        "Machine: power",
        &[
            &IDLE_POWER,
            &BUSY_POWER,
            &IDLE_POWER_OF_KIND,
            &BUSY_POWER_OF_KIND,
            &ENERGY_EVERY,
            &ENERGY_COST,
            &ENERGY_CARBON,
            &POWER_CAP,
        ],
    ),
    (
        "Workload: models",
        &[
            &JOBS,
            &LOAD,
            &SEED,
            &JOB_CLASSES.field,
            &BIT_EXACT,
            &JOB_SIZES.field,
            &ESTIMATES.field,
            &ESTIMATE_FACTOR,
            &JOB_MEMORY.field,
            &USERS,
            &THINK,
            &BREAK,
        ],
    ),
    (
        "Workload: logs",
        &[
            &FIRST_JOBS,
            &KEEP_ZERO_RUNTIMES,
            &PREFER_REQUESTED,
            &CLIP_WIDE,
            &REBASE,
            &RAISE_ESTIMATES,
            &EXACT_ESTIMATES,
            &FEEDBACK,
            &DIALECT,
        ],
    ),
    (
        "Workload: accounting",
        &[
            &SIZING,
            &INSTANT_UNIT,
            &SPAN_UNIT,
            &LIMIT_UNIT,
            &MEMORY_UNIT,
            &MEMORY_FOR,
            &CORE_UNIT,
            &GPU_UNIT,
        ],
    ),
    (
        "Workload: jobs written out",
        &[
            &SUBMIT,
            &RUNTIME,
            &WIDTH,
            &ESTIMATE,
            &MEMORY_OF_JOB,
            &CLASS.field,
            &GRAIN_OF_JOB,
            &BARRIER,
            &UTILISATION_OF_JOB,
            &SPEEDUP,
            &PARALLELISM,
            &VARIANCE,
            &WORK,
            &DEADLINE,
            &BUDGET_OF_JOB,
            &CRITERION_OF_JOB,
            &LEAST_PERFORMANCE,
        ],
    ),
    (
        "Workload: jobs on nodes that they share",
        &[&TASKS, &CORES_OF_JOB, &GPUS_OF_JOB, &WHOLE_NODES_OF_JOB],
    ),
    (
        "Workload: workflows",
        &[
            &WORKFLOW_SHAPE,
            &WORKFLOW_JOBS,
            &WORKFLOW_WINDOW,
            &WORKFLOW_WIDTH,
            &STREAM.field,
            &DEVIATION,
            &THREADS,
            &UTILISATION,
            &THREAD_BANDWIDTH,
            &TASK_RUNTIME,
            &TASK_SUBMIT,
            &THREAD_COUNT,
            &DEMAND,
            &BUSY,
            &ASKED_BANDWIDTH,
        ],
    ),
    ("All policies", &[&ORDER, &BACKFILL_ORDER, &KILL]),
    (
        "Multifactor priority",
        &[
            &WEIGHT_AGE,
            &WEIGHT_FAIRSHARE,
            &WEIGHT_SIZE,
            &WEIGHT_PARTITION,
            &WEIGHT_QOS,
            &MAX_AGE,
            &FAVOUR_SMALL,
            &FAIRSHARE,
            &DAMPENING,
            &HALF_LIFE,
            &CALC_PERIOD,
            &ACCOUNT_SHARES,
            &USER_SHARES,
            &QOS_PRIORITY,
            &PARTITION_PRIORITY,
        ],
    ),
    (
        "Branches in time",
        &[
            &BRANCH_AT,
            &BRANCH_CHANGES,
            &DRAINED_NODES,
            &ADDED_NODES,
            &SUBMITTED_NODES,
            &SUBMITTED_RUNTIME,
        ],
    ),
    (
        "Sweeps",
        &[
            &SWEPT_SEEDS,
            &UNTIL_WIDTH,
            &UNTIL_MOST,
            &WARM_UP,
            &COOL_DOWN,
        ],
    ),
];

/// Whether the parameters under `heading` apply to a run of `policy`: those of other families do
/// not.
pub(crate) fn is_told(heading: &str, policy: super::super::PolicyName) -> bool {
    let mut families = published::ALL.iter().filter(|terms| terms.title == heading);
    families.all(|terms| terms.policies.iter().any(|row| row.policy == policy))
}

/// All parameters, under the headings of the page; those of a family's policies are described in
/// its room.
pub(crate) fn all() -> impl Iterator<Item = Section> {
    let families = published::ALL.iter().filter(|terms| !terms.told.is_empty());
    let told = families.map(|terms| (terms.title, terms.told));
    COMMON.into_iter().chain(told)
}
