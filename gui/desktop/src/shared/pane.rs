//! The panes of the window by name, with their titles and keys.

use egui::{Key, KeyboardShortcut, Modifiers};
use serde::{Deserialize, Serialize};

use super::panes::with_panes;

const OVER_TIME: Option<&str> = Some("Over time");
const DISTRIBUTIONS: Option<&str> = Some("Distributions");
const JOBS: Option<&str> = Some("Jobs");
const COMPARISONS: Option<&str> = Some("Comparisons");
const EXPERIMENT: Option<&str> = Some("Experiment");
/// Topic of panes that are one family's own.
const FAMILY: Option<&str> = None;

/// Facts of a pane that hold whatever it shows.
pub(crate) struct Facts {
    /// Title of its tab.
    pub(crate) title: &'static str,
    /// Full name, where a tab's title is too short without its neighbours.
    pub(crate) name: &'static str,
    /// Submenu that lists it; `None` for that of its family.
    pub(crate) topic: Option<&'static str>,
    /// Keys that bring it to the front.
    pub(crate) keys: &'static [KeyboardShortcut],
    /// Phrases by whose words the palette finds it.
    pub(crate) keywords: &'static [&'static str],
    /// Whether it is about results of all jobs, not about an instant within.
    pub(crate) is_of_whole_runs: bool,
}

/// Returns the facts of a pane without keys.
const fn titled(title: &'static str, topic: Option<&'static str>) -> Facts {
    Facts {
        title,
        name: title,
        topic,
        keys: &[],
        keywords: &[],
        is_of_whole_runs: false,
    }
}

/// Returns a key with Ctrl, or Command on a Mac.
pub(crate) const fn control(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

/// Returns a key alone.
pub(crate) const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

/// Makes the names of panes.
macro_rules! names {
    ($(
        $(#[doc = $documentation:literal])+
        $Pane:ident, $facts:expr;
        $state:ident: $State:ty = $new:expr, $when:expr;
    )+) => {
        /// A pane in the middle of the window.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
        )]
        pub enum Pane {
            $($(#[doc = $documentation])+ $Pane,)+
        }

        impl Pane {
            /// Every pane, in the order of its keys.
            pub const ALL: [Self; [$(stringify!($Pane)),+].len()] = [$(Self::$Pane),+];

            /// Returns its facts.
            pub(crate) const fn facts(self) -> &'static Facts {
                match self {
                    $(Self::$Pane => {
                        const FACTS: Facts = $facts;
                        &FACTS
                    })+
                }
            }
        }
    };
}
with_panes!(names);

impl Pane {
    /// Returns the title of its tab.
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// Returns its full name, where a tab's title is too short without its neighbours.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the key that brings it to the front.
    pub const fn shortcut(self) -> &'static [KeyboardShortcut] {
        self.facts().keys
    }
}
