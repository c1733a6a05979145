//! Experiments of papers, run again: the choice, the size, and the report.

mod figures;
mod form;
mod papers;
mod report;
mod reproduction;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{ScrollArea, Ui};

use super::command::action::Action;
use super::work::pending::{Message, Pending};
use ::papers::{Extent, MOST_WORKLOADS, Report, Study};
use charts::multiples::Look;
use laboratory::base::progress::Progress;
use laboratory::scenario::MOST_JOBS;

/// State of the pane.
pub(super) struct State {
    /// Chosen study.
    study: Study,
    /// Fields as they were typed; empty for the study's own.
    jobs: String,
    workloads: String,
    /// Folder of logs, as it was typed; empty if none.
    pub(super) logs: String,
    /// Pending study.
    work: Option<(Study, Pending<Report>)>,
    /// Report of the last one that was finished.
    done: Option<(Study, Arc<Report>)>,
    pub(super) figures: figures::State,
}

impl Default for State {
    fn default() -> Self {
        Self {
            study: Study::by_name("agile").unwrap_or(Study::ALL[0]),
            jobs: String::new(),
            workloads: String::new(),
            logs: String::new(),
            work: None,
            done: None,
            figures: figures::State::default(),
        }
    }
}

impl State {
    /// Returns the study whose report is shown.
    pub(super) fn study_in_front(&self) -> Option<Study> {
        self.done.as_ref().map(|(study, _)| *study)
    }

    /// Returns the report that is shown.
    pub(super) fn report(&self) -> Option<Arc<Report>> {
        self.done.as_ref().map(|(_, report)| Arc::clone(report))
    }

    /// Returns the index of the page of figures that is shown, and its view.
    pub(super) fn page_and_look(&self) -> (usize, Look) {
        (self.figures.page, self.figures.look)
    }
}

/// Parses a number that may be left out; `None` if it is not one from 1 to `most`.
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

impl State {
    /// Returns the command line of the study that is shown, or chosen.
    pub(super) fn title_lines(&self) -> Vec<String> {
        self.title_lines_of(self.study_in_front().unwrap_or(self.study))
    }

    /// Returns the command line of `study` with the size in the fields.
    fn title_lines_of(&self, study: Study) -> Vec<String> {
        let mut words = ["cosched", "reproduce", study.name]
            .map(str::to_owned)
            .to_vec();
        for (option, text) in [
            ("--jobs", &self.jobs),
            ("--workloads", &self.workloads),
            ("--logs", &self.logs),
        ] {
            if !text.trim().is_empty() {
                words.extend([option.to_owned(), text.trim().to_owned()]);
            }
        }
        words
    }

    /// Returns the size of the study; `None` if a number is invalid.
    fn extent(&self) -> Option<Extent> {
        let logs = self.logs.trim();
        Some(Extent {
            workloads: optional(&self.workloads, MOST_WORKLOADS)?,
            jobs: optional(&self.jobs, MOST_JOBS)?,
            load: None,
            logs: (!logs.is_empty()).then(|| PathBuf::from(logs)),
        })
    }

    /// Fills the fields for `study`.
    fn fill(&mut self, study: Study, extent: &Extent) {
        let text = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
        self.study = study;
        self.jobs = text(extent.jobs);
        self.workloads = text(extent.workloads);
        let logs = extent.logs.as_ref();
        self.logs = logs.map_or(String::new(), |logs| logs.display().to_string());
    }

    /// Stops a pending study; an older report stays. Returns whether there was one.
    pub(super) fn cancel(&mut self) -> bool {
        let work = self.work.take();
        if let Some((_, pending)) = &work {
            pending.progress.cancel();
        }
        work.is_some()
    }

    /// Whether a study is pending.
    pub(super) fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Returns the pending study and its progress.
    pub(super) fn running(&self) -> Option<(Study, &Progress)> {
        let (study, pending) = self.work.as_ref()?;
        Some((*study, &pending.progress))
    }

    fn next_message(&self) -> Option<(Study, Message<Report>)> {
        let (study, pending) = self.work.as_ref()?;
        Some((*study, pending.poll()?))
    }

    /// Shows the pane.
    pub(super) fn show(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            self.form(ui, actions);
            papers::show(ui);
            let Some(report) = self.report() else {
                ui.add_space(6.0);
                ui.weak("A study runs the experiment of a paper again and compares.");
                return;
            };
            ui.separator();
            figures::title(ui, &report, actions);
            report::notes(ui, &report);
            self.figures.in_pane(ui, &report, actions);
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
