//! The list of runs: names, visibility, the baseline, and buttons.

use egui::{Align, FontId, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use crate::documents::OpenDocument;
use crate::shared::runs::{Entry, RunId};
use crate::{App, Command};
use charts::colour::tokens::tokens;
use charts::look::{bold, elided, strong};
use charts::time::curves::swatch_of;

/// Height of a run's row.
pub(super) const ROW: f32 = 44.0;
/// Width of the buttons at its end.
const BUTTONS: f32 = 92.0;

/// Clicked part of a line of the list.
enum Click {
    Choose,
    Rename,
    Baseline,
    Duplicate,
    Delete,
}

impl App {
    /// Shows the list.
    pub(crate) fn run_list(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.label(strong("Runs"));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let first = self.front.shared.runs.entries.first();
                let headline = first.and_then(Entry::headline);
                ui.weak(headline.map_or("", |(title, _)| title));
            });
        });
        ui.spacing_mut().item_spacing.y = 0.0;
        let ids: Vec<RunId> = self
            .front
            .shared
            .runs
            .entries
            .iter()
            .map(|entry| entry.id)
            .collect();
        if ids.is_empty() {
            ui.weak("None yet. Run (F5) simulates the chosen policies.");
        }
        for (position, id) in ids.into_iter().enumerate() {
            let click = ui.push_id(id, |ui| self.front.run_line(ui, position)).inner;
            match click {
                Some(Click::Rename) => {
                    let label = self.front.shared.runs.entries[position].label.clone();
                    self.front.renaming = Some((id, label));
                }
                Some(click) => {
                    self.front.shared.runs.set_current(id);
                    match click {
                        Click::Baseline => self.commands.push(Command::Baseline),
                        Click::Duplicate => self.commands.push(Command::Duplicate),
                        Click::Delete => self.commands.push(Command::Delete),
                        Click::Choose | Click::Rename => {}
                    }
                }
                None => {}
            }
        }
    }
}

impl OpenDocument {
    /// Shows a row: whether the run is in sight, its name and recipe, its headline, and buttons.
    fn run_line(&mut self, ui: &mut Ui, position: usize) -> Option<Click> {
        let entry = &self.shared.runs.entries[position];
        let (id, label) = (entry.id, entry.label.clone());
        let is_baseline = self.shared.runs.baseline == Some(id);
        let is_current = self
            .shared
            .runs
            .current()
            .is_some_and(|current| current.id == id);
        let size = vec2(ui.available_width(), ROW);
        let (row, _) = ui.allocate_exact_size(size, Sense::hover());
        let buttons = Rect::from_min_max(pos2(row.right() - BUTTONS, row.top() + 22.0), row.max);
        let below = Rect::from_min_max(pos2(row.left() + 44.0, row.top() + 23.0), row.max)
            .with_max_x(buttons.left() - 4.0);
        let brief = self.shared.runs.brief(entry);
        // The headline is hidden until a replay has come to its end.
        let headline = entry.headline().filter(|_| !self.shared.is_replaying());
        let value = headline.map_or_else(String::new, |(_, value)| value);
        let end = paint_labels(ui, row, below, (entry, [&brief, &value], is_current));
        let eye = Rect::from_min_size(row.min + vec2(4.0, 2.0), vec2(20.0, 22.0));
        let visible = &mut self.shared.runs.entries[position].visible;
        ui.put(eye, egui::Checkbox::without_text(visible))
            .accessible_name(format!("Show run {label}"))
            .on_hover_text("Whether charts show this run");
        let layout = Layout::right_to_left(Align::Center);
        let mut inner = ui.new_child(UiBuilder::new().max_rect(buttons).layout(layout));
        let click = run_buttons(&mut inner, &label, is_baseline);
        let name = Rect::from_min_max(
            pos2(row.left() + 42.0, row.top() + 2.0),
            pos2(end - 6.0, row.top() + 23.0),
        );
        let layout = Layout::left_to_right(Align::Center);
        let mut inner = ui.new_child(UiBuilder::new().max_rect(name).layout(layout));
        if self.rename_field(&mut inner, id) {
            return click;
        }
        name_button(&mut inner, &self.shared.runs.entries[position]).or(click)
    }

