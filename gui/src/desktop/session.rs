//! One's desk from one start to the next: the experiment as it was being edited, the runs by
//! their recipes, and what was looked at.

use std::collections::VecDeque;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::App;
use super::shared::Selection;
use super::shared::document::Document;
use super::shared::runs::Entry;
use super::shared::scope::{Kept, Scopes};
use crate::load::formats;
use crate::run::choices;
use crate::scenario::{self, Scenario, Variant};

/// A longer scenario is not remembered: it would make every start slow.
const LONGEST: usize = 4 << 20;

/// What is remembered of a desk.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Session {
    /// The file of the experiment, if it has one.
    source: Option<PathBuf>,
    /// The experiment as it was being edited, and as its file has it.
    scenario: String,
    saved: String,
    runs: Vec<Recipe>,
    /// The place of the chosen job's run in the list, and the job's number.
    selection: Option<(usize, u64)>,
    /// The part of time and of the machine that was in sight.
    view: Option<[f64; 4]>,
    /// The jobs that were looked at.
    scope: Kept,
}

/// What a run was made of, and how it was shown.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Recipe {
    /// The file that paths count from.
    source: Option<PathBuf>,
    /// Of a run that is kept, the scenario of just this run.
    scenario: Option<String>,
    label: String,
    aside: bool,
    hidden: bool,
    baseline: bool,
    current: bool,
}

/// What is still to be done before a desk is as it was.
#[derive(Default)]
pub(super) struct Restoring {
    /// Runs that were kept, to be simulated one after another.
    kept: VecDeque<Recipe>,
    /// Whether the experiment itself has been asked for.
    is_last: bool,
    /// How everything was shown; nothing once it is.
    session: Option<Session>,
}

/// The scenario of just the run of `entry`.
pub(super) fn alone(entry: &Entry) -> Scenario {
    let run = &entry.run;
    let variant = Variant {
        policy: run.policy,
        label: Some(entry.label.clone()),
        parameters: run.parameters.clone(),
    };
    Scenario {
        policies: Vec::new(),
        variants: vec![variant],
        branches: Vec::new(),
        expect: Vec::new(),
        sweep: None,
        ..run.experiment.scenario.clone()
    }
}

impl App {
    /// What is to be remembered of this desk; nothing if it would be too long, or if it is an
    /// example that nobody has run.
    pub(super) fn session(&self) -> Option<Session> {
        if self.shared.document.is_example() && self.shared.runs.entries.is_empty() {
            return None;
        }
        let (baseline, current) = (self.shared.runs.baseline, self.shared.runs.current());
        let current = current.map(|entry| entry.id);
        let runs = self.shared.runs.entries.iter().map(|entry| Recipe {
            source: entry.run.experiment.source.clone(),
            scenario: entry.kept.then(|| scenario::to_ron(&alone(entry))),
            label: entry.label.clone(),
            aside: entry.aside,
            hidden: !entry.visible,
            baseline: baseline == Some(entry.id),
            current: current == Some(entry.id),
        });
        let selection = self.shared.selection.and_then(|selection| {
            let mut entries = self.shared.runs.entries.iter();
            let place = entries.position(|entry| entry.id == selection.id)?;
            let run = &self.shared.runs.entries[place].run;
            let label = run.experiment.labels.get(selection.job)?;
            Some((place, label.number))
        });
        let view = &self.shared.sight.view;
        let part = [view.t0, view.t1, view.row0, view.row1];
        let session = Session {
            source: self.shared.document.source.clone(),
            scenario: scenario::to_ron(&self.shared.document.scenario),
            saved: scenario::to_ron(self.shared.document.saved()),
            runs: runs.collect(),
            selection,
            view: (part != view.bounds).then_some(part),
            scope: self.shared.scope.kept(),
        };
        let aside = session.runs.iter().filter_map(|run| run.scenario.as_ref());
        let length = session.scenario.len() + aside.map(String::len).sum::<usize>();
        (length <= LONGEST).then_some(session)
    }

    /// Notes the desk as it is now, to be taken up at the next start.
    pub(super) fn remember_desk(&mut self) {
        self.settings.logs.clone_from(&self.panes.studies.logs);
        // One that is only half restored would be forgotten by half.
        if self.restoring.session.is_none() {
            self.settings.session = self.session();
        }
    }

    /// Takes up `session`: simulates what it names, then shows it as it was shown.
    pub(super) fn restore(&mut self, session: Session) {
        let parsed = scenario::parse(&session.scenario, None);
        let saved = scenario::parse(&session.saved, None);
        let (Ok(present), Ok(saved)) = (parsed, saved) else {
            return self.simulate();
        };
        // The file may have been changed by others since.
        let source = session.source.clone();
        let now = source.as_deref().and_then(|path| formats::open(path).ok());
        let now = now.unwrap_or_else(|| saved.clone());
        let present = if present == saved {
            now.clone()
        } else {
            present
        };
        self.replace_document(Document::restored(present, source, now));
        let kept = session.runs.iter().filter(|run| run.scenario.is_some());
        self.restoring = Restoring {
            kept: kept.cloned().collect(),
            is_last: false,
            session: Some(session),
        };
        self.go_on_restoring();
    }

    /// Leaves a desk as far as it has been restored.
    pub(super) fn stop_restoring(&mut self) {
        self.restoring = Restoring::default();
    }

    /// Simulates the next run that was kept, then the experiment itself, then shows all as
    /// it was shown.
    pub(super) fn go_on_restoring(&mut self) {
        while let Some(recipe) = self.restoring.kept.pop_front() {
            let text = recipe.scenario.as_deref().unwrap_or_default();
            let Ok(asked) = scenario::parse(text, None) else {
                continue;
            };
            let choices = choices(&asked);
            if !choices.is_empty()
                && self.simulate_scenario(asked, recipe.source, choices)
                && let Some(work) = &mut self.work
            {
                work.restores = Some(recipe.aside);
                return;
            }
        }
        let asks = !choices(&self.shared.document.scenario).is_empty();
        if self.restoring.session.is_some() && asks && !self.restoring.is_last {
            self.restoring.is_last = true;
            return self.simulate();
        }
        if let Some(session) = self.restoring.session.take() {
            self.arrange(&session);
        }
    }

    /// Shows the runs as they were shown.
    fn arrange(&mut self, session: &Session) {
        let mut ids = Vec::new();
        for recipe in &session.runs {
            let mut entries = self.shared.runs.entries.iter_mut();
            let found = entries.find(|entry| {
                entry.label == recipe.label && entry.kept == recipe.scenario.is_some()
            });
            ids.push(found.as_ref().map(|entry| entry.id));
            let Some(entry) = found else { continue };
            entry.visible = !recipe.hidden;
            let id = entry.id;
            if recipe.baseline {
                self.shared.runs.baseline = Some(id);
            }
            if recipe.current {
                self.shared.runs.set_current(id);
            }
        }
        let chosen = session.selection.and_then(|(place, number)| {
            let id = ids.get(place).copied().flatten()?;
            let labels = &self.shared.runs.get(id)?.run.experiment.labels;
            let job = labels.iter().position(|label| label.number == number)?;
            Some(Selection { id, job })
        });
        if let Some(selection) = chosen {
            let shown = self.settings.show_inspector;
            self.select(selection);
            self.settings.show_inspector = shown;
        }
        self.shared
            .scoped(|scopes| *scopes = Scopes::restored(&session.scope));
        if let Some(part) = session.view {
            let runs: Vec<_> = self
                .shared
                .runs
                .visible()
                .map(|entry| &*entry.run)
                .collect();
            self.shared.sight.look_at(&runs, part);
        }
    }
}
