//! Studies that run in the background.

use std::sync::Arc;

use crate::App;
use crate::command::name::Command;
use crate::shared::pane::Pane;
use crate::work::pending::Message;
use ::papers::{Extent, Study};
use laboratory::base::progress::Progress;

impl App {
    /// Shows the pane and begins `study`, as if its fields had been filled so.
    pub fn run_study(&mut self, study: Study, extent: &Extent) {
        self.command(Command::Show(Pane::Studies));
        self.studies.fill(study, extent);
        self.reproduce();
    }

    /// Begins the study that is chosen.
    pub(crate) fn reproduce(&mut self) {
        let state = &mut self.studies;
        let Some(extent) = state.extent() else {
            return;
        };
        state.cancel();
        let study = state.study;
        let work = move |progress: &Progress| ::papers::reproduce(study, &extent, progress);
        state.work = Some((study, self.worker.request_one(work)));
    }

    /// Receives the messages of the study.
    pub(crate) fn on_study_messages(&mut self) {
        let state = &mut self.studies;
        while let Some((study, message)) = state.next_message() {
            match message {
                Message::Answer(report) => {
                    state.done = Some((study, Arc::new(report)));
                    state.figures.page = 0;
                }
                Message::Failed(problem) => {
                    state.work = None;
                    self.front.notices.fault(&problem);
                }
                Message::Done => state.work = None,
            }
        }
    }
}
