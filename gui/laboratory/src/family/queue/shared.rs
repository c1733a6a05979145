//! FCFS, EASY and conservative backfilling on nodes that jobs share, in partitions.

use cosched_core::Time;
use cosched_core::engine::Setup;
use cosched_core::policy::Order;
use cosched_core::policy::cluster::{Conservative, Easy, Fcfs, Head, HeadBuffers};
use cosched_core::policy::plan::{BoxedPlan, PlanSizes};

use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::Buffers;
use crate::scenario::moldable::Deadlines;
use crate::scenario::queue::Predictor;
use crate::scenario::{Parameters, PolicyName};

/// Buffers of a policy with a queue on nodes that jobs share.
#[derive(Debug)]
pub(super) struct SharedBuffers {
    name: PolicyName,
    order: Order,
    // A bit for each node.
    blocked: Vec<u64>,
    heads: Vec<Option<Head>>,
    first_rooms: Vec<Time>,
    times: Vec<Time>,
    spare: Vec<u32>,
    depth: usize,
    plan: Option<BoxedPlan>,
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
        let lines = setup.cluster.map_or(0, |cluster| cluster.lines());
        let nodes = setup.nodes as usize;
        // FCFS has no heads.
        let heads = if name == PolicyName::Easy { lines } else { 0 };
        let times = match heads {
            0 => 0,
            _ => HeadBuffers::times_for(setup),
        };
        let depth = parameters.depth.map_or(usize::MAX, |depth| depth as usize);
        let plan = match name {
            PolicyName::Conservative => Some(BoxedPlan::new(&PlanSizes::of(setup, depth))),
            _ => None,
        };
        Ok(Self {
            name,
            order: parameters.order,
            blocked: vec![0; nodes.div_ceil(64)],
            heads: vec![None; heads],
            first_rooms: vec![Time::ZERO; nodes.saturating_mul(heads)],
            times: vec![Time::ZERO; times],
            spare: vec![0; heads],
            depth,
            plan,
        })
    }
}

fn check(name: PolicyName, parameters: &Parameters) -> Result<(), Problem> {
    let told = [
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
    match told.into_iter().find(|(_, is_told)| *is_told) {
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
        if let Some(plan) = &mut self.plan {
            let conservative = Conservative::new(self.order, plan.as_buffers());
            return Ok(ReadyPolicy::Boxed(Box::new(
                conservative.to_depth(self.depth),
            )));
        }
        Ok(ReadyPolicy::Boxed(match self.name {
            PolicyName::Easy => {
                let buffers = HeadBuffers {
                    heads: &mut self.heads,
                    first_rooms: &mut self.first_rooms,
                    times: &mut self.times,
                    spare: &mut self.spare,
                };
                Box::new(Easy::new(self.order, buffers))
            }
            _ => Box::new(Fcfs::new(self.order, &mut self.blocked)),
        }))
    }
}
