//! Painting of the bars of a Gantt chart, and of what lies under and over them.

pub(super) mod branch;
pub(super) mod dress;
pub mod lane;
pub(super) mod marks;
pub mod mesh;
pub(super) mod moving;
pub(crate) mod outages;
pub(super) mod overview;
pub mod raster;
pub(super) mod slices;
pub(super) mod waiting;
