//! Every number that policies can be told, described once: the widgets and the page of the
//! guide are made from this, and a test holds what is read from scenarios against it.

use std::ops::RangeInclusive;

use super::fields::{COUNTS, SPANS, TIMES};
use super::moldable::LOSSES;
use super::slots::{AMOUNTS, MOST_SCALE};
use super::{Parameters, coscheduling::grains};

/// A number that a policy can be told.
#[derive(Debug)]
pub(crate) struct Field {
    /// Where it stands within `parameters: (…)`, with `{}` for the number.
    pub(crate) place: &'static str,
    /// Its name for people.
    pub(crate) name: &'static str,
    /// Its unit, or nothing.
    pub(crate) unit: &'static str,
    /// What is allowed.
    pub(crate) range: RangeInclusive<f64>,
    /// Whether it is a whole number.
    pub(crate) whole: bool,
    /// What it is if it is not said; nothing if it is absent then.
    pub(crate) usual: fn(&Parameters) -> Option<f64>,
    /// What it means if it is absent.
    pub(crate) absent: &'static str,
    /// What it means.
    pub(crate) sentence: &'static str,
    /// Where it comes from, or nothing.
    pub(crate) source: &'static str,
}

impl Field {
    /// What it is where nothing is said, in words.
    pub(crate) fn usually(&self) -> String {
        match ((self.usual)(&Parameters::default()), self.unit) {
            (None, _) => self.absent.to_owned(),
            (Some(value), "") => value.to_string(),
            (Some(value), unit) => format!("{value} {unit}"),
        }
    }

    /// How it stands in a scenario, without the number.
    pub(crate) fn shown(&self) -> String {
        self.place.replace("{}", "…")
    }

    /// A time, in seconds.
    const fn seconds(place: &'static str, name: &'static str) -> Self {
        Self {
            place,
            name,
            unit: "s",
            range: SPANS,
            whole: false,
            usual: |_| None,
            absent: "",
            sentence: "",
            source: "",
        }
    }

    /// A count.
    const fn count(place: &'static str, name: &'static str) -> Self {
        Self {
            unit: "",
            range: COUNTS,
            whole: true,
            ..Self::seconds(place, name)
        }
    }
}

pub(crate) const DEPTH: Field = Field {
    unit: "jobs",
    usual: |usual| usual.depth.map(f64::from),
    absent: "all of them",
    sentence: "How many waiting jobs backfilling looks at",
    ..Field::count("depth: {}", "Depth")
};

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

pub(crate) const LOSS: Field = Field {
    unit: "",
    range: LOSSES,
    usual: |usual| Some(usual.molding.loss),
    sentence: "The share of processor time that virtual machines take",
    source: "less than 0.05, says the paper of KCEASY",
    ..Field::seconds("molding: (loss: {})", "Loss")
};

pub(crate) const BUDGET: Field = Field {
    unit: "",
    range: AMOUNTS,
    usual: |usual| usual.slots.budget,
    absent: "any price",
    sentence: "The most a job pays for all its nodes together, if it does not say it",
    ..Field::seconds("slots: (budget: {})", "Budget")
};

pub(crate) const SCALE: Field = Field {
    range: 1.0..=MOST_SCALE as f64,
    usual: |usual| Some(f64::from(usual.slots.scale)),
    sentence: "Parts into which a unit of the budget is divided where the greatest quality is asked for",
    ..Field::count("slots: (scale: {})", "Scale")
};

pub(crate) const HORIZON: Field = Field {
    usual: |usual| usual.slots.horizon,
    absent: "no end",
    sentence: "When all windows must have ended, counted from time 0",
    ..Field::seconds("slots: (horizon: {})", "Horizon")
};

pub(crate) const MEDIUM: Field = Field {
    usual: |usual| Some(usual.slicing.classes.medium),
    sentence: "The least estimate of a medium job; shorter ones are short",
    source: "thesis on Scojo-PECT",
    ..Field::seconds(
        "slicing: (classes: (medium: {}, long: 9000000000))",
        "Medium from",
    )
};

