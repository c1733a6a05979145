//! The branches of the scenario below the runs: start, changes, failures, and buttons to edit and
//! remove them.

use egui::{Align, FontId, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use crate::App;
use crate::dialogs::branch;
use crate::documents::OpenDocument;
use charts::colour::tokens::tokens;
use charts::look::{bold, elided, strong};
use laboratory::base::format::span;
use laboratory::record::branch::sentences::in_words;
use laboratory::record::unit::Unit;
use laboratory::scenario::Branch;

/// Heights of the heading and of a row.
const HEAD: f32 = 26.0;
const ROW: f32 = 44.0;
/// Width of the buttons at its end.
const BUTTONS: f32 = 72.0;

/// Clicked part of a row.
enum Click {
    Edit(usize),
    Delete(usize),
}

impl App {
    /// Shows the list, if there are branches.
    pub(super) fn branch_list(&mut self, ui: &mut Ui) {
        let shared = &self.front.shared;
        let scenario = &shared.document.scenario;
        if scenario.branches.is_empty() {
            return;
        }
        ui.add_space(4.0);
        ui.label(strong("Branches"));
        let wrong = shared.branches.errors_of(scenario);
        let known = shared.experiment.as_ref();
        let unit = known.map_or(Unit::Node, |known| known.size_unit);
        let mut click = None;
        for (index, branch) in scenario.branches.iter().enumerate() {
            let wrong = wrong.get(index).and_then(Option::as_deref);
            let clicked = ui.push_id(("branch", index), |ui| {
                row(ui, branch, (wrong, unit), index)
            });
            click = clicked.inner.or(click);
        }
        match click {
            Some(Click::Edit(index)) => {
                self.dialogs.branch = branch::State::edit(&self.front.shared, index)
            }
            Some(Click::Delete(index)) => {
                let ctx = ui.ctx().clone();
                self.front.change_branches(&ctx, |branches| {
                    branches.remove(index);
                });
            }
            None => {}
        }
    }
}

impl OpenDocument {
    /// Returns the height of the list.
    pub(super) fn branch_list_height(&self) -> f32 {
        match self.shared.document.scenario.branches.len() {
            0 => 0.0,
            branches => HEAD + ROW * branches as f32,
        }
    }
}

/// Shows a branch: its name, and below it the changes or why it failed.
fn row(
    ui: &mut Ui,
    branch: &Branch,
    (wrong, unit): (Option<&str>, Unit),
    index: usize,
) -> Option<Click> {
    let from = branch.from.as_deref().unwrap_or("the only run");
    let name = match &branch.name {
        Some(name) => name.clone(),
        None => format!("{from} from {}", span(branch.at)),
    };
    let done = format!(
        "at {}: {}",
        span(branch.at),
        in_words(&branch.changes, unit)
    );
    let (room, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let tokens = tokens(ui.visuals().dark_mode);
    let painter = ui.painter();
    let left = room.left() + 10.0;
    let width = room.right() - BUTTONS - 4.0 - left;
    let title = elided(
        painter,
        &name,
        FontId::new(13.0, bold()),
        tokens.text[0],
        width,
    );
    painter.galley(pos2(left, room.top() + 4.0), title, tokens.text[0]);
    let (words, ink) = match wrong {
        Some(sentence) => (sentence, tokens.bad),
        None => (done.as_str(), tokens.text[2]),
    };
    let below = room.right() - 6.0 - left;
    let words = elided(painter, words, FontId::proportional(11.0), ink, below);
    painter.galley(pos2(left, room.top() + 25.0), words, ink);
    let said = match wrong {
        Some(sentence) => format!("{name}, from {from}, {done}. It failed: {sentence}"),
        None => format!("{name}, from {from}, {done}"),
    };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &said));
    response.on_hover_text(&said);
    let buttons = Rect::from_min_max(pos2(room.right() - BUTTONS, room.top()), room.max)
        .with_max_y(room.top() + 24.0);
    let layout = Layout::right_to_left(Align::Center);
    let mut inner = ui.new_child(UiBuilder::new().max_rect(buttons).layout(layout));
    let delete = inner.add(egui::Button::new("🗙").small().frame_when_inactive(false));
    let delete = delete.accessible_name(format!("Delete branch {name}"));
    if delete
        .on_hover_text("Take the branch out of the scenario")
        .clicked()
    {
        return Some(Click::Delete(index));
    }
    let edit = inner.add(egui::Button::new("Edit").small());
    let edit = edit.accessible_name(format!("Edit branch {name}"));
    edit.on_hover_text("Change the branch")
        .clicked()
        .then_some(Click::Edit(index))
}
