//! Figures: plots of runs, and how they are shown in the window.

pub(super) mod bars;
pub(super) mod calendar;
mod contention;
pub mod fairshare;
pub mod figure;
pub(super) mod focus;
mod fragmentation;
pub(super) mod molds;
mod noted;
mod pairs;
pub mod power;
pub(super) mod reading;
pub mod series;
mod show;
mod sizes;
mod swept;
pub mod ticks;

use figure::FigureKind;
pub use show::{legend, show, show_beside, show_points, show_small};
pub(super) use show::{stairs, visible_points, within};

impl FigureKind {
    /// All kinds, in the order of the command line's help.
    pub const ALL: &[&Self] = &[
        &Self::WAIT,
        &Self::SLOWDOWN,
        &Self::SLOWDOWN_BY_SIZE,
        &Self::BUSY,
        &Self::POWER,
        &Self::FAIRSHARE,
        &Self::FRAGMENTATION,
        &Self::QUEUE,
        &Self::OVERHEAD,
        &Self::SIZES,
        &Self::DEADLINES,
    ];
}
