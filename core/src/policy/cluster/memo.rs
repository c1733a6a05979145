//! Memory of jobs that found no room, so that equal requests need not search again.

use crate::machine::cluster::{Cluster, ClusterRequest, UnitCount};

/// Maximum number of changed nodes for which checking each of them pays off.
const MAX_CHECKED: u64 = 64;

/// Knowledge of jobs with equal requests.
#[derive(Clone, Copy, Debug)]
struct RequestBounds {
    request: ClusterRequest,
    // Upper bound of the units with room, as of this number of node changes.
    room: u32,
    seen: u64,
    // Upper bound of those that took nothing from the given heads, as of then.
    harmless: u32,
    heads: u64,
    harmless_seen: u64,
}

/// Knowledge of jobs with equal requests, for a few kinds of requests.
#[derive(Debug)]
pub struct Memo {
    entries: [Option<RequestBounds>; Self::ENTRIES],
}

impl Memo {
    const ENTRIES: usize = 128;

    pub(super) const fn new() -> Self {
        Self {
            entries: [None; Self::ENTRIES],
        }
    }

    pub(super) fn forget(&mut self) {
        self.entries = [None; Self::ENTRIES];
    }

    fn entry(&mut self, request: &ClusterRequest) -> &mut Option<RequestBounds> {
        let amounts = request
            .each
            .0
            .iter()
            .chain(&request.per_node.0)
            .fold(request.features as u32, |hash, amount| {
                (hash.rotate_left(5) ^ amount).wrapping_mul(0x9e37_79b9)
            });
        let is_tasks = u32::from(matches!(request.shape, UnitCount::Tasks(_)));
        let hash = amounts ^ request.partition.wrapping_mul(0x85eb_ca6b) ^ is_tasks;
        let index = (hash ^ hash >> 15) as usize % Self::ENTRIES;
        &mut self.entries[index]
    }

    /// Knowledge of jobs with this request, updated.
    fn updated_entry(
        &mut self,
        cluster: &Cluster<'_>,
        request: &ClusterRequest,
    ) -> &mut RequestBounds {
        let changes = cluster.changes();
        let entry = self.entry(request);
        let fresh = RequestBounds {
            request: *request,
            room: u32::MAX,
            seen: changes,
            harmless: u32::MAX,
            heads: 0,
            harmless_seen: changes,
        };
        let known = entry.get_or_insert(fresh);
        if !known.request.is_equivalent(request) {
            *known = fresh;
        }
        known
    }

    /// Whether there is room for `request` now.
    pub(super) fn has_room(&mut self, cluster: &Cluster<'_>, request: &ClusterRequest) -> bool {
        // The fewer tasks there are, the fewer fit on a node.
        let whole = request.of_any_number();
        let known = self.updated_entry(cluster, &whole);
        known.room = gained(cluster, &whole, known.room, known.seen);
        known.seen = cluster.changes();
        let needed = request.units();
        if known.room < needed {
            return false;
        }
        let room = cluster.room(&whole, needed);
        known.room = if room < needed { room } else { u32::MAX };
        room >= needed
    }

    /// Whether jobs with this request may find nodes, if `spare` units of them may be taken
    /// from `heads`, a key of a set of heads.
    pub(super) fn may_find(
        &mut self,
        cluster: &Cluster<'_>,
        request: &ClusterRequest,
        heads: u64,
        spare: u32,
    ) -> bool {
        let known = self.updated_entry(cluster, request);
        if known.heads != heads {
            return true;
        }
        known.harmless = gained(cluster, request, known.harmless, known.harmless_seen);
        known.harmless_seen = cluster.changes();
        known.harmless.saturating_add(spare) >= request.units()
    }

    /// Notes that they found only `harmless` units.
    pub(super) fn note_found(
        &mut self,
        cluster: &Cluster<'_>,
        request: &ClusterRequest,
        heads: u64,
        harmless: u32,
    ) {
        let known = self.updated_entry(cluster, request);
        (known.heads, known.harmless) = (heads, harmless);
        known.harmless_seen = cluster.changes();
    }
}

/// Upper bound of the units with room now, given that as of `seen` changes.
fn gained(cluster: &Cluster<'_>, request: &ClusterRequest, room: u32, seen: u64) -> u32 {
    if room == u32::MAX || cluster.changes() == seen {
        return room;
    }
    match cluster.changed_since(seen) {
        Some(changed) if cluster.changes() - seen <= MAX_CHECKED => changed
            .fold(room, |room, node| {
                room.saturating_add(cluster.units_now(node, request))
            }),
        _ => u32::MAX,
    }
}
