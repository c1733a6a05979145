//! Making of nodes that jobs share, and the job whose nodes are looked for on them.

use super::free_cores::FreeCores;
use super::leaving::Leaving;
use super::offer_cache::OfferCache;
use super::offers::{JobOffers, Pass};
use super::runners::Runners;
use super::sleep::Sleepers;
use super::{NodeChoice, SharedBuffers, SharedNodes, SharedPlanner, SharedSizes};
use crate::engine::{Context, Setup};
use crate::error::CapacityError;
use crate::policy::slurm::grid::Grid;
use crate::policy::slurm::selection::Selection;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

impl<'a> SharedNodes<'a> {
    /// For the nodes of `setup` and `plans` plans at once.
    ///
    /// # Errors
    /// A buffer is too small.
    pub fn new(
        setup: &Setup<'_>,
        plans: usize,
        grid: Grid,
        selection: (Selection, NodeChoice),
        buffers: SharedBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let sizes = SharedSizes::of(setup, plans);
        buffers.sizes().check(&sizes)?;
        let planner = &sizes.planner;
        let size = (setup.nodes, planner.switches, plans, planner.releases);
        Ok(Self {
            planner: SharedPlanner::new(size, grid, selection, buffers.planner)?,
            cache: OfferCache::new(setup.nodes, buffers.offers)?,
            runners: Runners::new(setup, buffers.runners)?,
            rooms: buffers.rooms,
            free_cores: FreeCores::new(&mut buffers.free_cores[..sizes.free_cores]),
            freed: buffers.freed,
            held: buffers.held,
            leaving: Leaving::new(buffers.grace_ends),
            sleepers: Sleepers::new(&mut buffers.sleep[..sizes.sleep]),
            blocked: &mut buffers.blocked[..sizes.blocked],
            plans: buffers.plans,
            now: Time::ZERO,
            looked_at: None,
        })
    }

    /// Sets how long jobs go on beyond their limits until they are killed (`KillWait` and
    /// `OverTimeLimit`), by which jobs over theirs are expected to end under `select/cons_tres`;
    /// without it, in a second.
    #[must_use]
    pub fn with_overrun(self, overrun: Duration) -> Self {
        Self {
            planner: self.planner.with_overrun(overrun),
            runners: self.runners.keep_past_ends(),
            ..self
        }
    }

    /// Whether plans prefer nodes in use (`bf_busy_nodes`). Starts do not.
    #[must_use]
    pub fn with_busy_nodes(self, prefers_busy_nodes: bool) -> Self {
        Self {
            planner: self.planner.with_busy_nodes(prefers_busy_nodes),
            ..self
        }
    }

    /// Whether `job` would fit now if nothing were planned.
    pub(super) fn fits_now(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        context.cluster().is_none_or(|cluster| {
            let request = cluster.setup().request(job.index());
            // Free cores are counted at once, the room on each node is not.
            u64::from(request.cores()) <= cluster.free_cores()
                && cluster.room(&request, request.units()) >= request.units()
        })
    }

    /// Calls `ask` with the planner and the job, among what runs, as this pass sees nodes.
    pub(super) fn of_job<T>(
        &mut self,
        (context, job): (&Context<'_, '_>, JobId),
        pass: Pass,
        ask: impl FnOnce(&mut SharedPlanner<'a>, &mut JobOffers<'_, '_, '_, 'a>, &[u64]) -> Option<T>,
    ) -> Option<T> {
        let state = (&mut self.runners, &mut *self.rooms);
        let selection = self.planner.selection();
        let known = (&mut self.cache, &mut self.looked_at);
        let seen = (pass, &self.sleepers);
        let mut offers = JobOffers::of((context, job), selection, state, known, seen)?;
        ask(&mut self.planner, &mut offers, self.blocked)
    }
}
