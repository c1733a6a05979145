//! The window: an experiment on the left, its runs in the middle, the selected job on the right.

mod answer;
mod command;
pub mod dialogs;
mod documents;
pub mod family;
mod lessons;
pub mod page;
pub mod panels;
mod panes;
mod settings;
mod shared;
mod start;
mod start_page;
mod studies;
mod tour;
pub mod widgets;
pub mod work;

pub use command::{Command, Menu};
pub use shared::pane::Pane;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use start::open;
pub use start::{picture, screenshot};

use std::path::PathBuf;
use std::time::{Duration, Instant};

use charts::colour::tokens::tokens;
use charts::look;
use dialogs::Dialogs;
use documents::OpenDocument;
use documents::switching::BackgroundDocuments;
use laboratory::base::problem::Problem;
use laboratory::load::examples;
use laboratory::scenario::{self, Scenario};
use panels::sides::{Side, Sides};
use settings::Settings;
use shared::document::Document;
use work::worker::Worker;

/// The whole window: its documents, and what belongs to none of them.
pub struct App {
    /// Document in front.
    front: OpenDocument,
    /// Other documents.
    background: BackgroundDocuments,
    /// Documents whose files are being read; each comes to the front once it can be shown.
    opening: Vec<OpenDocument>,
    dialogs: Dialogs,
    settings: Settings,
    /// Commands to be performed before the next frame.
    commands: Vec<Command>,
    /// Thread of requests that belong to no document.
    worker: Worker,
    studies: studies::State,
    themed: bool,
    start_page: start_page::State,
    tour: Option<tour::State>,
    lesson: Option<lessons::State>,
    sides: Sides,
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    page: page::State,
}

impl App {
    /// Returns a window that opens the first of `files` and simulates it at once, or shows the
    /// start page.
    pub fn new(files: Vec<PathBuf>) -> Self {
        let mut app = Self::with_settings(Settings::default());
        app.begin(files);
        app
    }

    fn with_settings(settings: Settings) -> Self {
        let (document, problem) = first_document();
        let mut studies = studies::State::default();
        studies.logs.clone_from(&settings.logs);
        let mut app = Self {
            front: OpenDocument::placeholder(document),
            background: BackgroundDocuments::default(),
            opening: Vec::new(),
            dialogs: Dialogs::default(),
            settings,
            commands: Vec::new(),
            worker: Worker::start(),
            studies,
            themed: false,
            start_page: start_page::State::default(),
            tour: None,
            lesson: None,
            sides: Sides::default(),
            #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
            page: page::State::default(),
        };
        if let Some(problem) = problem {
            app.front.notices.fault(&problem);
        }
        app
    }

    fn begin(&mut self, files: Vec<PathBuf>) {
        self.restore_session(files.is_empty());
        let mut files = files.into_iter();
        match files.next() {
            Some(first) => self.open_file(first),
            None => self.go_to_start(),
        }
        for other in files {
            self.settings.remember(&other);
        }
    }

    /// Closes the window and opens another one, as after a restart.
    pub fn restarted(&mut self) -> Self {
        self.remember_session();
        let mut app = Self::with_settings(self.settings.reread());
        app.begin(Vec::new());
        app
    }

    /// Whether something is being read, simulated or written.
    pub fn is_busy(&self) -> bool {
        self.documents().any(OpenDocument::is_busy)
            || !self.opening.is_empty()
            || self.studies.is_busy()
    }

    /// Waits until nothing is being read, simulated or written any more.
    pub fn settle(&mut self) {
        self.settle_opening();
        for document in self.documents_mut() {
            document.settle();
        }
        while self.studies.is_busy() {
            self.worker.finish();
            self.on_study_messages();
        }
        self.settle_start_page();
    }

