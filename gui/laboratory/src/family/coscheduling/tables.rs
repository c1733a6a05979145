//! The tables of runs with quanta: use of quanta, and classes of jobs.

use cosched_core::Time;

use super::record::{Quantum, QuantumRecord};
use crate::family::room::Table;
use crate::record::Run;
use crate::scenario::coscheduling::GrainClass;

/// The tables, each with the name of its file.
pub(super) fn tables(run: &Run) -> Vec<Table> {
    let Some(record) = run.quanta() else {
        return Vec::new();
    };
    vec![
        ("quanta.csv", quanta_rows(record)),
        ("treated.csv", treated_rows(run, record)),
    ]
}

/// Use of each quantum: its begin and end, and shares of all processor time.
fn quanta_rows(record: &QuantumRecord) -> Vec<Vec<String>> {
    let heading = [
        "from",
        "until",
        "useful",
        "spinning",
        "switching",
        "unused",
        "idle",
    ];
    let row = |quantum: &Quantum| {
        let times = [quantum.from, quantum.until].map(Time::seconds);
        let values = times.into_iter().chain(quantum.shares(record.nodes));
        values.map(|value| value.to_string()).collect()
    };
    let rows = record.quanta.iter().map(row);
    std::iter::once(heading.map(str::to_owned).to_vec())
        .chain(rows)
        .collect()
}

/// The first class of each job, and then every change, by time.
fn treated_rows(run: &Run, record: &QuantumRecord) -> Vec<Vec<String>> {
    let row = |(at, job, class): (Time, u32, GrainClass)| {
        let number = run.experiment.labels[job as usize].number();
        let at = at.seconds().to_string();
        vec![number.to_string(), at, class.name().to_owned()]
    };
    let heading = ["job", "from", "class"].map(str::to_owned).to_vec();
    let rows = record.classes().map(row);
    std::iter::once(heading).chain(rows).collect()
}
