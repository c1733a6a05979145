//! Sweeps of a document: begun, restored after a restart, and a run of one opened.

use std::path::PathBuf;
use std::time::Instant;

use super::StartedSweep;
use super::plan_and_results::KeptSweep;
use crate::documents::OpenDocument;
use crate::shared::pane::Pane;
use crate::work::worker::{Generation, Message, Request};
use laboratory::base::pace::RemainingTime;
use laboratory::run::sweep::Outcome;
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
        let ticket = self.sweeper.send_request(Request::Sweep {
            text: to_ron(&scenario),
            source: source.unwrap_or_else(|| PathBuf::from("the scenario")),
            known,
            runs,
        });
        let sweep = &mut self.panes.sweep;
        sweep.made = None;
        sweep.kept_sweep = None;
        sweep.begun = Some(StartedSweep {
            ticket: Some(ticket),
            since: Instant::now(),
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

    /// Receives a message of a sweep.
    pub(crate) fn hear_of_sweep(&mut self, generation: Generation, message: Message) {
        let Some(begun) = &mut self.panes.sweep.begun else {
            return;
        };
        let ticket = begun.ticket.as_ref();
        if ticket.is_none_or(|ticket| ticket.generation != generation) {
            return;
        }
        match message {
            Message::Planned(plan, memory) => {
                begun.kept = Some((plan, memory));
                self.panes.sweep.kept_sweep = None;
            }
            Message::Failed(problem) => {
                begun.ticket = None;
                self.notices.fault(&problem);
            }
            Message::Done => begun.ticket = None,
            _ => {}
        }
    }
}
