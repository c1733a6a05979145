//! Quick export of what is in front: figure, table, sentences, and command line.

use std::path::Path;

use egui::Context;

use super::State;
use super::draw::{Current, Drawing};
use super::item::{ExportItem, FigureStyle, Format};
use crate::App;
use crate::documents::OpenDocument;
use crate::page::wrote_into;
use crate::shared::pane::Pane;
use crate::shared::runs::Entry;
use crate::widgets::command_line::{DialogCommand, line};
use laboratory::base::format::counted;
use laboratory::base::problem::Problem;
use laboratory::export::write_whole;
use laboratory::scenario::to_ron;

impl App {
    /// Returns the figure of the pane in front: of several in sight, the first that draws one.
    pub(super) fn figure_in_front(&mut self) -> Option<ExportItem> {
        let front = self.settings.desk.visible_panes();
        front.into_iter().find_map(|pane| match pane {
            Pane::Schedule => Some(ExportItem::Gantt),
            Pane::Workflow => Some(ExportItem::Workflow),
            Pane::Studies => self.studies.report().map(|_| ExportItem::Figures),
            pane => {
                let figure = self.front.panes.figure(pane, &self.front.shared)?;
                (!figure.series.is_empty()).then_some(ExportItem::Plot(pane))
            }
        })
    }

    /// Returns the table of the pane in front: of several in sight, the first that has one.
    pub(super) fn table_in_front(&mut self) -> ExportItem {
        let front = self.settings.desk.visible_panes();
        let mut front = front.into_iter();
        let found = front.find(|pane| self.front.panes.has_table(*pane, &self.front.shared));
        ExportItem::Table(found.unwrap_or(Pane::Compare))
    }

    /// Opens the dialog for the figure in front.
    pub(crate) fn export_figure_in_front(&mut self) {
        match self.figure_in_front() {
            Some(what) => {
                let mut state = State::of(what, self);
                if what.prints() {
                    state.drawn = FigureStyle::ForPrint;
                    state.format = Format::Pdf;
                    state.propose(self);
                }
                self.dialogs.export = Some(state);
            }
            None => self.front.notices.fault(&Problem::input(
                "the panes in front draw nothing that could be taken away",
            )),
        }
    }

    /// Opens the dialog for the table in front.
    pub(crate) fn export_table_in_front(&mut self) {
        let what = self.table_in_front();
        self.dialogs.export = Some(State::of(what, self));
    }

    /// Opens the dialog for everything.
    pub(crate) fn take_all(&mut self) {
        self.dialogs.export = Some(State::of(ExportItem::All, self));
    }

    /// Returns the sentences of the pane in front, of several in sight the first that has any, and
    /// that pane.
    fn pane_sentences(&mut self) -> Option<(String, Pane)> {
        let front = self.settings.desk.visible_panes();
        let mut said = front.into_iter().filter_map(|pane| {
            let sentences = self.front.panes.sentences(pane, &self.front.shared)?;
            Some((sentences, pane))
        });
        said.next()
    }

    /// Returns the sentences of the pane in front, or else the answer.
    pub(super) fn sentences_in_front(&mut self) -> Option<String> {
        let said = self.pane_sentences().map(|(sentences, _)| sentences);
        said.or_else(|| self.front.answer_in_words())
    }

    /// Puts the sentences of the pane in front on the clipboard.
    pub(crate) fn take_pane_sentences(&mut self, ctx: &Context) {
        match self.pane_sentences() {
            Some((sentences, pane)) => {
                ctx.copy_text(sentences);
                let said = format!("Copied what {} says", pane.title());
                self.front.notices.add_line(said);
            }
            None => self.front.notices.fault(&Problem::input(
                "no pane in front says anything in sentences; a sweep and a what-if do once they are found out",
            )),
        }
    }

