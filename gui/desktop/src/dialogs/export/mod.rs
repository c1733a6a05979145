//! The export dialog: item, format, path, and the equivalent command line.

mod draw;
mod fields;
pub(crate) mod item;
mod opener;
mod page;
mod same;
mod study;
mod take;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::Context;

use self::item::{ExportItem, FigureStyle, Format};
use crate::App;
use crate::dialogs::file::Purpose;
use crate::documents::OpenDocument;
use crate::page::{wrote, wrote_into};
use crate::shared::pane::Pane;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::base::system::{IS_PAGE, files};
use laboratory::export::{folder_name, summary_csv, write_rows, write_run, write_whole};
use laboratory::family::slots::search as slots;
use laboratory::family::slots::search::Searcher;
use laboratory::metrics::Values;
use laboratory::record::Run;
use laboratory::scenario::to_ron;

/// Millimetres of a figure for print, and points of its letters.
const PRINT: [f64; 2] = [85.0, 60.0];
const LETTERS: f64 = 8.0;
/// Pixels of a plot, and of the figures of a study.
const PLOTS: [u32; 2] = [1200, 700];
const FIGURES: [u32; 2] = [1400, 900];

/// The dialog while it is open.
pub(crate) struct State {
    what: ExportItem,
    format: Format,
    path: String,
    question: String,
    width: u32,
    height: u32,
    drawn: FigureStyle,
    /// Width and height for print.
    millimetres: [f64; 2],
    /// Size of letters for print, in points.
    font: f64,
    fresh: bool,
    /// Whether the path is chosen in a dialog of its own.
    browses: bool,
    /// Whether the file is opened once it is written.
    opens: bool,
    /// Greatest height that the fields have had, so that what is below them does not move.
    tallest: f32,
}

impl State {
    /// Proposes the plot shown last.
    pub(crate) fn new(app: &App) -> Self {
        let latest = app.front.panes.latest;
        Self::of(ExportItem::Plot(latest.unwrap_or(Pane::Utilisation)), app)
    }

    /// Proposes to write `what`.
    pub(crate) fn of(what: ExportItem, app: &App) -> Self {
        let [width, height] = match what {
            ExportItem::Report | ExportItem::Figures | ExportItem::Search => FIGURES,
            _ => PLOTS,
        };
        let mut state = Self {
            what,
            format: Format::Png,
            path: String::new(),
            question: String::new(),
            width,
            height,
            drawn: FigureStyle::AsHere,
            millimetres: PRINT,
            font: LETTERS,
            fresh: true,
            browses: false,
            opens: false,
            tallest: 0.0,
        };
        state.propose(app);
        state
    }

    /// Returns the question, if there is one.
    fn question(&self) -> Option<&str> {
        Some(self.question.trim()).filter(|text| !text.is_empty())
    }

    /// Proposes a path for the item.
    fn propose(&mut self, app: &App) {
        let formats = self.what.formats();
        if !formats.contains(&self.format) {
            self.format = formats.first().copied().unwrap_or(Format::Csv);
        }
        let folder = match app
            .front
            .shared
            .document
            .source
            .as_deref()
            .and_then(Path::parent)
        {
            Some(folder) => folder.to_path_buf(),
            None => files::working_folder(),
        };
        let mut stem = self.what.stem();
        match (self.what, app.front.shared.runs.current()) {
            // The name that the command line uses.
            (ExportItem::Run, Some(entry)) => stem = folder_name(&entry.label),
            (ExportItem::Gantt | ExportItem::Workflow, Some(entry)) => {
                stem = format!("{stem}-{}", folder_name(&entry.label));
            }
            _ => {}
        }
        if let (ExportItem::Report | ExportItem::Figures, Some(study)) =
            (self.what, app.studies.study_in_front())
        {
            stem = format!("{}-{stem}", study.name);
        }
        let name = format!("{stem}{}", self.format.ending());
        self.path = folder.join(name).display().to_string();
    }
}

impl App {
    /// Shows the dialog if it is open.
    pub(crate) fn export_window(&mut self, ctx: &Context) {
        let Some(mut state) = self.dialogs.export.take() else {
            return;
        };
        let (mut open, mut wanted) = (true, self.takes_enter(ctx));
        egui::Window::new("Export")
            .open(&mut open)
            .collapsible(false)
            .default_width(560.0)
            .pivot(egui::Align2::CENTER_CENTER)
            .default_pos(ctx.content_rect().center())
            .show(ctx, |ui| {
                let fields = ui.scope(|ui| {
                    ui.set_min_height(state.tallest);
                    wanted |= self.export_fields(ui, &mut state);
                });
                state.tallest = fields.response.rect.height();
                ui.add_space(6.0);
                ui.horizontal(|ui| {
                    let button = ui.button("Export file");
                    wanted |= button
                        .on_hover_text("Write it; an older file is replaced")
                        .clicked();
                    if !IS_PAGE {
                        let button = ui.button("Export and open");
                        state.opens = button
                            .on_hover_text(
                                "Write it, and open it in the program that is for such files",
                            )
                            .clicked();
                    }
                    wanted |= state.opens;
                });
            });
        if std::mem::take(&mut state.browses) {
            let path = PathBuf::from(&state.path);
            let dialog = self.file_dialog(Purpose::Output);
            self.dialogs.file = Some(dialog.at_file(&path));
        }
        if wanted {
            self.export_now(&state, ctx.theme() == egui::Theme::Dark);
            if state.opens {
                let path = PathBuf::from(&state.path);
                // Requests are served in order, so that the file is there.
                self.front.write(move || opener::open(&path));
            }
        } else if open {
            self.dialogs.export = Some(state);
        }
    }

