//! Heads of partitions: their shadow times and what they can spare then.

use crate::buffers::buffers;
use crate::engine::{Context, Outlook, Setup};
use crate::machine::cluster::{Cluster, ClusterRequest, UnitCount};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// First job of a line that finds no room, with its shadow time.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    pub(super) job: JobId,
    pub(super) request: ClusterRequest,
    // Index of its line.
    line: usize,
    // Earliest start by the estimates, and its end then.
    pub(super) shadow: Time,
    until: Time,
    // Units with room at that time.
    units_ready: u32,
    // Number of nodes that have room before that.
    nodes_before: u32,
    // Number of node changes taken into account.
    changes_seen: u64,
    // Last pass in which it was a head.
    pub(super) pass: u64,
    // Whether the first room of each node is in the table.
    is_filed: bool,
    // Tier of its partition.
    pub(super) tier: u32,
}

impl Head {
    /// Units that it can spare at the shadow time.
    #[inline]
    pub(super) fn extra(&self) -> u32 {
        self.units_ready.saturating_sub(self.request.units())
    }
}

buffers! {
    /// Buffers for the heads of partitions.
    pub struct HeadBuffers, HeadSizes, BoxedHeads::as_buffers, "" {
        /// One for each [line](crate::machine::cluster::ClusterSetup::lines).
        heads: [Option<Head>; lines] = None,
        /// One for each node in each line.
        first_rooms: [Time; lines.saturating_mul(nodes)] = Time::ZERO,
        /// One for each node or job that may run at once, whichever is more.
        times: [Time; instants.max(nodes)] = Time::ZERO,
        /// One for each line.
        spare: [u32; lines] = 0,
    }
    with {}
    /// Computes the sizes for the cluster of `setup`.
    sizes of(setup: &Setup<'_>) {
        let nodes = setup.nodes as usize;
        let cluster = setup.simulated_cluster();
        let (lines, pieces, advance) = cluster.map_or((0, 0, 0), |cluster| {
            (cluster.lines(), cluster.pieces(), cluster.advance.len())
        });
        let running = setup.jobs().min(pieces);
        let instants = running + setup.outages.maintenance.len() + 2 * advance + 1;
    }
}

/// Heads of all partitions.
#[derive(Debug)]
pub(super) struct Heads<'a> {
    pub(super) buffers: HeadBuffers<'a>,
}

impl<'a> Heads<'a> {
    pub(super) fn new(buffers: HeadBuffers<'a>) -> Self {
        buffers.heads.fill(None);
        Self { buffers }
    }

    pub(super) fn forget(&mut self) {
        self.buffers.heads.fill(None);
    }

    /// Drops heads of partitions of tiers below `tier` until they are set again.
    pub(super) fn drop_below(&mut self, tier: u32) {
        let heads = self.buffers.heads.iter_mut().flatten();
        for head in heads.filter(|head| head.tier < tier) {
            head.pass = 0; // passes are counted from 1
        }
    }

    /// Head of line number `line`, if it has one in this pass.
    #[inline]
    pub(super) fn head_of(&self, line: usize, pass: u64) -> Option<&Head> {
        let head = self.buffers.heads.get(line)?.as_ref();
        head.filter(|head| head.pass == pass)
    }

    /// Heads of this pass with shadow times before `end`, which rank ahead of a job of
    /// `tier`.
    #[inline]
    pub(super) fn late(
        &self,
        pass: u64,
        end: Time,
        tier: u32,
    ) -> impl Iterator<Item = (usize, &Head)> {
        let heads = self.buffers.heads.iter().enumerate();
        let heads = heads.filter_map(|(index, head)| Some((index, head.as_ref()?)));
        heads.filter(move |(_, head)| head.pass == pass && end > head.shadow && head.tier >= tier)
    }

