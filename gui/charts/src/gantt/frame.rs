//! One frame of a Gantt chart: its contents, position and options.

use cosched_core::Time;
use cosched_core::policy::slicing::Slices;
use egui::{Painter, Rect};

use super::chart_area::ChartArea;
use super::{Bands, GanttIndex, GanttView};
use crate::colour::Shading;
use laboratory::record::Run;

/// Options of a chart.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Colouring of jobs.
    pub shading: Shading,
    /// Baseline: if given, colours show which jobs start earlier or later than in it.
    pub against: Option<&'a Run>,
    /// Index of the selected job.
    pub selected: Option<usize>,
    /// Jobs marked on account of the selected one.
    pub marked: Option<&'a HighlightedJobs>,
    /// Planned starts of the jobs that wait at an instant.
    pub planned: Option<&'a Planned>,
    /// Marked instant, such as that of a replay.
    pub cursor: Option<Time>,
    /// Whether the classes' slices are shown behind the bars, where the policy has any.
    pub slices: bool,
    /// Kind of bands, where jobs share nodes.
    pub bands: Bands,
    /// Whether it is one of a stack that has its own axis and gutter.
    pub stacked: bool,
}

/// Jobs that explain when the selected one started.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HighlightedJobs {
    /// Jobs that passed it.
    pub passers: Vec<usize>,
    /// Jobs that held its nodes.
    pub holders: Vec<usize>,
    /// Its start by the last reservation.
    pub reserved: Option<Time>,
}

/// Earliest starts of the jobs that wait at an instant, by the estimates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Planned {
    /// Start and number of each job, in the order of the queue.
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
    /// Returns a painter for the visible part of the chart.
    pub(super) fn clipped(&self) -> Painter {
        let clip = self.chart.intersect(self.painter.clip_rect());
        self.painter.with_clip_rect(clip)
    }

    pub(super) fn ground(&self) -> ChartArea<'_> {
        ChartArea {
            painter: self.painter,
            chart: self.chart,
            view: self.view,
            clock: &self.run.experiment.clock,
            dark: self.options.shading.dark,
        }
    }
}
