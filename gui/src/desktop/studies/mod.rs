//! Experiments of papers, run again: which, how large, and what came out.

mod figures;
mod form;
mod papers;
mod report;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{ScrollArea, Ui};

use super::work::worker::{Generation, News, Request, Ticket};
use super::{App, Command, Pane};
use crate::draw::multiples::Look;
use crate::scenario::MOST_JOBS;
use crate::study::{Extent, MOST_WORKLOADS, Report, Study};

/// What the pane shows and asks for.
pub(super) struct State {
    /// The study that would be run.
    study: Study,
    /// As they were typed; empty for the study's own.
    jobs: String,
    workloads: String,
    /// The study on its way.
    work: Option<(Study, Ticket)>,
    /// What came of the last one that was finished.
    done: Option<(Study, Arc<Report>)>,
    figures: figures::State,
}

impl Default for State {
    fn default() -> Self {
        Self {
            study: Study::named("agile").unwrap_or(Study::ALL[0]),
            jobs: String::new(),
            workloads: String::new(),
            work: None,
            done: None,
            figures: figures::State::default(),
        }
    }
}

impl State {
    /// The study whose report is shown.
    pub(super) fn shown(&self) -> Option<Study> {
        self.done.as_ref().map(|(study, _)| *study)
    }

    /// The report that is shown.
    pub(super) fn report(&self) -> Option<Arc<Report>> {
        self.done.as_ref().map(|(_, report)| Arc::clone(report))
    }

    /// The place of the page of figures that is shown, and how it is looked at.
    pub(super) fn page_and_look(&self) -> (usize, Look) {
        (self.figures.page, self.figures.look)
    }
}

/// A number that may be left out; nothing if it is none from 1 to `most`.
fn optional(text: &str, most: u32) -> Option<Option<u32>> {
    match text.trim() {
        "" => Some(None),
        text => {
            let number = text.parse().ok();
            let number = number.filter(|number| (1..=most).contains(number));
            number.map(Some)
        }
    }
}

impl App {
    /// How large the study is to be; nothing if a number is none.
    fn extent(&self) -> Option<Extent> {
        let logs = self.settings.logs.trim();
        Some(Extent {
            workloads: optional(&self.studies.workloads, MOST_WORKLOADS)?,
            jobs: optional(&self.studies.jobs, MOST_JOBS)?,
            load: None,
            logs: (!logs.is_empty()).then(|| PathBuf::from(logs)),
        })
    }

    /// Shows the pane and begins `study`, as if its fields had been filled so.
    pub fn run_study(&mut self, study: Study, extent: &Extent) {
        let text = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
        self.command(Command::Show(Pane::Studies));
        self.studies.study = study;
        self.studies.jobs = text(extent.jobs);
        self.studies.workloads = text(extent.workloads);
        let logs = extent.logs.as_ref();
        self.settings.logs = logs.map_or(String::new(), |logs| logs.display().to_string());
        self.reproduce();
    }

    /// Begins the study that is chosen.
    fn reproduce(&mut self) {
        let Some(extent) = self.extent() else {
            return;
        };
        self.cancel_study();
        let study = self.studies.study;
        let ticket = self.worker.ask(Request::Reproduce { study, extent });
        self.studies.work = Some((study, ticket));
    }

    /// Stops a study that is on its way; an older report stays. Returns whether
    /// there was one.
    pub(super) fn cancel_study(&mut self) -> bool {
        let work = self.studies.work.take();
        if let Some((_, ticket)) = &work {
            ticket.progress.cancel();
        }
        work.is_some()
    }

    /// Stops a study, since something else is to be simulated, and says so.
    pub(super) fn give_up_study(&mut self) {
        if self.cancel_study() {
            let text = "The study was stopped, as something else is simulated";
            self.notices.tell(text);
        }
    }

    /// Whether a study is on its way.
    pub(super) fn is_reproducing(&self) -> bool {
        self.studies.work.is_some()
    }

    /// Whether `generation` is that of the study.
    pub(super) fn has_asked_study(&self, generation: Generation) -> bool {
        let work = self.studies.work.as_ref();
        work.is_some_and(|(_, ticket)| ticket.generation == generation)
    }

    /// Takes in news of the study.
    pub(super) fn hear_of_study(&mut self, news: News) {
        match news {
            News::Reproduced(report) => {
                let study = self.studies.work.as_ref().map(|(study, _)| *study);
                self.studies.done = study.map(|study| (study, Arc::new(*report)));
                self.studies.figures.page = 0;
            }
            News::Failed(problem) => {
                self.studies.work = None;
                self.notices.fault(&problem);
            }
            News::Done => self.studies.work = None,
            _ => {}
        }
    }

    /// Shows the pane.
    pub(super) fn studies_pane(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            self.study_form(ui);
            papers::show(ui);
            let Some(report) = self.studies.report() else {
                ui.add_space(6.0);
                ui.weak("A study runs the experiment of a paper again and compares.");
                return;
            };
            ui.separator();
            self.study_title(ui, &report);
            report::notes(ui, &report);
            self.figures(ui, &report);
            report::show(ui, &report);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::optional;

    #[test]
    fn a_number_is_left_out_or_within_bounds() {
        assert_eq!(optional(" ", 9), Some(None));
        assert_eq!(optional(" 9 ", 9), Some(Some(9)));
        for text in ["0", "10", "-1", "two", "1.5"] {
            assert_eq!(optional(text, 9), None, "{text}");
        }
    }
}
