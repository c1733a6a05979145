//! The window: an experiment on the left, its runs in the middle, the chosen job on the right.

mod command;
pub(super) mod dialogs;
mod document;
pub(super) mod family;
pub(super) mod panels;
mod panes;
mod recipe;
mod runs;
mod session;
mod settings;
mod start;
mod studies;
mod theme;
pub(super) mod widgets;
pub(super) mod work;
mod workspace;

pub use command::{Command, Menu};
pub use panes::Pane;
pub use start::{open, picture, screenshot};

use std::path::PathBuf;
use std::sync::Arc;

use crate::base::problem::Problem;
use crate::draw::colour::tokens::tokens;
use crate::draw::look;
use crate::load::examples;
use crate::record::Experiment;
use crate::scenario::{self, Scenario};
use dialogs::notice::Notices;
use document::Document;
use panels::inspector::{Question, Selection};
use runs::Runs;
use settings::Settings;
use work::flow::Work;
use work::worker::{Generation, Worker};

/// The whole window and what it works on.
pub struct App {
    document: Document,
    runs: Runs,
    /// What the last simulated scenario amounted to: remarks, machine size.
    experiment: Option<Arc<Experiment>>,
    settings: Settings,
    worker: Worker,
    restoring: session::Restoring,
    work: Option<Work>,
    writes: Vec<Generation>,
    notices: Notices,
    commands: Vec<Command>,
    requested: u64,
    selection: Option<Selection>,
    question: Option<Question>,
    schedule: panes::schedule::State,
    compare: panes::compare::State,
    replay: panes::replay::State,
    plots: panes::plots::State,
    jobs: panes::jobs::State,
    matrix: family::coscheduling::matrix::State,
    memory: family::slicing::memory::State,
    graph: family::placement::graph::State,
    contention: family::placement::contention::State,
    moved: Option<family::placement::moving::Move>,
    server_counts: Option<family::placement::server_counts::State>,
    text: panes::text::State,
    run_list: panels::run_list::State,
    studies: studies::State,
    slots: family::slots::State,
    palette: Option<command::palette::State>,
    file_dialog: Option<dialogs::file::State>,
    export: Option<dialogs::export::State>,
    /// What waits for an answer, as there are changes that would be lost.
    leaving: Option<dialogs::leaving::Leaving>,
    may_close: bool,
    show_cheat_sheet: bool,
    themed: bool,
}

impl App {
    /// A window that opens the first of `files`, or the first example, and
    /// simulates it at once.
    pub fn new(files: Vec<PathBuf>) -> Self {
        let mut app = Self::with_settings(Settings::default());
        app.begin(files);
        app
    }

    fn with_settings(settings: Settings) -> Self {
        let (document, problem) = first_document();
        let mut app = Self {
            document,
            runs: Runs::default(),
            experiment: None,
            settings,
            worker: Worker::start(),
            restoring: session::Restoring::default(),
            work: None,
            writes: Vec::new(),
            notices: Notices::default(),
            commands: Vec::new(),
            requested: 0,
            selection: None,
            question: None,
            schedule: panes::schedule::State::default(),
            compare: panes::compare::State::default(),
            replay: panes::replay::State::default(),
            plots: panes::plots::State::default(),
            jobs: panes::jobs::State::default(),
            matrix: family::coscheduling::matrix::State::default(),
            memory: family::slicing::memory::State::default(),
            graph: family::placement::graph::State::default(),
            contention: family::placement::contention::State::default(),
            moved: None,
            server_counts: None,
            text: panes::text::State::default(),
            run_list: panels::run_list::State::default(),
            studies: studies::State::default(),
            slots: family::slots::State::default(),
            palette: None,
            file_dialog: None,
            export: None,
            leaving: None,
            may_close: false,
            show_cheat_sheet: false,
            themed: false,
        };
        if let Some(problem) = problem {
            app.notices.fault(&problem);
        }
        app
    }

    fn begin(&mut self, files: Vec<PathBuf>) {
        let mut files = files.into_iter();
        match (files.next(), self.settings.session.take()) {
            (Some(first), _) => self.read_file(first),
            (None, Some(session)) => self.restore(session),
            (None, None) => self.simulate(),
        }
        for other in files {
            self.settings.remember(&other);
        }
    }

    /// Closes the window and opens another one, as after a restart.
    pub fn restarted(&mut self) -> Self {
        self.remember_desk();
        let mut app = Self::with_settings(self.settings.reread());
        app.begin(Vec::new());
        app
    }

    /// Whether something is being read, simulated or written.
    pub fn is_busy(&self) -> bool {
        self.work.is_some()
            || !self.writes.is_empty()
            || self.is_asking()
            || self.is_comparing_server_counts()
            || self.is_reproducing()
            || self.is_searching()
    }

    /// Waits until nothing is being read, simulated or written any more.
    pub fn settle(&mut self) {
        while self.is_busy() {
            match self.worker.wait() {
                Some((generation, news)) => self.hear(generation, news),
                None => return,
            }
        }
    }

    /// What the notices say now.
    pub fn notices(&self) -> Vec<&str> {
        self.notices.texts().collect()
    }

    /// The names of the runs in the list, each with whether it is out of date.
    pub fn run_names(&self) -> Vec<(&str, bool)> {
        let entries = self.runs.entries.iter();
        entries
            .map(|entry| (entry.label.as_str(), entry.stale))
            .collect()
    }

    /// The scenario as it is being edited.
    pub fn scenario(&self) -> &Scenario {
        &self.document.scenario
    }

    /// Does `command` before the next frame.
    pub fn command(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// What happens without anything being drawn: news, keys, commands.
    pub fn update(&mut self, ctx: &egui::Context) {
        self.worker.wake(ctx);
        self.apply_theme(ctx);
        self.listen(ctx);
        self.take_dropped_files(ctx);
        self.take_keys(ctx);
        self.hold_the_door(ctx);
        for command in std::mem::take(&mut self.commands) {
            self.perform(command, ctx);
        }
        self.replay_moves(ctx);
        self.notice_changes(ctx);
    }

    /// Draws the window.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        if !look::is_ready(ui.ctx()) {
            return;
        }
        self.menu_bar(ui);
        self.status_bar(ui);
        self.experiment_panel(ui);
        self.inspector_panel(ui);
        egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(tokens(ui.visuals().dark_mode).canvas))
            .show(ui, |ui| {
                self.panes(ui);
            });
        let ctx = ui.ctx().clone();
        self.palette_window(&ctx);
        self.cheat_sheet(&ctx);
        self.file_window(&ctx);
        self.export_window(&ctx);
        self.leaving_window(&ctx);
        self.figures_window(&ctx);
        self.notices.show(&ctx);
        dialogs::help::drop_target(&ctx);
    }
}

/// The first example, and what was wrong with it.
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
        self.remember_desk();
        self.settings.save(storage);
    }
}
