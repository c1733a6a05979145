//! What a scenario can say, described once: the widgets and a page of the guide are made from
//! this, and tests hold what is read from scenarios against it. What the policies of a family
//! can be told is described in the room of that family, and comes here by its `TERMS`.

#[cfg(any(test, feature = "window"))]
mod accounting;
#[cfg(any(test, feature = "window"))]
mod branches;
#[cfg(any(test, feature = "window"))]
mod cluster;
#[cfg(any(test, feature = "window"))]
pub(crate) mod index;
mod jobs;
mod machine;
mod outages;
#[cfg(test)]
mod page;
mod policies;
#[cfg(any(test, feature = "window"))]
mod power;
#[cfg(any(test, feature = "window"))]
mod priority;
pub(crate) mod sources;
#[cfg(any(test, feature = "window"))]
mod sweep;
#[cfg(test)]
pub(super) mod tests;
#[cfg(feature = "window")]
mod varied;
#[cfg(any(test, feature = "window"))]
mod what;
mod workflow;
mod workload;

#[cfg(any(test, feature = "window"))]
pub(crate) use accounting::*;
#[cfg(any(test, feature = "window"))]
pub(crate) use branches::*;
#[cfg(any(test, feature = "window"))]
pub(crate) use cluster::*;
pub(crate) use jobs::*;
pub(crate) use machine::*;
pub(crate) use outages::*;
pub(crate) use policies::*;
#[cfg(any(test, feature = "window"))]
pub(crate) use power::*;
#[cfg(any(test, feature = "window"))]
pub(crate) use priority::*;
#[cfg(any(test, feature = "window"))]
pub(crate) use sweep::*;
#[cfg(feature = "window")]
pub(crate) use varied::numbers;
pub(crate) use workflow::*;
pub(crate) use workload::*;

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;

use super::fields::{COUNTS, SPANS};

/// A number, a choice or a switch that a scenario can have.
#[derive(Debug)]
pub(crate) struct Field {
    /// Which part of a scenario it belongs to.
    pub(crate) within: Where,
    /// Where it stands in that part; in the first of these places for preference.
    pub(crate) places: &'static [Place],
    /// Its name for people.
    pub(crate) name: &'static str,
    /// Its unit, or nothing.
    pub(crate) unit: &'static str,
    /// What it may be.
    pub(crate) allowed: Allowed,
    /// What it is if it is not said, as a scenario would say it; nothing if it is absent then.
    pub(crate) usual: fn() -> String,
    /// What it means if it is absent.
    pub(crate) absent: &'static str,
    /// What it means.
    pub(crate) sentence: &'static str,
    /// Where it comes from.
    pub(crate) source: &'static str,
}

/// A part of a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    /// The scenario itself.
    Scenario,
    /// Its machine.
    Machine,
    /// Its workload.
    Workload,
    /// What its policies are told.
    Parameters,
}

/// A place in a part of a scenario, with `{}` for what stands there; and what else must stand
/// there for all that is allowed to be read, from the innermost brackets on, with `|` between
/// the brackets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(pub(crate) &'static str, pub(crate) &'static str);

/// What a field may be.
#[derive(Debug)]
pub(crate) enum Allowed {
    /// Any number of a range.
    Number(RangeInclusive<f64>),
    /// A whole number of a range.
    Whole(RangeInclusive<f64>),
    /// One of these names.
    Names(&'static [Name]),
    /// `true` or `false`.
    Switch,
}

/// One of several names: as a scenario has it with the least that it needs, as it is shown to
/// people, and what it means.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name(
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) &'static str,
);

/// A choice with what its names stand for, for a widget.
#[cfg_attr(not(feature = "window"), allow(dead_code))]
pub(crate) struct Choice<T> {
    /// The choice.
    pub(crate) field: Field,
    /// What each name stands for, in the order of the names.
    pub(crate) values: fn() -> Vec<T>,
}

impl Where {
    /// The part with `inside` in it.
    fn around(self, inside: &str) -> String {
        match self {
            Self::Scenario => inside.to_owned(),
            Self::Machine => format!("machine: {inside}"),
            Self::Workload => format!("workload: {inside}"),
            Self::Parameters => format!("parameters: ({inside})"),
        }
    }
}

impl Name {
    /// The name alone, without what it needs.
    pub(crate) fn word(&self) -> &'static str {
        self.0.split('(').next().unwrap_or_default()
    }
}

impl Field {
    /// What it is where nothing is said, in words.
    pub(crate) fn usually(&self) -> String {
        let usual = (self.usual)();
        match (usual.as_str(), self.unit) {
            ("", _) => self.absent.to_owned(),
            (_, "") => usual,
            (_, unit) => format!("{usual} {unit}"),
        }
    }

    /// How it stands in a scenario, without its value.
    pub(crate) fn shown(&self) -> String {
        let shown = self.places.iter().map(|place| place.0.replace("{}", "…"));
        let shown = shown.map(|inside| self.within.around(&inside));
        shown.collect::<Vec<_>>().join(" or ")
    }

    /// The names it may have; none if it is a number or a switch.
    pub(crate) fn names(&self) -> &'static [Name] {
        match self.allowed {
            Allowed::Names(names) => names,
            _ => &[],
        }
    }

    /// A time in seconds, of at least a nanosecond.
    pub(super) const fn seconds(
        within: Where,
        places: &'static [Place],
        name: &'static str,
    ) -> Self {
        Self {
            within,
            places,
            name,
            unit: "s",
            allowed: Allowed::Number(SPANS),
            usual: String::new,
            absent: "",
            sentence: "",
            source: sources::OUR_OWN,
        }
    }

    /// A number without a unit.
    pub(super) const fn number(
        within: Where,
        places: &'static [Place],
        name: &'static str,
        range: RangeInclusive<f64>,
    ) -> Self {
        Self {
            unit: "",
            allowed: Allowed::Number(range),
            ..Self::seconds(within, places, name)
        }
    }

    /// A count from 1 on.
    pub(super) const fn count(within: Where, places: &'static [Place], name: &'static str) -> Self {
        Self {
            unit: "",
            allowed: Allowed::Whole(COUNTS),
            ..Self::seconds(within, places, name)
        }
    }

    /// One of several names.
    pub(super) const fn chosen(
        within: Where,
        places: &'static [Place],
        name: &'static str,
        names: &'static [Name],
    ) -> Self {
        Self {
            unit: "",
            allowed: Allowed::Names(names),
            ..Self::seconds(within, places, name)
        }
    }

    /// Yes or no; no if nothing is said.
    pub(super) const fn switch(
        within: Where,
        places: &'static [Place],
        name: &'static str,
    ) -> Self {
        Self {
            unit: "",
            allowed: Allowed::Switch,
            usual: || word(false),
            ..Self::seconds(within, places, name)
        }
    }
}

/// A number as a scenario says it.
pub(super) fn said(value: impl Display) -> String {
    value.to_string()
}

/// A number that may be absent, as a scenario says it.
pub(super) fn said_if(value: Option<impl Display>) -> String {
    value.map_or_else(String::new, said)
}

/// The name of a choice or the state of a switch, as a scenario says it.
pub(super) fn word(value: impl Debug) -> String {
    let text = format!("{value:?}");
    let end = text.find(|letter: char| !letter.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}
