//! Searches for windows on small random domains, with the same results on every machine.

use cosched_core::slots::{
    Cost, Criterion, Domain, DomainModel, LeastCost, Node, Request, Search, Slot, StaticSearch,
    Window, idle_for, idle_slots, room_for, table_for, taken_for, words_for,
};
use cosched_core::{Digest, Duration, Time};

const NODES: usize = 20;
/// Maximum number of booked tasks, and of slots between them.
const TASKS: usize = 160;
const IDLE: usize = idle_for(NODES, TASKS);
/// Maximum number of alternatives.
const MAX_ALTERNATIVES: usize = 10;
const ROOM: usize = room_for(IDLE, MAX_ALTERNATIVES * REQUEST.nodes as usize);
const REQUEST: Request = Request::new(3, 800, 270);
const TABLE: usize = table_for(&REQUEST);
const TAKEN: usize = taken_for(NODES, &REQUEST);

/// Memory of the searches, all zero bytes when new.
pub(crate) struct SlotsMemory {
    nodes: [Node; NODES],
    booked: [Slot; TASKS],
    idle: [Slot; IDLE],
    by_start: [Slot; ROOM],
    by_end: [Slot; ROOM],
    search: StaticSearch<NODES, { words_for(NODES) }, TABLE, TAKEN>,
}

impl SlotsMemory {
    /// Empty buffers.
    pub(crate) const fn new() -> Self {
        Self {
            nodes: [Node::new(0, 0, 0); NODES],
            booked: [Slot::EMPTY; TASKS],
            idle: [Slot::EMPTY; IDLE],
            by_start: [Slot::EMPTY; ROOM],
            by_end: [Slot::EMPTY; ROOM],
            search: StaticSearch::new(),
        }
    }

    /// Digest of all criteria, of alternatives and of a batch, on nodes of whole and of
    /// real performance.
    pub(crate) fn digest(&mut self) -> (&'static str, u64) {
        let mut digest = Digest::default();
        for seed in 0..6 {
            let model = DomainModel {
                whole: seed % 2 == 0,
                task: [40, 100].map(Duration::from_seconds),
                horizon: Time::from_seconds(600),
                ..DomainModel::default()
            };
            self.search(&model, seed, &mut digest);
        }
        ("slots", digest.0)
    }

    fn search(&mut self, model: &DomainModel, seed: u64, digest: &mut Digest) {
        const ROOM: &str = "the buffers were made for these domains";
        model.nodes(seed, &mut self.nodes);
        let count = model.booked(seed, NODES, &mut self.booked).expect(ROOM);
        let booked = &mut self.booked[..count];
        let count = idle_slots(NODES, booked, model.horizon, &mut self.idle).expect(ROOM);
        let (by_start, by_end) = (&mut self.by_start, &mut self.by_end);
        let domain = Domain::new(&self.nodes, &self.idle[..count], by_start, by_end);
        let mut domain = domain.expect(ROOM);
        let mut search = Search::new(self.search.as_buffers());
        for criterion in Criterion::ALL {
            let found = search.find(&domain, &REQUEST, criterion);
            fold(digest, found.expect(ROOM).as_ref());
        }
        let found = search.maximise(&domain, &REQUEST, &LeastCost);
        fold(digest, found.expect(ROOM).as_ref());
        let poor = Request {
            budget: Cost::from_units(100),
            ..REQUEST
        };
        let queue = [
            (REQUEST, Criterion::MaxQ),
            (poor, Criterion::MinCost),
            (REQUEST, Criterion::MinFinish),
        ];
        let report = |_, window: Option<&Window<'_>>| fold(digest, window);
        search.batch(&mut domain, &queue, report).expect(ROOM);
        let report = |window: &Window<'_>| fold(digest, Some(window));
        let found = search.alternatives(
            &mut domain,
            &REQUEST,
            MAX_ALTERNATIVES - queue.len(),
            report,
        );
        found.expect(ROOM);
    }
}

/// Folded like the events in the digest of a run.
fn fold(digest: &mut Digest, window: Option<&Window<'_>>) {
    let mut word = |word: u64| {
        digest.0 = (digest.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        digest.0 ^= digest.0 >> 29;
    };
    let Some(window) = window else {
        return word(0);
    };
    word(window.start.instant().0);
    word(window.length.round_up().0);
    word(window.performance.0);
    word(window.cost.0);
    word(window.quality.0);
    for &node in window.nodes {
        word(u64::from(node) + 1);
    }
}
