//! Jobs of one grain in lists, from which Agile fills every quantum anew.

use num_traits::One;

use super::{Class, State};
use crate::rational::Exact;

/// One list; where there are two, a job's list follows from its index in the workload.
#[derive(Debug, Default)]
pub(crate) struct List {
    jobs: Vec<usize>,
    // Jobs of the last quantum, in the order of placement.
    served: Vec<usize>,
    quanta: usize,
}

impl List {
    /// Updates the list at a boundary.
    pub(crate) fn update(&mut self, state: &State<'_>, arrivals: Vec<usize>) {
        let mut served = std::mem::take(&mut self.served);
        self.jobs.retain(|job| !served.contains(job));
        served.retain(|job| !state.is_done(*job));
        if state.scenario.rules.literal {
            self.jobs.extend(arrivals)
        } else {
            drop(self.jobs.splice(0..0, arrivals))
        }
        self.jobs.extend(served);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Fills a quantum on so many nodes.
    pub(crate) fn quantum(&mut self, state: &mut State<'_>, class: Class, nodes: usize) {
        let (most, literal) = (state.scenario.rules.most, state.scenario.rules.literal);
        let all = state.scenario.jobs.len();
        let is_late = |job: &usize| job * 1000 / all >= 500;
        let two = if literal {
            class >= Class::Coarse
        } else {
            class == Class::Coarse
        };
        let (mut late, mut early): (Vec<_>, Vec<_>) = self.jobs.iter().copied().partition(is_late);
        let two = two && !late.is_empty() && !early.is_empty();
        if !literal && self.quanta % 2 == 1 {
            std::mem::swap(&mut early, &mut late);
        }
        self.quanta += 1;
        let window = |jobs: &[usize], from: usize| {
            if literal {
                jobs.iter().copied().skip(from).take(most).collect()
            } else {
                jobs.to_vec()
            }
        };
        let (first, second): (Vec<_>, Vec<_>) = if two {
            (window(&early, 0), window(&late, 0))
        } else {
            (window(&self.jobs, 0), window(&self.jobs, most))
        };
        let mut free = nodes;
        let mut placed: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut primaries = 0;
        for job in first {
            let needs = state.unfinished(job);
            if primaries < most && needs.len() <= free {
                free -= needs.len();
                placed.push((job, needs));
                primaries += 1;
            }
        }
        let (mut secondaries, mut did_not_fit) = (0, Vec::new());
        for job in second {
            if secondaries == most || placed.iter().any(|(other, _)| *other == job) {
                continue;
            }
            let needs = state.unfinished(job);
            if needs.len() <= free {
                free -= needs.len();
                placed.push((job, needs));
                secondaries += 1;
            } else {
                did_not_fit.push(job);
            }
        }
        if class >= Class::Coarse {
            for job in did_not_fit.into_iter().take(most - secondaries) {
                let mut needs = state.unfinished(job);
                needs.sort_by_key(|process| (state.progress[job][*process].clone(), *process));
                needs.truncate(free);
                free -= needs.len();
                if !needs.is_empty() {
                    placed.push((job, needs));
                }
            }
        }
        for (job, processes) in placed {
            let processes = processes.into_iter().map(|process| (process, Exact::one()));
            state.serve(job, &processes.collect::<Vec<_>>());
            self.served.push(job);
        }
    }
}
