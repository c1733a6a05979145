//! Handling of the worker's messages: runs, files, and answers for others.

use super::flow::KeptRun;
use super::worker::{Generation, Message};
use crate::App;
use crate::documents::OpenDocument;
use crate::shared::branches::Branches;
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
            document.hear_all();
        }
        self.on_opening();
        while let Some((generation, message)) = self.worker.poll() {
            self.on_other_message(generation, message);
        }
    }

    /// Receives a message that belongs to no document.
    pub(crate) fn on_other_message(&mut self, generation: Generation, message: Message) {
        if self.studies.is_study_request(generation) {
            self.on_study(message);
        }
    }
}

impl OpenDocument {
    /// Whether there is progress to be drawn.
    fn is_drawn_on(&self) -> bool {
        self.work.is_some() || self.panes.sweep.is_busy()
    }

    fn hear_all(&mut self) {
        while let Some((generation, message)) = self.worker.poll() {
            self.on_message(generation, message);
        }
        while let Some((generation, message)) = self.sweeper.poll() {
            self.hear_of_sweep(generation, message);
        }
        while let Some((generation, message)) = self.predictor.poll() {
            self.on_prediction(generation, message);
        }
        self.answering.poll();
    }

    /// Receives one message; those of abandoned requests are dropped.
    pub(crate) fn on_message(&mut self, generation: Generation, message: Message) {
        let of_work = self
            .work
            .as_ref()
            .is_some_and(|work| work.ticket.generation == generation);
        if of_work {
            self.on_work(message);
        } else if self.writes.contains(&generation) {
            self.on_write(generation, message);
        } else if self.is_server_counts_request(generation) {
            self.on_server_counts(message);
        } else if self.is_search_request(generation) {
            self.on_search(message);
        } else if self.is_question_request(generation) {
            self.on_question(message);
        } else {
            self.on_instant(generation, message);
        }
    }

    fn on_work(&mut self, message: Message) {
        match message {
            Message::Stage(stage) => {
                if let Some(work) = &mut self.work {
                    work.stage = stage;
                }
            }
            Message::Opened(Opened::Jobs(scenario), path) if self.is_beside() => {
                self.simulate_beside(*scenario, path);
            }
            Message::Opened(Opened::Search(_), path) if self.is_beside() => {
                let sentence = "a search for slots has no runs to compare with";
                self.notices.fault_of_file(&path, Problem::input(sentence));
            }
            // A file that is opened has no document yet.
            Message::Opened(..) => {}
            Message::Prepared(_) if self.is_beside() || self.is_restoring_kept() => {}
            Message::Ran(finished) if self.is_beside() => {
                self.simulated += 1;
                self.notices.forget_files();
                let work = self.work.as_ref().and_then(|work| work.beside.as_ref());
                let name = work.and_then(|path| path.file_name());
                let name = name.map(|name| name.to_string_lossy().into_owned());
                let name = name.unwrap_or_default();
                self.shared.runs.insert_beside(*finished, &name);
            }
            Message::Prepared(experiment) => {
                self.shared.experiment = Some(experiment);
                self.shared.remarks.clear();
                self.shared.branches = Branches::default();
            }
            Message::Ran(finished) => {
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
            Message::BranchFailed(choice, problem) => self.shared.branches.failed(*choice, problem),
            Message::Failed(problem) => {
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
            Message::Done => {
                self.work = None;
                self.continue_restoring();
                let scene = self.scene.take();
                if let Some(number) = scene.and_then(|scene| scene.job) {
                    self.go_to_last(number);
                }
            }
            Message::Explained(_)
            | Message::Queued(_)
            | Message::Idled(_)
            | Message::Foretold(_)
            | Message::Changed(_)
            | Message::Inspected(_)
            | Message::Answered(_)
            | Message::Written(_)
            | Message::OnServers(_)
            | Message::Reproduced(_)
            | Message::Planned(..)
            | Message::Searched(_) => {}
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

    fn on_write(&mut self, generation: Generation, message: Message) {
        match message {
            Message::Written(text) => self.notices.add_line(text),
            Message::Failed(problem) => {
                self.notices.fault(&problem);
                self.writes.retain(|write| *write != generation);
            }
            Message::Done => self.writes.retain(|write| *write != generation),
            _ => {}
        }
    }
}
