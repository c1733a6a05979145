//! One frame of a Gantt chart: what is drawn, where, and how.

use cosched_core::Time;
use cosched_core::policy::slicing::Slices;
use egui::{Painter, Rect};

use super::ground::Ground;
use super::{Bands, GanttIndex, GanttView};
use crate::draw::colour::Shading;
use crate::record::Run;

/// How a chart is drawn.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// How jobs are coloured.
    pub shading: Shading,
    /// If given, colours say which jobs start earlier or later than there.
    pub against: Option<&'a Run>,
    /// The job that stands out.
    pub selected: Option<usize>,
    /// Whom to mark on its account.
    pub marked: Option<&'a Marked>,
    /// When those that wait at that instant can start.
    pub planned: Option<&'a Planned>,
    /// A marked instant, such as that of a replay.
    pub cursor: Option<Time>,
    /// Whether the classes' slices are shown behind the bars, where the policy has any.
    pub slices: bool,
    /// What is shown as bands, where jobs share nodes.
    pub bands: Bands,
    /// Whether it is one of a stack that has its own axis and gutter.
    pub stacked: bool,
}

/// Jobs that have to do with why the one that stands out started when it did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Marked {
    /// Those that passed it.
    pub passers: Vec<usize>,
    /// Those that had its nodes.
    pub holders: Vec<usize>,
    /// When it was to start by what was last reserved for it.
    pub reserved: Option<Time>,
}

/// When jobs that wait at an instant can start by the estimates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Planned {
    /// Each with the number of its job, in the order of the queue.
    pub starts: Vec<(Time, u64)>,
}

/// One frame of one chart.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) run: &'a Run,
    pub(super) index: &'a GanttIndex,
    pub(super) view: &'a GanttView,
    pub(super) chart: Rect,
    pub(super) painter: &'a Painter,
    pub(super) options: Options<'a>,
    pub(super) slices: Option<&'a Slices>,
}

impl Frame<'_> {
    /// A painter of what is within the chart, as far as it is to be seen.
    pub(super) fn clipped(&self) -> Painter {
        let clip = self.chart.intersect(self.painter.clip_rect());
        self.painter.with_clip_rect(clip)
    }

    pub(super) fn ground(&self) -> Ground<'_> {
        Ground {
            painter: self.painter,
            chart: self.chart,
            view: self.view,
            clock: &self.run.experiment.clock,
            dark: self.options.shading.dark,
        }
    }
}
