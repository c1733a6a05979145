//! Drawing figures, schedules and graphs into files.

use std::path::PathBuf;
use std::sync::Arc;

use super::item::{FigureStyle, Format};
use super::{State, written};
use crate::documents::OpenDocument;
use crate::family::placement::graph;
use crate::shared::Shared;
use charts::colour::{ColourBy, WaitScale};
use charts::graph::Graph;
use charts::plot::figure::Figure;
use charts::time::notes::Note;
use charts::write::print::{self, Print};
use charts::write::schedule::Schedule;
use charts::write::{csv, picture, svg};
use laboratory::base::problem::Problem;
use laboratory::export::Table;
use laboratory::record::Run;

/// Settings of a drawing in a file.
#[derive(Clone, Copy)]
pub(super) struct Drawing {
    format: Format,
    size: [u32; 2],
    dark: bool,
    /// Absent if it is drawn as in the window.
    print: Option<Print>,
}

impl State {
    /// Returns the settings of the chosen item; on a dark ground where the window is `dark`.
    pub(super) fn drawing(&self, dark: bool) -> Drawing {
        let print = Print {
            size: self.millimetres,
            font: self.font,
        };
        Drawing {
            format: self.format,
            size: [self.width, self.height],
            dark,
            print: (self.drawn == FigureStyle::ForPrint).then_some(print),
        }
    }
}

impl Drawing {
    /// Returns the settings for print; `None` if it is not for print, or not drawn.
    fn for_print(&self) -> Option<(Print, print::Format)> {
        let format = match self.format {
            Format::Svg => print::Format::Svg,
            Format::Pdf => print::Format::Pdf,
            Format::Png => print::Format::Png,
            _ => return None,
        };
        Some((self.print?, format))
    }

    /// Returns the file of a plot.
    pub(super) fn figure(&self, figure: &Figure) -> Result<Vec<u8>, Problem> {
        if let Some((print, format)) = self.for_print() {
            return print::Drawing::of_figure(figure, print)?.bytes(format);
        }
        match self.format {
            Format::Svg => Ok(svg::figure(figure, self.size, self.dark).into_bytes()),
            Format::Csv => Ok(csv::figure(figure)?.into_bytes()),
            _ => picture::figure(figure, self.size, self.dark),
        }
    }

    /// Returns the file of a table.
    pub(super) fn table(&self, table: &Table) -> Result<Vec<u8>, Problem> {
        match self.format {
            Format::Latex => Ok(table.latex().into_bytes()),
            _ => Ok(table.csv()?.into_bytes()),
        }
    }

    /// Returns the file of a schedule.
    pub(super) fn schedule(&self, schedule: &Schedule<'_>) -> Result<Vec<u8>, Problem> {
        if let Some((print, format)) = self.for_print() {
            return print::Drawing::of_schedule(schedule, print)?.bytes(format);
        }
        match self.format {
            Format::Svg => Ok(svg::gantt(schedule, self.size, self.dark)?.into_bytes()),
            _ => picture::gantt(schedule, self.size, self.dark),
        }
    }
}

/// Schedule of the current run to be drawn.
pub(super) struct Current {
    label: String,
    run: Arc<Run>,
    notes: Vec<Note>,
    span: Option<[f64; 2]>,
    colour_by: ColourBy,
    waits: WaitScale,
}

impl Current {
    /// Returns `None` without a run.
    pub(super) fn of(shared: &Shared) -> Option<Self> {
        let entry = shared.runs.current()?;
        Some(Self {
            label: entry.label.clone(),
            run: Arc::clone(&entry.run),
            notes: shared.scope.notes().to_vec(),
            span: shared.scope.span_in_seconds(),
            colour_by: shared.sight.colour_by,
            waits: WaitScale::of(shared.runs_in_sight()),
        })
    }

    /// Returns its file.
    pub(super) fn file(&self, drawing: Drawing) -> Result<Vec<u8>, Problem> {
        drawing.schedule(&Schedule {
            title: &self.label,
            run: &self.run,
            notes: &self.notes,
            span: self.span,
            colour_by: self.colour_by,
            waits: self.waits,
        })
    }
}

impl OpenDocument {
    /// Draws the schedule of the current run, of the selected span alone if there is one.
    pub(super) fn export_gantt(&mut self, drawing: Drawing, path: PathBuf) {
        if self.current_run().is_none() {
            return;
        }
        if let Some(current) = Current::of(&self.shared) {
            self.write(move || written(&path, &current.file(drawing)?));
        }
    }

    /// Draws the workflow as it is laid out, its states at the replay's moment.
    pub(super) fn export_workflow(
        &mut self,
        format: Format,
        size: [u32; 2],
        dark: bool,
        path: PathBuf,
    ) {
        let current = self.shared.runs.current();
        let Some(entry) = current.filter(|entry| graph::has_graph(entry)) else {
            let sentence = "the current run has no workflow to draw";
            return self.notices.fault(&Problem::input(sentence));
        };
        let run = Arc::clone(&entry.run);
        let (facts, view) = self.panes.graph.prepare(&run.experiment);
        let (facts, view) = (Arc::clone(facts), view.clone());
        let states = graph::states(&run, self.shared.replay.at);
        self.write(move || {
            let vertices = facts.vertices(&states);
            let drawn = Graph {
                vertices: &vertices,
                critical: facts.critical(),
                unit: graph::UNIT,
                selected: None,
            };
            let title = run.label.as_str();
            let bytes = match format {
                Format::Svg => svg::graph(title, &view, &drawn, size, dark).into_bytes(),
                _ => picture::graph(title, &view, &drawn, size, dark)?,
            };
            written(&path, &bytes)
        });
    }
}
