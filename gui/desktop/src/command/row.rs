//! Columns of the table of commands.

use std::borrow::Cow;

use egui::{Context, Key, KeyboardShortcut, Modifiers};

use crate::App;
use laboratory::base::system::IS_PAGE;

/// The menu that lists a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    /// Files.
    File,
    /// Changes of the scenario.
    Edit,
    /// Simulating and its results.
    Run,
    /// Contents of the window.
    View,
    /// Explanations.
    Help,
}

impl Menu {
    /// Every menu, from left to right.
    pub const ALL: [Self; 5] = [Self::File, Self::Edit, Self::Run, Self::View, Self::Help];

    /// Returns its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Run => "Run",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

/// A command that is a switch: whether it is on.
type Switch = Box<dyn Fn(&App) -> bool>;

/// Effect of a command.
type Effect = Box<dyn Fn(&mut App, &Context)>;

/// Row of a command.
pub(super) struct Row {
    /// Menu that lists it.
    pub(super) menu: Menu,
    /// Group within the menu; lines separate groups.
    pub(super) group: u8,
    /// Submenu that lists it, if it is not in its menu itself.
    pub(super) submenu: Option<&'static str>,
    /// Name in menus and in the palette.
    pub(super) text: Cow<'static, str>,
    /// Effect, in one sentence without a full stop.
    pub(super) tooltip: &'static str,
    /// Its keys; the first is the one shown.
    pub(super) keys: &'static [KeyboardShortcut],
    /// Phrases by whose words the palette finds it as well as by its name.
    pub(super) keywords: &'static [&'static str],
    /// Whether it would have an effect now.
    pub(super) enabled: fn(&App) -> bool,
    pub(super) switch: Option<Switch>,
    /// Whether there is such a command here, on a page or on a desktop.
    pub(super) is_offered: bool,
    /// Whether the start page stays while it is performed.
    pub(super) stays_at_start: bool,
    /// Performs it.
    pub(super) action: Effect,
}

/// Returns a row that does nothing yet.
pub(super) fn row(menu: Menu, group: u8, text: impl Into<Cow<'static, str>>) -> Row {
    Row {
        menu,
        group,
        submenu: None,
        text: text.into(),
        tooltip: "",
        keys: &[],
        keywords: &[],
        enabled: |_| true,
        switch: None,
        is_offered: true,
        stays_at_start: false,
        action: Box::new(|_, _| {}),
    }
}

impl Row {
    /// In the submenu of that title.
    pub(super) fn within(self, submenu: &'static str) -> Self {
        let submenu = Some(submenu);
        Self { submenu, ..self }
    }

    /// With a tooltip other than its documentation.
    pub(super) fn tooltip(self, tooltip: &'static str) -> Self {
        Self { tooltip, ..self }
    }

    /// With keys that come from another table.
    pub(super) fn keys(self, keys: &'static [KeyboardShortcut]) -> Self {
        Self { keys, ..self }
    }

    /// With phrases by whose words the palette finds it.
    pub(super) fn keywords(self, keywords: &'static [&'static str]) -> Self {
        Self { keywords, ..self }
    }

    /// Without an effect where `enabled` is false.
    pub(super) fn when(self, enabled: fn(&App) -> bool) -> Self {
        Self { enabled, ..self }
    }

    /// A switch, which is on where `switch` is true.
    pub(super) fn switch(self, switch: impl Fn(&App) -> bool + 'static) -> Self {
        let switch: Option<Switch> = Some(Box::new(switch));
        Self { switch, ..self }
    }

    /// Only on a page in a browser.
    pub(super) fn on_page(self) -> Self {
        Self {
            is_offered: IS_PAGE,
            ..self
        }
    }

    /// Not on a page in a browser.
    pub(super) fn on_desktop(self) -> Self {
        Self {
            is_offered: !IS_PAGE,
            ..self
        }
    }

    /// Performed without leaving the start page.
    pub(super) fn stays_at_start(self) -> Self {
        Self {
            stays_at_start: true,
            ..self
        }
    }

    /// Performed by `action`.
    pub(super) fn does(self, action: impl Fn(&mut App, &Context) + 'static) -> Self {
        let action = Box::new(action);
        Self { action, ..self }
    }

    /// With the keys of its row, and its documentation as its tooltip, unless it has others.
    pub(super) fn or_else(
        self,
        documentation: &'static str,
        keys: &'static [KeyboardShortcut],
    ) -> Self {
        let documentation = documentation.trim_start().trim_end_matches('.');
        Self {
            tooltip: Some(self.tooltip)
                .filter(|own| !own.is_empty())
                .unwrap_or(documentation),
            keys: Some(self.keys)
                .filter(|own| !own.is_empty())
                .unwrap_or(keys),
            ..self
        }
    }
}

/// Makes the rows of the commands from their table.
macro_rules! rows {
    ($(
        $(#[doc = $documentation:literal])+
        $Name:ident $(($value:ident: $Value:ident in $all:expr))? [$($key:expr),*] => $row:expr;
    )+) => {
        impl Command {
            /// Returns every command, menu by menu.
            pub fn all() -> Vec<Self> {
                let mut all = Vec::new();
                $(all.extend($crate::command::row::each!($Name $($Value $all)?));)+
                all.retain(|command| command.row().is_offered);
                all
            }

            /// Returns its row.
            pub(super) fn row(self) -> Row {
                match self {
                    $(Self::$Name $(($value))? => {
                        const KEYS: &[egui::KeyboardShortcut] = &[$($key),*];
                        $row.or_else(concat!($($documentation),+), KEYS)
                    })+
                }
            }
        }
    };
}

/// Iterates over a command alone, or with each of its values.
macro_rules! each {
    ($Name:ident) => {
        [Self::$Name]
    };
    ($Name:ident $Value:ident $all:expr) => {
        Vec::<$Value>::from_iter($all).into_iter().map(Self::$Name)
    };
}

pub(super) use {each, rows};

/// Returns a key with Ctrl or Command, and Shift.
pub(super) const fn shifted(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

/// Returns a key with Alt.
pub(super) const fn with_alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}
