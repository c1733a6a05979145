//! A schedule as it is to be drawn into a file.

use crate::draw::colour::{ColourBy, Marks, Shading, Sign, WaitScale};
use crate::draw::gantt::GanttView;
use crate::draw::time::notes::Note;
use crate::record::Run;

/// Who ran where and when in one run.
#[derive(Clone, Copy, Debug)]
pub struct Schedule<'a> {
    /// What stands above it: what the run is called.
    pub title: &'a str,
    /// The run.
    pub run: &'a Run,
    /// What is noted of instants and spans.
    pub notes: &'a [Note],
    /// From when until when, in seconds; all of it if absent.
    pub span: Option<[f64; 2]>,
    /// What the colours of jobs say.
    pub colour_by: ColourBy,
    /// The steps of waits, the same for all runs that stand beside it.
    pub waits: WaitScale,
}

/// What colours and marks stand for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Key {
    /// What colours say.
    pub(super) heading: &'static str,
    /// Each sign with its name.
    pub(super) entries: Vec<(Sign, String)>,
}

impl Schedule<'_> {
    /// How its jobs are coloured.
    pub(super) fn shading(&self, dark: bool) -> Shading {
        Shading {
            by: self.colour_by,
            waits: self.waits,
            dark,
        }
    }

    /// What is in sight.
    pub(super) fn view(&self) -> GanttView {
        GanttView::fit(&[self.run]).within(self.span)
    }

    /// What its colours and marks stand for, of which all are drawn but, if not `with_late`, those of
    /// deadlines.
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