    /// Writes figure, table, sentence, command line and scenario into the folder at `path`.
    pub(super) fn export_all(&mut self, state: &State, path: &Path) {
        let scenario = to_ron(&self.front.shared.document.scenario).into_bytes();
        let mut files = vec![("scenario.ron".to_owned(), ready(scenario))];
        if let Some(said) = self.sentences_in_front() {
            files.push(("answer.txt".to_owned(), ready(said + "\n")));
        }
        if let DialogCommand::Does(line) | DialogCommand::Runs(line) = self.front.runs_command() {
            files.push(("command.txt".to_owned(), ready(line + "\n")));
        }
        let parts = [
            self.figure_in_front().map(|what| (what, "figure")),
            Some((self.table_in_front(), "table")),
        ];
        for (what, stem) in parts.into_iter().flatten() {
            for format in what.formats_in_folder() {
                let name = format!("{stem}{}", format.ending());
                let drawing = state.as_part(what, *format);
                files.extend(self.front.maker(what, drawing).map(|maker| (name, maker)));
            }
        }
        let folder = path.to_path_buf();
        self.front.write(move || {
            let count = files.len();
            for (name, maker) in files {
                write_whole(&folder.join(name), &maker()?)?;
            }
            let files = counted(count, "file");
            Ok(wrote_into(&files, &folder))
        });
    }
}

impl OpenDocument {
    /// Puts the answer on the clipboard.
    pub(crate) fn copy_sentence(&mut self, ctx: &Context) {
        match self.answer_in_words() {
            Some(sentences) => {
                ctx.copy_text(sentences);
                self.notices.add_line("Copied the answer".to_owned());
            }
            None => self.notices.fault(&Problem::input(
                "the answer is not there yet; it comes with the first run",
            )),
        }
    }

    /// Puts the command line that repeats the runs in sight on the clipboard.
    pub(crate) fn copy_command_line(&mut self, ctx: &Context) {
        match self.runs_command() {
            DialogCommand::Does(line) | DialogCommand::Runs(line) => {
                self.notices.add_line(format!("Copied: {line}"));
                ctx.copy_text(line);
            }
            DialogCommand::None(why) => self.notices.fault(&Problem::input(why)),
        }
    }

    /// Returns the command that repeats the numbers of the runs in sight.
    pub(super) fn runs_command(&self) -> DialogCommand {
        let runs: Vec<&Entry> = self.shared.runs.visible().collect();
        let scope = self.shared.scope.current();
        // Only a report is of selected jobs.
        let verb = if scope.is_all() { "run" } else { "report" };
        match self.command_words(verb, &runs, false) {
            Ok(mut words) if !scope.is_all() => {
                if let Some(baseline) = self.baseline_to_name(&runs) {
                    words.extend(["--baseline", baseline].map(str::to_owned));
                }
                let filter = scope.as_filter().filter.to_string();
                words.extend(["--select", &filter, "--out", "report.html"].map(str::to_owned));
                DialogCommand::Does(line(words.iter().map(String::as_str)))
            }
            Ok(words) => DialogCommand::Does(line(words.iter().map(String::as_str))),
            Err(none) => none,
        }
    }

    /// Returns the maker of the file of `what`; `None` if it is not written as a file of its own.
    fn maker(&mut self, what: ExportItem, drawing: Drawing) -> Option<FileMaker> {
        Some(match what {
            ExportItem::Plot(pane) => {
                let figure = self.panes.figure(pane, &self.shared)?;
                Box::new(move || drawing.figure(&figure))
            }
            ExportItem::Gantt => {
                let current = Current::of(&self.shared)?;
                Box::new(move || current.file(drawing))
            }
            ExportItem::Table(pane) => {
                let table = self.panes.table(pane, &self.shared)?;
                Box::new(move || drawing.table(&table))
            }
            _ => return None,
        })
    }
}

/// A function that makes a file.
type FileMaker = Box<dyn FnOnce() -> Result<Vec<u8>, Problem> + Send>;

/// Returns the maker of a finished file.
fn ready(bytes: impl Into<Vec<u8>>) -> FileMaker {
    let bytes = bytes.into();
    Box::new(move || Ok(bytes))
}

impl State {
    /// Returns how `what` is drawn in that format beside others: for print where possible.
    fn as_part(&self, what: ExportItem, format: Format) -> Drawing {
        let drawn = if what.prints() {
            FigureStyle::ForPrint
        } else {
            FigureStyle::AsHere
        };
        let part = Self {
            what,
            format,
            drawn,
            path: String::new(),
            question: String::new(),
            ..*self
        };
        part.drawing(false)
    }
}
