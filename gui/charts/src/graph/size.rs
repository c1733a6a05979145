//! Sizes in the plane of the graph.

/// Size of a vertex, in points at scale one.
pub(super) const WIDTH: f64 = 58.0;
pub(super) const HEIGHT: f64 = 26.0;
/// Least gap between vertices of a layer.
pub(super) const GAP: f64 = 14.0;
/// Width of the lane of an edge that passes a layer.
pub(super) const LANE: f64 = 10.0;
/// Distance from one layer to the next.
pub(super) const PITCH: f64 = 56.0;
