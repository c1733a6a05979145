//! The card of a lesson: its tasks, what is done, and what was seen.

use egui::{Align2, Context, Label, RichText, ScrollArea, Ui, Window, vec2};

use super::{Answer, Lesson, count, title};
use charts::colour::tokens::tokens;
use charts::look::strong;

/// Width of the card.
const WIDTH: f32 = 340.0;
/// Distance from the edges of the window.
const MARGIN: f32 = 16.0;

/// Shows the lesson at `index`, of whose tasks `done` are done; returns the answer.
pub(super) fn show(ctx: &Context, index: usize, lesson: &Lesson, done: usize) -> Option<Answer> {
    let mut answer = None;
    let mut is_open = true;
    Window::new(title(index))
        .id(egui::Id::unique("lesson"))
        .open(&mut is_open)
        .resizable(false)
        .default_width(WIDTH)
        .pivot(Align2::RIGHT_BOTTOM)
        .default_pos(ctx.content_rect().right_bottom() - vec2(MARGIN, 3.0 * MARGIN))
        .show(ctx, |ui| {
            ui.set_width(WIDTH);
            ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
                if done == 0 {
                    ui.add(Label::new(&lesson.introduction).wrap());
                }
                tasks(ui, lesson, done);
            });
            ui.add_space(6.0);
            ui.horizontal(|ui| answer = buttons(ui, index, done == lesson.tasks.len()));
        });
    if is_open { answer } else { Some(Answer::Leave) }
}

/// Shows the tasks up to the first that is not done, and of those that are done what the last has
/// shown.
fn tasks(ui: &mut Ui, lesson: &Lesson, done: usize) {
    let good = tokens(ui.visuals().dark_mode).good;
    for (number, task) in lesson.tasks.iter().enumerate().take(done + 1) {
        let title = format!("Task {} of {}", number + 1, lesson.tasks.len());
        ui.add_space(4.0);
        if number == done {
            ui.label(strong(title));
            ui.add(Label::new(&task.task).wrap());
            continue;
        }
        let title = RichText::new(format!("✔ {title}")).color(good);
        ui.label(title).on_hover_text(&task.task);
        if number + 1 == done {
            ui.add(Label::new(&task.explanation).wrap());
        }
    }
}

fn buttons(ui: &mut Ui, index: usize, is_done: bool) -> Option<Answer> {
    let mut answer = None;
    let button = ui.button("Start over");
    if button.on_hover_text("Open its scenario again").clicked() {
        answer = Some(Answer::Begin(index));
    }
    if index + 1 < count() {
        let text = RichText::new("Next lesson");
        let primary = tokens(ui.visuals().dark_mode).primary;
        let next = if is_done {
            egui::Button::new(text.color(egui::Color32::WHITE)).fill(primary)
        } else {
            egui::Button::new(text)
        };
        if ui.add(next).on_hover_text(title(index + 1)).clicked() {
            answer = Some(Answer::Begin(index + 1));
        }
    }
    answer
}
