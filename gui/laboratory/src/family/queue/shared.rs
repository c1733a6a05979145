//! FCFS, EASY and conservative backfilling on nodes that jobs share, in partitions.

use cosched_core::engine::Setup;
use cosched_core::engine::storage::words_for;
use cosched_core::policy::Order;
use cosched_core::policy::cluster::{BoxedHeads, Conservative, Easy, Fcfs};
use cosched_core::policy::plan::BoxedPlan;

use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::Buffers;
use crate::scenario::moldable::Deadlines;
use crate::scenario::queue::Predictor;
use crate::scenario::{Parameters, PolicyName};

/// Buffers of a policy with a queue on nodes that jobs share.
#[derive(Debug)]
pub(super) struct SharedBuffers {
    order: Order,
    buffers: PolicyBuffers,
}

/// Those of each policy.
#[derive(Debug)]
enum PolicyBuffers {
    /// A bit for each node.
    Fcfs(Vec<u64>),
    Easy(BoxedHeads),
    /// The number of jobs that are planned, and the plan.
    Conservative(usize, BoxedPlan),
}

impl SharedBuffers {
    /// Allocates for the policy `name` on the cluster of `setup`.
    ///
    /// # Errors
    /// A parameter is not supported on shared nodes.
    pub(super) fn new(
        name: PolicyName,
        parameters: &Parameters,
        setup: &Setup<'_>,
    ) -> Result<Self, Problem> {
        check(name, parameters)?;
        let buffers = match name {
            PolicyName::Conservative => {
                let depth = parameters.depth.map_or(usize::MAX, |depth| depth as usize);
                PolicyBuffers::Conservative(depth, BoxedPlan::new(setup, depth))
            }
            PolicyName::Easy => PolicyBuffers::Easy(BoxedHeads::new(setup)),
            PolicyName::Fcfs => PolicyBuffers::Fcfs(vec![0; words_for(setup.nodes as usize)]),
            other => return Err(super::without_buffers(other)),
        };
        Ok(Self {
            order: parameters.order,
            buffers,
        })
    }
}

fn check(name: PolicyName, parameters: &Parameters) -> Result<(), Problem> {
    let parameters = [
        ("backfill_order", parameters.backfill_order.is_some()),
        (
            "depth",
            parameters.depth.is_some() && name != PolicyName::Conservative,
        ),
        ("predictor", parameters.predictor != Predictor::Estimate),
        (
            "deadlines: Hard",
            parameters.molding.deadlines == Deadlines::Hard,
        ),
    ];
    match parameters.into_iter().find(|(_, is_set)| *is_set) {
        None => Ok(()),
        Some((field, _)) => Err(Problem::input(format!(
            "`{field}`: on nodes that jobs share, {} can be told {} and `kill_at_estimate`",
            name.title(),
            match name {
                PolicyName::Conservative => "`order`, `depth`",
                _ => "`order`",
            }
        ))),
    }
}

impl Buffers for SharedBuffers {
    fn policy<'p>(&'p mut self, _: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let order = self.order;
        Ok(ReadyPolicy::Boxed(match &mut self.buffers {
            PolicyBuffers::Fcfs(blocked) => Box::new(Fcfs::new(order, blocked)),
            PolicyBuffers::Easy(heads) => Box::new(Easy::new(order, heads.as_buffers())),
            PolicyBuffers::Conservative(depth, plan) => {
                Box::new(Conservative::new(order, plan.as_buffers()).to_depth(*depth))
            }
        }))
    }
}