    /// Shows the field for the name, if it is this run's; returns whether it was shown.
    fn rename_field(&mut self, ui: &mut Ui, id: RunId) -> bool {
        let Some((renaming, text)) = &mut self.renaming else {
            return false;
        };
        if *renaming != id {
            return false;
        }
        let field = egui::TextEdit::singleline(text).desired_width(ui.available_width());
        let field = ui.add(field).accessible_name("Name of the run");
        if field.lost_focus() {
            let text = text.trim().to_owned();
            let entry = self
                .shared
                .runs
                .entries
                .iter_mut()
                .find(|entry| entry.id == id);
            if let Some(entry) = entry.filter(|_| !text.is_empty()) {
                entry.label = text;
            }
            self.renaming = None;
        } else {
            field.request_focus();
        }
        true
    }
}

/// Returns the description of a run for its tooltip.
fn sentence(entry: &crate::shared::runs::Entry) -> String {
    let mut text = format!("{}\n", entry.run.policy.summary());
    if entry.stale {
        text.push_str("Old: the scenario has changed since.\n");
    }
    if entry.kept {
        text.push_str("Kept aside: stays when the policy is simulated again.\n");
    }
    text.push_str(&format!("{}\n", entry.recipe()));
    text.push_str("Click to choose, double click to rename.");
    text
}

/// Paints the labels of a run: its colour, its headline, and below its recipe. Returns where its
/// name must end.
fn paint_labels(
    ui: &Ui,
    row: Rect,
    below: Rect,
    (entry, [brief, value], is_current): (&Entry, [&str; 2], bool),
) -> f32 {
    let dark = ui.visuals().dark_mode;
    let (tokens, painter) = (tokens(dark), ui.painter());
    if is_current {
        painter.rect_filled(row, 6.0, tokens.tint);
    }
    let middle = pos2(row.left() + 34.0, row.top() + 13.0);
    let square = Rect::from_center_size(middle, vec2(10.0, 10.0));
    swatch_of(painter, square, entry.slot, dark);
    let (words, ink) = match entry.warning() {
        Some(warning) => (warning, tokens.warn),
        None => (brief, tokens.text[2]),
    };
    let font = FontId::proportional(11.0);
    let words = elided(painter, words, font, ink, below.width());
    painter.galley(
        pos2(below.left(), row.top() + 31.0 - words.size().y / 2.0),
        words,
        ink,
    );
    let strong = FontId::new(13.0, bold());
    let value = painter.layout_no_wrap(value.to_owned(), strong, tokens.text[0]);
    let end = row.right() - 6.0 - value.size().x;
    painter.galley(pos2(end, row.top() + 4.0), value, tokens.text[0]);
    end
}

/// Shows the name of a run: a click selects it, two rename it.
fn name_button(ui: &mut Ui, entry: &Entry) -> Option<Click> {
    let mark = if entry.stale { " (old)" } else { "" };
    let text = strong(format!("{}{mark}", entry.label));
    ui.spacing_mut().button_padding.x = 2.0;
    let button = egui::Button::selectable(false, text).truncate();
    let response = ui.add(button).on_hover_text(sentence(entry));
    let mut click = None;
    if response.double_clicked() {
        click = Some(Click::Rename);
    } else if response.clicked() {
        click = Some(Click::Choose);
    }
    response.context_menu(|ui| {
        if ui.button("Rename").clicked() {
            click = Some(Click::Rename);
            ui.close();
        }
    });
    click
}

fn run_buttons(ui: &mut Ui, label: &str, is_baseline: bool) -> Option<Click> {
    let mut click = None;
    let mut button = |ui: &mut Ui, sign: &str, name: &str, tooltip: &str, result: Click| {
        let response = ui.add(egui::Button::new(sign).small().frame_when_inactive(false));
        let response = response.accessible_name(format!("{name} {label}"));
        if response.on_hover_text(tooltip).clicked() {
            click = Some(result);
        }
    };
    button(ui, "🗙", "Delete run", "Forget this run", Click::Delete);
    button(
        ui,
        "➕",
        "Duplicate run",
        "Keep a copy aside (Ctrl+D)",
        Click::Duplicate,
    );
    let (sign, tooltip) = if is_baseline {
        ("★", "The baseline: the others are compared with it")
    } else {
        ("☆", "Compare the others with this run (B)")
    };
    button(ui, sign, "Baseline", tooltip, Click::Baseline);
    click
}
