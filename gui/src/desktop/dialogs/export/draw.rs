//! Drawing figures, schedules and graphs into files.

use std::path::PathBuf;
use std::sync::Arc;

use super::what::{Drawn, Format};
use super::{State, written};
use crate::base::problem::Problem;
use crate::desktop::App;
use crate::desktop::family::placement::graph;
use crate::draw::colour::ColourBy;
use crate::draw::graph::Graph;
use crate::draw::plot::figure::Figure;
use crate::draw::time::notes::Note;
use crate::draw::write::print::{self, Print};
use crate::draw::write::{csv, picture, svg};
use crate::export::Table;
use crate::record::Run;

/// How something is drawn into a file.
#[derive(Clone, Copy)]
pub(super) struct Drawing {
    format: Format,
    size: [u32; 2],
    dark: bool,
    /// Nothing if it is drawn as in the window.
    print: Option<Print>,
}

impl State {
    /// How what is chosen is drawn; on a dark ground where the window is `dark`.
    pub(super) fn drawing(&self, dark: bool) -> Drawing {
        let print = Print {
            size: self.millimetres,
            font: self.font,
        };
        Drawing {
            format: self.format,
            size: [self.width, self.height],
            dark,
            print: (self.drawn == Drawn::ForPrint).then_some(print),
        }
    }
}

impl Drawing {
    /// How it is written where it is for print; nothing if it is not, or not drawn.
    fn for_print(&self) -> Option<(Print, print::Format)> {
        let format = match self.format {
            Format::Svg => print::Format::Svg,
            Format::Pdf => print::Format::Pdf,
            Format::Png => print::Format::Png,
            _ => return None,
        };
        Some((self.print?, format))
    }

    /// The file of a plot.
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

    /// The file of a table.
    pub(super) fn table(&self, table: &Table) -> Result<Vec<u8>, Problem> {
        match self.format {
            Format::Latex => Ok(table.latex().into_bytes()),
            _ => Ok(table.csv()?.into_bytes()),
        }
    }

    /// The file of a schedule.
    pub(super) fn schedule(
        &self,
        run: &Run,
        notes: &[Note],
        span: Option<[f64; 2]>,
        by: ColourBy,
    ) -> Result<Vec<u8>, Problem> {
        if let Some((print, format)) = self.for_print() {
            return print::Drawing::of_schedule(run, notes, span, print)?.bytes(format);
        }
        match self.format {
            Format::Svg => Ok(svg::gantt(run, notes, span, by, self.size, self.dark)?.into_bytes()),
            _ => picture::gantt(run, notes, span, by, self.size, self.dark),
        }
    }
}

impl App {
    /// Draws the schedule of the current run, of the selected span alone if there is one.
    pub(super) fn export_gantt(&mut self, drawing: Drawing, path: PathBuf) {
        let colour_by = self.front.shared.sight.colour_by;
        let notes = self.front.shared.scope.notes().to_vec();
        let span = self.front.shared.scope.span_in_seconds();
        if let Some(run) = self.current_run() {
            self.front
                .write(move || written(&path, &drawing.schedule(&run, &notes, span, colour_by)?));
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
        let current = self.front.shared.runs.current();
        let Some(entry) = current.filter(|entry| graph::has_graph(entry)) else {
            let sentence = "the current run has no workflow to draw";
            return self.front.notices.fault(&Problem::input(sentence));
        };
        let run = Arc::clone(&entry.run);
        let (facts, view) = self.front.panes.graph.prepare(&run.experiment);
        let (facts, view) = (Arc::clone(facts), view.clone());
        let states = graph::states(&run, self.front.shared.replay.at);
        self.front.write(move || {
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
