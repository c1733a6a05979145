//! The selected job, and the question why it started when it did.

use std::sync::Arc;

use super::OpenDocument;
use crate::panels::facts::nodes_of;
use crate::shared::Selection;
use crate::shared::pane::Pane;
use crate::work::pending::{Message, Pending};
use charts::gantt::HighlightedJobs;
use charts::plot::figure::Figure;
use laboratory::record::Run;
use laboratory::run::explain::{self, Explained};

/// A question about the selected job, and its answer.
pub(crate) struct Question {
    pub(crate) selection: Selection,
    pub(crate) run: Arc<Run>,
    pub(crate) nodes: String,
    pub(crate) speedup: Option<Figure>,
    pub(crate) pending: Pending<Explained>,
    pub(crate) answer: Option<Result<Explained, String>>,
}

/// Returns the jobs that charts mark on account of the explained one.
fn marked_jobs(explained: &Explained) -> HighlightedJobs {
    let story = &explained.story;
    HighlightedJobs {
        passers: story.passers.iter().map(|passer| passer.job).collect(),
        holders: story.holders.iter().map(|held| held.job).collect(),
        reserved: story.reservations.last().map(|last| last.start),
    }
}

impl OpenDocument {
    /// Selects a job, and asks why it started when it did.
    pub(crate) fn select(&mut self, selection: Selection) {
        if self.shared.selection != Some(selection) {
            self.shared.runs.set_current(selection.id);
            self.shared.selection = Some(selection);
            self.check_selection();
            self.keep_selected(selection);
        }
        self.requests.inspector = true;
    }

    /// Selects a job and brings all of it into sight in the schedule, from its submission to its
    /// end.
    pub(crate) fn go_to(&mut self, selection: Selection) {
        self.select(selection);
        self.panes.jobs.reveal(selection.job);
        let Some(entry) = self.shared.runs.get(selection.id) else {
            return;
        };
        let bars = entry.index.of_job(selection.job);
        let places = bars.map(|bar| [bar.from, bar.until, bar.rows[0], bar.rows[1]]);
        let index = places.reduce(|[from, until, top, bottom], other| {
            [
                from.min(other[0]),
                until.max(other[1]),
                top.min(other[2]),
                bottom.max(other[3]),
            ]
        });
        // A refused job has no position.
        if let Some([from, until, top, bottom]) = index {
            let entered = entry.run.outcomes[selection.job].entered.seconds();
            let index = [from.min(entered), until, top, bottom];
            self.shared.follow();
            self.shared.sight.view.go_to(index);
            self.requests.panes.push(Pane::Schedule);
        }
    }

    /// Selects the job of that number of the last run and goes there; returns whether there is one.
    pub(crate) fn go_to_last(&mut self, number: u64) -> bool {
        let entry = self.shared.runs.entries.last();
        let found = entry.and_then(|entry| {
            let labels = &entry.run.experiment.labels;
            let job = labels.iter().position(|label| label.number() == number)?;
            Some(Selection { id: entry.id, job })
        });
        if let Some(selection) = found {
            self.go_to(selection);
        }
        found.is_some()
    }

    /// Drops a selection whose run is gone, and asks anew if the run has changed.
    pub(crate) fn check_selection(&mut self) {
        let run = self.shared.selection.and_then(|selection| {
            let entry = self.shared.runs.get(selection.id)?;
            let known = selection.job < entry.run.outcomes.len();
            known.then(|| (selection, Arc::clone(&entry.run)))
        });
        let Some((selection, run)) = run else {
            self.shared.selection = None;
            self.abandon_question();
            return;
        };
        let answered = self.question.as_ref().is_some_and(|question| {
            question.selection == selection && Arc::ptr_eq(&question.run, &run)
        });
        if answered {
            return;
        }
        self.abandon_question();
        let (explained, job) = (Arc::clone(&run), selection.job);
        let pending = self
            .worker
            .request_one(move |progress| explain::explain(&explained, job, progress));
        self.question = Some(Question {
            selection,
            nodes: nodes_of(&run, selection.job),
            speedup: Figure::speedup(&run, selection.job),
            run,
            pending,
            answer: None,
        });
    }

    /// Cancels the question about the selected job.
    pub(crate) fn abandon_question(&mut self) {
        self.shared.marked = None;
        if let Some(question) = self.question.take() {
            question.pending.progress.cancel();
        }
    }

    /// Whether the answer is pending.
    pub(crate) fn is_asking(&self) -> bool {
        let question = self.question.as_ref();
        question.is_some_and(|question| question.answer.is_none())
    }

    /// Receives the messages of the present question.
    pub(crate) fn on_question(&mut self) {
        let Some(question) = &mut self.question else {
            return;
        };
        while let Some(message) = question.pending.poll() {
            match message {
                Message::Answer(explained) => {
                    self.shared.marked = Some(marked_jobs(&explained));
                    question.answer = Some(Ok(explained));
                }
                Message::Failed(problem) => question.answer = Some(Err(problem.to_string())),
                Message::Done => {
                    question
                        .answer
                        .get_or_insert_with(|| Ok(Explained::default()));
                }
            }
        }
    }
}
