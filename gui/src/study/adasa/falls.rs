//! Metrics that ADaSA lowers by the paper, and by how much.

use super::{EASY, FAIR, KCEASY, MISSED, PARALLEL, RESPONSE, SLOWDOWN};

/// Fall that the abstract claims for ADaSA.
pub(super) struct Fall {
    pub(super) other: usize,
    pub(super) metric: usize,
    /// "Up to", in per cent.
    pub(super) reported: f64,
}

const fn fall(other: usize, metric: usize, reported: f64) -> Fall {
    Fall {
        other,
        metric,
        reported,
    }
}

/// Falls that the abstract claims.
pub(super) const FALLS: [Fall; 6] = [
    fall(EASY, RESPONSE, -90.0),
    fall(KCEASY, RESPONSE, -90.0),
    fall(EASY, SLOWDOWN, -95.0),
    fall(KCEASY, SLOWDOWN, -95.0),
    fall(PARALLEL, MISSED, -60.0),
    fall(FAIR, MISSED, -60.0),
];
