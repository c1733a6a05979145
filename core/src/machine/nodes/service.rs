//! Nodes that may go out of service: their states, holders, and allocation.

use super::{Chain, Nodes};
use crate::machine::bits::{lowest, mask};
use crate::machine::outages::NodeState;
use crate::machine::table::Table;

impl<'a> Nodes<'a> {
    /// Adds states, so that nodes may go out of service; `states` has an entry for each.
    #[must_use]
    pub fn with_states(self, states: &'a mut [NodeState]) -> Self {
        states.fill(NodeState::UP);
        let states = Table::new(states, NodeState::UP);
        Self { states, ..self }
    }

    /// Whether nodes may go out of service.
    pub(crate) fn has_states(&self) -> bool {
        !self.states.is_empty()
    }

    /// Number of nodes out of service.
    #[inline]
    pub fn out_of_service(&self) -> u32 {
        self.out
    }

    /// State of `node`.
    pub fn state(&self, node: u32) -> NodeState {
        let state = self.states.get(node as usize);
        let state = state.copied().unwrap_or(NodeState::UP);
        state.without(NodeState::WENT_OUT)
    }

    /// Notes that `node` failed or went into maintenance.
    pub(crate) fn note_outage(&mut self, node: u32) {
        if let Some(state) = self.states.get_mut(node as usize) {
            *state = state.with(NodeState::WENT_OUT);
        }
    }

    /// Whether `node` did so since [`Nodes::clear_outages`].
    pub(crate) fn had_outage(&self, node: u32) -> bool {
        let state = self.states.get(node as usize);
        state.is_some_and(|state| *state != state.without(NodeState::WENT_OUT))
    }

    /// Clears these notes.
    pub(crate) fn clear_outages(&mut self) {
        for state in self.states.iter_mut() {
            *state = state.without(NodeState::WENT_OUT);
        }
    }

    /// Sets the state of `node`; `is_held` is whether a job has it, for a node that returns
    /// to service.
    pub fn set_state(&mut self, node: u32, state: NodeState, is_held: bool) {
        let before = self.state(node);
        let Some(index) = self.states.get_mut(node as usize) else {
            return;
        };
        *index = if *index == before {
            state
        } else {
            state.with(NodeState::WENT_OUT)
        };
        let (word, bit) = (node as usize / 64, 1 << (node % 64));
        let (idle, out) = (self.idle(), self.out_and_idle());
        match (before.is_up(), state.is_up()) {
            (true, false) => {
                self.out += 1;
                let was_free = u32::from(self.free_words[word] & bit != 0);
                self.settle(idle - was_free, out + was_free);
                self.free_words[word] &= !bit;
            }
            (false, true) => {
                self.out -= 1;
                if !is_held {
                    self.settle(idle + 1, out.saturating_sub(1));
                    self.free_words[word] |= bit;
                    self.lowest_free_word = self.lowest_free_word.min(word);
                }
            }
            _ => {}
        }
    }

    /// First of `count` nodes from `first` on that is on `list`, if any.
    pub fn first_on_list(&self, list: u32, first: u32, count: u32) -> Option<u32> {
        let end = first.saturating_add(count);
        let mut held = self.intervals(list);
        held.find_map(|(start, count)| {
            let node = start.max(first);
            (node < end && node < start + count).then_some(node)
        })
    }

    /// Whether a node on `list` is out of service.
    pub(crate) fn has_out_of_service(&self, list: u32) -> bool {
        let mut held = self.intervals(list);
        held.any(|(first, count)| (first..first + count).any(|node| !self.state(node).is_up()))
    }

    /// Allocates `count` nodes of the classes that `which` returns for each word of 64
    /// nodes: as many as possible of the first class, then of the next, each
    /// lowest-numbered first. `None` if there are not enough; all must be free.
    pub(crate) fn allocate_among<const CLASSES: usize>(
        &mut self,
        count: u32,
        which: impl Fn(usize, u64) -> [u64; CLASSES],
    ) -> Option<u32> {
        let words = (self.total as usize).div_ceil(64);
        // Counted first, so that nothing is taken if there are too few.
        let mut left = [0; CLASSES];
        for word in 0..words {
            for (left, nodes) in left.iter_mut().zip(which(word, self.free_words[word])) {
                *left += nodes.count_ones();
            }
        }
        let mut missing = count;
        for left in &mut left {
            *left = missing.min(*left);
            missing -= *left;
        }
        if count == 0 || missing > 0 {
            return None;
        }
        let mut chain = Chain::default();
        for word in 0..words {
            let mut taken = 0;
            for (nodes, left) in which(word, self.free_words[word])
                .into_iter()
                .zip(&mut left)
            {
                let nodes = lowest(nodes, *left);
                *left -= nodes.count_ones();
                taken |= nodes;
            }
            while taken != 0 {
                let start = taken.trailing_zeros();
                let run = (taken >> start).trailing_ones();
                taken &= !mask(start, run);
                if !self.append(&mut chain, word as u32 * 64 + start, run) {
                    self.splice(chain.list, chain.tail);
                    return None;
                }
            }
        }
        self.occupy(chain.list).then_some(chain.list)
    }

    /// Allocates `count` nodes that are `usable`, word by word of 64, and for which `wants`
    /// is true, called in ascending order. `None` if there are not enough.
    #[cfg(any(feature = "cluster", feature = "outages"))]
    pub(crate) fn allocate_filtered(
        &mut self,
        count: u32,
        usable: impl Fn(usize, u64) -> u64,
        mut wants: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        let words = (self.total as usize).div_ceil(64);
        let (mut chain, mut left) = (Chain::default(), count);
        for word in 0..words {
            let mut nodes = usable(word, self.free_words[word]);
            while nodes != 0 && left > 0 {
                let bit = nodes.trailing_zeros();
                nodes &= nodes - 1;
                let node = word as u32 * 64 + bit;
                if !wants(node) {
                    continue;
                }
                left -= 1;
                if !self.append(&mut chain, node, 1) {
                    self.splice(chain.list, chain.tail);
                    return None;
                }
            }
        }
        if left > 0 || chain.list == 0 {
            self.splice(chain.list, chain.tail);
            return None;
        }
        self.occupy(chain.list).then_some(chain.list)
    }

    /// Releases those of these nodes that are in service.
    #[inline(never)]
    pub(super) fn vacate_in_service(&mut self, first: u32, count: u32) {
        let (mut idle, mut out) = (self.idle(), self.out_and_idle());
        for node in first..first + count {
            if !self.state(node).is_up() {
                out += 1;
            } else {
                idle += 1;
                self.free_words[node as usize / 64] |= 1 << (node % 64);
            }
        }
        self.settle(idle, out);
    }
}
