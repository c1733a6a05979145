//! Weights of trackable resources (TRES) in a scenario: in priorities, and in what usage is billed.

use cosched_core::policy::priority::BillingRule;
use cosched_parameters::parameters;

use super::MANUAL;
use crate::scenario::reference::Kind;

/// Greatest weight of a resource.
pub(crate) const MOST_WEIGHT: f64 = 1e9;

/// Weight of a resource in a priority.
const WEIGHT: Kind = Kind::number(
    -MOST_WEIGHT..=MOST_WEIGHT,
    "{} is not a weight of a resource: {least} to {most} is allowed",
);

/// Weight of a resource in what is billed.
const BILLED: Kind = Kind::number(
    0.0..=MOST_WEIGHT,
    "{} is not what is billed for one of a resource: {least} to {most} is allowed",
);

/// Weights of the resources that a job asks for, as parts of what its partition has (PriorityWeightTRES).
#[parameters(within = Parameters, path = "priority: (tres: ({}))")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TresWeights {
    /// What the cores of a job weigh, as a part of those of its partition (PriorityWeightTRES=CPU=…).
    #[parameter(name = "Weight of cores", kind = WEIGHT, quiet, source = MANUAL)]
    pub cores: f64,
    /// What the memory of a job weighs, as a part of that of its partition where nodes have memory
    /// (Mem=…).
    #[parameter(name = "Weight of memory", kind = WEIGHT, quiet, source = MANUAL)]
    pub memory: f64,
    /// What the GPUs of a job weigh, as a part of those of its partition (GRES/gpu=…).
    #[parameter(name = "Weight of GPUs", kind = WEIGHT, quiet, source = MANUAL)]
    pub gpus: f64,
    /// What the nodes of a job weigh, as a part of those of its partition (Node=…).
    #[parameter(name = "Weight of nodes", kind = WEIGHT, quiet, source = MANUAL)]
    pub nodes: f64,
    /// What the units that are billed for a job weigh, as a part of those of its whole partition
    /// (Billing=…).
    #[parameter(name = "Weight of billing", kind = WEIGHT, quiet, source = MANUAL)]
    pub billing: f64,
    /// Whether resources count as parts of what the partition has; otherwise each core, MiB, GPU,
    /// node and unit has the weight (PriorityFlags=NO_NORMAL_TRES).
    #[parameter(name = "Parts of the partition", usual = true, quiet, source = MANUAL)]
    pub normalised: bool,
}

/// What is billed for the resources of a job in a partition (TRESBillingWeights).
#[parameters(within = Parameters, path = "priority: (billing: [({})])")]
#[derive(Clone, PartialEq, Debug)]
pub struct PartitionBilling {
    /// Partition; each that is not named if absent.
    #[parameter(absent = "each")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
    /// Units billed for a core of a job in the `partition`, or in each that is not named
    /// (TRESBillingWeights=CPU=…). Partitions that are not listed bill 1 a core.
    #[parameter(name = "Billed for a core", kind = BILLED, quiet, source = MANUAL)]
    pub cores: f64,
    /// Units billed for a MiB of memory (Mem=…): 0.25 a GiB is 0.000244140625.
    #[parameter(name = "Billed for memory", kind = BILLED, quiet, source = MANUAL)]
    pub memory: f64,
    /// Units billed for a GPU (GRES/gpu=…).
    #[parameter(name = "Billed for a GPU", kind = BILLED, quiet, source = MANUAL)]
    pub gpus: f64,
    /// Units billed for a node (Node=…).
    #[parameter(name = "Billed for a node", kind = BILLED, quiet, source = MANUAL)]
    pub nodes: f64,
}

/// [`BillingRule`] in a scenario.
#[parameters(remote = BillingRule)]
enum BillingRuleName {
    /// All together.
    #[parameter(name = "sum")]
    Sum,
    /// The greatest of them, PriorityFlags=MAX_TRES.
    #[parameter(name = "greatest")]
    Greatest,
    /// The greatest of cores, memory and nodes, and GPUs besides, PriorityFlags=MAX_TRES_GRES.
    #[parameter(name = "greatest and GPUs")]
    GreatestAndGpus,
}
