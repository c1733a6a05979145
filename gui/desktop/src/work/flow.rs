//! Requests to the worker that lead from a change to new results.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::message::WorkMessage;
use super::pending::Reporter;
use super::requests::Work;
use super::runs;
use crate::documents::OpenDocument;
use crate::shared::branches::with_valid_branches;
use laboratory::base::problem::Problem;
use laboratory::load::recorded::{is_requested, remarks_on, remove_from};
use laboratory::record::Experiment;
use laboratory::run::{Choice, choices};
use laboratory::scenario::{PolicyName, Scenario, Workload};

/// Seconds without a further change after which a change counts as finished.
const DEBOUNCE: f64 = 0.15;

impl OpenDocument {
    /// Reads `path` for this document.
    pub(crate) fn read(&mut self, path: PathBuf) {
        self.start_reading(&path);
        if let Some(work) = &mut self.work {
            work.reading = Some(path);
        }
    }

    /// Reads `path` and simulates it beside what is open, to be compared with it.
    pub(crate) fn read_beside(&mut self, path: PathBuf) {
        self.stop_restoring();
        self.start_reading(&path);
        if let Some(work) = &mut self.work {
            work.reading = Some(path.clone());
            work.beside = Some(path);
        }
    }

    /// Simulates what was read of `path` beside what is open.
    pub(crate) fn simulate_beside(&mut self, mut scenario: Scenario, path: PathBuf) {
        remove_from(&mut scenario);
        let choices = choices(&scenario);
        if self.simulate_scenario(scenario, Some(path.clone()), choices)
            && let Some(work) = &mut self.work
        {
            work.reading = Some(path.clone());
            work.beside = Some(path);
        }
    }

    /// Simulates the policies chosen in the scenario.
    pub(crate) fn simulate(&mut self) {
        self.remove_recorded();
        self.simulate_present(self.shared.document.scenario.clone());
    }

    /// Simulates every policy that needs no parameters, and those that are chosen.
    pub(crate) fn simulate_all(&mut self) {
        let mut scenario = self.shared.document.scenario.clone();
        let ticked = std::mem::take(&mut scenario.policies);
        let usual = PolicyName::defaults_for(&scenario.machine);
        let is_requested = |policy| usual.contains(&policy) || ticked.contains(&policy);
        scenario.policies = PolicyName::all()
            .filter(|&policy| is_requested(policy))
            .collect();
        self.simulate_present(scenario);
    }

    /// Simulates the runs that a change requires: of a workload that is still the same, only the
    /// policies without a result.
    pub(crate) fn simulate_changes(&mut self) {
        self.remove_recorded();
        let scenario = &self.shared.document.scenario;
        let known = self.shared.experiment.as_ref();
        let known = known.filter(|known| is_same_but_for_policies(&known.scenario, scenario));
        let Some(known) = known.map(Arc::clone) else {
            return self.simulate();
        };
        let all = choices(scenario);
        if all.is_empty() {
            return self.simulate();
        }
        self.requested = self.shared.document.revision();
        let runs = &self.shared.runs;
        let branches = &self.shared.branches;
        let is_missing =
            |choice: &Choice| !runs.has(&known, choice) && branches.failure_of(choice).is_none();
        let choices: Vec<Choice> = all.into_iter().filter(is_missing).collect();
        if choices.is_empty() {
            return self.cancel();
        }
        if is_requested(scenario) && !is_requested(&known.scenario) {
            self.shared.remarks = remarks_on(&known);
        }
        let scenario = with_valid_branches(scenario.clone());
        let source = self.shared.document.source.clone();
        self.start_runs(scenario, source, choices, Some(known));
    }

    /// Removes the recorded schedule, which there is none of under another load: a run by default
    /// must not keep the others from running.
    fn remove_recorded(&mut self) {
        let scenario = &mut self.shared.document.scenario;
        let load = match &scenario.workload {
            Workload::Swf(log) => log.load,
            Workload::Table(table) => table.load,
            _ => None,
        };
        if load.is_some() && remove_from(scenario) {
            let sentence = "As recorded is left out: nothing is recorded of another load";
            self.notices.add_line(sentence.to_owned());
        }
    }

    fn simulate_present(&mut self, scenario: Scenario) {
        self.requested = self.shared.document.revision();
        let choices = choices(&scenario);
        let source = self.shared.document.source.clone();
        self.simulate_scenario(scenario, source, choices);
    }

    /// Simulates `choices`; returns whether there was something to simulate.
    pub(crate) fn simulate_scenario(
        &mut self,
        scenario: Scenario,
        source: Option<PathBuf>,
        choices: Vec<Choice>,
    ) -> bool {
        if choices.is_empty() {
            self.open_policy_menu();
            return false;
        }
        self.start_runs(with_valid_branches(scenario), source, choices, None);
        true
    }

