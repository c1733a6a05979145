//! Choice of nodes of a cluster for a job.

use super::{Amounts, Cluster, ClusterRequest, NodeChoice, NodeKind, NodeUnits, UnitCount};
use crate::machine::bits::bits_of;

/// Nodes preferred among otherwise equal ones, as the bits of a word of 64 nodes.
pub(crate) type Preferred<'p> = Option<&'p dyn Fn(usize) -> u64>;

/// Order of the nodes of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeOrder {
    FewestFree,
    MostFree,
}

/// Nodes chosen so far for a job, in the buffer of the cluster, which has none meanwhile.
pub(super) struct PartialChoice<'a> {
    nodes: &'a mut [NodeUnits],
    count: usize,
    // Units still without a node.
    pub(super) left: u32,
}

impl<'a> PartialChoice<'a> {
    /// In addition to the first `count` nodes of `buffer`, for `left` units.
    pub(super) fn new(buffer: &mut &'a mut [NodeUnits], (count, left): (usize, u32)) -> Self {
        let nodes = core::mem::take(buffer);
        Self { nodes, count, left }
    }

    /// Puts so many units on `node`.
    pub(super) fn put(&mut self, node: u32, units: u32) {
        if let Some(next) = self.nodes.get_mut(self.count) {
            *next = NodeUnits { node, units };
            self.count += 1;
            self.left -= units;
        }
    }

    /// Gives the buffer back; returns the number of chosen nodes, and of units without one.
    pub(super) fn give_back(self, buffer: &mut &'a mut [NodeUnits]) -> (usize, u32) {
        *buffer = self.nodes;
        (self.count, self.left)
    }
}

