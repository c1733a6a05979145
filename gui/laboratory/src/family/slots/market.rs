//! Nodes for sale and the request of each job, for the policy that buys windows on them.

use cosched_core::Time;
use cosched_core::slots::{Cost, Criterion, Node, Performance, Price, Quality, Request, Volume};
use cosched_core::workload::JobSpec;

use crate::record::{Experiment, JobLabel};
use crate::scenario::cluster::NodeKind;
use crate::scenario::slots::Buying;

/// Nodes for sale, and the request and criterion of each job.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Market {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// In the order of [`Experiment::jobs`].
    pub requests: Vec<(Request, Criterion)>,
}

impl Market {
    /// Makes the market of `experiment`; `buying` holds for jobs without values of their own.
    pub fn of(experiment: &Experiment, buying: &Buying) -> Self {
        let jobs = experiment.jobs.iter().zip(&experiment.labels);
        Self {
            nodes: nodes(experiment),
            requests: jobs
                .map(|(job, label)| request(job, label, buying))
                .collect(),
        }
    }
}

/// The nodes in the order of their kinds; all of performance, price and quality 1 on a machine of
/// equal nodes.
fn nodes(experiment: &Experiment) -> Vec<Node> {
    let kinds = match experiment.scenario.machine.nodes() {
        Some(cluster) => &*cluster.kinds,
        None => &[],
    };
    let node = |kind: &NodeKind| Node {
        performance: Performance::of(kind.performance),
        price: Price::of(kind.price),
        quality: Quality::of(kind.quality),
    };
    if kinds.is_empty() {
        return vec![Node::new(1, 1, 1); experiment.nodes as usize];
    }
    let each = |kind: &NodeKind| std::iter::repeat_n(node(kind), kind.count as usize);
    kinds.iter().flat_map(each).collect()
}

/// The request of `job`: on each node the work that one of performance 1 does in the job's runtime.
fn request(job: &JobSpec, label: &JobLabel, buying: &Buying) -> (Request, Criterion) {
    let bid = label.terms().bid;
    let usual = buying.budget.map(Cost::of);
    let request = Request {
        nodes: job.nodes,
        // Both are in billionths.
        volume: Volume(job.runtime.0),
        least: bid.least.unwrap_or(Performance::ZERO),
        budget: bid.budget.or(usual).unwrap_or(Cost::MAX),
        scale: buying.scale,
        deadline: Time::MAX,
    };
    (request, bid.criterion.unwrap_or(buying.criterion))
}
