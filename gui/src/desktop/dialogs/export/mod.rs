//! The export dialog: what to write, as what, where to, and the command line that does the same.

mod page;
mod study;
pub(in crate::desktop) mod what;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::Context;

use self::what::Format;
use self::what::What;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::desktop::App;
use crate::desktop::family::placement::graph;
use crate::desktop::shared::pane::Pane;
use crate::draw::graph::Graph;
use crate::draw::plot::figure::Figure;
use crate::draw::write::{csv, picture, svg};
use crate::export::{folder_name, summary_csv, write_rows, write_run, write_whole};
use crate::family::slots::search as slots;
use crate::family::slots::search::Searcher;
use crate::metrics::Values;
use crate::record::Run;
use crate::scenario::to_ron;

/// Pixels of a plot, and of the figures of a study.
const PLOTS: [u32; 2] = [1200, 700];
const FIGURES: [u32; 2] = [1400, 900];

/// The dialog while it is open.
pub(in crate::desktop) struct State {
    what: What,
    format: Format,
    path: String,
    question: String,
    width: u32,
    height: u32,
}

impl State {
    /// Proposes the plot shown last.
    pub(in crate::desktop) fn new(app: &App) -> Self {
        let latest = app.panes.plots.latest;
        Self::of(What::Plot(latest.unwrap_or(Pane::Utilisation)), app)
    }

    /// Proposes to write `what`.
    pub(in crate::desktop) fn of(what: What, app: &App) -> Self {
        let [width, height] = match what {
            What::Report | What::Figures | What::Search => FIGURES,
            _ => PLOTS,
        };
        let mut state = Self {
            what,
            format: Format::Png,
            path: String::new(),
            question: String::new(),
            width,
            height,
        };
        state.propose(app);
        state
    }

    /// A path that fits what is to be written.
    fn propose(&mut self, app: &App) {
        let formats = self.what.formats();
        if !formats.contains(&self.format) {
            self.format = formats.first().copied().unwrap_or(Format::Csv);
        }
        let folder = match app.shared.document.source.as_deref().and_then(Path::parent) {
            Some(folder) => folder.to_path_buf(),
            None => std::env::current_dir().unwrap_or_default(),
        };
        let mut stem = self.what.stem();
        if let (What::Run | What::Gantt | What::Workflow, Some(entry)) =
            (self.what, app.shared.runs.current())
        {
            stem = format!("{stem}-{}", folder_name(&entry.label));
        }
        if let (What::Report | What::Figures, Some(study)) = (self.what, app.panes.studies.shown())
        {
            stem = format!("{}-{stem}", study.name);
        }
        let name = format!("{stem}{}", self.format.ending());
        self.path = folder.join(name).display().to_string();
    }
}

impl App {
    /// Shows the dialog if it is open.
    pub(in crate::desktop) fn export_window(&mut self, ctx: &Context) {
        let Some(mut state) = self.dialogs.export.take() else {
            return;
        };
        let (mut open, mut wanted) = (true, false);
        egui::Window::new("Export")
            .open(&mut open)
            .collapsible(false)
            .default_width(560.0)
            .pivot(egui::Align2::CENTER_CENTER)
            .default_pos(ctx.content_rect().center())
            .show(ctx, |ui| {
                self.export_fields(ui, &mut state);
                ui.add_space(6.0);
                ui.horizontal(|ui| {
                    let button = ui.button("Export file");
                    wanted = button
                        .on_hover_text("Write it; an older file is replaced")
                        .clicked();
                });
            });
        if wanted {
            self.export_now(&state, ctx.theme() == egui::Theme::Dark);
        } else if open {
            self.dialogs.export = Some(state);
        }
    }

    fn export_fields(&self, ui: &mut egui::Ui, state: &mut State) {
        let before = (state.what, state.format);
        egui::Grid::new("export")
            .num_columns(2)
            .spacing([10.0, 6.0])
            .show(ui, |ui| {
                let label = ui.label("What");
                egui::ComboBox::from_id_salt("export what")
                    .width(260.0)
                    .height(420.0)
                    .selected_text(state.what.title())
                    .show_ui(ui, |ui| {
                        for what in What::ALL {
                            ui.selectable_value(&mut state.what, what, what.title());
                        }
                    })
                    .response
                    .labelled_by(label.id);
                ui.end_row();
                format_fields(ui, state);
                if state.what == What::Page {
                    Self::question_field(ui, state);
                }
                let label = ui.label("Path");
                ui.add(egui::TextEdit::singleline(&mut state.path).desired_width(420.0))
                    .labelled_by(label.id);
                ui.end_row();
            });
        if before != (state.what, state.format) {
            state.propose(self);
        }
        if let Some(line) = self.command_line(state) {
            ui.add_space(4.0);
            ui.weak("The same on the command line:");
            ui.add(
                egui::Label::new(egui::RichText::new(line).monospace())
                    .selectable(true)
                    .wrap(),
            );
        }
    }

