//! Moving a job to another server: a run of its own with all other jobs where they were.

use super::moved::Move;
use crate::documents::OpenDocument;
use crate::shared::Selection;
use laboratory::base::change;
use laboratory::base::format;
use laboratory::base::problem::Problem;
use laboratory::record::Run;
use laboratory::record::choice::Choice;
use laboratory::record::choices::choices;
use laboratory::scenario::{PolicyName, Variant};

/// Name of the run with moved jobs.
pub(crate) const EDITED: &str = "edited";

impl OpenDocument {
    /// Simulates the run of `selection` with its job on `server` instead.
    pub(crate) fn move_job(&mut self, selection: Selection, server: u32, ctx: &egui::Context) {
        let Some(entry) = self.shared.runs.get(selection.id) else {
            return;
        };
        if entry.stale {
            let sentence =
                "the scenario has changed since this run; run it again before moving its jobs";
            return self.notices.fault(&Problem::input(sentence));
        }
        let Some(mapping) = mapping(&entry.run, selection.job, server) else {
            return;
        };
        let mut parameters = entry.run.parameters.clone();
        parameters.placing.mapping = mapping;
        let number = entry.run.experiment.labels[selection.job].number();
        self.moved = Some(Move {
            words: format!("Job {number} on server {server}"),
            label: entry.label.clone(),
            makespan: entry.run.metrics.makespan().seconds(),
        });
        let label = Some(EDITED.to_owned());
        let edited = Variant {
            policy: PolicyName::Mapping,
            label: label.clone(),
            parameters,
        };
        // Each move can be undone by itself, however fast they follow.
        self.shared.document.begin_change();
        let variants = &mut self.shared.document.scenario.variants;
        match variants.iter_mut().find(|variant| variant.label == label) {
            Some(variant) => *variant = edited,
            None => variants.push(edited),
        }
        self.simulate_edited(ctx);
    }

    /// Simulates only what the move changed, unless there is more to be done.
    fn simulate_edited(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        let pending = self.requested != self.shared.document.revision() || self.work.is_some();
        if self.shared.document.watch(now) {
            self.shared.runs.mark_stale(&self.shared.document);
        }
        if pending {
            return self.simulate();
        }
        let scenario = self.shared.document.scenario.clone();
        let edited = |choice: &Choice| choice.label == EDITED;
        let choices = choices(&scenario).into_iter().filter(edited).collect();
        let source = self.shared.document.source.clone();
        self.requested = self.shared.document.revision();
        self.simulate_scenario(scenario, source, choices);
    }

    /// Reports the effect of a move when its `run` is there.
    pub(crate) fn notify_of_move(&mut self, run: &Run) {
        if run.label != EDITED {
            return;
        }
        let Some(moved) = self.moved.take() else {
            return;
        };
        let makespan = run.metrics.makespan().seconds();
        let difference = (makespan - moved.makespan) / moved.makespan;
        self.notices.add_line(format!(
            "{}: makespan {} instead of {} under {} ({})",
            moved.words,
            format::span(makespan),
            format::span(moved.makespan),
            moved.label,
            change::in_words(difference),
        ));
    }
}

/// Returns the server of every job of `run`, but `server` for `job`; `None` if there is no such
/// server or a job has none.
fn mapping(run: &Run, job: usize, server: u32) -> Option<Vec<u32>> {
    let record = run.placements()?;
    let mut mapping: Vec<u32> = record.server_of.iter().copied().collect::<Option<_>>()?;
    if server as usize >= record.servers.len() {
        return None;
    }
    *mapping.get_mut(job)? = server;
    Some(mapping)
}
