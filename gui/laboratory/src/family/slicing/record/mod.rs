//! Memory of jobs on nodes over time, for heat maps and stacks.

mod grid;
mod overheads;
mod sink;
#[cfg(test)]
mod tests;

use std::ops::Range;

use cosched_core::workload::Class;
use cosched_core::{Duration, Memory, Time};

use crate::record::Run;
pub(crate) use overheads::OverheadRecorder;
pub use overheads::{LoadSpan, MemoryCosts, Overhead};
pub use sink::MemorySink;

use self::grid::{Grid, spread};

/// Stands for no job.
const NO_JOB: u32 = u32::MAX;

/// Memory on a node, from an instant until its next state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Its begin.
    pub from: Time,
    /// All used memory; never more than the node has.
    pub total: Memory,
    residents: [(u32, Memory); Class::COUNT],
}

impl State {
    /// A node without memory in use.
    const EMPTY: Self = Self {
        from: Time::ZERO,
        total: Memory::ZERO,
        residents: [(NO_JOB, Memory::ZERO); Class::COUNT],
    };

    /// Returns the jobs with memory there, as indices, with their amounts.
    pub fn residents(&self) -> impl Iterator<Item = (usize, Memory)> {
        let taken = self.residents.into_iter().filter(|(job, _)| *job != NO_JOB);
        taken.map(|(job, memory)| (job as usize, memory))
    }

    fn same(&self, other: &Self) -> bool {
        (self.total, self.residents) == (other.total, other.residents)
    }
}

/// Memory of a job that was displaced, and the cost to the job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwapOut {
    /// The job, as an index into the experiment's jobs.
    pub job: u32,
    /// Its instant.
    pub at: Time,
    /// The work added to the job.
    pub time: Duration,
}

/// The memory of all nodes over a run.
///
/// While a job loads, its memory grows; here it is resident from the start of the load on, as room
/// is made for all of it then.
#[derive(Debug)]
pub struct MemoryRecord {
    capacity: Memory,
    end: Time,
    /// From when on there are only totals.
    coarse_from: Option<Time>,
    /// States of each node, by time.
    states: Vec<Vec<State>>,
    grid: Grid,
    swap_outs: Vec<SwapOut>,
}

impl MemoryRecord {
    /// Returns the memory of one node.
    pub fn capacity(&self) -> Memory {
        self.capacity
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> u32 {
        self.states.len() as u32
    }

    /// Returns when the last state ends.
    pub fn end(&self) -> Time {
        self.end
    }

    /// Whether all changes were kept; if not, there are only totals after
    /// [`MemoryRecord::coarse_from`], each the mean of a span.
    pub fn is_complete(&self) -> bool {
        self.coarse_from.is_none()
    }

    /// Returns from when on there are only totals, if anywhere.
    pub fn coarse_from(&self) -> Option<Time> {
        self.coarse_from
    }

    /// Returns the displacements of jobs, by time.
    pub fn swap_outs(&self) -> &[SwapOut] {
        &self.swap_outs
    }

    /// Returns the states of `node`, by time, as far as they were kept; before the first it is
    /// empty.
    pub fn states(&self, node: u32) -> &[State] {
        self.states.get(node as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns the indices of the states of `node` between two instants in seconds, the one before
    /// included.
    pub fn places_within(&self, node: u32, from: f64, until: f64) -> Range<usize> {
        let states = self.states(node);
        let first = states.partition_point(|state| state.from.seconds() <= from);
        let end = states.partition_point(|state| state.from.seconds() < until);
        let first = first.saturating_sub(1);
        first..end.max(first)
    }

    /// Returns when the state of `node` at that index ends, as far as is known.
    pub fn until(&self, node: u32, index: usize) -> Time {
        let next = self.states(node).get(index + 1);
        let last = self.coarse_from.unwrap_or(self.end);
        next.map_or(last, |next| next.from)
    }

    /// Returns the state of `node` at `at`; `None` if it was not kept.
    pub fn state_at(&self, node: u32, at: Time) -> Option<State> {
        if self.coarse_from.is_some_and(|coarse| coarse <= at) || node >= self.nodes() {
            return None;
        }
        let states = self.states(node);
        let after = states.partition_point(|state| state.from <= at);
        let known = after.checked_sub(1).map(|index| states[index]);
        Some(known.unwrap_or(State::EMPTY))
    }

    /// Returns the jobs resident on `node` at `at`, as indices, with their amounts.
    pub fn residents_at(&self, node: u32, at: Time) -> Vec<(usize, Memory)> {
        let state = self.state_at(node, at);
        state.map_or_else(Vec::new, |state| state.residents().collect())
    }

    /// Returns the memory used on `node` at `at`; the mean around it where states were not kept.
    pub fn total_at(&self, node: u32, at: Time) -> Memory {
        match self.state_at(node, at) {
            Some(state) => state.total,
            None => Memory(self.grid.at(node, at).round() as u32),
        }
    }

    /// Adds the mean KiB used on `node` in each of equally wide columns from one instant in seconds
    /// to another.
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
        let steps = self.places_within(node, from, until).map(|index| {
            let state = states[index];
            let range = [state.from, self.until(node, index)].map(Time::seconds);
            (range, state.total.0 as f32)
        });
        spread(steps, [from, until], columns);
    }
}

impl Run {
    /// Returns the memory on each node over time; `None` without node memory, or if segments were
    /// not kept.
    pub fn memory(&self) -> Option<&MemoryRecord> {
        self.details.get()
    }

    /// Returns the overheads of each job's memory; empty without node memory.
    pub fn overheads(&self) -> &[Overhead] {
        self.costs().map_or(&[], |costs| &costs.overheads)
    }

    /// Returns the spans of loading, by start; empty if segments were not kept.
    pub fn loads(&self) -> &[LoadSpan] {
        self.costs().map_or(&[], |costs| &costs.loads)
    }

    fn costs(&self) -> Option<&MemoryCosts> {
        self.details.get()
    }
}
