//! The scenario being edited, where it came from, and its undo history.

use std::path::{Path, PathBuf};

use egui::util::undoer::Undoer;

use laboratory::scenario::Scenario;

/// The scenario being edited.
pub(crate) struct Document {
    /// Present state; widgets write into it.
    pub(crate) scenario: Scenario,
    /// File it came from or was saved to, which its paths are relative to.
    pub(crate) source: Option<PathBuf>,
    /// State as it was opened: reset arrows restore it.
    pub(crate) opened: Scenario,
    saved: Scenario,
    seen: Scenario,
    revision: u64,
    changed_at: f64,
    undoer: Undoer<Scenario>,
}

impl Document {
    /// Starts with `scenario` as just read from `source`.
    pub(crate) fn new(scenario: Scenario, source: Option<PathBuf>) -> Self {
        let mut undoer = Undoer::default();
        undoer.add_undo(&scenario);
        Self {
            source,
            opened: scenario.clone(),
            saved: scenario.clone(),
            seen: scenario.clone(),
            revision: 0,
            changed_at: f64::NEG_INFINITY,
            undoer,
            scenario,
        }
    }

    /// Starts with `scenario` as it was being edited when its file had `saved`.
    pub(crate) fn restored(scenario: Scenario, source: Option<PathBuf>, saved: Scenario) -> Self {
        let document = Self::new(scenario, source);
        Self {
            opened: saved.clone(),
            saved,
            ..document
        }
    }

    /// Returns the scenario as its file has it.
    pub(crate) fn saved(&self) -> &Scenario {
        &self.saved
    }

    /// Notes changes for undo; to be called once a frame, at `now` seconds. Returns whether there
    /// was one.
    pub(crate) fn watch(&mut self, now: f64) -> bool {
        self.undoer.feed_state(now, &self.scenario);
        if self.scenario == self.seen {
            return false;
        }
        self.seen = self.scenario.clone();
        self.revision += 1;
        self.changed_at = now;
        true
    }

    /// Begins a change that is to be undone by itself; to be called before it.
    pub(crate) fn begin_change(&mut self) {
        self.undoer.add_undo(&self.scenario);
    }

    /// Returns the number of changes.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the time of the last change, in the seconds of [`Document::watch`].
    pub(crate) fn changed_at(&self) -> f64 {
        self.changed_at
    }

    /// Whether there are unsaved changes.
    pub(crate) fn is_modified(&self) -> bool {
        self.scenario != self.saved
    }

    /// Whether it is built in and unchanged.
    pub(crate) fn is_example(&self) -> bool {
        self.source.is_none() && !self.is_modified()
    }

    /// Notes that `path` now holds the scenario.
    pub(crate) fn saved_to(&mut self, path: &Path) {
        self.source = Some(path.to_path_buf());
        self.saved = self.scenario.clone();
    }

    pub(crate) fn can_undo(&self) -> bool {
        self.undoer.has_undo(&self.scenario)
    }

    pub(crate) fn can_redo(&self) -> bool {
        self.undoer.has_redo(&self.scenario)
    }

    pub(crate) fn undo(&mut self) {
        if let Some(earlier) = self.undoer.undo(&self.scenario) {
            self.scenario = earlier.clone();
        }
    }

    pub(crate) fn redo(&mut self) {
        if let Some(later) = self.undoer.redo(&self.scenario) {
            self.scenario = later.clone();
        }
    }

    /// Returns the name for the title: the file's or the scenario's own.
    pub(crate) fn name(&self) -> String {
        match &self.source {
            Some(path) => path.file_name().map_or_else(
                || path.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            ),
            None if self.scenario.title.is_empty() => "untitled".to_owned(),
            None => self.scenario.title.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::scenario::{Machine, Workload};

    fn scenario(nodes: u32) -> Scenario {
        Scenario {
            title: "small".to_owned(),
            ..Scenario::of(Machine::cluster(Some(nodes)), Workload::Jobs(Vec::new()))
        }
    }

    #[test]
    fn a_change_can_be_undone_and_redone() {
        let mut document = Document::new(scenario(4), None);
        assert!(!document.watch(0.0));
        document.scenario = scenario(8);
        assert!(document.watch(1.0));
        assert!(document.is_modified());
        document.undo();
        assert_eq!(document.scenario, scenario(4));
        assert!(!document.is_modified());
        document.redo();
        assert_eq!(document.scenario, scenario(8));
    }

    #[test]
    fn saving_clears_the_mark_of_change() {
        let mut document = Document::new(scenario(4), None);
        document.scenario = scenario(8);
        document.saved_to(Path::new("somewhere/machine.ron"));
        assert!(!document.is_modified());
        assert_eq!(document.name(), "machine.ron");
    }
}
