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
pub enum Class {
    Short,
    Medium,
    Long,
}

impl Class {
    pub const ALL: [Self; 3] = [Self::Short, Self::Medium, Self::Long];
}

/// A job; its number is its place in the workload, which is by submission.
#[derive(Clone, Debug)]
pub struct Job {
    pub submit: Number,
    pub runtime: Number,
    pub nodes: usize,
    pub memory: Number,
    pub class: Class,
}

/// What decides a run besides the jobs.
#[derive(Clone, Debug)]
pub struct Rules {
    pub slices: Vec<(Class, Number)>,
    pub is_easy: bool,
    pub fills: bool,
    pub guards: bool,
    pub literal: bool,
    /// Whether every displacement is charged, not every period.
    pub by_event: bool,
    pub allocation: Allocation,
}

/// Nodes with memory, jobs, and how they are scheduled.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub nodes: usize,
    pub capacity: Number,
    pub rate: Number,
    pub jobs: Vec<Job>,
    pub rules: Rules,
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
