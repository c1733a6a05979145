//! What was resident on which node when: kept while a run is simulated, for heat maps and stacks.

mod grid;
mod keep;
mod ledger;
#[cfg(test)]
mod tests;

use std::ops::Range;

use cosched_core::workload::Class;
use cosched_core::{Duration, Memory, Time};

use crate::record::Run;
pub use keep::MemorySink;
pub(crate) use ledger::Ledger;
pub use ledger::{LoadSpan, MemoryCosts, Overhead};

use self::grid::{Grid, spread};

/// Stands for no job.
const NOBODY: u32 = u32::MAX;

/// What is resident on a node, from an instant until its next state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// From when.
    pub from: Time,
    /// All that counts as used; never more than the node has.
    pub total: Memory,
    residents: [(u32, Memory); Class::COUNT],
}

impl State {
    /// Nothing.
    const EMPTY: Self = Self {
        from: Time::ZERO,
        total: Memory::ZERO,
        residents: [(NOBODY, Memory::ZERO); Class::COUNT],
    };

    /// The jobs with memory there, as indices, and how much of each.
    pub fn residents(&self) -> impl Iterator<Item = (usize, Memory)> {
        let taken = self.residents.into_iter().filter(|(job, _)| *job != NOBODY);
        taken.map(|(job, memory)| (job as usize, memory))
    }

    fn same(&self, other: &Self) -> bool {
        (self.total, self.residents) == (other.total, other.residents)
    }
}

/// Memory of a job that was displaced, and what it pays for that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwapOut {
    /// The job, as an index into the experiment's jobs.
    pub job: u32,
    /// When.
    pub at: Time,
    /// The work added to it.
    pub time: Duration,
}

/// The memory of all nodes over a run.
///
/// While a job loads, its memory grows; here it is resident from the start of
/// the load on, as room is made for all of it then.
#[derive(Debug)]
pub struct MemoryRecord {
    capacity: Memory,
    end: Time,
    /// From when on there are totals alone.
    coarse_from: Option<Time>,
    /// Of each node, by time.
    states: Vec<Vec<State>>,
    grid: Grid,
    swap_outs: Vec<SwapOut>,
}

impl MemoryRecord {
    /// Of one node.
    pub fn capacity(&self) -> Memory {
        self.capacity
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> u32 {
        self.states.len() as u32
    }

    /// When the last state ends.
    pub fn end(&self) -> Time {
        self.end
    }

    /// Whether all changes were kept; if not, there are only totals after
    /// [`MemoryRecord::coarse_from`], each the mean of some time.
    pub fn is_complete(&self) -> bool {
        self.coarse_from.is_none()
    }

    /// From when on there are totals alone, if anywhere.
    pub fn coarse_from(&self) -> Option<Time> {
        self.coarse_from
    }

    /// What jobs paid for being displaced, by time.
    pub fn swap_outs(&self) -> &[SwapOut] {
        &self.swap_outs
    }

    /// What was resident on `node`, by time, as far as it was kept; nothing
    /// before the first.
    pub fn states(&self, node: u32) -> &[State] {
        self.states.get(node as usize).map_or(&[], Vec::as_slice)
    }

    /// The places of the states of `node` between two instants in seconds, the
    /// one before included.
    pub fn places_within(&self, node: u32, from: f64, until: f64) -> Range<usize> {
        let states = self.states(node);
        let first = states.partition_point(|state| state.from.seconds() <= from);
        let end = states.partition_point(|state| state.from.seconds() < until);
        let first = first.saturating_sub(1);
        first..end.max(first)
    }

    /// When the state of `node` in that place ends, as far as is known.
    pub fn until(&self, node: u32, place: usize) -> Time {
        let next = self.states(node).get(place + 1);
        let last = self.coarse_from.unwrap_or(self.end);
        next.map_or(last, |next| next.from)
    }

    /// The state of `node` at `at`; `None` if it was not kept.
    pub fn state_at(&self, node: u32, at: Time) -> Option<State> {
        if self.coarse_from.is_some_and(|coarse| coarse <= at) || node >= self.nodes() {
            return None;
        }
        let states = self.states(node);
        let after = states.partition_point(|state| state.from <= at);
        let known = after.checked_sub(1).map(|place| states[place]);
        Some(known.unwrap_or(State::EMPTY))
    }

    /// The jobs resident on `node` at `at`, as indices, and how much of each.
    pub fn residents_at(&self, node: u32, at: Time) -> Vec<(usize, Memory)> {
        let state = self.state_at(node, at);
        state.map_or_else(Vec::new, |state| state.residents().collect())
    }

    /// How much of `node` was used at `at`; the mean around it where no more was kept.
    pub fn total_at(&self, node: u32, at: Time) -> Memory {
        match self.state_at(node, at) {
            Some(state) => state.total,
            None => Memory(self.grid.at(node, at).round() as u32),
        }
    }

    /// Adds the mean KiB used on `node` in each of equally wide columns from
    /// one instant in seconds to another.
    pub fn add_means(&self, node: u32, from: f64, until: f64, columns: &mut [f32]) {
        if node >= self.nodes() || columns.is_empty() {
            return;
        }
        let column = (until - from) / columns.len() as f64;
        let coarse = self.coarse_from.is_some_and(|at| at.seconds() < until);
        if coarse || self.grid.seconds() <= column {
            let bins = self.grid.within(node, from, until);
            return spread(bins, [from, until], columns);
        }
        let states = self.states(node);
        let steps = self.places_within(node, from, until).map(|place| {
            let state = states[place];
            let range = [state.from, self.until(node, place)].map(Time::seconds);
            (range, state.total.0 as f32)
        });
        spread(steps, [from, until], columns);
    }
}

impl Run {
    /// What was resident on which node when; nothing without node memory, or if segments
    /// were not asked for.
    pub fn memory(&self) -> Option<&MemoryRecord> {
        self.details.get()
    }

    /// What each job's memory cost it; empty without node memory.
    pub fn overheads(&self) -> &[Overhead] {
        self.costs().map_or(&[], |costs| &costs.overheads)
    }

    /// When jobs loaded memory, by start; empty if segments were not asked for.
    pub fn loads(&self) -> &[LoadSpan] {
        self.costs().map_or(&[], |costs| &costs.loads)
    }

    fn costs(&self) -> Option<&MemoryCosts> {
        self.details.get()
    }
}
