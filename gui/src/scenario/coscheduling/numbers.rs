//! The numbers that policies with quanta can be told.

use super::grains;
use crate::scenario::fields::TIMES;
use crate::scenario::reference::Field;

pub(crate) const QUANTUM: Field = Field {
    usual: |usual| Some(usual.coscheduling.quantum),
    sentence: "How long a row runs before the next one has its turn",
    source: "Ousterhout, 1982",
    ..Field::seconds("coscheduling: (quantum: {})", "Quantum")
};

pub(crate) const SWITCH: Field = Field {
    range: TIMES,
    usual: |usual| Some(usual.coscheduling.switch),
    sentence: "What a job loses of a quantum if it did not run in the one before; less than a quantum",
    ..Field::seconds("coscheduling: (switch: {})", "Switch")
};

pub(crate) const ROWS: Field = Field {
    usual: |usual| usual.coscheduling.rows.map(f64::from),
    absent: "as many as jobs",
    sentence: "How many rows may take turns; who finds no place waits",
    ..Field::count("coscheduling: (rows: {})", "Rows")
};

pub(crate) const PRIMARIES: Field = Field {
    usual: |usual| Some(f64::from(usual.coscheduling.most)),
    sentence: "How many primaries, and how many secondaries, Agile places in a quantum",
    source: "five in Agile's paper",
    ..Field::count("coscheduling: (most: {})", "Primaries")
};

pub(crate) const GRANULARITY: Field = Field {
    usual: |_| Some(grains::Measured::default().granularity),
    sentence: "A job with at least so much processor time between two barriers need not run at once",
    source: "Frachtenberg and others, 2003",
    ..Field::seconds(
        "coscheduling: (classes: Measured(granularity: {}))",
        "Granularity",
    )
};

pub(crate) const EFFICIENCY: Field = Field {
    unit: "",
    range: 0.0..=1.0,
    usual: |_| Some(grains::Measured::default().efficiency),
    sentence: "A job that uses at least this share of its time makes the best of running at once",
    source: "Frachtenberg and others, 2003",
    ..Field::seconds(
        "coscheduling: (classes: Measured(efficiency: {}))",
        "Efficiency",
    )
};

pub(crate) const MEASURED: Field = Field {
    unit: "quanta",
    usual: |_| Some(f64::from(grains::Measured::default().quanta)),
    sentence: "How many quanta in its own row a job is measured for",
    ..Field::count(
        "coscheduling: (classes: Measured(quanta: {}))",
        "Measure for",
    )
};

pub(crate) const AGAIN: Field = Field {
    usual: |_| grains::Measured::default().reset,
    absent: "never",
    sentence: "After how long a job is measured again",
    ..Field::seconds(
        "coscheduling: (classes: Measured(reset: {}))",
        "Again after",
    )
};
