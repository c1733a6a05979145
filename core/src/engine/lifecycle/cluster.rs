//! Allocation and release of amounts on the nodes of a cluster.

use super::outlook::{NodeFilter, Outlook};
use crate::engine::jobs::Phase;
use crate::engine::observe::detail::Detail;
use crate::engine::observe::event::{KillReason, StartReason};
use crate::engine::observe::sink::Sink;
use crate::engine::state::{Fate, State};
use crate::error::StartError;
use crate::machine::cluster::{Cluster, NodeUnits, Preferred};
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::Time;

impl State<'_> {
    /// Records the submission of a job; limits may refuse it.
    pub(super) fn submit_to_cluster(&mut self, id: JobId, sink: &mut dyn Sink) {
        let cluster = self.cluster.as_mut();
        if cluster.is_some_and(|cluster| !cluster.submit(id)) {
            // It waits, so this cannot fail.
            let _ = self.kill_for(id, Fate::Drop, KillReason::Dropped, sink);
        }
    }

    /// Records the end of a job.
    #[inline]
    pub(super) fn end_on_cluster(&mut self, id: JobId) {
        if crate::families::CLUSTER
            && let Some(cluster) = &mut self.cluster
        {
            cluster.end(id);
        }
    }

    /// Releases the nodes of a job.
    pub(in crate::engine) fn leave_cluster(&mut self, id: JobId, list: u32) {
        let nodes = self.specs.of(id).nodes;
        if let Some(cluster) = &mut self.cluster {
            cluster.release(id, self.nodes.intervals(list), nodes);
        }
        self.nodes.forget(list);
    }

    /// Time until which maintenance must not begin on the nodes of `id` if it starts now.
    fn clear_until(&self, id: JobId) -> Option<Time> {
        self.has_maintenance_ahead()
            .then(|| (self.exact_now() + self.exact_estimate(id)).instant())
    }

    /// Starts `id` on the nodes that are chosen first.
    pub(super) fn start_anywhere(
        &mut self,
        id: JobId,
        reason: StartReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.start_in_rounds(id, &mut [&mut |_, _, units| units], reason, sink)
    }

    /// Starts `id` on the nodes chosen first among those that the first round allows; if
    /// they do not suffice, nodes of the next round are added.
    pub(crate) fn start_in_rounds(
        &mut self,
        id: JobId,
        rounds: &mut [NodeFilter<'_>],
        reason: StartReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.expect(id, Phase::Waiting, StartError::NotWaiting)?;
        let Some(mut cluster) = self.cluster.take() else {
            return Err(StartError::NoRoom);
        };
        let count = self.choose_in_rounds(&mut cluster, id, rounds);
        self.cluster = Some(cluster);
        let count = count.ok_or(StartError::NoRoom)?;
        self.start_on_chosen(id, count, reason, sink)
    }

    /// Starts `id` on exactly these nodes, ascending, each with a number of its nodes or
    /// tasks.
    pub(crate) fn start_on_node_units(
        &mut self,
        id: JobId,
        places: &[NodeUnits],
        reason: StartReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.expect(id, Phase::Waiting, StartError::NotWaiting)?;
        let total = self.nodes.total();
        let cluster = self.cluster.as_mut().ok_or(StartError::NoRoom)?;
        let request = cluster.setup().request(id.index());
        let has_room = |index: &NodeUnits| {
            let is_there = index.node < total && index.units > 0;
            is_there && index.units <= cluster.units_now(index.node, &request)
        };
        let units = places.iter().map(|index| index.units);
        let is_ascending = places.windows(2).all(|two| two[0].node < two[1].node);
        let is_all = units.fold(0, u32::saturating_add) == request.units();
        if !is_ascending || !is_all || !places.iter().all(has_room) {
            return Err(StartError::NoRoom);
        }
        cluster.set_chosen(places);
        self.start_on_chosen(id, places.len(), reason, sink)
    }

    /// Starts `id` on the first `count` chosen nodes, which have room for it.
    fn start_on_chosen(
        &mut self,
        id: JobId,
        count: usize,
        reason: StartReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        let requested = self.specs.of(id).nodes;
        let Some(cluster) = &mut self.cluster else {
            return Err(StartError::NoRoom);
        };
        cluster.sort_chosen(count);
        let chosen = cluster.chosen(count).iter();
        let held = self.nodes.list_nodes(chosen.map(|index| index.node));
        let held = held.ok_or(StartError::NoRoom)?;
        cluster.take(id, count, requested);
        self.take(id, held, count as u32, Rate::FULL, reason, sink)?;
        if let Some(cluster) = &self.cluster {
            let places = cluster.chosen(count);
            sink.detail(self.now, &Detail::Shares { job: id, places });
        }
        Ok(())
    }

    /// Lets `id`, which has just started, run only once its nodes are up.
    #[cfg(feature = "slurm")]
    pub(in crate::engine) fn boot_until(&mut self, id: JobId, up: Time, sink: &mut dyn Sink) {
        let job = &mut self.jobs[id.index()];
        if job.phase != Phase::Running || up <= self.now {
            return;
        }
        job.phase = Phase::Loading;
        self.set_updated(id, up.into());
        self.set_timer(id, up);
        let boots = Detail::Boots { job: id, until: up };
        sink.detail(self.now, &boots);
    }

    fn choose_in_rounds(
        &self,
        cluster: &mut Cluster<'_>,
        id: JobId,
        rounds: &mut [NodeFilter<'_>],
    ) -> Option<usize> {
        let request = cluster.setup().request(id.index());
        if !cluster.setup().partition(request.partition).is_up
            || !cluster.allows(&request, self.specs.of(id).nodes)
        {
            return None;
        }
        let clear_until = self.clear_until(id);
        let until = (self.exact_now() + self.exact_estimate(id)).instant();
        let ahead = |word: usize| self.in_maintenance(word);
        let has_maintenance = self.has_maintenance_ahead();
        // Nodes with maintenance ahead first: other jobs need the rest.
        let preferred: Preferred<'_> = has_maintenance.then_some(&ahead);
        let mut chosen = (0, request.units());
        for usable in rounds {
            chosen = cluster.choose(&request, chosen, preferred, &mut |cluster, node, units| {
                let lets = cluster.setup().admits(&request, node, self.now, until);
                if !lets || clear_until.is_some_and(|end| !self.is_clear(node, end)) {
                    return 0;
                }
                usable(&Outlook::new(self, cluster), node, units)
            });
        }
        (chosen.1 == 0).then_some(chosen.0)
    }
}
