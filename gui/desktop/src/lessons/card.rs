//! The strip of a lesson below the window's contents, which covers nothing: its tasks, what is done,
//! and what was seen.

use egui::{Button, Color32, Frame, Label, Layout, Margin, Panel, RichText, ScrollArea, Ui};

use super::{Answer, Lesson, State, count, title};
use charts::colour::tokens::tokens;
use charts::look::strong;

/// Least width in which what was seen stands beside the next task, and the buttons beside the title.
const WIDE: f32 = 760.0;
/// Space between what was seen and the next task.
const GAP: f32 = 28.0;
/// Greatest height of the texts in points, the greatest share of the window that the strip takes, and the
/// height of its title with what surrounds the texts. Longer texts scroll.
const HIGHEST: f32 = 190.0;
const SHARE: f32 = 0.25;
const HEAD: f32 = 44.0;
/// Least height of the texts: two lines.
const LOWEST: f32 = 40.0;

/// Shows `lesson`, which is taken as `state` says; returns the answer.
pub(super) fn show(ui: &mut Ui, state: &State, lesson: &Lesson) -> Option<Answer> {
    let mut answer = None;
    let tint = tokens(ui.visuals().dark_mode).tint;
    let frame = Frame::new()
        .fill(tint)
        .inner_margin(Margin::symmetric(12, 8));
    let share = SHARE * ui.ctx().content_rect().height() - HEAD;
    let height = share.clamp(LOWEST, HIGHEST);
    let panel = Panel::bottom("lesson").frame(frame).resizable(false);
    panel.show(ui, |ui| {
        answer = head(ui, state, lesson);
        if state.is_folded {
            return;
        }
        let texts = ScrollArea::vertical()
            .max_height(height)
            .min_scrolled_height(height);
        texts.show(ui, |ui| {
            ui.set_width(ui.available_width());
            if ui.available_width() < WIDE {
                before(ui, state, lesson);
                ui.add_space(6.0);
                next(ui, state, lesson);
                return;
            }
            ui.spacing_mut().item_spacing.x = GAP;
            ui.columns_const(|[left, right]| {
                // Columns alone would stretch each line to their width.
                left.vertical(|ui| before(ui, state, lesson));
                right.vertical(|ui| next(ui, state, lesson));
            });
        });
    });
    answer
}

/// Shows the title, a mark for each task, and the buttons.
fn head(ui: &mut Ui, state: &State, lesson: &Lesson) -> Option<Answer> {
    let mut answer = None;
    let has_room = ui.available_width() >= WIDE;
    ui.horizontal_wrapped(|ui| {
        ui.label(strong(title(state.index)));
        answer = marks(ui, state, lesson);
        let fold = if state.is_folded { "Show" } else { "Fold" };
        let right = Layout::right_to_left(egui::Align::Center);
        let mut show = |ui: &mut Ui| answer = buttons(ui, state, lesson, fold).or(answer);
        if has_room {
            ui.with_layout(right, show);
        } else {
            ui.end_row();
            show(ui);
        }
    });
    answer
}

/// Shows which tasks are done; a click on one of them, or on the introduction, shows it again. Where the
/// lesson was finished once, that goes for all tasks.
fn marks(ui: &mut Ui, state: &State, lesson: &Lesson) -> Option<Answer> {
    let tokens = tokens(ui.visuals().dark_mode);
    let mut answer = None;
    let mut mark = |ui: &mut Ui, part: usize, text: RichText, name: &str| {
        let mark = Button::selectable(state.read_again == Some(part), text).small();
        let mark = ui.add(mark).accessible_name(name);
        if mark.on_hover_text(name).clicked() {
            answer = Some(Answer::Read(part));
        }
    };
    if state.done > 0 || state.was_finished {
        mark(ui, 0, "Introduction".into(), "Read the introduction again");
    }
    for (index, task) in lesson.tasks.iter().enumerate() {
        let number = index + 1;
        if number <= state.done || state.was_finished {
            let mut text = RichText::new(number.to_string());
            if number <= state.done {
                text = RichText::new(format!("✔ {number}")).color(tokens.good);
            }
            mark(ui, number, text, &format!("Read task {number} again"));
        } else {
            let text = RichText::new(number.to_string()).color(tokens.text[2]);
            ui.label(text).on_hover_text(&task.task);
        }
    }
    answer
}

fn buttons(ui: &mut Ui, state: &State, lesson: &Lesson, fold: &str) -> Option<Answer> {
    let mut answer = None;
    let leave = ui.small_button("🗙").accessible_name("Leave the lesson");
    if leave
        .on_hover_text("Leave the lesson; its document stays open")
        .clicked()
    {
        answer = Some(Answer::Leave);
    }
    let button = ui
        .small_button(fold)
        .accessible_name(format!("{fold} the lesson"));
    if button
        .on_hover_text("Show or hide the texts of the lesson")
        .clicked()
    {
        answer = Some(Answer::Fold);
    }
    let next = state.index + 1;
    if next < count() {
        let mut text = RichText::new("Next lesson");
        let mut button = Button::new(text.clone()).small();
        if state.done == lesson.tasks.len() {
            text = text.color(Color32::WHITE);
            button = Button::new(text)
                .small()
                .fill(tokens(ui.visuals().dark_mode).primary);
        }
        if ui.add(button).on_hover_text(title(next)).clicked() {
            answer = Some(Answer::Begin(next));
        }
    }
    let again = ui.small_button("Start over");
    if again.on_hover_text("Begin this lesson again").clicked() {
        answer = Some(Answer::Begin(state.index));
    }
    answer
}

/// Shows what the last task that is done has shown, at first what the lesson is about; or the part that
/// is read again, a task with its text.
fn before(ui: &mut Ui, state: &State, lesson: &Lesson) {
    let number = state.read_again.unwrap_or(state.done);
    let task = number
        .checked_sub(1)
        .and_then(|last| lesson.tasks.get(last));
    let text = match task {
        Some(task) => {
            let mut title = strong(format!("Task {number} of {}", lesson.tasks.len()));
            if number <= state.done {
                let good = tokens(ui.visuals().dark_mode).good;
                title = strong(format!("✔ {}", title.text())).color(good);
            }
            ui.label(title).on_hover_text(&task.task);
            if state.read_again.is_some() {
                ui.add(Label::new(RichText::new(&task.task).weak()).wrap());
            }
            &task.explanation
        }
        None => &lesson.introduction,
    };
    ui.add(Label::new(text).wrap());
}

/// Shows the first task that is not done.
fn next(ui: &mut Ui, state: &State, lesson: &Lesson) {
    if let Some(task) = lesson.tasks.get(state.done) {
        let title = format!("Task {} of {}", state.done + 1, lesson.tasks.len());
        ui.label(strong(title));
        let target = task.goal.target(state.before.as_ref());
        let text = [Some(task.task.clone()), target].into_iter().flatten();
        ui.add(Label::new(text.collect::<Vec<_>>().join(" ")).wrap());
    }
}
