//! Small scenarios in which many events coincide, with rates that do not divide.

use super::nodes::{Allocation, Fit, MemoryAware};
use super::{Class, Job, Rules, Scenario};
use crate::draw::Draw;
use crate::rational::Number;

const RATES: &[&str] = &[
    "3", "7", "3", "6", "9", "11", "13", "1", "2", "5", "0.7", "1.5",
];
const SLICES: &[&str] = &["20", "10", "15", "30", "40", "12.5", "7"];
const RUNTIMES: &[&str] = &[
    "1", "2", "3", "5", "7", "10", "12", "15", "16", "20", "25", "30", "45", "60", "2.5", "0.7",
    "8.3",
];
const SUBMITS: &[&str] = &["1", "2", "3", "5", "10", "20", "0.5", "7.3"];

/// A scenario with memory as in the thesis's text, or as in its program.
pub(crate) fn scenario(draw: &mut Draw, literal: bool) -> Scenario {
    let nodes = draw.between(1, 5) as usize;
    let mut classes = Class::ALL.to_vec();
    if draw.once_in(2) {
        classes.remove(draw.between(0, 2) as usize);
    }
    let turn = draw.between(0, 2) as usize % classes.len();
    classes.rotate_left(turn);
    let mut slices: Vec<_> = classes.iter().map(|class| (*class, length(draw))).collect();
    if draw.once_in(6) {
        // A class may have two slices in an interval.
        slices.push((classes[0], length(draw)));
    }
    let count = draw.between(2, 10);
    let mut submit = Number::of("0");
    let mut jobs = Vec::new();
    for _ in 0..count {
        if draw.once_in(2) {
            submit = Number::near(&submit.exact + &Number::of(draw.one_of(SUBMITS)).exact);
        }
        jobs.push(Job {
            submit: submit.clone(),
            runtime: Number::of(draw.one_of(RUNTIMES)),
            nodes: draw.between(1, nodes as u64) as usize,
            memory: Number::of(draw.between(0, 10).to_string()),
            class: classes[draw.between(0, classes.len() as u64 - 1) as usize],
        });
    }
    Scenario {
        nodes,
        capacity: Number::of("10"),
        rate: Number::of(draw.one_of(RATES)),
        jobs,
        rules: Rules {
            slices,
            is_easy: draw.once_in(2),
            fills: !draw.once_in(4),
            guards: !draw.once_in(4),
            literal,
            by_event: draw.once_in(3),
            allocation: allocation(draw),
        },
    }
}

fn length(draw: &mut Draw) -> Number {
    Number::of(draw.one_of(SLICES))
}

fn allocation(draw: &mut Draw) -> Allocation {
    let mut fit = || match draw.between(0, 2) {
        0 => Fit::Best,
        1 => Fit::Worst,
        _ => Fit::First,
    };
    let (first, second) = (fit(), fit());
    match draw.between(0, 3) {
        0 => Allocation::FirstFree,
        1 => Allocation::Intelligent,
        _ => Allocation::MemoryAware(MemoryAware {
            first,
            second,
            literal_second_stage: draw.once_in(5),
            soonest_end: draw.once_in(5),
            resident_check: draw.once_in(5),
            by_resident: draw.once_in(5),
        }),
    }
}
