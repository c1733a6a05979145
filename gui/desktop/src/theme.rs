//! Light, dark, or the system's theme.

use egui::{Context, ThemePreference};

use super::App;

/// All themes.
pub(super) const ALL: [ThemePreference; 3] = [
    ThemePreference::Light,
    ThemePreference::Dark,
    ThemePreference::System,
];

/// Returns the name of a theme.
pub(super) const fn name(theme: ThemePreference) -> &'static str {
    match theme {
        ThemePreference::System => "system",
        ThemePreference::Light => "light",
        ThemePreference::Dark => "dark",
    }
}

/// Returns its description.
pub(super) const fn description(theme: ThemePreference) -> &'static str {
    match theme {
        ThemePreference::System => "Light or dark as the system says",
        ThemePreference::Light => "Dark letters on a light ground",
        ThemePreference::Dark => "Light letters on a dark ground",
    }
}

/// Returns the theme after `theme`.
pub(super) const fn next(theme: ThemePreference) -> ThemePreference {
    match theme {
        ThemePreference::System => ThemePreference::Light,
        ThemePreference::Light => ThemePreference::Dark,
        ThemePreference::Dark => ThemePreference::System,
    }
}

impl App {
    /// Chooses a theme.
    pub(super) fn set_theme(&mut self, theme: ThemePreference) {
        self.settings.theme = theme;
        self.themed = false;
    }

    /// Applies the chosen theme to `ctx`; costs nothing when it has it already.
    pub(super) fn apply_theme(&mut self, ctx: &Context) {
        if self.themed {
            return;
        }
        self.themed = true;
        ctx.set_theme(self.settings.theme);
    }
}
