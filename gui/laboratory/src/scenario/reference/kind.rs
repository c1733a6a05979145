//! Kinds of numbers: the unit, the range, and the sentence that refuses what is beyond it.

use std::ops::RangeInclusive;

use super::{Allowed, Name};
use crate::scenario::fields::{COUNTS, MEMORIES, PARTS, SPANS, TIMES, WHOLE};

/// Allowed values of a parameter.
#[derive(Debug)]
pub struct Kind {
    /// Unit, or nothing.
    pub(crate) unit: &'static str,
    /// The values.
    pub(crate) allowed: Allowed,
    /// Sentence that refuses a number, `{}`, and says what is allowed, from `{least}` to `{most}`.
    pub(crate) refusal: &'static str,
}

impl Kind {
    /// On or off.
    pub const SWITCH: Self = Self::new(Allowed::Switch, "");

    const fn new(allowed: Allowed, refusal: &'static str) -> Self {
        Self {
            unit: "",
            allowed,
            refusal,
        }
    }

    /// One of `names`.
    pub const fn of_names(names: &'static [Name]) -> Self {
        Self::new(Allowed::Names(names), "")
    }

    /// Numbers of `range`; others are refused by the sentence.
    pub const fn number(range: RangeInclusive<f64>, refusal: &'static str) -> Self {
        Self::new(Allowed::Number(range), refusal)
    }

    /// Whole numbers of `range`; others are refused by the sentence.
    pub const fn whole(range: RangeInclusive<f64>, refusal: &'static str) -> Self {
        Self::new(Allowed::Whole(range), refusal)
    }

    /// These numbers, of a unit.
    pub const fn of(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }
}

/// Instant, in seconds from time 0.
pub(crate) const TIME: Kind = Kind::number(
    TIMES,
    "{} is not a time: {least} to {most} seconds are allowed",
)
.of("s");

/// Length of time, in seconds.
pub(crate) const SPAN: Kind = Kind::number(
    SPANS,
    "{} is not a span of time: more than 0 and up to {most} seconds are allowed",
)
.of("s");

/// Sentence that refuses a whole number.
const NOT_WHOLE: &str = "{} is not allowed: a whole number from {least} to {most} is";

/// Whole number from 1 on.
pub(crate) const COUNT: Kind = Kind::whole(COUNTS, NOT_WHOLE);

/// Whole number from 1 to `most`.
pub(crate) const fn up_to(most: u32) -> Kind {
    Kind::whole(1.0..=most as f64, NOT_WHOLE)
}

/// Whole number from 0 on.
pub(crate) const COUNT_OR_NONE: Kind = Kind::whole(WHOLE, NOT_WHOLE);

/// Share of a whole, from 0 to 1.
pub(crate) const SHARE: Kind =
    Kind::number(PARTS, "{} is not a share: {least} to {most} is allowed");

/// Seed of what is drawn at random; `serde` itself refuses others.
pub(crate) const SEED: Kind = Kind::whole(0.0..=u64::MAX as f64, NOT_WHOLE);

/// Memory of a node or on a node.
pub(crate) const MEMORY: Kind = Kind::number(
    MEMORIES,
    "{} is not an amount of memory: {least} to {most} MiB are allowed",
)
.of("MiB");
