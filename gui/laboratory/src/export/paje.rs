//! A run as a trace of Pajé: a machine of nodes, each in the state of the job on it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use cosched_core::Time;

use crate::base::problem::Problem;
use crate::record::Run;

/// Kinds of events in the trace: number, name, fields.
const EVENTS: [(u8, &str, &[[&str; 2]]); 6] = [
    (
        0,
        "PajeDefineContainerType",
        &[["Alias", "string"], ["Type", "string"], ["Name", "string"]],
    ),
    (
        1,
        "PajeDefineStateType",
        &[["Alias", "string"], ["Type", "string"], ["Name", "string"]],
    ),
    (
        2,
        "PajeDefineEntityValue",
        &[
            ["Alias", "string"],
            ["Type", "string"],
            ["Name", "string"],
            ["Color", "color"],
        ],
    ),
    (
        3,
        "PajeCreateContainer",
        &[
            ["Time", "date"],
            ["Alias", "string"],
            ["Type", "string"],
            ["Container", "string"],
            ["Name", "string"],
        ],
    ),
    (
        4,
        "PajeDestroyContainer",
        &[["Time", "date"], ["Type", "string"], ["Name", "string"]],
    ),
    (
        5,
        "PajeSetState",
        &[
            ["Time", "date"],
            ["Type", "string"],
            ["Container", "string"],
            ["Value", "string"],
        ],
    ),
];

/// Okabe and Ito's colours as shares of red, green and blue; jobs take them in turn.
const COLOURS: [&str; 7] = [
    "0.337 0.706 0.914",
    "0.902 0.624 0.000",
    "0.000 0.620 0.451",
    "0.800 0.475 0.655",
    "0.000 0.447 0.698",
    "0.835 0.369 0.000",
    "0.941 0.894 0.259",
];

/// A change of a node's state: when, whether it begins a job (so that ends at an instant come
/// first), which node, which job.
type Change = (Time, bool, u32, u32);

/// Returns the trace of `run`.
///
/// # Errors
/// Jobs share nodes at a time, which states cannot express.
pub fn trace(run: &Run) -> Result<String, Problem> {
    let changes = changes(run)?;
    let mut text = String::new();
    let mut add = |line: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = text.write_fmt(line);
        text.push('\n');
    };
    for (number, name, fields) in EVENTS {
        add(format_args!("%EventDef {name} {number}"));
        for [field, kind] in fields {
            add(format_args!("% {field} {kind}"));
        }
        add(format_args!("%EndEventDef"));
    }
    add(format_args!("0 M 0 \"Machine\""));
    add(format_args!("0 N M \"Node\""));
    add(format_args!("1 S N \"Job\""));
    add(format_args!("2 idle S \"idle\" \"0.9 0.9 0.9\""));
    let jobs: BTreeSet<u32> = changes.iter().map(|change| change.3).collect();
    for job in jobs {
        let number = run.experiment.labels[job as usize].number();
        let colour = COLOURS[job as usize % COLOURS.len()];
        add(format_args!("2 j{job} S \"{number}\" \"{colour}\""));
    }
    add(format_args!("3 0 m M 0 \"machine\""));
    for node in 0..run.experiment.nodes {
        add(format_args!("3 0 n{node} N m \"node {node}\""));
        add(format_args!("5 0 S n{node} idle"));
    }
    for (at, begins, node, job) in &changes {
        if *begins {
            add(format_args!("5 {at} S n{node} j{job}"))
        } else {
            add(format_args!("5 {at} S n{node} idle"))
        }
    }
    let end = changes.last().map_or(Time::ZERO, |change| change.0);
    for node in 0..run.experiment.nodes {
        add(format_args!("4 {end} N n{node}"));
    }
    add(format_args!("4 {end} M m"));
    Ok(text)
}

/// Returns all changes of state in their order.
fn changes(run: &Run) -> Result<Vec<Change>, Problem> {
    let shared = || {
        Problem::input(format!(
            "{}: jobs share nodes, and a trace of Pajé has one state for each node",
            run.label
        ))
    };
    if run.experiment.cluster.is_some() {
        return Err(shared());
    }
    let mut changes: Vec<Change> = Vec::new();
    for held in run.segments.iter() {
        if held.until <= held.from || held.until == Time::MAX {
            continue;
        }
        let first = run.node_of(held.first_node);
        for node in first..first + held.nodes {
            changes.push((held.from, true, node, held.job));
            changes.push((held.until, false, node, held.job));
        }
    }
    changes.sort_unstable();
    let mut busy = vec![false; run.experiment.nodes as usize];
    for (_, begins, node, _) in &changes {
        let is_known = busy.get_mut(*node as usize);
        let Some(busy) = is_known.filter(|busy| **busy != *begins) else {
            return Err(shared());
        };
        *busy = *begins;
    }
    Ok(changes)
}
