//! Availability of nodes over time: how many there are for a job, and which it gets.

use crate::engine::jobs::Phase;
use crate::engine::state::State;
use crate::exact::Exact;
use crate::families;
use crate::machine::Maintenance;
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::{Duration, Time};

/// Time span in which a job needs nodes, from and until.
type Span = (Time, Time);

/// The empty span: no job to be spared.
const NO_SPAN: Span = (Time::MAX, Time::ZERO);

impl<'a> State<'a> {
    /// Whether any maintenance has yet to begin.
    #[inline]
    pub(crate) fn has_maintenance_ahead(&self) -> bool {
        families::OUTAGES && self.outages.begun_maintenance < self.setup.outages.maintenance.len()
    }

    /// Maintenance that is not over, in order of beginning.
    pub(crate) fn maintenance(&self) -> impl Iterator<Item = &'a Maintenance> + Clone + use<'a> {
        let (all, now) = (self.setup.outages.maintenance, self.now);
        let ahead = all
            .get(self.outages.finished_maintenance..)
            .unwrap_or_default()
            .iter();
        ahead.filter(move |window| window.until > now)
    }

    /// Bitmap of the nodes in word `word` with maintenance that is not over.
    pub(in crate::engine) fn in_maintenance(&self, word: usize) -> u64 {
        nodes_of(self.maintenance(), word)
    }

    /// Maintenance that is not over and begins before `end`: a job that runs until then may
    /// not use its nodes.
    pub(crate) fn maintenance_before(
        &self,
        end: Time,
    ) -> impl Iterator<Item = &'a Maintenance> + Clone + use<'a> {
        self.maintenance()
            .take_while(move |window| window.from < end)
    }

    /// Number of free nodes that are in service until `end` and may be busy until then.
    pub(crate) fn room_until(&self, end: Time) -> u32 {
        self.room_under_caps(end, self.in_service_until(end))
    }

    fn in_service_until(&self, end: Time) -> u32 {
        if !self.has_maintenance_ahead() {
            return self.nodes.free();
        }
        let words = self.nodes.free_words().iter().enumerate();
        let room = words.map(|(word, free)| free & !nodes_of(self.maintenance_before(end), word));
        let room: u32 = room.map(u64::count_ones).sum();
        room.min(self.nodes.free())
    }

    /// Allocates `count` nodes that are in service until `end`: first those useless to a
    /// job that needs nodes throughout the `spared` time, then those with maintenance
    /// ahead, as other jobs need the rest.
    fn allocate_until(&mut self, count: u32, end: Time, spared: Span) -> Option<u32> {
        let (ahead, in_the_way) = (self.maintenance(), self.maintenance_before(end));
        let useless = self.maintenance_overlapping(spared);
        self.nodes.allocate_among(count, |word, free| {
            let usable = free & !nodes_of(in_the_way.clone(), word);
            let useless = usable & nodes_of(useless.clone(), word);
            let ahead = usable & nodes_of(ahead.clone(), word);
            [useless, ahead & !useless, usable & !ahead & !useless]
        })
    }

    #[cold]
    #[inline(never)]
    fn allocate_among_limits(
        &mut self,
        id: JobId,
        nodes: u32,
        rate: Rate,
        spared: Span,
    ) -> Option<u32> {
        let end = self.end_by_estimate(id, rate);
        if nodes <= self.room_under_caps(end, self.nodes.free()) {
            self.allocate_until(nodes, end, spared)
        } else {
            None
        }
    }

    /// Allocates nodes for `id` at full rate, the lowest-numbered first for which `wants`
    /// is true.
    #[cfg(any(feature = "cluster", feature = "outages"))]
    pub(crate) fn allocate_wanted(
        &mut self,
        id: JobId,
        wants: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        let nodes = self.jobs[id.index()].nodes;
        let end = self.end_by_estimate(id, Rate::FULL);
        if nodes > self.room_under_caps(end, self.nodes.free()) {
            return None;
        }
        let in_the_way = self.maintenance_before(end);
        let usable = |word: usize, free: u64| free & !nodes_of(in_the_way.clone(), word);
        self.nodes.allocate_filtered(nodes, usable, wants)
    }

    /// Allocates nodes for `id` at full rate, least useful in the `spared` span first.
    pub(crate) fn allocate_sparing(&mut self, id: JobId, spared: Span) -> Option<u32> {
        let nodes = self.jobs[id.index()].nodes;
        self.allocate_among_limits(id, nodes, Rate::FULL, spared)
    }

    /// Maintenance that overlaps the given span.
    fn maintenance_overlapping(
        &self,
        (from, until): Span,
    ) -> impl Iterator<Item = &'a Maintenance> + Clone + use<'a> {
        self.maintenance_before(until)
            .filter(move |window| window.until > from)
    }

    /// Numbers of free nodes that `id` could have until it would end by its estimate, if it
    /// started now: those useless to a job that needs nodes throughout the `spared` time,
    /// and the others.
    pub(crate) fn apart_and_shared(&self, id: JobId, spared: Span) -> (u32, u32) {
        let in_the_way = self.maintenance_before(self.end_by_estimate(id, Rate::FULL));
        let useless = self.maintenance_overlapping(spared);
        let words = self.nodes.free_words().iter().enumerate();
        words.fold((0, 0), |(apart, shared), (word, free)| {
            let usable = free & !nodes_of(in_the_way.clone(), word);
            let useless = usable & nodes_of(useless.clone(), word);
            (
                apart + useless.count_ones(),
                shared + (usable & !useless).count_ones(),
            )
        })
    }

    /// Allocates nodes for `id` at `rate`.
    #[inline]
    pub(crate) fn allocate(&mut self, id: JobId, nodes: u32, rate: Rate) -> Option<u32> {
        if self.has_limits_ahead() {
            return self.allocate_among_limits(id, nodes, rate, NO_SPAN);
        }
        self.nodes.allocate(nodes)
    }

