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
use laboratory::base::problem::Problem;
pub use show::{legend, show, show_beside, show_points, show_small};
pub(super) use show::{stairs, title_across, visible_points, within};

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

    /// Returns the kind of that name.
    ///
    /// # Errors
    /// There is none, with those that there are.
    pub fn of_name(name: &str) -> Result<&'static Self, Problem> {
        let found = Self::ALL.iter().find(|kind| kind.name == name);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|kind| kind.name).collect();
            Problem::input(format!(
                "there is no figure `{name}`; there are {}",
                names.join(", ")
            ))
        })
    }
}
