//! The documents from one start to the next: each scenario as it was being edited, its runs by
//! their recipes, and the view.

use std::collections::VecDeque;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::OpenDocument;
use crate::App;
use crate::panes::sweep::KeptSweep;
use crate::shared::Selection;
use crate::shared::document::Document;
use crate::shared::pane::Pane;
use crate::shared::runs::{Entry, KeptRun, RunId};
use crate::shared::scope::{CachedScope, Scopes};
use laboratory::base::format;
use laboratory::run::choices;
use laboratory::scenario::{self, Scenario, Variant};

/// Length of the longest scenario that is remembered: a longer one would make every start slow.
const LONGEST: usize = 4 << 20;

/// Session of a document.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Session {
    /// File of the scenario, if it has one.
    source: Option<PathBuf>,
    /// Scenario as it was being edited, and as its file has it.
    scenario: String,
    saved: String,
    runs: Vec<Recipe>,
    /// Index of the selected job's run in the list, and the job's number.
    selection: Option<(usize, u64)>,
    /// View of time and of the machine.
    view: Option<[f64; 4]>,
    /// Selected jobs.
    scope: CachedScope,
    /// Sweep.
    sweep: Option<KeptSweep>,
    /// Panes that were in front of their tabs.
    in_front: Vec<Pane>,
}

/// Recipe of a run, and how it was shown.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Recipe {
    /// File that paths are relative to.
    source: Option<PathBuf>,
    /// Scenario of just this run, if it is kept.
    scenario: Option<String>,
    label: String,
    /// Whether it is of another scenario, to compare with.
    beside: bool,
    /// Written by earlier versions: whether it is of a scenario that was open before.
    #[serde(skip_serializing)]
    aside: bool,
    hidden: bool,
    baseline: bool,
    current: bool,
}

impl Session {
    /// Returns it as the session of a scenario that has no file.
    #[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
    pub(crate) fn without_file(mut self) -> Self {
        self.source = None;
        for recipe in &mut self.runs {
            recipe.source = None;
        }
        self.saved.clone_from(&self.scenario);
        self
    }

    /// Returns it with `scenario` as it is now in its file.
    #[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
    pub(super) fn with_scenario(self, scenario: String) -> Self {
        Self {
            saved: scenario.clone(),
            scenario,
            ..self
        }
    }
}

impl Recipe {
    /// Whether `entry` is the run that it makes.
    fn is_of(&self, entry: &Entry) -> bool {
        entry.label == self.label && entry.kept == self.scenario.is_some()
    }

    /// Whether it is of another document, which earlier versions kept in this one.
    fn is_of_another(&self) -> bool {
        self.aside && !self.beside
    }
}

/// Remaining steps before a document is as it was.
#[derive(Default)]
pub(crate) struct Restoration {
    /// Kept runs, to be simulated one after another.
    kept: VecDeque<Recipe>,
    /// View to be restored; absent once it is.
    session: Option<Session>,
}

impl Restoration {
    /// Returns that of the view of `session`, whose own runs are simulated before.
    #[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
    pub(super) fn of_view(session: Option<Session>) -> Self {
        Self {
            kept: VecDeque::new(),
            session,
        }
    }
}

