//! Everything that draws: colours, the Gantt chart, plots, and the same as SVG and CSV.

pub mod colour;
mod contention;
pub mod gantt;
pub mod graph;
pub mod look;
pub mod matrix;
pub mod memory;
mod molds;
pub mod multiples;
pub mod plot;
pub mod raster;
pub mod slots;
pub mod time;
pub mod write;

#[cfg(test)]
mod sample;
