//! The dialog of notes: marks the selected span, or an instant, and lists all marks.

use cosched_core::Time;
use egui::{Context, Key, Ui};

use crate::shared::Shared;
use charts::look::strong;
use charts::time::notes::Note;

/// The dialog while it is open.
pub(crate) struct State {
    text: String,
    /// Span to be marked; absent if there is neither a span nor an instant.
    span: Option<[Time; 2]>,
    fresh: bool,
}

/// The user's decision.
enum Answer {
    Mark,
    Remove(usize),
    Show(usize),
    Close,
}

impl State {
    /// Opens for the selection in `shared`, else the instant under the pointer or of the replay.
    pub(crate) fn new(shared: &Shared) -> Self {
        let at = shared.instant_read(&shared.sight.view);
        let at = at.map(|at| Time((at.max(0.0) * 1e9) as u64));
        Self {
            text: String::new(),
            span: shared.scope.current().span.or(at.map(|at| [at, at])),
            fresh: true,
        }
    }
}

/// Shows the dialog if it is open.
pub(crate) fn show(dialog: &mut Option<State>, shared: &mut Shared, ctx: &Context) {
    let Some(mut state) = dialog.take() else {
        return;
    };
    let (mut open, mut answer) = (true, None);
    egui::Window::new("Notes")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .show(ctx, |ui| answer = contents(ui, &mut state, shared));
    let mut notes = shared.scope.notes().to_vec();
    match answer {
        Some(Answer::Mark) => {
            if let Some(span) = state.span {
                let text = state.text.trim().to_owned();
                notes.push(Note { span, text });
                notes.sort_by_key(|note| note.span);
                shared.scope.set_notes(notes);
            }
            return;
        }
        Some(Answer::Remove(index)) => {
            notes.remove(index);
            shared.scope.set_notes(notes);
        }
        Some(Answer::Show(index)) => {
            let [from, until] = notes[index].span.map(Time::seconds);
            let view = &mut shared.sight.view;
            let margin = ((until - from) / 2.0).max(view.seconds() / 20.0);
            [view.t0, view.t1] = [from - margin, until + margin];
            view.pan(0.0, 0.0);
        }
        Some(Answer::Close) => return,
        None => {}
    }
    if open {
        *dialog = Some(state);
    }
}

fn contents(ui: &mut Ui, state: &mut State, shared: &Shared) -> Option<Answer> {
    let run = shared.runs.visible().next().map(|entry| &entry.run);
    let called = |span: [Time; 2]| {
        let name = |at: Time| run.map_or_else(String::new, |run| run.instant(at));
        if span[0] == span[1] {
            name(span[0])
        } else {
            format!("{} to {}", name(span[0]), name(span[1]))
        }
    };
    let mut answer = None;
    match state.span {
        Some(span) => {
            ui.label(format!("Marks {}", called(span)));
        }
        None => {
            ui.weak("Select a span by dragging with Shift, or move the replay, to mark it");
        }
    }
    ui.horizontal(|ui| {
        let label = ui.label("Note");
        let field = egui::TextEdit::singleline(&mut state.text).desired_width(300.0);
        let field = ui.add(field).labelled_by(label.id);
        if std::mem::take(&mut state.fresh) {
            field.request_focus();
        }
        let can = state.span.is_some() && !state.text.trim().is_empty();
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let mark = ui.add_enabled(can, egui::Button::new("Mark"));
        if can && (mark.clicked() || enter) {
            answer = Some(Answer::Mark);
        }
    });
    let notes = shared.scope.notes();
    if !notes.is_empty() {
        ui.separator();
        ui.label(strong("Marked"));
    }
    for (index, note) in notes.iter().enumerate() {
        ui.horizontal(|ui| {
            let show = ui.link(called(note.span));
            if show.on_hover_text("Bring it into sight").clicked() {
                answer = Some(Answer::Show(index));
            }
            ui.label(&note.text);
            let remove = ui.small_button("🗙");
            let remove = remove.accessible_name(format!("Remove note {}", note.text));
            if remove.on_hover_text("No longer mark it").clicked() {
                answer = Some(Answer::Remove(index));
            }
        });
    }
    ui.add_space(4.0);
    if ui.button("Close").clicked() {
        answer = Some(Answer::Close);
    }
    answer
}
