//! A sink that records the memory of nodes.

use cosched_core::engine::{Detail, View};
use cosched_core::machine::Intervals;
use cosched_core::{Event, JobId, Memory, Sink, Time};

use super::grid::Grid;
use super::{MemoryRecord, State, SwapOut};
use crate::record::details::Recorder;
use crate::record::{Experiment, Run};

/// Largest number of states kept in detail; a longer run keeps only totals from there on.
const MOST_STATES: usize = 1 << 21;

/// Records the memory of all nodes during a simulation.
#[derive(Debug)]
pub struct MemorySink {
    states: Vec<Vec<State>>,
    /// Present state of each node, also where `states` is full.
    now: Vec<State>,
    grid: Grid,
    swap_outs: Vec<SwapOut>,
    /// Nodes of each job that has started and not ended.
    held: Vec<Box<[(u32, u32)]>>,
    /// Nodes that may have changed at this instant.
    marked: Vec<u32>,
    is_marked: Vec<bool>,
    kept: usize,
    /// Largest number of states kept in detail.
    pub(super) most: usize,
    coarse_from: Option<Time>,
    capacity: Memory,
    end: Time,
}

impl MemorySink {
    /// Makes a sink for a run of `experiment`.
    pub fn new(experiment: &Experiment) -> Self {
        Self::sized(experiment.nodes, experiment.jobs.len(), experiment.memory)
    }

    pub(super) fn sized(nodes: u32, jobs: usize, capacity: Memory) -> Self {
        let nodes = nodes as usize;
        Self {
            states: vec![Vec::new(); nodes],
            now: vec![State::EMPTY; nodes],
            grid: Grid::new(nodes),
            swap_outs: Vec::new(),
            held: vec![Box::default(); jobs],
            marked: Vec::new(),
            is_marked: vec![false; nodes],
            kept: 0,
            most: MOST_STATES,
            coarse_from: None,
            capacity,
            end: Time::ZERO,
        }
    }

    /// Returns the record.
    pub fn into_record(mut self) -> MemoryRecord {
        for node in 0..self.now.len() as u32 {
            self.close(node);
        }
        for states in &mut self.states {
            states.shrink_to_fit();
        }
        MemoryRecord {
            capacity: self.capacity,
            end: self.end,
            coarse_from: self.coarse_from,
            states: self.states,
            grid: self.grid,
            swap_outs: self.swap_outs,
        }
    }

    fn mark(&mut self, job: JobId) {
        let Some(held) = self.held.get(job.index()) else {
            return;
        };
        for &(first, count) in held {
            for node in first..first + count {
                if let Some(marked) = self.is_marked.get_mut(node as usize)
                    && !std::mem::replace(marked, true)
                {
                    self.marked.push(node);
                }
            }
        }
    }

    /// Ends the present state of `node`.
    fn close(&mut self, node: u32) {
        let state = self.now[node as usize];
        if state.total > Memory::ZERO && state.from < self.end {
            self.grid.add(node, state.from, self.end, state.total);
        }
    }

    /// Makes `state` the present one of `node`.
    fn change(&mut self, node: u32, state: State) {
        let index = node as usize;
        if self.now[index].same(&state) {
            return;
        }
        self.close(node);
        self.now[index] = state;
        match self.states[index].last_mut() {
            Some(last) if last.from == state.from => *last = state,
            _ if self.kept < self.most => {
                self.states[index].push(state);
                self.kept += 1;
            }
            _ => {
                self.coarse_from.get_or_insert(state.from);
            }
        }
    }
}

impl Sink for MemorySink {
    fn record(&mut self, at: Time, event: Event) {
        if self.now.is_empty() {
            return;
        }
        match event {
            Event::Loaded(job) | Event::LoadCut(job, _) => self.mark(job),
            Event::Completed(job) | Event::Killed(job, _) => {
                self.mark(job);
                if let Some(held) = self.held.get_mut(job.index()) {
                    *held = Box::default();
                }
            }
            Event::SwappedOut(job, swap) => self.swap_outs.push(SwapOut {
                job: job.index() as u32,
                at,
                time: swap.time.round_up(),
            }),
            _ => {}
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        let Some(memory) = view.memory().filter(|_| !self.now.is_empty()) else {
            return;
        };
        self.end = view.now();
        while let Some(node) = self.marked.pop() {
            self.is_marked[node as usize] = false;
            let mut state = State {
                from: view.now(),
                total: memory.resident(node),
                ..State::EMPTY
            };
            let there = memory.residents(node).map(|(job, slot)| {
                let index = job.index() as u32;
                (index, slot.resident())
            });
            let there = there.filter(|(_, amount)| *amount > Memory::ZERO);
            for (slot, resident) in state.residents.iter_mut().zip(there) {
                *slot = resident;
            }
            self.change(node, state);
        }
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { job, ref nodes } = *detail {
            self.holds(job, nodes.clone());
        }
    }
}

impl MemorySink {
    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        if let Some(held) = self.held.get_mut(job.index()) {
            *held = nodes.collect();
        }
        // A load of no duration is not reported.
        self.mark(job);
    }
}

impl Recorder for MemorySink {
    fn finish(self: Box<Self>, run: &mut Run) {
        run.details.keep(self.into_record());
    }
}
