//! Descriptions of which jobs of a sweep count.

use super::super::fields::TIMES;
use super::Where::Scenario;
use super::{Allowed, Field, Place, said};

/// Description of the choice.
pub const WARM_UP: Field = Field {
    allowed: Allowed::Number(TIMES),
    usual: || said(0),
    sentence: "Jobs submitted within this time from the first one on do not count in a sweep; also `\"5 d\"`, with s, min, h, d or w, and `Jobs(500)`",
    ..Field::seconds(
        Scenario,
        &[Place("sweep: (cut: (warm_up: {}))", "")],
        "Warm-up",
    )
};

/// Description of the choice.
pub const COOL_DOWN: Field = Field {
    allowed: Allowed::Number(TIMES),
    usual: || said(0),
    sentence: "Jobs submitted within this time before the last one do not count in a sweep; also as for the warm-up",
    ..Field::seconds(
        Scenario,
        &[Place("sweep: (cut: (cool_down: {}))", "")],
        "Cool-down",
    )
};