    /// The command that writes the same files, if there is one.
    fn command_line(&self, state: &State) -> Option<String> {
        let source = self
            .shared
            .document
            .source
            .as_deref()
            .filter(|_| !self.shared.document.is_modified())?;
        let folder = match state.what {
            What::Run => Path::new(&state.path).parent()?,
            What::Comparison => Path::new(&state.path).parent()?,
            _ => return None,
        };
        let policies = self.shared.document.scenario.policies.iter();
        let policies: String = policies
            .map(|policy| format!(" --policy {}", policy.kebab()))
            .collect();
        Some(format!(
            "cosched run '{}'{policies} --out '{}'",
            source.display(),
            folder.display()
        ))
    }

    fn export_now(&mut self, state: &State, dark: bool) {
        let path = PathBuf::from(&state.path);
        let size = [state.width, state.height];
        match state.what {
            What::Plot(pane) => {
                if let Some(figure) = self.panes.figure(pane, &self.shared) {
                    let format = state.format;
                    self.write(move || write_figure(&figure, format, size, dark, &path));
                }
            }
            What::Gantt => self.export_gantt(state.format, size, dark, path),
            What::Workflow => self.export_workflow(state.format, size, dark, path),
            What::Comparison => {
                let entries = self.shared.runs.entries.iter();
                let rows: Vec<Values> = entries
                    .map(|entry| Values {
                        label: entry.label.clone(),
                        ..entry.values.clone()
                    })
                    .collect();
                self.write(move || written(&path, summary_csv(&rows)?.as_bytes()));
            }
            What::Run => {
                if let Some(run) = self.current_run() {
                    self.write(move || {
                        write_run(&path, &run)?;
                        Ok(format!(
                            "Wrote jobs.csv and schedule.swf to {}",
                            path.display()
                        ))
                    });
                }
            }
            What::Scenario => {
                let text = to_ron(&self.shared.document.scenario);
                self.write(move || written(&path, text.as_bytes()));
            }
            What::Page => self.export_page(state, path),
            What::Report => self.export_report(state.format, path),
            What::Figures => self.export_figures(state.format, size, dark, path),
            What::Search => self.export_search(state.format, path),
        }
    }

    /// The search of the pane *Slots*, or what it finds.
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
                Ok(format!("Wrote {}", path.display()))
            }
            _ => written(&path, slots::to_ron(&search).as_bytes()),
        });
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

    fn export_gantt(&mut self, format: Format, size: [u32; 2], dark: bool, path: PathBuf) {
        let colour_by = self.shared.sight.colour_by;
        if let Some(run) = self.current_run() {
            self.write(move || {
                let bytes = match format {
                    Format::Svg => svg::gantt(&run, colour_by, size, dark)?.into_bytes(),
                    _ => picture::gantt(&run, colour_by, size, dark)?,
                };
                written(&path, &bytes)
            });
        }
    }
}

impl App {
    /// Draws the workflow as it is laid out, its states at the replay's moment.
    fn export_workflow(&mut self, format: Format, size: [u32; 2], dark: bool, path: PathBuf) {
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

/// How it is written, and how large.
fn format_fields(ui: &mut egui::Ui, state: &mut State) {
    ui.label("Format");
    ui.horizontal(|ui| {
        for format in state.what.formats() {
            ui.radio_value(&mut state.format, *format, format.title());
        }
    });
    ui.end_row();
    if matches!(state.format, Format::Png | Format::Svg) {
        ui.label("Size");
        ui.horizontal(|ui| {
            ui.add(
                egui::DragValue::new(&mut state.width)
                    .range(200..=8000)
                    .suffix(" px"),
            )
            .accessible_name("Width");
            ui.label("×");
            ui.add(
                egui::DragValue::new(&mut state.height)
                    .range(150..=8000)
                    .suffix(" px"),
            )
            .accessible_name("Height");
        });
        ui.end_row();
    }
}

fn write_figure(
    figure: &Figure,
    format: Format,
    size: [u32; 2],
    dark: bool,
    path: &Path,
) -> Result<String, Problem> {
    let bytes = match format {
        Format::Svg => svg::figure(figure, size, dark).into_bytes(),
        Format::Csv => csv::figure(figure)?.into_bytes(),
        _ => picture::figure(figure, size, dark)?,
    };
    written(path, &bytes)
}

fn written(path: &Path, bytes: &[u8]) -> Result<String, Problem> {
    write_whole(path, bytes)?;
    Ok(format!("Wrote {}", path.display()))
}
