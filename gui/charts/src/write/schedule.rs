//! A schedule to be drawn into a file.

use crate::colour::{ColourBy, Marks, Shading, Sign, WaitScale};
use crate::gantt::GanttView;
use crate::time::notes::Note;
use laboratory::record::Run;

/// Schedule of one run.
#[derive(Clone, Copy, Debug)]
pub struct Schedule<'a> {
    /// Title: the name of the run.
    pub title: &'a str,
    /// Run.
    pub run: &'a Run,
    /// Notes on instants and spans.
    pub notes: &'a [Note],
    /// Start and end in seconds; absent for the whole run.
    pub span: Option<[f64; 2]>,
    /// Property of jobs that colours show.
    pub colour_by: ColourBy,
    /// Steps of waits, equal for all runs beside it.
    pub waits: WaitScale,
}

/// Legend of colours and marks.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Key {
    /// Meaning of the colours.
    pub(super) heading: &'static str,
    /// Each sign with its name.
    pub(super) entries: Vec<(Sign, String)>,
}

impl Schedule<'_> {
    /// Returns the colouring of its jobs.
    pub(super) fn shading(&self, dark: bool) -> Shading {
        Shading {
            by: self.colour_by,
            waits: self.waits,
            dark,
        }
    }

    /// Returns the view.
    pub(super) fn view(&self) -> GanttView {
        GanttView::fit(&[self.run]).within(self.span)
    }

    /// Returns the legend of its colours and marks, all of which are drawn but, unless `with_late`,
    /// those of deadlines.
    pub(super) fn key(&self, dark: bool, with_late: bool) -> Key {
        let (shading, experiment) = (self.shading(dark), &self.run.experiment);
        let marks = Marks::of(self.run);
        let marks = Marks {
            is_late: marks.is_late && with_late,
            ..marks
        };
        let entries = shading.signs(experiment.nodes).into_iter();
        Key {
            heading: self.colour_by.heading(experiment.unit()),
            entries: entries.chain(marks.signs(dark)).collect(),
        }
    }
}
