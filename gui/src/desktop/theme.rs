//! Light, dark, or the system's theme, and the few sizes that differ from egui's own.

use egui::{Context, ThemePreference};

use super::App;

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
        for theme in [egui::Theme::Light, egui::Theme::Dark] {
            ctx.style_mut_of(theme, |style| {
                style.spacing.item_spacing = egui::vec2(6.0, 4.0);
                // egui's small letters are too small to read for long.
                let small = egui::FontId::proportional(11.0);
                style.text_styles.insert(egui::TextStyle::Small, small);
                // Numbers being read must not be caught by a drag of the pane.
                style.interaction.selectable_labels = false;
            });
        }
    }
}
