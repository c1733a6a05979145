//! The window: an experiment on the left, its runs in the middle, the chosen job on the right.

mod answer;
mod command;
pub(super) mod dialogs;
pub(super) mod family;
pub(super) mod panels;
mod panes;
mod session;
mod settings;
mod shared;
mod start;
mod start_page;
mod studies;
mod sweep;
mod theme;
mod tour;
pub(super) mod widgets;
pub(super) mod work;
mod workspace;

pub use command::{Command, Menu};
pub use shared::pane::Pane;
pub use start::{open, picture, screenshot};

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::base::problem::Problem;
use crate::draw::colour::tokens::tokens;
use crate::draw::look;
use crate::load::examples;
use crate::scenario::{self, Scenario};
use dialogs::Dialogs;
use dialogs::notice::Notices;
use panels::inspector::Question;
use panes::Panes;
use settings::Settings;
use shared::Shared;
use shared::document::Document;
use work::flow::Work;
use work::foretell::Foretelling;
use work::instant::Instants;
use work::worker::{Generation, Worker};

/// The whole window and what it works on.
pub struct App {
    shared: Shared,
    panes: Panes,
    dialogs: Dialogs,
    settings: Settings,
    notices: Notices,
    /// What is to be done before the next frame.
    commands: Vec<Command>,
    worker: Worker,
    /// Sweeps take long, and nothing else waits for them.
    sweeper: Worker,
    /// The same of predictions.
    foreteller: Worker,
    /// What is being read or simulated, and files being written.
    work: Option<Work>,
    writes: Vec<Generation>,
    restoring: session::Restoring,
    /// The revision of the document that was simulated last.
    requested: u64,
    /// What is being found out of the chosen job.
    question: Option<Question>,
    instants: Instants,
    foretelling: Foretelling,
    answering: answer::Answering,
    moved: Option<family::placement::moving::Move>,
    run_list: panels::run_list::State,
    themed: bool,
    start_page: start_page::State,
    /// The example whose point is to be seen once it has been run.
    scene: Option<&'static start_page::Scene>,
    tour: Option<tour::State>,
}

impl App {
    /// A window that opens the first of `files` and simulates it at once, or shows the start
    /// page.
    pub fn new(files: Vec<PathBuf>) -> Self {
        let mut app = Self::with_settings(Settings::default());
        app.begin(files);
        app
    }

    fn with_settings(settings: Settings) -> Self {
        let (document, problem) = first_document();
        let mut panes = Panes::default();
        panes.studies.logs.clone_from(&settings.logs);
        let mut app = Self {
            shared: Shared::new(document),
            panes,
            dialogs: Dialogs::default(),
            settings,
            notices: Notices::default(),
            commands: Vec::new(),
            worker: Worker::start(),
            sweeper: Worker::start(),
            foreteller: Worker::start(),
            work: None,
            writes: Vec::new(),
            restoring: session::Restoring::default(),
            requested: 0,
            question: None,
            instants: Instants::default(),
            foretelling: Foretelling::default(),
            answering: answer::Answering::default(),
            moved: None,
            run_list: panels::run_list::State::default(),
            themed: false,
            start_page: start_page::State::default(),
            scene: None,
            tour: None,
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
            (None, Some(session)) => {
                self.restore(session);
                self.go_to_start();
            }
            (None, None) => self.go_to_start(),
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
            || self.instants.is_asking()
            || self.is_comparing_server_counts()
            || self.panes.studies.is_busy()
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
        while self.panes.sweep.is_busy() {
            match self.sweeper.wait() {
                Some((generation, news)) => self.hear_of_sweep(generation, news),
                None => return,
            }
        }
        while self.foretelling.is_busy() {
            match self.foreteller.wait() {
                Some((generation, news)) => self.hear_of_foretold(generation, news),
                None => return,
            }
        }
        self.settle_answer();
        self.settle_start_page();
    }

    /// Waits as [`App::settle`] does, but no longer than `limit`; returns whether all is done.
    pub fn settle_within(&mut self, limit: Duration) -> bool {
        let begin = Instant::now();
        loop {
            self.hear_all();
            self.check_answer();
            let others = [
                self.panes.sweep.is_busy(),
                self.foretelling.is_busy(),
                self.answering.is_busy(),
            ];
            if !self.is_busy() && others == [false; 3] {
                return true;
            }
            if begin.elapsed() > limit {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// What the notices say now.
    pub fn notices(&self) -> Vec<&str> {
        self.notices.texts().collect()
    }

    /// The names of the runs in the list, each with whether it is out of date.
    pub fn run_names(&self) -> Vec<(&str, bool)> {
        let entries = self.shared.runs.entries.iter();
        entries
            .map(|entry| (entry.label.as_str(), entry.stale))
            .collect()
    }

    /// The scenario as it is being edited.
    pub fn scenario(&self) -> &Scenario {
        &self.shared.document.scenario
    }

    /// Does `command` before the next frame.
    pub fn command(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// What happens without anything being drawn: news, keys, commands.
    pub fn update(&mut self, ctx: &egui::Context) {
        self.worker.wake(ctx);
        self.sweeper.wake(ctx);
        self.foreteller.wake(ctx);
        self.answering.wake(ctx);
        self.apply_theme(ctx);
        self.listen(ctx);
        self.take_dropped_files(ctx);
        self.take_keys(ctx);
        self.hold_the_door(ctx);
        for command in std::mem::take(&mut self.commands) {
            self.perform(command, ctx);
        }
        self.shared.replay.play_on(&self.shared.runs, ctx);
        self.notice_changes(ctx);
        self.check_instant();
        self.check_foretold();
        self.follow_instant();
        self.shared.follow();
        self.shared.take_span();
        self.check_answer();
    }

    /// Draws the window.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        if !look::is_ready(ui.ctx()) {
            return;
        }
        self.menu_bar(ui);
        self.status_bar(ui);
        match self.is_at_start() {
            true => self.show_start_page(ui),
            false => self.show_experiment(ui),
        }
        let ctx = ui.ctx().clone();
        self.palette_window(&ctx);
        self.cheat_sheet(&ctx);
        self.file_window(&ctx);
        self.export_window(&ctx);
        self.notes_window(&ctx);
        self.branch_window(&ctx);
        self.what_window(&ctx);
        self.leaving_window(&ctx);
        let mut wishes = Vec::new();
        self.panes.studies.window(&ctx, &mut wishes);
        self.grant(wishes, &ctx);
        self.tour_card(&ctx);
        self.notices.show(&ctx);
        dialogs::help::drop_target(&ctx);
    }

    /// The experiment, its runs, and the chosen job.
    fn show_experiment(&mut self, ui: &mut egui::Ui) {
        self.experiment_panel(ui);
        self.inspector_panel(ui);
        egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(tokens(ui.visuals().dark_mode).canvas))
            .show(ui, |ui| self.middle(ui));
    }

    /// The panes, and then what they want done.
    fn middle(&mut self, ui: &mut egui::Ui) {
        self.fill_workspace();
        let mut wishes = Vec::new();
        self.answer_card(ui, &mut wishes);
        let (workspace, mut tree) = self.settings.desk.take();
        wishes.extend(self.panes.show_all(ui, &mut tree, &self.shared));
        self.settings.desk.put_back((workspace, tree));
        self.grant(wishes, ui.ctx());
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
