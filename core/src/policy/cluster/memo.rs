//! Memory of jobs that found no room, so that equal requests need not search again.

use crate::machine::cluster::{Ask, Cluster, Shape};

/// Maximum number of changed nodes for which checking each of them pays off.
const FEW: u64 = 64;

/// Knowledge of jobs with equal requests.
#[derive(Clone, Copy, Debug)]
struct Known {
    ask: Ask,
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
    known: [Option<Known>; Self::ENTRIES],
}

impl Memo {
    const ENTRIES: usize = 128;

    pub(super) const fn new() -> Self {
        Self {
            known: [None; Self::ENTRIES],
        }
    }

    pub(super) fn forget(&mut self) {
        self.known = [None; Self::ENTRIES];
    }

    fn entry(&mut self, ask: &Ask) -> &mut Option<Known> {
        let amounts = ask.each.0.iter().fold(ask.features as u32, |hash, amount| {
            (hash.rotate_left(5) ^ amount).wrapping_mul(0x9e37_79b9)
        });
        let is_tasks = u32::from(matches!(ask.shape, Shape::Tasks(_)));
        let hash = amounts ^ ask.partition.wrapping_mul(0x85eb_ca6b) ^ is_tasks;
        let place = (hash ^ hash >> 15) as usize % Self::ENTRIES;
        &mut self.known[place]
    }

    /// Knowledge of jobs with this request, updated.
    fn known(&mut self, cluster: &Cluster<'_>, ask: &Ask) -> &mut Known {
        let changes = cluster.changes();
        let entry = self.entry(ask);
        let fresh = Known {
            ask: *ask,
            room: u32::MAX,
            seen: changes,
            harmless: u32::MAX,
            heads: 0,
            harmless_seen: changes,
        };
        let known = entry.get_or_insert(fresh);
        if !known.ask.goes_where(ask) {
            *known = fresh;
        }
        known
    }

    /// Whether there is room for `ask` now.
    pub(super) fn has_room(&mut self, cluster: &Cluster<'_>, ask: &Ask) -> bool {
        // The fewer tasks there are, the fewer fit on a node.
        let whole = match ask.shape {
            Shape::Nodes(_) => *ask,
            Shape::Tasks(_) => Ask {
                shape: Shape::Tasks(u32::MAX),
                ..*ask
            },
        };
        let known = self.known(cluster, &whole);
        known.room = gained(cluster, &whole, known.room, known.seen);
        known.seen = cluster.changes();
        let needed = ask.units();
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
        ask: &Ask,
        heads: u64,
        spare: u32,
    ) -> bool {
        let known = self.known(cluster, ask);
        if known.heads != heads {
            return true;
        }
        known.harmless = gained(cluster, ask, known.harmless, known.harmless_seen);
        known.harmless_seen = cluster.changes();
        known.harmless.saturating_add(spare) >= ask.units()
    }

    /// Notes that they found only `harmless` units.
    pub(super) fn note_found(
        &mut self,
        cluster: &Cluster<'_>,
        ask: &Ask,
        heads: u64,
        harmless: u32,
    ) {
        let known = self.known(cluster, ask);
        (known.heads, known.harmless) = (heads, harmless);
        known.harmless_seen = cluster.changes();
    }
}

/// Upper bound of the units with room now, given that as of `seen` changes.
fn gained(cluster: &Cluster<'_>, ask: &Ask, room: u32, seen: u64) -> u32 {
    if room == u32::MAX || cluster.changes() == seen {
        return room;
    }
    match cluster.changed_since(seen) {
        Some(changed) if cluster.changes() - seen <= FEW => changed.fold(room, |room, node| {
            room.saturating_add(cluster.units_now(node, ask))
        }),
        _ => u32::MAX,
    }
}
