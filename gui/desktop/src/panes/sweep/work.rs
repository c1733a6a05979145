//! Sweeps of a document: begun, restored after a restart, and a run of one opened.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::StartedSweep;
use super::plan_and_results::KeptSweep;
use crate::documents::OpenDocument;
use crate::shared::pane::Pane;
use crate::work::pending::{Message, Pending, Reporter};
use laboratory::base::pace::RemainingTime;
use laboratory::base::problem::Problem;
use laboratory::base::system::clock::Stopwatch;
use laboratory::base::system::threads;
use laboratory::run::sweep::{self, Memory, Outcome, Plan, Shard};
use laboratory::scenario::{Scenario, parse, to_ron};

impl OpenDocument {
    /// Begins the sweep of `scenario`, which becomes the present one.
    pub(crate) fn begin_sweep(&mut self, scenario: Scenario) {
        self.panes.sweep.cancel();
        let known = self.panes.sweep.take_outcomes();
        if self.shared.document.scenario != scenario {
            self.shared.document.begin_change();
            self.shared.document.scenario = scenario.clone();
            self.panes.text.forget();
        }
        self.request_sweep(scenario, known, true);
        self.requests.panes.push(Pane::Sweep);
    }

    /// Shows a kept sweep without running it.
    pub(crate) fn restore_sweep(&mut self, swept: &KeptSweep) {
        let Ok(scenario) = parse(&swept.scenario, None) else {
            return;
        };
        // A sweep begun meanwhile is newer.
        if self.panes.sweep.has_begun() {
            return;
        }
        self.request_sweep(scenario, swept.outcomes.clone(), false);
        self.panes.sweep.remember(swept);
    }

    /// Requests a plan of `scenario`, and if `runs` the samples that are not `known`.
    fn request_sweep(&mut self, scenario: Scenario, known: Vec<Outcome>, runs: bool) {
        let source = self.shared.document.source.clone();
        let source = source.unwrap_or_else(|| PathBuf::from("the scenario"));
        let text = to_ron(&scenario);
        let work = move |reporter: &Reporter<_>| work_on(&text, &source, known, runs, reporter);
        let pending = self.sweeper.request(work);
        let sweep = &mut self.panes.sweep;
        sweep.made = None;
        sweep.kept_sweep = None;
        sweep.begun = Some(StartedSweep {
            pending: Some(pending),
            since: Stopwatch::start(),
            pace: RemainingTime::default(),
            scenario,
            kept: None,
        });
    }

    /// Opens the run of a point, as a change of the scenario that can be undone.
    pub(crate) fn open_swept(&mut self, scenario: Scenario) {
        self.shared.document.begin_change();
        self.shared.document.scenario = scenario;
        self.panes.text.forget();
        self.simulate();
        self.requests.panes.push(Pane::Schedule);
    }

    /// Receives the messages of a sweep.
    pub(crate) fn on_sweep(&mut self) {
        let Some(begun) = &mut self.panes.sweep.begun else {
            return;
        };
        while let Some(message) = Pending::poll_held(begun.pending.as_ref()) {
            match message {
                Message::Answer(kept) => {
                    begun.kept = Some(kept);
                    self.panes.sweep.kept_sweep = None;
                }
                Message::Failed(problem) => {
                    begun.pending = None;
                    self.notices.fault(&problem);
                }
                Message::Done => begun.pending = None,
            }
        }
    }
}

/// Plans the sweep of a scenario as text, with `source` as the file its paths are relative to, and
/// if `runs` computes the samples that are not `known` of this sweep or of an earlier one. Answers
/// with the plan and where its results will be.
fn work_on(
    text: &str,
    source: &Path,
    known: Vec<Outcome>,
    runs: bool,
    reporter: &Reporter<(Arc<Plan>, Arc<Memory>)>,
) -> Result<(), Problem> {
    let plan = Arc::new(Plan::of(text, source)?);
    let memory = Arc::new(Memory::of(&plan, known));
    reporter.answer((Arc::clone(&plan), Arc::clone(&memory)));
    if !runs {
        return Ok(());
    }
    let (processors, progress) = (threads::processors(), &reporter.progress);
    sweep::check(&plan, &*memory, Shard::WHOLE, progress)?;
    sweep::work(
        &plan,
        &*memory,
        Shard::WHOLE,
        processors,
        usize::MAX,
        progress,
    )?;
    Ok(())
}
