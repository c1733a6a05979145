//! Descriptions of all that a scenario can have, once: the widgets and a page of the guide are made
//! from this, and tests compare it with what is read from scenarios. Parameters of a family's
//! policies are described in the room of that family, and come here by its `TERMS`.

mod branches;
pub mod index;
pub(crate) mod kind;
pub(crate) mod nearest;
#[cfg(test)]
mod page;
mod policies;
pub(crate) mod sources;
mod sweep;
#[cfg(test)]
pub(crate) mod tests;
mod value;
mod varied;
mod what;
mod workflow;
mod workload;

pub use branches::*;
pub use policies::*;
pub use sweep::*;
pub use value::{Editor, Kinded, Parameters, Value, Variants, choice, fields_of, optional_choice};
pub use varied::numbers;
pub use workflow::*;
pub use workload::*;

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;

use super::Seen;
use super::fields::{COUNTS, SPANS};
pub(crate) use kind::Kind;

/// Description of a field of scenarios: a number, a choice or a switch.
#[derive(Debug)]
pub struct Field {
    /// Part of a scenario it belongs to.
    pub(crate) within: Where,
    /// Positions in that part; the first one is preferred.
    pub(crate) places: &'static [Place],
    /// Name as it is shown.
    pub name: &'static str,
    /// Unit, or nothing.
    pub unit: &'static str,
    /// Allowed values.
    pub allowed: Allowed,
    /// Default, as in a scenario; empty if the field is absent by default.
    pub(crate) usual: fn() -> String,
    /// Meaning of its absence.
    pub absent: &'static str,
    /// Meaning.
    pub sentence: &'static str,
    /// Source.
    pub(crate) source: &'static str,
    /// Number that an optional field begins with when it is switched on.
    pub first: Option<f64>,
    /// Change by one pixel of a drag, and the decimals shown.
    pub step: Option<(f64, usize)>,
    /// Part of the range that a slider covers.
    pub slider: Option<RangeInclusive<f64>>,
}

/// Part of a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    /// The scenario itself.
    Scenario,
    /// Its machine.
    Machine,
    /// Its workload.
    Workload,
    /// Parameters of its policies.
    Parameters,
}

/// Position in a part of a scenario, with `{}` for the value; and further fields that must be
/// present so that all allowed values can be read, from the innermost brackets on, with `|` between
/// the brackets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(
    pub(crate) &'static str,
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "read by tests of all positions")
    )]
    pub(crate) &'static str,
);

/// Allowed values of a field.
#[derive(Debug)]
pub enum Allowed {
    /// Number in a range.
    Number(RangeInclusive<f64>),
    /// Whole number in a range.
    Whole(RangeInclusive<f64>),
    /// One of these names.
    Names(&'static [Name]),
    /// `true` or `false`.
    Switch,
}

/// One of several names: as in a scenario with the least that it needs, as it is shown, and its
/// meaning.
#[derive(Clone, Copy, Debug)]
pub struct Name(pub &'static str, pub &'static str, pub &'static str);

/// Choice with the values of its names, for a widget.
pub struct Choice<T> {
    /// Description of the choice.
    pub field: Field,
    /// Values of the names, in their order.
    pub values: fn() -> Vec<T>,
}

impl PartialEq for Field {
    /// Whether they are in the same place of a scenario.
    fn eq(&self, other: &Self) -> bool {
        let path = |field: &Self| field.places.first().map(|index| index.0);
        self.within == other.within && path(self) == path(other)
    }
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
    /// Name alone, without its fields.
    pub(crate) fn word(&self) -> &'static str {
        self.0.split('(').next().unwrap_or_default()
    }
}

impl Field {
    /// Default, as it is shown.
    pub(crate) fn usually(&self) -> String {
        let usual = (self.usual)();
        match (usual.as_str(), self.unit) {
            ("", _) => self.absent.to_owned(),
            (_, "") => usual,
            (_, unit) => format!("{usual} {unit}"),
        }
    }

    /// Position in a scenario, without the value.
    pub(crate) fn shown(&self) -> String {
        let shown = self.places.iter().map(|index| index.0.replace("{}", "…"));
        let shown = shown.map(|inside| self.within.around(&inside));
        shown.collect::<Vec<_>>().join(" or ")
    }

    /// Allowed names; empty for a number or a switch.
    pub fn names(&self) -> &'static [Name] {
        match self.allowed {
            Allowed::Names(names) => names,
            _ => &[],
        }
    }

    /// Field of a kind, which `parameters` gives the rest.
    pub const fn of(kind: Kind) -> Self {
        Self {
            unit: kind.unit,
            allowed: kind.allowed,
            ..Self::seconds(Where::Scenario, &[], "")
        }
    }

    /// Field with a time in seconds, of at least a nanosecond.
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
            first: None,
            step: None,
            slider: None,
        }
    }

    /// Field with a number without a unit.
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

    /// Field with a count from 1 on.
    pub(super) const fn count(within: Where, places: &'static [Place], name: &'static str) -> Self {
        Self {
            unit: "",
            allowed: Allowed::Whole(COUNTS),
            ..Self::seconds(within, places, name)
        }
    }

    /// Field with one of several names.
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
}

/// A number as in a scenario.
pub(super) fn said(value: impl Display) -> String {
    value.to_string()
}

/// Name of a choice or state of a switch, as in a scenario.
pub(super) fn word(value: impl Debug) -> String {
    let text = format!("{value:?}");
    let end = text.find(|letter: char| !letter.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}
