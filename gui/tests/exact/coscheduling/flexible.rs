//! Gang scheduling, and flexible coscheduling, which fills the gaps.

use std::collections::BTreeMap;

use num_traits::{One, Zero};

use super::matrix::Matrix;
use super::{Class, Scenario, State, Turns};
use crate::rational::Exact;

/// Rows take turns; idle columns may go to processes that need not run with others.
#[derive(Debug)]
pub(crate) struct Flexible {
    matrix: Matrix,
    fills: bool,
    quantum: usize,
    // By job and column, the last quantum in which it filled a gap there.
    filled: BTreeMap<(usize, usize), usize>,
}

impl Flexible {
    pub(crate) fn new(scenario: &Scenario, fills: bool) -> Self {
        Self {
            matrix: Matrix::new(scenario.nodes, scenario.jobs.len()),
            fills,
            quantum: 0,
            filled: BTreeMap::new(),
        }
    }

    /// The job whose process fills `column`: of those that have not done so for longest, the first.
    fn filler(&self, state: &State<'_>, column: usize, chosen: &[usize]) -> Option<usize> {
        let mut candidates: Vec<_> = self.matrix.rows.iter().flatten().copied().collect();
        candidates.retain(|job| {
            state.class(*job) >= Class::Coarse
                && !chosen.contains(job)
                && self.matrix.columns[*job].contains(&column)
                && state.unfinished(*job).contains(&self.process(*job, column))
        });
        let last = |job: &usize| self.filled.get(&(*job, column)).copied();
        candidates.into_iter().min_by_key(|job| (last(job), *job))
    }

    /// Index of the process of `job` on `column`.
    fn process(&self, job: usize, column: usize) -> usize {
        let columns = &self.matrix.columns[job];
        columns.iter().position(|other| *other == column).unwrap()
    }
}

/// Serves whole rows.
pub(crate) fn run_rows(state: &mut State<'_>, chosen: &[usize]) {
    for &job in chosen {
        let all = state.unfinished(job).into_iter();
        let all: Vec<_> = all.map(|process| (process, Exact::one())).collect();
        state.serve(job, &all);
    }
}

impl Turns for Flexible {
    fn update(&mut self, state: &State<'_>, arrivals: &[usize]) -> bool {
        self.matrix.update(state, arrivals.iter().copied());
        !self.matrix.rows.is_empty()
    }

    fn quantum(&mut self, state: &mut State<'_>) {
        let (chosen, idle) = self.matrix.quantum(state.scenario.rules.alternates);
        self.quantum += 1;
        let mut gaps: BTreeMap<_, _> = idle.into_iter().map(|one| (one, Exact::one())).collect();
        for &job in &chosen {
            let utilisation = &state.scenario.jobs[job].utilisation;
            let rest = utilisation.as_ref().map(|used| Exact::one() - &used.exact);
            if let Some(rest) = rest.filter(|rest| !rest.is_zero())
                && state.class(job) == Class::Medium
            {
                gaps.extend(
                    self.matrix.columns[job]
                        .iter()
                        .map(|one| (*one, rest.clone())),
                );
            }
        }
        // Fillers are chosen before any process moves.
        let mut fillers: BTreeMap<usize, Vec<(usize, Exact)>> = BTreeMap::new();
        for (column, rate) in gaps.into_iter().filter(|_| self.fills) {
            if let Some(job) = self.filler(state, column, &chosen) {
                let process = self.process(job, column);
                fillers.entry(job).or_default().push((process, rate));
                self.filled.insert((job, column), self.quantum);
            }
        }
        run_rows(state, &chosen);
        for (job, served) in fillers {
            state.serve(job, &served);
        }
    }
}
