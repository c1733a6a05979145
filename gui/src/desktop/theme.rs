//! Light, dark, or the system's theme.

use egui::{Context, ThemePreference};

use super::App;

/// All that can be chosen.
pub(super) const ALL: [ThemePreference; 3] = [
    ThemePreference::Light,
    ThemePreference::Dark,
    ThemePreference::System,
];

/// What a theme is called.
pub(super) const fn name(theme: ThemePreference) -> &'static str {
    match theme {
        ThemePreference::System => "system",
        ThemePreference::Light => "light",
        ThemePreference::Dark => "dark",
    }
}

impl App {
    /// Chooses a theme.
    pub(super) fn set_theme(&mut self, theme: ThemePreference) {
        self.settings.theme = theme;
        self.themed = false;
    }

    /// Gives `ctx` the chosen theme; costs nothing when it has it already.
    pub(super) fn apply_theme(&mut self, ctx: &Context) {
        if self.themed {
            return;
        }
        self.themed = true;
        ctx.set_theme(self.settings.theme);
    }
}
