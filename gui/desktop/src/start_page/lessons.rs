//! The lessons in a row, each a button with its number and title.

use egui::{Button, RichText, Ui, vec2};

use super::StartAction;
use crate::{Command, lessons};
use charts::look::strong;

/// Shows them.
pub(super) fn show(ui: &mut Ui, requested: &mut Option<StartAction>) {
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
            let button = Button::new(short)
                .corner_radius(12)
                .min_size(vec2(0.0, 24.0));
            let button = ui.add(button).accessible_name(&title);
            if button.on_hover_text(lessons::introduction(index)).clicked() {
                *requested = Some(StartAction::Command(Command::Lesson(index)));
            }
        }
    });
}
