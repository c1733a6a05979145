//! The lessons in a row, each a button with its number and title, and a mark where it was finished.

use egui::{Button, RichText, Ui, vec2};

use super::StartAction;
use crate::settings::Settings;
use crate::{Command, lessons};
use charts::look::strong;

/// Shows them, marked as `settings` have it.
pub(super) fn show(ui: &mut Ui, settings: &Settings, requested: &mut Option<StartAction>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(strong("Lessons").size(15.0));
        ui.add_space(16.0);
        ui.label(RichText::new("five minutes each, by doing").weak());
    });
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        for index in 0..lessons::count() {
            let title = lessons::title(index);
            let short = title.strip_prefix("Lesson ").unwrap_or(&title);
            let (text, name) = if lessons::is_finished(settings, index) {
                (format!("✔ {short}"), format!("{title}, done"))
            } else {
                (short.to_owned(), title.clone())
            };
            let button = Button::new(text)
                .corner_radius(12)
                .min_size(vec2(0.0, 24.0));
            let button = ui.add(button).accessible_name(name);
            if button.on_hover_text(lessons::introduction(index)).clicked() {
                *requested = Some(StartAction::Command(Command::Lesson(index)));
            }
        }
    });
}
