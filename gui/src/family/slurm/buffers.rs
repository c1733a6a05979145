//! The desktop's memory for Slurm's scheduler, and its parameters as the core has them.

use cosched_core::Duration;
use cosched_core::engine::Setup;
use cosched_core::machine::cluster::Amounts;
use cosched_core::policy::slurm::{
    Delays, Depth, Grid, HeldWord, Holder, Pace, Planner, PlannerBuffers, Runner, Selection,
    SharedBuffers, SharedNodes, Span, Ticks,
};
use cosched_core::policy::{AnyPolicy, Order};

use crate::base::problem::Problem;
use crate::family::ready::ReadyPolicy;
use crate::family::room::{Buffers, problem};
use crate::scenario::nanoseconds;
use crate::scenario::slurm::{Scheduler, Select, Slurm, Version};

/// Buffers of a planner.
#[derive(Debug)]
pub struct OwnedPlanner {
    nodes: u32,
    plans: usize,
    spans: Vec<Span>,
    words: Vec<u64>,
    holders: Vec<Holder>,
    held: Vec<HeldWord>,
    blocks: Vec<u32>,
    unions: Vec<u64>,
    sets: Vec<u64>,
}

impl OwnedPlanner {
    /// For so many nodes, and plans at once.
    pub fn new(nodes: u32, plans: usize) -> Self {
        let sizes = Planner::sizes(nodes, plans);
        Self {
            nodes,
            plans,
            spans: vec![Span::EMPTY; sizes.spans],
            words: vec![0; sizes.words],
            holders: vec![Holder::EMPTY; sizes.nodes],
            held: vec![HeldWord::EMPTY; sizes.nodes],
            blocks: vec![0; sizes.blocks],
            unions: vec![0; sizes.unions],
            sets: vec![0; sizes.sets],
        }
    }

    /// The planner, on these buffers.
    ///
    /// # Errors
    /// The buffers are too small, which they are not.
    pub fn planner(&mut self, grid: Grid, selection: Selection) -> Result<Planner<'_>, Problem> {
        let buffers = PlannerBuffers {
            spans: &mut self.spans,
            words: &mut self.words,
            holders: &mut self.holders,
            held: &mut self.held,
            blocks: &mut self.blocks,
            unions: &mut self.unions,
            sets: &mut self.sets,
        };
        Planner::new(self.nodes, self.plans, grid, selection, buffers).map_err(problem)
    }
}

/// What plans are rounded to, where the clock shows `origin` at the start.
pub fn grid(told: &Slurm, origin: Duration) -> Grid {
    Grid {
        resolution: span(told.bf_resolution),
        origin,
        window: Duration::from_seconds(60 * u64::from(told.bf_window)),
    }
}

/// How the start of a plan is found.
pub fn selection(told: &Slurm) -> Selection {
    match (told.select, told.version) {
        (Select::Linear, _) => Selection::Linear,
        (Select::ConsTres, Version::V2205) => Selection::ConsTres,
        (Select::ConsTres, Version::V2605) => Selection::ConsTresTrimmed,
    }
}

/// How often passes run.
pub fn pace(told: &Slurm) -> Pace {
    Pace {
        batch_delay: span(told.batch_sched_delay),
        full: span(told.sched_interval),
        backfill: span(told.bf_interval),
    }
}

/// How far they look.
pub fn depth(told: &Slurm) -> Depth {
    let most = |count: Option<u32>| count.map_or(usize::MAX, |count| count as usize);
    Depth {
        main: told.default_queue_depth as usize,
        backfill: match told.scheduler {
            Scheduler::Backfill => told.bf_max_job_test as usize,
            Scheduler::Builtin => 0,
        },
        starts: most(told.bf_max_job_start),
        plans: most(told.bf_job_part_count_reserve),
        least_age: span(told.bf_min_age_reserve),
    }
}

/// When passes are, by chance.
pub fn ticks(told: &Slurm) -> Ticks<'static> {
    Ticks::Free {
        seed: told.phase.unwrap_or(0),
        delays: Delays::default(),
        first: None,
    }
}

fn span(seconds: f64) -> Duration {
    Duration(nanoseconds(seconds))
}

/// Buffers of the policy.
#[derive(Debug)]
pub(super) struct OwnedSlurm {
    told: Slurm,
    order: Order,
    origin: Duration,
    planner: OwnedPlanner,
    list: Vec<u32>,
}

/// Buffers of the policy on nodes that jobs share.
#[derive(Debug)]
pub(super) struct OwnedSharedSlurm {
    told: Slurm,
    order: Order,
    origin: Duration,
    plans: usize,
    spans: Vec<Span>,
    words: Vec<u64>,
    runners: Vec<Runner>,
    rooms: Vec<Amounts>,
    units: Vec<u32>,
    sets: Vec<u64>,
    planned: Vec<usize>,
}

impl OwnedSharedSlurm {
    pub(super) fn new(told: Slurm, order: Order, origin: Duration, setup: &Setup<'_>) -> Self {
        let plans = depth(&told).backfill.min(setup.jobs());
        let sizes = SharedNodes::sizes(setup, plans);
        Self {
            told,
            order,
            origin,
            plans,
            spans: vec![Span::EMPTY; sizes.spans],
            words: vec![0; sizes.words],
            runners: vec![Runner::EMPTY; sizes.runners],
            rooms: vec![Amounts::NONE; sizes.nodes],
            units: vec![0; sizes.nodes],
            sets: vec![0; sizes.sets],
            planned: vec![0; sizes.plans],
        }
    }
}

impl Buffers for OwnedSharedSlurm {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let told = &self.told;
        let buffers = SharedBuffers {
            spans: &mut self.spans,
            words: &mut self.words,
            runners: &mut self.runners,
            rooms: &mut self.rooms,
            units: &mut self.units,
            sets: &mut self.sets,
            plans: &mut self.planned,
        };
        let grid = grid(told, self.origin);
        let nodes = SharedNodes::new(setup, self.plans, grid, selection(told), buffers);
        let nodes = nodes.map_err(problem)?;
        let slurm = cosched_core::policy::Slurm::on(nodes, depth(told), ticks(told), pace(told));
        Ok(ReadyPolicy::Boxed(Box::new(slurm.by(self.order))))
    }
}

impl OwnedSlurm {
    pub(super) fn new(told: Slurm, order: Order, origin: Duration, setup: &Setup<'_>) -> Self {
        let plans = depth(&told).backfill.min(setup.jobs());
        Self {
            told,
            order,
            origin,
            planner: OwnedPlanner::new(setup.nodes, plans),
            list: vec![0; setup.nodes as usize],
        }
    }
}

impl Buffers for OwnedSlurm {
    fn policy<'p>(&'p mut self, _: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let told = &self.told;
        let planner = self
            .planner
            .planner(grid(told, self.origin), selection(told))?;
        let slurm = cosched_core::policy::Slurm::new(
            planner,
            depth(told),
            ticks(told),
            pace(told),
            &mut self.list,
        );
        let slurm = slurm.map_err(problem)?.by(self.order);
        Ok(AnyPolicy::Slurm(slurm).into())
    }
}