/// Returns the scenario of just the run of `entry`.
pub(crate) fn scenario_of_run(entry: &Entry) -> Scenario {
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

impl OpenDocument {
    /// Returns the session of this document; `None` if it would be too long, if it is an example
    /// that has not been run, or if it is in no file and its changes were given up.
    pub(crate) fn session(&self) -> Option<Session> {
        if self.changes_discarded {
            return self.session_as_saved();
        }
        // Half restored, it would otherwise be remembered by half.
        if let Some(session) = self
            .unread_session
            .as_ref()
            .or(self.restoring.session.as_ref())
        {
            return Some(session.clone());
        }
        if self.shared.document.is_example() && self.shared.runs.entries.is_empty() {
            return None;
        }
        let (baseline, current) = (self.shared.runs.baseline, self.shared.runs.current());
        let current = current.map(|entry| entry.id);
        let runs = self.shared.runs.entries.iter().map(|entry| Recipe {
            source: entry.run.experiment.source.clone(),
            scenario: entry
                .kept
                .then(|| scenario::to_ron(&scenario_of_run(entry))),
            label: entry.label.clone(),
            beside: entry.beside,
            aside: false,
            hidden: !entry.visible,
            baseline: baseline == Some(entry.id),
            current: current == Some(entry.id),
        });
        let selection = self.shared.selection.and_then(|selection| {
            let mut entries = self.shared.runs.entries.iter();
            let index = entries.position(|entry| entry.id == selection.id)?;
            let run = &self.shared.runs.entries[index].run;
            let label = run.experiment.labels.get(selection.job)?;
            Some((index, label.number()))
        });
        let view = &self.shared.sight.view;
        let part = [view.t0, view.t1, view.row0, view.row1];
        let swept = self.panes.sweep.to_keep();
        let session = Session {
            source: self.shared.document.source.clone(),
            scenario: scenario::to_ron(&self.shared.document.scenario),
            saved: scenario::to_ron(self.shared.document.saved()),
            runs: runs.collect(),
            selection,
            view: (part != view.bounds).then_some(part),
            scope: self.shared.scope.kept(),
            sweep: swept.filter(|swept| swept.length() <= LONGEST),
            in_front: self.in_front.clone(),
        };
        let kept = session.runs.iter().filter_map(|run| run.scenario.as_ref());
        let length = session.scenario.len() + kept.map(String::len).sum::<usize>();
        (length <= LONGEST).then_some(session)
    }

    /// Returns that of the document as its file has it; `None` if it has none.
    fn session_as_saved(&self) -> Option<Session> {
        let saved = scenario::to_ron(self.shared.document.saved());
        Some(Session {
            source: Some(self.shared.document.source.clone()?),
            scenario: saved.clone(),
            saved,
            in_front: self.in_front.clone(),
            ..Session::default()
        })
    }

    /// Returns the document of `session`, of which nothing is simulated until it is looked at;
    /// `None` if it cannot be read.
    pub(crate) fn of_session(session: Session) -> Option<Self> {
        let present = scenario::parse(&session.scenario, None).ok()?;
        let saved = scenario::parse(&session.saved, None).ok()?;
        let source = session.source.clone();
        let mut document = Self::new(Document::restored(present, source, saved));
        let scope = Scopes::restored(&session.scope);
        document.shared.change_scope(|scopes| *scopes = scope);
        document.in_front.clone_from(&session.in_front);
        // They may be empty until the runs are there.
        document.on_demand.extend(&session.in_front);
        document.unread_session = Some(session);
        Some(document)
    }

    /// Whether it is still to be as it was left.
    #[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
    pub(super) fn has_unrestored(&self) -> bool {
        self.unread_session.is_some() || self.restoring.session.is_some()
    }

    /// Simulates the document as it was left, if that has not been done: its own runs, then those
    /// that were kept; then restores the view.
    pub(crate) fn restore(&mut self) {
        let Some(session) = self.unread_session.take() else {
            return;
        };
        let of_others = session.runs.iter().filter(|run| run.is_of_another());
        if let count @ 1.. = of_others.count() {
            let runs = format::counted(count, "run");
            self.notices.add_line(format!(
                "{runs} of other documents stood here, and are not simulated again: each document has its own runs now"
            ));
        }
        if let Some(swept) = &session.sweep {
            self.restore_sweep(swept);
        }
        let kept = session.runs.iter();
        let kept = kept.filter(|run| run.scenario.is_some() && !run.is_of_another());
        self.restoring = Restoration {
            kept: kept.cloned().collect(),
            session: Some(session),
        };
        if choices(&self.shared.document.scenario).is_empty() {
            self.continue_restoring()
        } else {
            self.simulate()
        }
    }

    /// Stops the restoration where it is.
    pub(crate) fn stop_restoring(&mut self) {
        self.restoring = Restoration::default();
    }

    /// Simulates the next kept run, then restores the view.
    pub(crate) fn continue_restoring(&mut self) {
        while let Some(recipe) = self.restoring.kept.pop_front() {
            let text = recipe.scenario.as_deref().unwrap_or_default();
            let Ok(requested) = scenario::parse(text, None) else {
                continue;
            };
            let choices = choices(&requested);
            if !choices.is_empty()
                && self.simulate_scenario(requested, recipe.source, choices)
                && let Some(work) = &mut self.work
            {
                work.restores = Some(if recipe.beside {
                    KeptRun::Beside
                } else {
                    KeptRun::Own
                });
                return;
            }
        }
        if let Some(session) = self.restoring.session.take() {
            self.arrange(&session);
        }
    }

    /// Lets the view that is to be restored have the job selected that was chosen meanwhile.
    pub(super) fn keep_selected(&mut self, selected: Selection) {
        let entry = self.shared.runs.get(selected.id);
        if let (Some(session), Some(entry)) = (&mut self.restoring.session, entry) {
            let index = session.runs.iter().position(|recipe| recipe.is_of(entry));
            let mut labels = entry.run.experiment.labels.iter().skip(selected.job);
            session.selection = index.zip(labels.next().map(|label| label.number()));
        }
    }

    /// Restores how the runs were shown.
    fn arrange(&mut self, session: &Session) {
        let mut ids: Vec<Option<RunId>> = Vec::new();
        for recipe in &session.runs {
            let mut entries = self.shared.runs.entries.iter_mut();
            let found = entries.find(|entry| recipe.is_of(entry));
            ids.push(found.as_ref().map(|entry| entry.id));
            let Some(entry) = found else { continue };
            entry.visible = !recipe.hidden;
            let id = entry.id;
            if recipe.baseline {
                self.shared.runs.choose_baseline(id);
            }
            if recipe.current {
                self.shared.runs.set_current(id);
            }
        }
        let order = |entry: &Entry| {
            let index = ids.iter().position(|id| *id == Some(entry.id));
            index.unwrap_or(ids.len())
        };
        self.shared.runs.entries.sort_by_key(order);
        let chosen = session.selection.and_then(|(index, number)| {
            let id = ids.get(index).copied().flatten()?;
            let labels = &self.shared.runs.get(id)?.run.experiment.labels;
            let job = labels.iter().position(|label| label.number() == number)?;
            Some(Selection { id, job })
        });
        if let Some(selection) = chosen {
            let wanted = self.requests.inspector;
            self.select(selection);
            self.requests.inspector = wanted;
        }
        let view = session.view;
        if let Some(part) = view.filter(|part| part.iter().all(|end| end.is_finite())) {
            let visible = self.shared.runs.visible();
            let runs: Vec<_> = visible.map(|entry| &*entry.run).collect();
            self.shared.sight.look_at(&runs, part);
        }
    }
}

impl App {
    /// Remembers the documents as they are now, for the next start.
    pub(crate) fn remember_session(&mut self) {
        self.note_panes();
        self.settings.logs.clone_from(&self.studies.logs);
        self.settings.session = self.front.session();
        let others = self.background.documents.iter();
        self.settings.others = others.filter_map(OpenDocument::session).collect();
        self.settings.index = self.background.front_index;
    }

    /// Restores the documents: the one that was in front is simulated if it `is_wanted`, the others
    /// once they are looked at.
    pub(crate) fn restore_session(&mut self, is_wanted: bool) {
        let front = self.settings.session.take();
        let front = front.and_then(OpenDocument::of_session);
        let others = std::mem::take(&mut self.settings.others).into_iter();
        self.background.documents = others.filter_map(OpenDocument::of_session).collect();
        self.background.front_index = self.settings.index.min(self.background.documents.len());
        if let Some(mut document) = front {
            std::mem::swap(&mut self.front.notices, &mut document.notices);
            self.front = document;
            if is_wanted {
                self.come_to_front();
            }
        }
    }
}

#[cfg(test)]
mod tests;
