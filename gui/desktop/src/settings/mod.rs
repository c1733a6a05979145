//! Settings that the window keeps from one start to the next: theme, recent files, layout.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(crate) mod storage;
pub(crate) mod theme;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use egui::ThemePreference;
use serde::{Deserialize, Serialize};

use crate::documents::session::Session;
use crate::panes::workspace::Desk;

/// Key of the settings in the storage.
const KEY: &str = "cosched settings";
/// Version; settings of another one are not read.
const VERSION: u32 = 3;
/// Most recent files that are remembered.
const RECENT: usize = 10;

/// Settings of the window.
#[derive(Clone, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    version: u32,
    /// Light, dark, or the system's.
    pub(crate) theme: ThemePreference,
    /// Files opened or saved lately, the latest first.
    pub(crate) recent: Vec<PathBuf>,
    /// Whether every change starts a run.
    pub(crate) rerun_on_change: bool,
    /// Whether the panel on the left is shown.
    pub(crate) show_experiment: bool,
    /// Whether the panel on the right is shown.
    pub(crate) show_inspector: bool,
    /// Folder of logs for studies, as it was typed; empty if none.
    pub(crate) logs: String,
    /// Titles of the lessons whose tasks have all been done.
    pub(crate) finished_lessons: BTreeSet<String>,
    /// Layout of the panes.
    pub(crate) desk: Desk,
    /// Document that was in front.
    pub(crate) session: Option<Session>,
    /// Other open documents, in the order of their tabs, and how many of them came before the one
    /// in front.
    pub(crate) others: Vec<Session>,
    pub(crate) index: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            theme: ThemePreference::System,
            recent: Vec::new(),
            rerun_on_change: true,
            show_experiment: true,
            show_inspector: true,
            logs: String::new(),
            finished_lessons: BTreeSet::new(),
            desk: Desk::default(),
            session: None,
            others: Vec::new(),
            index: 0,
        }
    }
}

impl Settings {
    /// Reads the saved settings; anything unreadable or of another version counts as absent, so
    /// that a broken file never keeps the window from opening.
    pub(crate) fn load(storage: &dyn eframe::Storage) -> Self {
        storage
            .get_string(KEY)
            .and_then(|text| Self::parse(&text))
            .unwrap_or_default()
    }

    /// Saves everything.
    pub(crate) fn save(&self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = ron::to_string(self) {
            storage.set_string(KEY, text);
        }
    }

    /// Returns the settings, written and read again.
    pub(crate) fn reread(&self) -> Self {
        let text = ron::to_string(self).unwrap_or_default();
        Self::parse(&text).unwrap_or_default()
    }

    fn parse(text: &str) -> Option<Self> {
        let mut settings: Self = ron::from_str(text).ok()?;
        if settings.version != VERSION {
            return None;
        }
        settings.desk.mend();
        Some(settings)
    }

    /// Puts `path` at the head of the recent files.
    pub(crate) fn remember(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.recent.insert(0, path.to_path_buf());
        self.recent.truncate(RECENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_being_written_and_read() {
        let mut settings = Settings {
            logs: "/logs".to_owned(),
            ..Settings::default()
        };
        settings.remember(Path::new("/logs/a.swf"));
        settings.remember(Path::new("/logs/b.swf"));
        settings.remember(Path::new("/logs/a.swf"));
        let read = Settings::parse(&ron::to_string(&settings).unwrap()).unwrap();
        assert_eq!(
            read.recent,
            [PathBuf::from("/logs/a.swf"), PathBuf::from("/logs/b.swf")]
        );
        assert_eq!(read.logs, "/logs");
    }

    #[test]
    fn broken_or_foreign_settings_count_as_none() {
        assert!(Settings::parse("(version: 3, theme: Purple)").is_none());
        assert!(Settings::parse("not even RON").is_none());
        assert!(Settings::parse("(version: 99)").is_none());
    }
}
