//! The Gantt chart: nodes down, time across, each job a bar.

mod bands;
mod bar;
mod cache;
mod carry;
mod frame;
pub(in crate::draw) mod gpus;
pub(super) mod ground;
pub mod hit;
mod idle;
mod index;
pub(super) mod input;
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
pub use frame::{Marked, Options, Planned};
pub use hit::Hit;
pub use idle::{WHY_IDLE, why_idle};
pub use index::GanttIndex;
pub use paint::overview::Overview;
pub use rows::Rows;
pub use show::{GanttOutput, show};
pub use view::{GanttView, Pointer};

use super::colour::{self, Shading};
use crate::record::Run;

/// The colours of one picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Colours {
    /// Of each job; grey for jobs beyond.
    pub jobs: Vec<Color32>,
    /// Of the mark at the end of a killed job.
    pub killed: Color32,
    /// Of the hatching over what ran after its deadline.
    pub late: Color32,
    /// The least width of a bar in pixels, so that a lone short job is seen; 0
    /// where the shade itself says how busy nodes are.
    pub least_width: f64,
}

/// The least width of a bar that is to be seen as one.
const LEAST_WIDTH: f64 = 0.5;

impl Colours {
    /// What `shading` says of each job of `run`, or with `baseline` how each job's start differs.
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

    /// Every job the same, for how busy the machine is where single jobs cannot be told apart.
    pub fn occupancy(jobs: usize, dark: bool) -> Self {
        let busy = colour::busy(dark);
        Self {
            jobs: vec![busy; jobs],
            killed: busy,
            late: busy,
            least_width: 0.0,
        }
    }

    /// That of the job at index `job`.
    pub fn of(&self, job: usize) -> Color32 {
        self.jobs.get(job).copied().unwrap_or(colour::GREY)
    }
}