    /// Whether Enter is for the dialog: nothing else on it has the focus, nor is another over it.
    fn takes_enter(&self, ctx: &Context) -> bool {
        let is_free = ctx.memory(|memory| memory.focused().is_none());
        let is_covered = self.dialogs.file.is_some()
            || self.dialogs.palette.is_some()
            || egui::Popup::is_any_open(ctx);
        is_free && !is_covered && ctx.input(|input| input.key_pressed(egui::Key::Enter))
    }

    /// Sets the path.
    pub(crate) fn write_at(&mut self, path: &Path) {
        if let Some(state) = &mut self.dialogs.export {
            state.path = path.display().to_string();
        }
    }

    fn export_now(&mut self, state: &State, dark: bool) {
        let path = PathBuf::from(&state.path);
        let size = [state.width, state.height];
        match state.what {
            // Its points have intervals and seeds, which the curves lack.
            ExportItem::Plot(pane @ Pane::Sweep) if state.format == Format::Csv => {
                self.front.export_table(pane, state.drawing(dark), path);
            }
            ExportItem::Plot(pane) => {
                if let Some(figure) = self.front.panes.figure(pane, &self.front.shared) {
                    let drawing = state.drawing(dark);
                    self.front
                        .write(move || written(&path, &drawing.figure(&figure)?));
                } else {
                    self.front.notices.fault(&Problem::input(format!(
                        "{} has no figure yet",
                        pane.name()
                    )));
                }
            }
            ExportItem::Gantt => self.front.export_gantt(state.drawing(dark), path),
            ExportItem::Workflow => self.front.export_workflow(state.format, size, dark, path),
            ExportItem::Comparison => {
                let entries = self.front.shared.runs.entries.iter();
                let rows: Vec<Values> = entries
                    .map(|entry| Values {
                        label: entry.label.clone(),
                        ..entry.values.clone()
                    })
                    .collect();
                self.front
                    .write(move || written(&path, summary_csv(&rows)?.as_bytes()));
            }
            ExportItem::Table(pane) => self.front.export_table(pane, state.drawing(dark), path),
            ExportItem::All => self.export_all(state, &path),
            ExportItem::Run => {
                if let Some(run) = self.front.current_run() {
                    self.front.write(move || {
                        write_run(&path, &run)?;
                        Ok(wrote_into("jobs.csv and schedule.swf", &path))
                    });
                }
            }
            ExportItem::Scenario => {
                let text = to_ron(&self.front.shared.document.scenario);
                self.front.write(move || written(&path, text.as_bytes()));
            }
            ExportItem::Page => self.front.export_page(state, path),
            ExportItem::Report => self.export_report(state.format, path),
            ExportItem::Figures => self.export_figures(state.format, size, dark, path),
            ExportItem::Search => self.front.export_search(state.format, path),
        }
    }
}

impl OpenDocument {
    /// Writes the search of the pane *Slots*, or its results.
    fn export_search(&mut self, format: Format, path: PathBuf) {
        let (search, source) = self.panes.slots.search();
        self.write(move || match format {
            Format::Csv => {
                let data = search.data(source.as_deref())?;
                let found = slots::run::run(
                    &search,
                    &data,
                    &mut Searcher::default(),
                    &Progress::default(),
                )?;
                write_rows(&path, slots::lines::table(&search, &data, &found))?;
                Ok(wrote(&path))
            }
            _ => written(&path, slots::to_ron(&search).as_bytes()),
        });
    }

    /// Writes the table of `pane`.
    fn export_table(&mut self, pane: Pane, drawing: draw::Drawing, path: PathBuf) {
        let Some(table) = self.panes.table(pane, &self.shared) else {
            let sentence = format!("{} has no table yet", pane.name());
            return self.notices.fault(&Problem::input(sentence));
        };
        self.write(move || written(&path, &drawing.table(&table)?));
    }

    fn current_run(&mut self) -> Option<Arc<Run>> {
        let run = self
            .shared
            .runs
            .current()
            .map(|entry| Arc::clone(&entry.run));
        if run.is_none() {
            self.notices
                .fault(&Problem::input("there is no run to export yet"));
        }
        run
    }
}

fn written(path: &Path, bytes: &[u8]) -> Result<String, Problem> {
    write_whole(path, bytes)?;
    Ok(wrote(path))
}