    /// Waits as [`App::settle`] does, but no longer than `limit`; returns whether all is done.
    pub fn settle_within(&mut self, limit: Duration) -> bool {
        let begin = Instant::now();
        loop {
            self.receive_all();
            self.front.check_answer();
            if !self.is_busy() && !self.documents().any(OpenDocument::is_working) {
                return true;
            }
            if begin.elapsed() > limit {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns the texts of the notices.
    pub fn notices(&self) -> Vec<&str> {
        self.front.notices.texts().collect()
    }

    /// Returns the names of the runs in the list, each with whether it is out of date.
    pub fn run_names(&self) -> Vec<(&str, bool)> {
        let entries = self.front.shared.runs.entries.iter();
        entries
            .map(|entry| (entry.label.as_str(), entry.stale))
            .collect()
    }

    /// Returns the number of runs simulated since the window was opened.
    pub fn simulated(&self) -> usize {
        let documents = self.documents();
        documents.map(|document| document.simulated).sum()
    }

    /// Returns the colour slots of the runs in the list, with their names.
    pub fn run_slots(&self) -> Vec<(&str, usize)> {
        let entries = self.front.shared.runs.entries.iter();
        entries
            .map(|entry| (entry.label.as_str(), entry.slot))
            .collect()
    }

    /// Returns the names of the documents, in the order of their tabs.
    pub fn document_names(&self) -> Vec<String> {
        let documents = self.documents();
        documents
            .map(|document| document.shared.document.name())
            .collect()
    }

    /// Returns the rectangle of `pane` on the screen, if it is in front.
    pub fn pane_rect(&self, ctx: &egui::Context, pane: Pane) -> Option<egui::Rect> {
        widgets::landmark::Landmark::Pane(pane).rect(ctx)
    }

    /// Returns the rectangles on the screen that are wider than their room, and move sideways.
    pub fn scrolling_areas(&self, ctx: &egui::Context) -> Vec<egui::Rect> {
        widgets::wide::scrolling_areas(ctx)
    }

    /// Returns the scenario as it is being edited.
    pub fn scenario(&self) -> &Scenario {
        &self.front.shared.document.scenario
    }

    /// Returns the sentences of the answer; `None` without one.
    pub fn answer_in_words(&self) -> Option<String> {
        self.front.answer_in_words()
    }

    /// Performs `command` before the next frame.
    pub fn command(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Handles everything but drawing: messages, keys, commands.
    pub fn update(&mut self, ctx: &egui::Context) {
        self.worker.wake(ctx);
        for document in self.documents_mut() {
            document.wake(ctx);
        }
        for document in &self.opening {
            document.wake(ctx);
        }
        self.apply_theme(ctx);
        self.listen(ctx);
        self.serve_page(ctx);
        self.take_dropped_files(ctx);
        self.take_keys(ctx);
        self.confirm_unsaved(ctx);
        for command in std::mem::take(&mut self.commands) {
            self.perform(command, ctx);
        }
        let front = &mut self.front;
        front.shared.replay.play_on(&front.shared.runs, ctx);
        front.notice_changes(ctx, self.settings.rerun_on_change);
        front.shared.sight.view.until = front.shared.replay.until();
        front.follow();
        self.show_requested();
    }

    /// Draws the window.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        if !look::is_ready(ui.ctx()) {
            return;
        }
        self.fit_sides(ui.ctx().content_rect().width());
        self.menu_bar(ui);
        self.status_bar(ui);
        self.lesson_strip(ui);
        self.front.notices.show(ui);
        if self.is_at_start() {
            self.show_start_page(ui)
        } else {
            self.show_experiment(ui)
        }
        let ctx = ui.ctx().clone();
        self.palette_window(&ctx);
        dialogs::help::cheat_sheet(&mut self.dialogs.cheat_sheet, &ctx);
        self.file_window(&ctx);
        self.export_window(&ctx);
        dialogs::notes::show(&mut self.dialogs.notes, &mut self.front.shared, &ctx);
        dialogs::branch::show(&mut self.dialogs.branch, &mut self.front, &ctx);
        self.cases_window(&ctx);
        self.columns_window(&ctx);
        dialogs::identification::show(&mut self.dialogs.what, &ctx);
        self.leaving_window(&ctx);
        let mut actions = Vec::new();
        self.studies.window(&ctx, &mut actions);
        self.perform_all(actions, &ctx);
        self.tour_card(&ctx);
        dialogs::help::drop_target(&ctx);
    }

    /// Shows the experiment, its runs, and the selected job.
    fn show_experiment(&mut self, ui: &mut egui::Ui) {
        if self.is_narrow() && self.shows(Side::Experiment) {
            egui::CentralPanel::default().show(ui, |ui| self.experiment(ui));
            return self.show_requested();
        }
        if !self.is_narrow() {
            self.experiment_panel(ui);
        }
        self.inspector_panel(ui);
        egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(tokens(ui.visuals().dark_mode).canvas))
            .show(ui, |ui| self.middle(ui));
    }

    /// Shows the panes, and then performs their actions.
    fn middle(&mut self, ui: &mut egui::Ui) {
        self.fill_workspace();
        let mut actions = Vec::new();
        self.front.answer_card(ui, &mut actions);
        let (workspace, mut tree) = self.settings.desk.take();
        actions.extend(self.front.panes.show_all(
            ui,
            &mut tree,
            &self.front.shared,
            &mut self.studies,
        ));
        self.settings.desk.put_back((workspace, tree));
        self.perform_all(actions, ui.ctx());
        self.show_requested();
    }
}

/// Returns the first example, and what was wrong with it.
fn first_document() -> (Document, Option<Problem>) {
    let parsed = examples::ALL
        .first()
        .map(|example| scenario::parse(example.text, None));
    match parsed {
        Some(Ok(scenario)) => (Document::new(scenario, None), None),
        Some(Err(problem)) => (
            Document::new(panels::workload::blank(), None),
            Some(problem),
        ),
        None => (Document::new(panels::workload::blank(), None), None),
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        self.update(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.remember_session();
        self.settings.save(storage);
    }
}