impl Cluster<'_> {
    /// Units of `request` that fit on `node` if `free` of it is free, and GPUs for so many.
    #[inline]
    pub(crate) fn units_in(
        &self,
        node: u32,
        request: &ClusterRequest,
        free: &Amounts,
        by_gpus: impl FnOnce() -> u32,
    ) -> u32 {
        // Usually cores are the scarce resource.
        let Some(kind) = self
            .kind(node)
            .filter(|_| free.cores() >= request.each.cores())
        else {
            return 0;
        };
        let is_there = self.setup.partition(request.partition).has(node);
        let suits = kind.features & request.features == request.features;
        let is_taken = self.setup.gets_whole_nodes(request) && *free != kind.room;
        if is_there && suits && !is_taken {
            request.units_beside_gpus(free).min(by_gpus())
        } else {
            0
        }
    }

    /// Units of `request` that fit on `node` now.
    #[inline]
    pub(crate) fn units_now(&self, node: u32, request: &ClusterRequest) -> u32 {
        if self.is_in_service(node) {
            let free = &self.rooms[node as usize].free;
            self.units_in(node, request, free, || self.gpu_units_now(node, request))
        } else {
            0
        }
    }

    /// Calls `found` with each node that has room now for a unit of `request`, and the number
    /// of units, in the order in which they are chosen, until it returns true.
    fn each_with_room(
        &self,
        request: &ClusterRequest,
        (first, preferred): (NodeOrder, Preferred<'_>),
        mut found: impl FnMut(u32, u32) -> bool,
    ) {
        let is_whole = self.setup.gets_whole_nodes(request);
        for (begin, kind) in self.setup.kinds() {
            let suits = kind.features & request.features == request.features;
            if !suits || request.units_in(&kind.room) == 0 || kind.count == 0 {
                continue;
            }
            let (least, most) = if is_whole {
                (kind.room.cores(), kind.room.cores())
            } else {
                (request.each.cores(), kind.room.cores())
            };
            for step in 0..=most.saturating_sub(least) {
                let cores = match first {
                    NodeOrder::FewestFree => least + step,
                    NodeOrder::MostFree => most - step,
                };
                if self.levels[cores as usize] == 0 {
                    continue;
                }
                let mut is_enough = |among: &dyn Fn(usize) -> u64| {
                    self.each_at(request, (begin, kind), (cores, among), &mut found)
                };
                let others = |word| preferred.map_or(u64::MAX, |first| !first(word));
                if preferred.is_some_and(&mut is_enough) || is_enough(&others) {
                    return;
                }
            }
        }
    }

    /// As [`Cluster::each_with_room`], for nodes of one kind with `cores` free cores;
    /// returns whether `found` returned true.
    #[inline]
    fn each_at(
        &self,
        request: &ClusterRequest,
        (begin, kind): (u32, &NodeKind),
        (cores, among): (u32, &dyn Fn(usize) -> u64),
        found: &mut impl FnMut(u32, u32) -> bool,
    ) -> bool {
        let within = self.setup.partition(request.partition).nodes;
        let is_whole = self.setup.gets_whole_nodes(request);
        // Nodes with all cores free have no jobs: everything on them is free.
        let is_idle = cores == kind.room.cores();
        let of_idle = request.units_in(&kind.room);
        let (from, until) = (
            begin as usize / 64,
            (begin + kind.count).div_ceil(64) as usize,
        );
        let level = cores as usize * self.words;
        let level = self.by_free.get(level + from..level + until);
        let level = level.unwrap_or_default().iter();
        let within = within.get(from..).unwrap_or_default();
        for (word, (nodes, within)) in (from..).zip(level.zip(within)) {
            let mut nodes = nodes & within;
            if nodes == 0 {
                continue;
            }
            if word == from || word + 1 == until {
                nodes &= bits_of(begin, kind.count, word);
            }
            nodes &= among(word);
            while nodes != 0 {
                let node = 64 * word as u32 + nodes.trailing_zeros();
                nodes &= nodes - 1;
                let units = match (is_idle, is_whole) {
                    (true, _) => of_idle,
                    (false, true) => 0,
                    (false, false) => {
                        let free = &self.rooms[node as usize].free;
                        let units = request.units_beside_gpus(free);
                        units.min(self.gpu_units_now(node, request))
                    }
                };
                if units > 0 && found(node, units) {
                    return true;
                }
            }
        }
        false
    }

    /// Units of `request` with room now, counted up to `enough`.
    pub(crate) fn room(&self, request: &ClusterRequest, enough: u32) -> u32 {
        let mut room = 0u32;
        self.each_with_room(request, (NodeOrder::FewestFree, None), |_, units| {
            room = room.saturating_add(units);
            room >= enough
        });
        room
    }

    /// Chooses nodes for `request` in addition to the `chosen` ones, with as many units as
    /// `usable` allows, the `preferred` ones of equals first; returns the number of chosen
    /// nodes, and of units still without one.
    pub(crate) fn choose(
        &mut self,
        request: &ClusterRequest,
        (chosen, wanted): (usize, u32),
        preferred: Preferred<'_>,
        usable: &mut dyn FnMut(&Self, u32, u32) -> u32,
    ) -> (usize, u32) {
        if self.setup.node_choice != NodeChoice::ByCores {
            return self.choose_by_score(request, (chosen, wanted), preferred, usable);
        }
        let mut choice = PartialChoice::new(&mut self.chosen, (chosen, wanted));
        let is_tasks = matches!(request.shape, UnitCount::Tasks(_));
        if is_tasks && chosen == 0 {
            // All on one node.
            self.each_with_room(
                request,
                (NodeOrder::FewestFree, preferred),
                |node, units| {
                    if units >= choice.left && usable(self, node, choice.left) >= choice.left {
                        choice.put(node, wanted);
                    }
                    choice.left == 0
                },
            );
        }
        let first = if is_tasks {
            NodeOrder::MostFree
        } else {
            NodeOrder::FewestFree
        };
        if choice.left > 0 {
            self.each_with_room(request, (first, preferred), |node, units| {
                let units = usable(self, node, units.min(choice.left));
                if units > 0 {
                    choice.put(node, units.min(choice.left));
                }
                choice.left == 0
            });
        }
        choice.give_back(&mut self.chosen)
    }

    /// Chooses these nodes, ascending.
    pub(crate) fn set_chosen(&mut self, places: &[NodeUnits]) {
        for (chosen, index) in self.chosen.iter_mut().zip(places) {
            *chosen = *index;
        }
    }

    /// Puts the first `count` nodes chosen in ascending order.
    pub(crate) fn sort_chosen(&mut self, count: usize) {
        if let Some(chosen) = self.chosen.get_mut(..count) {
            chosen.sort_unstable_by_key(|index| index.node);
        }
    }

    /// The first `count` nodes chosen.
    pub(crate) fn chosen(&self, count: usize) -> &[NodeUnits] {
        self.chosen.get(..count).unwrap_or_default()
    }
}