pub(crate) const LONG: Field = Field {
    usual: |usual| Some(usual.slicing.classes.long),
    sentence: "The least estimate of a long job",
    source: "thesis on Scojo-PECT",
    ..Field::seconds(
        "slicing: (classes: (medium: 0.000000001, long: {}))",
        "Long from",
    )
};

pub(crate) const RESPONSE_BOUND: Field = Field {
    usual: |usual| Some(usual.slicing.relative_response_bound),
    sentence: "Relative response is response over runtime, or over this where the runtime is shorter",
    ..Field::seconds("slicing: (relative_response_bound: {})", "Least runtime")
};

/// All of them, under the headings of their policies.
#[cfg(test)]
const ALL: [(&str, &[&Field]); 5] = [
    ("Queues with backfilling", &[&DEPTH]),
    (
        "Time slices with node memory",
        &[&MEDIUM, &LONG, &RESPONSE_BOUND],
    ),
    (
        "Coscheduling",
        &[
            &QUANTUM,
            &SWITCH,
            &ROWS,
            &PRIMARIES,
            &GRANULARITY,
            &EFFICIENCY,
            &MEASURED,
            &AGAIN,
        ],
    ),
    ("Moldable jobs on two tiers", &[&LOSS]),
    ("Slots under a budget", &[&BUDGET, &SCALE, &HORIZON]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario;

    /// A scenario in which `field` is `value`.
    fn told(field: &Field, value: f64) -> Result<scenario::Scenario, String> {
        let value = match field.whole {
            true => format!("{value:.0}"),
            false => format!("{value:?}"),
        };
        let text = format!(
            "(machine: Cluster(nodes: 4), policies: [Easy],
              workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]),
              parameters: ({}))",
            field.place.replace("{}", &value)
        );
        scenario::parse(&text, None).map_err(|problem| problem.to_string())
    }

    #[test]
    fn scenarios_allow_what_is_described_and_no_more() {
        for (_, fields) in ALL {
            for field in fields {
                let (low, high) = (*field.range.start(), *field.range.end());
                for value in [low, high] {
                    let read = told(field, value);
                    assert!(read.is_ok(), "{}: {value}: {:?}", field.name, read.err());
                }
                let beyond = match field.whole {
                    true => [low - 1.0, high + 1.0],
                    false => [low - 1.0, high * 1.1],
                };
                for value in beyond {
                    assert!(told(field, value).is_err(), "{}: {value}", field.name);
                }
            }
        }
    }

    #[test]
    fn what_is_usual_is_allowed() {
        let usual = Parameters::default();
        for (_, fields) in ALL {
            for field in fields {
                match (field.usual)(&usual) {
                    Some(value) => assert!(field.range.contains(&value), "{}", field.name),
                    None => assert!(!field.absent.is_empty(), "{}", field.name),
                }
            }
        }
    }

    /// The page of the guide: `UPDATE_GUIDE=1` writes it.
    #[test]
    fn the_guide_has_the_same() {
        let mut page = String::from(
            "# Numbers that policies can be told\n\nMade from the program's own descriptions. Each stands in a scenario within\n`parameters: (…)`, or in the `parameters` of a variant; in the window below its policy.\n",
        );
        for (heading, fields) in ALL {
            page += &format!(
                "\n## {heading}\n\n| number | in a scenario | allowed | usual | what it is |\n|---|---|---|---|---|\n"
            );
            for field in fields {
                let unit = match field.unit {
                    "" => String::new(),
                    unit => format!(" {unit}"),
                };
                let usual = field.usually();
                let (low, high) = (field.range.start(), field.range.end());
                let source = match field.source {
                    "" => String::new(),
                    source => format!(" ({source})"),
                };
                page += &format!(
                    "| {} | `{}` | {low} to {high}{unit} | {usual} | {}{source} |\n",
                    field.name,
                    field.shown(),
                    field.sentence
                );
            }
        }
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("guide/parameters.md");
        if std::env::var_os("UPDATE_GUIDE").is_some() {
            std::fs::write(&path, &page).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page);
    }
}
