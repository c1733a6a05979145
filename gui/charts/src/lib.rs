//! Everything that draws: colours, the Gantt chart, plots, and their files as SVG and CSV.

pub mod colour;
pub mod gantt;
pub mod graph;
pub mod look;
pub mod matrix;
pub mod memory;
pub mod multiples;
pub mod picture;
pub mod plot;
pub mod queue;
pub mod raster;
pub mod report;
pub mod slots;
pub mod small;
pub mod time;
pub mod write;

#[cfg(test)]
mod sample;