    pub(crate) fn open_policy_menu(&mut self) {
        let sentence = "no policy is chosen; tick at least one under Policies";
        self.notices.fault(&Problem::input(sentence));
    }

    fn start_reading(&mut self, path: &Path) {
        let path = path.to_path_buf();
        self.start(move |reporter| runs::read(path, reporter));
    }

    fn start_runs(
        &mut self,
        scenario: Scenario,
        source: Option<PathBuf>,
        choices: Vec<Choice>,
        known: Option<Arc<Experiment>>,
    ) {
        self.start(move |reporter| {
            runs::simulate(&scenario, source.as_deref(), &choices, known, reporter)
        });
    }

    fn start(
        &mut self,
        work: impl FnOnce(&Reporter<WorkMessage>) -> Result<(), Problem> + Send + 'static,
    ) {
        self.cancel();
        self.scene = None;
        // The one thread serves requests in order.
        self.cancel_server_counts();
        self.work = Some(Work {
            pending: self.worker.request(work),
            stage: "starting".to_owned(),
            reading: None,
            restores: None,
            beside: None,
        });
    }

    /// Stops what is being read or simulated. Older results stay.
    pub(crate) fn cancel(&mut self) {
        if let Some(work) = self.work.take() {
            work.pending.progress.cancel();
        }
    }

    /// Writes files in the background.
    pub(crate) fn write(
        &mut self,
        write: impl FnOnce() -> Result<String, Problem> + Send + 'static,
    ) {
        let pending = self.worker.request_one(|_| write().map(Some));
        self.writes.push(pending);
    }

    /// Follows changes of the scenario: marks results as out of date and, if `rerun`, simulates
    /// again once the user has paused.
    pub(crate) fn notice_changes(&mut self, ctx: &egui::Context, rerun: bool) {
        let now = ctx.input(|input| input.time);
        if self.shared.document.watch(now) {
            self.shared.runs.mark_stale(&self.shared.document);
        }
        let pending = self.requested != self.shared.document.revision();
        if !pending || !rerun {
            return;
        }
        let rest = DEBOUNCE - (now - self.shared.document.changed_at());
        if rest <= 0.0 {
            self.simulate_changes();
        } else {
            ctx.request_repaint_after_secs(rest as f32);
        }
    }
}

/// Whether two scenarios differ in nothing but their policies, so that their jobs and parameters
/// are equal.
pub(crate) fn is_same_but_for_policies(known: &Scenario, scenario: &Scenario) -> bool {
    let known = Scenario {
        title: scenario.title.clone(),
        policies: scenario.policies.clone(),
        variants: scenario.variants.clone(),
        branches: scenario.branches.clone(),
        expect: scenario.expect.clone(),
        sweep: scenario.sweep.clone(),
        ..known.clone()
    };
    known == *scenario
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::App;
    use laboratory::record::Run;

    fn app() -> App {
        let mut app = App::new(Vec::new());
        app.leave_start();
        app.settle();
        app
    }

    fn changed(app: &mut App, change: impl FnOnce(&mut Scenario)) -> Vec<(String, *const Run)> {
        change(&mut app.front.shared.document.scenario);
        app.front.simulate_changes();
        app.settle();
        let entries = app.front.shared.runs.entries.iter();
        entries
            .map(|entry| (entry.label.clone(), Arc::as_ptr(&entry.run)))
            .collect()
    }

    #[test]
    fn ticking_a_policy_simulates_that_one_alone() {
        let mut app = app();
        let before = changed(&mut app, |_| ());
        let after = changed(&mut app, |scenario| {
            scenario.policies.push(PolicyName::Conservative);
        });
        assert_eq!(after[..2], before[..], "the older results stay as they are");
        assert_eq!(after[2].0, "Conservative");
        // Of the same jobs, so that comparing them means something.
        let experiment = |index: usize| &app.front.shared.runs.entries[index].run.experiment;
        assert!(Arc::ptr_eq(experiment(0), experiment(2)));
    }

    #[test]
    fn another_workload_or_parameter_simulates_all_again() {
        let mut app = app();
        let mut before = changed(&mut app, |_| ());
        let changes: [fn(&mut Scenario); 2] = [
            |scenario| scenario.seed += 1,
            |scenario| scenario.parameters.depth = Some(1),
        ];
        for change in changes {
            let after = changed(&mut app, change);
            assert_eq!(after.len(), before.len());
            for (one, other) in before.iter().zip(&after) {
                assert_eq!(one.0, other.0);
                assert_ne!(one.1, other.1, "{}", one.0);
            }
            before = after;
        }
    }
}
