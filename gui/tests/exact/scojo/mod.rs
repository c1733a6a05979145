//! Scojo-PECT: slices of time and node memory, in exact fractions.

mod draw;
mod golden;
mod memory;
mod named;
mod nodes;
mod pass;
mod scenario;
mod simulate;

use crate::examine::examine;
use crate::rational::Number;
use nodes::Allocation;

/// A class of jobs, in the sequence in which they fill the slices of others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    Short,
    Medium,
    Long,
}

impl Class {
    pub(crate) const ALL: [Self; 3] = [Self::Short, Self::Medium, Self::Long];
}

/// A job; its number is its index in the workload, which is by submission.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) submit: Number,
    pub(crate) runtime: Number,
    pub(crate) nodes: usize,
    pub(crate) memory: Number,
    pub(crate) class: Class,
}

/// Everything that decides a run besides the jobs.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) slices: Vec<(Class, Number)>,
    pub(crate) is_easy: bool,
    pub(crate) fills: bool,
    pub(crate) guards: bool,
    pub(crate) literal: bool,
    /// Whether every displacement is charged, not every period.
    pub(crate) by_event: bool,
    pub(crate) allocation: Allocation,
}

/// Nodes with memory, jobs, and how they are scheduled.
#[derive(Clone, Debug)]
pub(crate) struct Scenario {
    pub(crate) nodes: usize,
    pub(crate) capacity: Number,
    pub(crate) rate: Number,
    pub(crate) jobs: Vec<Job>,
    pub(crate) rules: Rules,
}

#[test]
fn scojo_pect() {
    examine("scojo-pect", |draw| draw::scenario(draw, false));
}

#[test]
fn scojo_pect_by_the_letter_of_its_program() {
    examine("scojo-pect, literal memory", |draw| {
        draw::scenario(draw, true)
    });
}