    /// Whether all of `nodes` are in service until `id`, started on them now, ends by
    /// its estimate.
    pub(crate) fn are_clear(&self, id: JobId, nodes: &[u32]) -> bool {
        if !self.has_limits_ahead() {
            return true;
        }
        let end = self.end_by_estimate(id, Rate::FULL);
        if nodes.len() > self.room_under_caps(end, self.nodes.free()) as usize {
            return false;
        }
        let mut in_the_way = self.maintenance_before(end);
        !in_the_way.any(|window| nodes.iter().any(|&node| window.includes(node)))
    }

    /// Bitmap of the nodes in word `word` that are in service until `id`, started now, ends
    /// by its estimate.
    pub(crate) fn clear_word(&self, id: JobId, word: usize) -> u64 {
        let end = self.end_by_estimate(id, Rate::FULL);
        !nodes_of(self.maintenance_before(end), word)
    }

    /// Estimated time from the start of `id` to its end, without the work that checkpoints
    /// kept. If it has outrun its estimate by then it is expected to need twice as long,
    /// and so on, as running jobs are.
    pub(crate) fn exact_estimate(&self, id: JobId) -> Exact {
        let spec = self.specs.of(id);
        let (mut estimate, kept) = (spec.estimate, self.kept(id));
        if estimate > kept {
            return self.setup.exact(id, spec, estimate) - Exact::from(kept);
        }
        while estimate <= kept && estimate.0 < u64::MAX / 2 {
            estimate = Duration(estimate.0 * 2);
        }
        Exact::whole(estimate.0.saturating_sub(kept.0).max(1))
    }

    /// Estimated end of `id` if it starts now and progresses at `rate`.
    fn end_by_estimate(&self, id: JobId, rate: Rate) -> Time {
        let estimate = match self.molded.get(id.index()) {
            // Its size is already chosen, so it runs as long as that takes.
            Some(&work) if families::MOLDABLE && work > Exact::ZERO => self.remaining(id),
            _ => self.exact_estimate(id),
        };
        let loads = match &self.memory {
            Some(memory) if families::SLICING => {
                memory.setup().time_to_load(self.specs.of(id).memory)
            }
            _ => Exact::ZERO,
        };
        if rate.is_stopped() {
            Time::MAX
        } else {
            (self.exact_now() + loads + estimate.time_at(rate)).instant()
        }
    }

    /// Number of nodes usable from `from` until `end`, with running jobs ending as `ends`
    /// says and nodes out of service for long staying so.
    pub(crate) fn usable(&self, from: Time, end: Time, ends: impl Fn(JobId) -> Time) -> u32 {
        let maintenance = self.setup.outages.maintenance.iter();
        // Maintenance that has begun by `from` and is not over then is in the way as well.
        let in_the_way = maintenance.filter(|window| window.from < end && window.until > from);
        let usable = |node: u32| {
            let is_clear = !in_the_way.clone().any(|window| window.includes(node));
            is_clear && !self.nodes.state(node).is_out_for_long()
        };
        let within = |(first, count): (u32, u32)| {
            (first..first + count).filter(|&node| usable(node)).count() as u32
        };
        let mut count = 0;
        for (word, free) in self.nodes.free_words().iter().enumerate() {
            count += (free & !nodes_of(in_the_way.clone(), word)).count_ones();
        }
        let mut next = self.running.head;
        while let Some(id) = next {
            next = self.jobs[id.index()].next;
            if ends(id) <= from {
                let held = self.nodes.intervals(self.jobs[id.index()].held.list());
                count += held.map(within).sum::<u32>();
            }
        }
        // Nodes in maintenance now, and no longer then.
        let open = self.maintenance().filter(|window| window.from <= self.now);
        let back = open.filter(|window| window.until <= from);
        count
            + back
                .map(|window| within((window.first, window.count)))
                .sum::<u32>()
    }

    /// Whether `node` is in service, and no maintenance of it begins before `end`.
    pub(crate) fn is_clear(&self, node: u32, end: Time) -> bool {
        self.nodes.state(node).is_up()
            && !self
                .maintenance_before(end)
                .any(|window| window.includes(node))
    }

    /// Nodes with maintenance, not over, that begins before `end`, each once.
    pub(crate) fn nodes_with_maintenance_before(&self, end: Time) -> impl Iterator<Item = u32> {
        let all = self.maintenance_before(end);
        all.clone().enumerate().flat_map(move |(index, window)| {
            let earlier = all.clone().take(index);
            let is_new = move |node: &u32| !earlier.clone().any(|other| other.includes(*node));
            (window.first..window.first + window.count).filter(is_new)
        })
    }

    /// Number of nodes of the running `id` that go out of service when it ends.
    pub(crate) fn nodes_lost_with(&self, id: JobId) -> u32 {
        if !families::OUTAGES || self.nodes.out_of_service() == 0 {
            return 0;
        }
        let job = &self.jobs[id.index()];
        match job.phase {
            Phase::Running | Phase::Loading => {
                let held = self.nodes.intervals(job.held.list());
                let lost = |(first, count): (u32, u32)| {
                    let nodes = first..first + count;
                    nodes
                        .filter(|&node| !self.nodes.state(node).is_up())
                        .count() as u32
                };
                held.map(lost).sum()
            }
            _ => 0,
        }
    }
}

/// Bitmap of the nodes of `maintenance` in word `word`.
fn nodes_of<'m>(maintenance: impl Iterator<Item = &'m Maintenance>, word: usize) -> u64 {
    maintenance.fold(0, |nodes, window| nodes | window.word(word))
}