    /// Key of the set of heads with shadow times before `end`, 0 if it is empty, and the
    /// number of units they can spare in all.
    pub(super) fn late_key(
        &self,
        pass: u64,
        end: Time,
        partition: u32,
        cluster: &Cluster<'_>,
    ) -> (u64, u32) {
        let tier = cluster.setup().partition(partition).tier;
        // A hash of indices, jobs and shadow times; the lowest bit keeps it from 0.
        self.late(pass, end, tier)
            .fold((0, 0), |(heads, spare), (index, head)| {
                let own = [index as u64, head.job.index() as u64, head.shadow.0];
                let heads = own.into_iter().fold(heads, |hash: u64, part| {
                    (hash.rotate_left(23) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                });
                (heads | 1, spare.saturating_add(head.extra()))
            })
    }

    /// Makes `job` the head of its partition; `false` if its start is unknown.
    pub(super) fn set(&mut self, context: &Context<'_, '_>, job: JobId, pass: u64) -> bool {
        let Some(outlook) = context.outlook() else {
            return false;
        };
        let request = outlook.request(job);
        let index = outlook.cluster().setup().line(&request);
        let Some(slot) = self.buffers.heads.get_mut(index) else {
            return false;
        };
        let before = slot.take();
        let can_follow = context.kills_at_estimate() && !context.has_unavailability_ahead();
        let same = before.filter(|head| head.job == job && head.is_filed && can_follow);
        let alike = before
            .filter(|head| head.is_filed && can_follow && head.request.is_equivalent(&request));
        let head = match same.or_else(|| self.take_over(context, &outlook, alike?, job)) {
            Some(head) => head,
            None => {
                let head = self.find(context, &outlook, job, can_follow);
                match head {
                    Some(head) => head,
                    None => return false,
                }
            }
        };
        self.buffers.heads[index] = Some(Head { pass, ..head });
        self.update(context, index);
        true
    }

    /// Makes `job` the head after one with an equal request: the first rooms of most nodes
    /// are known.
    fn take_over(
        &mut self,
        context: &Context<'_, '_>,
        outlook: &Outlook<'_, '_>,
        before: Head,
        job: JobId,
    ) -> Option<Head> {
        let (cluster, request) = (outlook.cluster(), outlook.request(job));
        let changed = cluster.changed_since(before.changes_seen)?;
        let nodes = cluster.setup().partition(request.partition);
        let rooms = self.rooms(context, before.line);
        for node in changed.filter(|&node| nodes.has(node)) {
            rooms[node as usize] = outlook.earliest_room(node, &request);
        }
        let mut head = Head {
            job,
            request,
            changes_seen: cluster.changes(),
            ..before
        };
        self.select(context, &mut head);
        Some(head).filter(|head| head.shadow < Time::MAX)
    }

    /// Finds the shadow time of `job`.
    fn find(
        &mut self,
        context: &Context<'_, '_>,
        outlook: &Outlook<'_, '_>,
        job: JobId,
        can_follow: bool,
    ) -> Option<Head> {
        let request = outlook.request(job);
        let mut head = Head {
            job,
            request,
            line: outlook.cluster().setup().line(&request),
            shadow: Time::MAX,
            until: Time::MAX,
            units_ready: 0,
            nodes_before: 0,
            changes_seen: outlook.cluster().changes(),
            pass: 0,
            is_filed: can_follow && matches!(request.shape, UnitCount::Nodes(_)),
            tier: outlook.cluster().setup().partition(request.partition).tier,
        };
        if head.is_filed {
            self.fill_table(context, outlook, &request);
            self.select(context, &mut head);
        } else {
            self.search(context, outlook, &mut head)
        }
        (head.shadow < Time::MAX).then_some(head)
    }

    /// The part of the table for a line.
    fn rooms(&mut self, context: &Context<'_, '_>, line: usize) -> &mut [Time] {
        let nodes = context.nodes() as usize;
        let from = nodes * line;
        let rooms = self.buffers.first_rooms.get_mut(from..from + nodes);
        rooms.unwrap_or_default()
    }

    fn fill_table(
        &mut self,
        context: &Context<'_, '_>,
        outlook: &Outlook<'_, '_>,
        request: &ClusterRequest,
    ) {
        let rooms = self.rooms(context, outlook.cluster().setup().line(request));
        let nodes = outlook.cluster().setup().partition(request.partition);
        for (node, room) in (0..).zip(rooms) {
            *room = if nodes.has(node) {
                outlook.earliest_room(node, request)
            } else {
                Time::MAX
            };
        }
    }

    /// Finds the shadow time from the first rooms of nodes: when the last needed one has
    /// room.
    fn select(&mut self, context: &Context<'_, '_>, head: &mut Head) {
        let (nodes, from) = (context.nodes() as usize, head.line);
        let HeadBuffers {
            first_rooms, times, ..
        } = &mut self.buffers;
        let rooms = first_rooms.get(nodes * from..nodes * (from + 1));
        let mut count = 0;
        let rooms = rooms.unwrap_or_default();
        let known = rooms.iter().filter(|&&room| room < Time::MAX);
        for (time, room) in times.iter_mut().zip(known) {
            *time = *room;
            count += 1;
        }
        let times = times.get_mut(..count).unwrap_or_default();
        let last = (head.request.units() as usize).wrapping_sub(1);
        head.shadow = if last < times.len() {
            *times.select_nth_unstable(last).1
        } else {
            Time::MAX
        };
        let shadow = head.shadow;
        let counted =
            |such: &dyn Fn(Time) -> bool| rooms.iter().filter(|&&room| such(room)).count() as u32;
        head.units_ready = counted(&|room| room <= shadow && room < Time::MAX);
        head.nodes_before = counted(&|room| room < shadow);
    }

    /// Finds the shadow time by trying all instants at which a job or maintenance ends.
    fn search(&mut self, context: &Context<'_, '_>, outlook: &Outlook<'_, '_>, head: &mut Head) {
        let ends = context.running().map(|job| outlook.end(job));
        let windows = context.maintenance().map(|window| window.until);
        let advance = outlook.cluster().setup().advance.iter();
        let now = context.now();
        let edges = advance.flat_map(|one| [one.from, one.until]);
        let edges = edges.filter(move |&edge| edge > now);
        let all = core::iter::once(now).chain(ends).chain(windows);
        let mut count = 0;
        for (time, end) in self.buffers.times.iter_mut().zip(all.chain(edges)) {
            *time = end;
            count += 1;
        }
        let times = self.buffers.times.get_mut(..count).unwrap_or_default();
        times.sort_unstable();
        // Room changes at these times only.
        let estimate = context.estimate(head.job).round_up();
        let (nodes, request) = (context.nodes(), head.request);
        let room = |at: Time| -> u32 {
            let until = at.after(estimate);
            let units = (0..nodes).map(|node| outlook.units_between(node, &request, at, until));
            units.fold(0, u32::saturating_add)
        };
        let found = if context.has_unavailability_ahead() {
            times
                .iter()
                .copied()
                .find(|&at| room(at) >= request.units())
        } else {
            // Room never shrinks later.

            let index = times.partition_point(|&at| room(at) < request.units());
            times.get(index).copied()
        };
        if let Some(shadow) = found {
            (head.shadow, head.until) = (shadow, shadow.after(estimate));
            head.units_ready = room(shadow);
        }
    }

    /// Updates the heads of this pass by the node changes since.
    pub(super) fn update_all(&mut self, context: &Context<'_, '_>, pass: u64) {
        for index in 0..self.buffers.heads.len() {
            if matches!(self.buffers.heads[index], Some(head) if head.pass == pass) {
                self.update(context, index);
            }
        }
    }

    fn update(&mut self, context: &Context<'_, '_>, index: usize) {
        let (Some(outlook), Some(mut head)) = (context.outlook(), self.buffers.heads[index]) else {
            return;
        };
        let cluster = outlook.cluster();
        if head.changes_seen == cluster.changes() {
            return;
        }
        if !head.is_filed {
            // Jobs that started since have left it room.
            self.search(context, &outlook, &mut head);
        } else if let Some(changed) = cluster.changed_since(head.changes_seen) {
            let nodes = cluster.setup().partition(head.request.partition);
            let rooms = self.rooms(context, head.line);
            for node in changed.filter(|&node| nodes.has(node)) {
                let (room, shadow) = (outlook.earliest_room(node, &head.request), head.shadow);
                let known = core::mem::replace(&mut rooms[node as usize], room);
                head.units_ready += u32::from(room <= shadow);
                head.units_ready -= u32::from(known <= shadow);
                head.nodes_before += u32::from(room < shadow);
                head.nodes_before -= u32::from(known < shadow);
            }
            if head.nodes_before >= head.request.units() || head.units_ready < head.request.units()
            {
                self.select(context, &mut head);
            }
        } else {
            self.fill_table(context, &outlook, &head.request);
            self.select(context, &mut head);
        }
        head.changes_seen = cluster.changes();
        self.buffers.heads[index] = Some(head).filter(|head| head.shadow < Time::MAX);
    }

    /// Units that the head with this index loses at its shadow time if `units` of `request`
    /// are on `node` then.
    #[inline]
    pub(super) fn loses(
        &self,
        outlook: &Outlook<'_, '_>,
        (index, head): (usize, &Head),
        (node, request, units): (u32, &ClusterRequest, u32),
    ) -> u32 {
        let setup = outlook.cluster().setup();
        if !setup.partition(head.request.partition).has(node) {
            return 0;
        }
        if head.is_filed {
            let nodes = self.buffers.first_rooms.len() / self.buffers.heads.len().max(1);
            let room = self.buffers.first_rooms.get(nodes * index + node as usize);
            if room.is_none_or(|&room| room > head.shadow) {
                return 0;
            }
        } else if !outlook.is_available(node, &head.request, head.shadow, head.until) {
            return 0;
        }
        let nothing_stays =
            setup.gets_whole_nodes(request) || setup.gets_whole_nodes(&head.request);
        if head.is_filed && nothing_stays {
            return 1; // it asks for nodes, and there is room on this one by then
        }
        let room = |added| outlook.units_at(node, &head.request, head.shadow, added);
        let before = if head.is_filed { 1 } else { room(None) };
        let after = if nothing_stays {
            0
        } else {
            room(Some((request, units)))
        };
        before.saturating_sub(after)
    }
}
