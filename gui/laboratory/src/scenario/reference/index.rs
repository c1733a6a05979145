//! Index of all parameters of scenarios, under headings: common ones, and those of the policies of
//! each family.

use super::*;
use crate::scenario::branch::{Branch, Nodes, Submitted};
use crate::scenario::cluster::{Limit, NodeKind, Partition, Qos, Reservation, Sleep};
use crate::scenario::outages::Outages;
use crate::scenario::placement::servers::{Kind, Servers};
use crate::scenario::placement::workflow::WorkflowWorkload;
use crate::scenario::policy::info;
use crate::scenario::power::{KindPower, Power};
use crate::scenario::priority::Priority;
use crate::scenario::{
    Cluster, JannWorkload, Job, LublinWorkload, Parameters, Sweep, SwfWorkload, TableWorkload,
};

/// Heading with its fields.
pub(crate) type Section = (&'static str, Vec<&'static Field>);

/// Parameters that are not of a family, under the headings of the page.
fn common() -> [Section; 16] {
    [
        ("Machine: nodes", nodes()),
        ("Machine: nodes that jobs share", shared_nodes()),
        ("Machine: servers", fields_of::<Servers>()),
        ("Machine: servers of several kinds", fields_of::<Kind>()),
        ("Machine: nodes out of service", fields_of::<Outages>()),
        ("Machine: power", power()),
        ("Workload: models", models()),
        (
            "Workload: logs",
            [fields_of::<SwfWorkload>(), vec![&LOG_WARM_UP]].concat(),
        ),
        ("Workload: accounting", fields_of::<TableWorkload>()),
        (
            "Workload: jobs written out",
            fields_but::<Job>(&OF_SHARED_NODES),
        ),
        (
            "Workload: jobs on nodes that they share",
            OF_SHARED_NODES.to_vec(),
        ),
        ("Workload: workflows", workflows()),
        (
            "All policies",
            vec![&ORDER, &BACKFILL_ORDER, &Parameters::KILL_AT_ESTIMATE],
        ),
        ("Multifactor priority", fields_of::<Priority>()),
        ("Branches in time", branches()),
        ("Sweeps", fields_of::<Sweep>()),
    ]
}

/// The descriptions of the parameters in `T`, but for `others`, which stand elsewhere.
fn fields_but<T: super::Parameters>(others: &[&'static Field]) -> Vec<&'static Field> {
    let all = fields_of::<T>().into_iter();
    all.filter(|field| !others.contains(field)).collect()
}

/// Of a node, what jobs share.
const OF_NODE: [&Field; 3] = [&NodeKind::CORES, &NodeKind::MEMORY, &NodeKind::GPUS];

/// Of a job, what it has of nodes that it shares.
const OF_SHARED_NODES: [&Field; 4] = [&Job::TASKS, &Job::CORES, &Job::GPUS, &Job::WHOLE_NODES];

/// Nodes that a job has for itself.
fn nodes() -> Vec<&'static Field> {
    [fields_of::<Cluster>(), fields_but::<NodeKind>(&OF_NODE)].concat()
}

/// Nodes that jobs share: what they have, in which partitions, and who may have how much.
fn shared_nodes() -> Vec<&'static Field> {
    [
        OF_NODE.to_vec(),
        fields_of::<Partition>(),
        fields_of::<Qos>(),
        fields_of::<Reservation>(),
        fields_of::<Sleep>(),
        fields_of::<Limit>(),
    ]
    .concat()
}

/// Power: of nodes, of kinds of nodes, then what comes of it.
fn power() -> Vec<&'static Field> {
    let nodes = [&Power::IDLE, &Power::BUSY];
    let others = fields_but::<Power>(&nodes);
    [nodes.to_vec(), fields_of::<KindPower>(), others].concat()
}

/// Parameters that models draw jobs by, in the order of the form.
const OF_MODELS: [&Field; 9] = [
    &LublinWorkload::JOBS,
    &LublinWorkload::LOAD,
    &SEED,
    &LublinWorkload::SET,
    &LublinWorkload::BIT_EXACT,
    &JannWorkload::SIZES,
    &ESTIMATES.field,
    &ESTIMATE_FACTOR,
    &LublinWorkload::MEMORY,
];

/// Models that draw jobs, and users who react.
fn models() -> Vec<&'static Field> {
    [
        OF_MODELS.to_vec(),
        fields_but::<LublinWorkload>(&OF_MODELS),
        fields_but::<JannWorkload>(&OF_MODELS),
    ]
    .concat()
}

/// Workflows: drawn, then from files, then written out.
fn workflows() -> Vec<&'static Field> {
    [
        vec![
            &WORKFLOW_SHAPE,
            &WORKFLOW_JOBS,
            &WORKFLOW_WINDOW,
            &WORKFLOW_WIDTH,
        ],
        fields_of::<WorkflowWorkload>(),
        vec![
            &TASK_SUBMIT,
            &THREAD_COUNT,
            &DEMAND,
            &BUSY,
            &ASKED_BANDWIDTH,
        ],
    ]
    .concat()
}

/// Branches: when, and what is changed then.
fn branches() -> Vec<&'static Field> {
    [
        fields_of::<Branch>(),
        fields_of::<Nodes>(),
        vec![&ADDED_NODES],
        fields_of::<Submitted>(),
    ]
    .concat()
}

/// Whether the parameters under `heading` apply to a run of `policy`: those of other families do
/// not.
pub(crate) fn applies_to(heading: &str, policy: super::super::PolicyName) -> bool {
    let mut families = info::ALL.iter();
    let is_of_family = families.any(|family| family.title == heading);
    !is_of_family || policy.family().is_some_and(|own| own.title == heading)
}

/// All parameters, under the headings of the page; those of a family's policies are described in
/// its room.
pub fn all() -> impl Iterator<Item = Section> {
    let families = info::ALL.iter();
    let families = families.map(|terms| (terms.title, (terms.fields)()));
    common()
        .into_iter()
        .chain(families.filter(|(_, fields)| !fields.is_empty()))
}
