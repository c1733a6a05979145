//! The Gantt chart: nodes down, time across, each job a bar.

mod bands;
mod bar;
mod cache;
mod carry;
pub(super) mod chart_area;
mod frame;
pub(crate) mod gpus;
pub mod hit;
mod idle;
mod index;
pub(super) mod input;
mod kept;
pub mod paint;
mod rows;
mod show;
pub(super) mod tooltip;
mod view;

use egui::Color32;

pub use bands::Bands;
pub use bar::Bar;
pub use cache::GanttCache;
pub use carry::Landing;
pub use frame::{HighlightedJobs, Options, Planned};
pub use hit::Hit;
pub use idle::{WHY_IDLE, why_idle};
pub use index::GanttIndex;
pub use paint::overview::Overview;
pub use rows::Rows;
pub use show::{GanttOutput, show};
pub use view::{GanttView, Pointer};

use super::colour::{self, Shading};
use laboratory::record::Run;

/// Colours of one picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Colours {
    /// Colour of each job; grey for jobs beyond.
    pub jobs: Vec<Color32>,
    /// Mark at the end of a killed job.
    pub killed: Color32,
    /// Hatching over what ran after its deadline.
    pub late: Color32,
    /// Least width of a bar in pixels, so that a lone short job is seen; 0 where the shade itself
    /// shows how busy nodes are.
    pub least_width: f64,
}

/// Least width of a bar that must be visible on its own.
const LEAST_WIDTH: f64 = 0.5;

impl Colours {
    /// Returns the colours by `shading`, or with `baseline` those of differences of starts.
    pub fn new(run: &Run, shading: &Shading, baseline: Option<&Run>) -> Self {
        let dark = shading.dark;
        let jobs = 0..run.outcomes.len();
        let jobs = match baseline {
            Some(other) => jobs
                .map(|job| colour::difference(run, other, job))
                .collect(),
            None => jobs
                .map(|job| colour::colour_of(run, job, shading))
                .collect(),
        };
        Self {
            jobs,
            killed: colour::killed(dark),
            late: colour::late(dark),
            least_width: LEAST_WIDTH,
        }
    }

    /// Returns equal colours for all jobs, for occupancy where single jobs cannot be told apart.
    pub fn occupancy(jobs: usize, dark: bool) -> Self {
        let busy = colour::busy(dark);
        Self {
            jobs: vec![busy; jobs],
            killed: busy,
            late: busy,
            least_width: 0.0,
        }
    }

    /// Returns the colour of the job at index `job`.
    pub fn of(&self, job: usize) -> Color32 {
        self.jobs.get(job).copied().unwrap_or(colour::GREY)
    }
}
