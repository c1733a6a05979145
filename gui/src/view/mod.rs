//! Everything that draws: colours, the Gantt chart, plots, and the same as SVG and CSV.

mod bars;
mod chart_focus;
pub mod colour;
mod contention;
pub mod csv;
pub mod figure;
pub mod gantt;
pub mod graph;
pub mod matrix;
pub mod memory;
mod molds;
pub mod multiples;
pub mod picture;
pub mod plot;
mod reading;
pub mod series;
pub mod slots;
pub mod study;
pub mod svg;
pub mod ticks;

#[cfg(test)]
mod sample;
