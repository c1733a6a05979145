//! Handling of the worker's messages: runs, files, and answers for others.

use super::message::WorkMessage;
use super::pending::Message;
use crate::App;
use crate::documents::OpenDocument;
use crate::shared::branches::Branches;
use crate::shared::runs::KeptRun;
use laboratory::base::problem::Problem;
use laboratory::load::Opened;

/// Seconds between two drawings of the progress.
const PROGRESS_PERIOD: f32 = 0.05;

impl App {
    /// Receives all messages and redraws while work is in progress.
    pub(crate) fn listen(&mut self, ctx: &egui::Context) {
        self.receive_all();
        let working = self.documents_mut().any(|document| document.is_drawn_on());
        if working || !self.opening.is_empty() || self.studies.is_busy() {
            ctx.request_repaint_after_secs(PROGRESS_PERIOD);
        }
    }

    /// Receives all present messages.
    pub(crate) fn receive_all(&mut self) {
        for document in self.documents_mut() {
            document.receive();
        }
        self.on_opening();
        self.on_study_messages();
    }
}

impl OpenDocument {
    /// Whether there is progress to be drawn.
    fn is_drawn_on(&self) -> bool {
        self.work.is_some() || self.panes.sweep.is_busy()
    }

    /// Receives all present messages on its requests; of those that were given up there are none.
    pub(crate) fn receive(&mut self) {
        while let Some(message) = self.work.as_ref().and_then(|work| work.pending.poll()) {
            self.on_work(message);
        }
        self.on_writes();
        self.on_server_counts();
        self.on_search();
        self.on_question();
        self.on_instants();
        self.on_sweep();
        self.on_predictions();
        self.answering.poll();
    }

    /// Receives a message on what is read or simulated.
    pub(crate) fn on_work(&mut self, message: Message<WorkMessage>) {
        match message {
            Message::Answer(message) => self.on_part_of_work(message),
            Message::Failed(problem) => self.on_failed_work(problem),
            Message::Done => {
                self.work = None;
                self.continue_restoring();
                let scene = self.scene.take();
                if let Some(number) = scene.and_then(|scene| scene.job) {
                    self.go_to_last(number);
                }
            }
        }
    }

    fn on_failed_work(&mut self, problem: Problem) {
        let beside = self.is_beside();
        let reading = self.work.take().and_then(|work| work.reading);
        match reading {
            // The user may say what its columns mean.
            Some(path) if beside => self.requests.columns = Some((path, problem)),
            Some(path) => self.notices.fault_of_file(&path, problem),
            None => self.notices.fault(&problem),
        }
        self.continue_restoring();
    }

    fn on_part_of_work(&mut self, message: WorkMessage) {
        match message {
            WorkMessage::Stage(stage) => {
                if let Some(work) = &mut self.work {
                    work.stage = stage;
                }
            }
            WorkMessage::Opened(Opened::Jobs(scenario), path) if self.is_beside() => {
                self.simulate_beside(*scenario, path);
            }
            WorkMessage::Opened(Opened::Search(_), path) if self.is_beside() => {
                let sentence = "a search for slots has no runs to compare with";
                self.notices.fault_of_file(&path, Problem::input(sentence));
            }
            // A file that is opened has no document yet.
            WorkMessage::Opened(..) => {}
            WorkMessage::Prepared(_) if self.is_beside() || self.is_restoring_kept() => {}
            WorkMessage::Ran(finished) if self.is_beside() => {
                self.simulated += 1;
                self.notices.forget_files();
                let work = self.work.as_ref().and_then(|work| work.beside.as_ref());
                let name = work.and_then(|path| path.file_name());
                let name = name.map(|name| name.to_string_lossy().into_owned());
                let name = name.unwrap_or_default();
                self.shared.runs.insert_beside(*finished, &name);
            }
            WorkMessage::Prepared(experiment) => {
                self.shared.experiment = Some(experiment);
                self.shared.remarks.clear();
                self.shared.branches = Branches::default();
            }
            WorkMessage::Ran(finished) => {
                self.simulated += 1;
                self.notify_of_move(finished.run());
                let label = finished.run().label.clone();
                self.shared.runs.insert(*finished);
                if self.panes.sweep.opens(&label) {
                    self.shared.runs.choose_fresh(&label);
                }
                let restores = self.work.as_ref().and_then(|work| work.restores);
                let kept = restores.and_then(|kept| self.shared.runs.keep_last(kept));
                if let Some(id) = kept.filter(|_| restores == Some(KeptRun::Changed)) {
                    self.note_kept(id);
                }
                self.shared.runs.mark_stale(&self.shared.document);
                self.check_selection();
            }
            WorkMessage::BranchFailed(choice, problem) => {
                self.shared.branches.failed(*choice, problem)
            }
        }
    }

    /// Whether the present work comes beside what is open.
    fn is_beside(&self) -> bool {
        let work = self.work.as_ref();
        work.is_some_and(|work| work.beside.is_some())
    }

    /// Whether a kept run is simulated again, which the present scenario may not be of.
    fn is_restoring_kept(&self) -> bool {
        let work = self.work.as_ref();
        work.is_some_and(|work| work.restores.is_some())
    }

    fn on_writes(&mut self) {
        for write in std::mem::take(&mut self.writes) {
            let mut is_done = false;
            while let Some(message) = write.poll() {
                match message {
                    Message::Answer(text) => self.notices.add_line(text),
                    Message::Failed(problem) => {
                        self.notices.fault(&problem);
                        is_done = true;
                    }
                    Message::Done => is_done = true,
                }
            }
            if !is_done {
                self.writes.push(write);
            }
        }
    }
}
