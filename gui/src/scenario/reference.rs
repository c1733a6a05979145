//! How a number that policies can be told is described, once, in the room of its family: the
//! widgets and the page of the guide are made from that, and a test holds what is read from
//! scenarios against it.

use std::ops::RangeInclusive;

use super::Parameters;
#[cfg(feature = "window")]
pub(crate) use super::coscheduling::numbers::{
    AGAIN, EFFICIENCY, GRANULARITY, MEASURED, PRIMARIES, QUANTUM, ROWS, SWITCH,
};
use super::fields::{COUNTS, SPANS};
#[cfg(feature = "window")]
pub(crate) use super::moldable::LOSS;
#[cfg(feature = "window")]
pub(crate) use super::queue::DEPTH;
#[cfg(feature = "window")]
pub(crate) use super::slicing::{LONG, MEDIUM, RESPONSE_BOUND};
#[cfg(feature = "window")]
pub(crate) use super::slots::{BUDGET, HORIZON, SCALE};

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
    pub(super) const fn seconds(place: &'static str, name: &'static str) -> Self {
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
    pub(super) const fn count(place: &'static str, name: &'static str) -> Self {
        Self {
            unit: "",
            range: COUNTS,
            whole: true,
            ..Self::seconds(place, name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{self, families};

    /// Every number, with the heading of its family.
    fn all() -> impl Iterator<Item = (&'static str, &'static Field)> {
        let families = families::ALL.iter();
        families.flat_map(|terms| terms.numbers.iter().map(|field| (terms.title, *field)))
    }

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
        for (_, field) in all() {
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

    #[test]
    fn what_is_usual_is_allowed() {
        let usual = Parameters::default();
        for (_, field) in all() {
            match (field.usual)(&usual) {
                Some(value) => assert!(field.range.contains(&value), "{}", field.name),
                None => assert!(!field.absent.is_empty(), "{}", field.name),
            }
        }
    }

    /// The page of the guide: `UPDATE_GUIDE=1` writes it.
    #[test]
    fn the_guide_has_the_same() {
        let mut page = String::from(
            "# Numbers that policies can be told\n\nMade from the program's own descriptions. Each stands in a scenario within\n`parameters: (…)`, or in the `parameters` of a variant; in the window below its policy.\n\n| policies | number | in a scenario | allowed | usual | what it is |\n|---|---|---|---|---|---|\n",
        );
        for (title, field) in all() {
            let unit = match field.unit {
                "" => String::new(),
                unit => format!(" {unit}"),
            };
            let (low, high) = (field.range.start(), field.range.end());
            let source = match field.source {
                "" => String::new(),
                source => format!(" ({source})"),
            };
            page += &format!(
                "| {title} | {} | `{}` | {low} to {high}{unit} | {} | {}{source} |\n",
                field.name,
                field.shown(),
                field.usually(),
                field.sentence
            );
        }
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("guide/parameters.md");
        if std::env::var_os("UPDATE_GUIDE").is_some() {
            std::fs::write(&path, &page).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page);
    }
}
