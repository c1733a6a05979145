//! Colours of runs, and buttons that choose among runs.

use egui::{Color32, Sense, Ui, vec2};

use crate::command::action::Action;
use crate::shared::Shared;
use crate::shared::runs::{Entry, RunId};
use charts::time::curves::swatch_of;

/// Shows a square in a colour of data.
pub(crate) fn swatch(ui: &mut Ui, colour: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, colour);
}

/// Shows the square of the run in that slot of the palette: hollow where its curves are dashed.
pub(crate) fn run_swatch(ui: &mut Ui, slot: usize) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    swatch_of(ui.painter(), rect, slot, ui.visuals().dark_mode);
}

/// Shows buttons for the runs that have `what`, such as memory, with `shown` pressed.
pub(crate) fn runs_with(
    ui: &mut Ui,
    shared: &Shared,
    (what, have): (&str, fn(&Entry) -> bool),
    shown: Option<RunId>,
    actions: &mut Vec<Action>,
) {
    for entry in shared.runs.entries.iter().filter(|entry| have(entry)) {
        run_swatch(ui, entry.slot);
        let button = ui.selectable_label(shown == Some(entry.id), &entry.label);
        let button = button.accessible_name(format!("{what} of {}", entry.label));
        let sentence = format!("Show the {} of this run", what.to_lowercase());
        if button.on_hover_text(sentence).clicked() {
            actions.push(Action::Run(entry.id));
        }
    }
}
