//! Runs kept from the pane *What if*, and undoing that.

use crate::documents::OpenDocument;
use crate::shared::runs::KeptRun;
use crate::shared::runs::RunId;
use laboratory::base::problem::Problem;
use laboratory::run::choices;
use laboratory::run::whatif::change::changed_scenario;
use laboratory::run::whatif::scenario_of;
use laboratory::run::whatif::sentence::{is_of_policy, sentences};
use laboratory::scenario::{Scenario, Variant};

impl OpenDocument {
    /// Simulates the run of `id` with `changes` and keeps it beside the others.
    pub(crate) fn keep_changed(&mut self, id: RunId, changes: &[String]) {
        if self.work.is_some() {
            let sentence = "something is being simulated: keep the run once that is done";
            return self.notices.add_line(sentence.to_owned());
        }
        let Some(entry) = self.shared.runs.get(id) else {
            return;
        };
        let before = scenario_of(&entry.run);
        let unit = entry.run.experiment.machine_unit();
        let said = sentences(&before, unit, changes).join(", ");
        let says_policy = entry.label == entry.run.policy.title();
        let label = if says_policy && changes.iter().any(|change| is_of_policy(change)) {
            said
        } else {
            format!("{}, {said}", entry.label)
        };
        let source = entry.run.experiment.source.clone();
        match with_changes(&before, changes, label) {
            Ok(scenario) => {
                let choices = choices(&scenario);
                if self.simulate_scenario(scenario, source, choices)
                    && let Some(work) = &mut self.work
                {
                    work.restores = Some(KeptRun::Changed);
                }
            }
            Err(problem) => self.notices.fault(&problem),
        }
    }

    /// Notes that the run `id` has just been kept.
    pub(super) fn note_kept(&mut self, id: RunId) {
        let revision = self.shared.document.revision();
        self.kept_runs.push((id, revision));
    }

    /// Returns the run that was kept since the last change of the scenario, if one was.
    fn kept_last(&self) -> Option<RunId> {
        let (id, revision) = *self.kept_runs.last()?;
        let is_there = self.shared.runs.get(id).is_some();
        (is_there && revision == self.shared.document.revision()).then_some(id)
    }

    /// Whether something can be undone.
    pub(crate) fn can_undo(&self) -> bool {
        self.kept_last().is_some() || self.shared.document.can_undo()
    }

    /// Undoes the last step: keeping a run, or a change of the scenario.
    pub(crate) fn undo(&mut self) {
        if let Some(id) = self.kept_last() {
            self.kept_runs.pop();
            self.shared.runs.forget(id);
            self.check_selection();
        } else {
            self.shared.document.undo();
        }
    }
}

/// Returns `before` with `changes` and one run, called `label`.
fn with_changes(before: &Scenario, changes: &[String], label: String) -> Result<Scenario, Problem> {
    let after = changed_scenario(before, changes)?;
    let variants = after.policies.first().map(|policy| Variant {
        policy: *policy,
        label: Some(label),
        parameters: after.parameters.clone(),
    });
    Ok(Scenario {
        policies: Vec::new(),
        variants: variants.into_iter().collect(),
        expect: Vec::new(),
        sweep: None,
        ..after
    })
}
