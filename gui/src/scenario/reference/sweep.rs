//! Descriptions of sweeps: number of seeds, when they suffice, and which jobs count.

use super::super::fields::TIMES;
use super::super::sweep::{MOST_SEEDS, SEEDS, SHARES};
use super::Where::Scenario;
use super::{Allowed, Field, Place, said};

pub(crate) const SWEPT_SEEDS: Field = Field {
    allowed: Allowed::Whole(SEEDS),
    absent: "1, or 5 with `until`",
    sentence: "How many seeds each point of a sweep has, from the scenario's own on; with `until` the least",
    ..Field::count(Scenario, &[Place("sweep: (seeds: {})", "")], "Seeds")
};

pub(crate) const UNTIL_WIDTH: Field = Field {
    absent: "needed",
    sentence: "Seeds are added until half the width of the interval of confidence is at most this share of the mean",
    ..Field::number(
        Scenario,
        &[Place(
            "sweep: (until: (half_width: {}))",
            ", metric: \"mean_wait\", most: 1000000",
        )],
        "Half width",
        SHARES,
    )
};

pub(crate) const UNTIL_MOST: Field = Field {
    allowed: Allowed::Whole(MOST_SEEDS),
    absent: "needed",
    sentence: "The most seeds of a point, whatever is known then",
    ..Field::count(
        Scenario,
        &[Place(
            "sweep: (until: (most: {}))",
            ", metric: \"mean_wait\", half_width: 0.1",
        )],
        "Most seeds",
    )
};

pub(crate) const WARM_UP: Field = Field {
    allowed: Allowed::Number(TIMES),
    usual: || said(0),
    sentence: "Jobs submitted within this time from the first one on do not count in a sweep; also `\"5 d\"`, with s, min, h, d or w, and `Jobs(500)`",
    ..Field::seconds(
        Scenario,
        &[Place("sweep: (cut: (warm_up: {}))", "")],
        "Warm-up",
    )
};

pub(crate) const COOL_DOWN: Field = Field {
    allowed: Allowed::Number(TIMES),
    usual: || said(0),
    sentence: "Jobs submitted within this time before the last one do not count in a sweep; also as for the warm-up",
    ..Field::seconds(
        Scenario,
        &[Place("sweep: (cut: (cool_down: {}))", "")],
        "Cool-down",
    )
};
