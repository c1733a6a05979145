//! The left of the page: a description, an area to drop a file, recent files, keys.

use egui::{FontId, RichText, pos2, vec2};
use egui::{Frame, Margin, Panel, Rect, Role, ScrollArea, Sense, Shape, Stroke, Ui, WidgetInfo};

use super::StartAction;
use crate::command::keys_text;
use crate::widgets::landmark::Landmark;
use crate::{App, Command};
use charts::colour::tokens::{Tokens, tokens};
use charts::look::{bold, elided};

/// Width in a narrow and in a wide window.
const WIDTHS: [f32; 2] = [300.0, 410.0];
/// Least width of a wide window.
const WIDE: f32 = 1500.0;
/// Height of the area to drop a file.
const DROP: f32 = 92.0;

impl App {
    /// Shows it.
    pub(super) fn start_side(&mut self, ui: &mut Ui, requested: &mut Option<StartAction>) {
        let wide = ui.available_width() >= WIDE;
        let side = if wide { 36 } else { 20 };
        let frame = Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(Margin::symmetric(side, 24));
        Panel::left("start side")
            .exact_size(WIDTHS[usize::from(wide)])
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    self.open_and_recent(ui, requested);
                    ui.add_space(18.0);
                    super::keys::show(ui);
                });
            });
    }

    /// Shows what it begins with.
    pub(super) fn open_and_recent(&mut self, ui: &mut Ui, requested: &mut Option<StartAction>) {
        ui.label(RichText::new("A laboratory of batch scheduling").font(headline()));
        ui.add_space(4.0);
        let lead = "Open a log, run it under several policies, and see which is better, by how \
            much, and why.";
        ui.label(RichText::new(lead).color(tokens(ui.visuals().dark_mode).text[1]));
        ui.add_space(14.0);
        if drop_zone(ui) {
            *requested = Some(StartAction::Command(Command::Open));
        }
        ui.add_space(18.0);
        self.recent(ui, requested);
    }
}

fn headline() -> FontId {
    FontId::new(20.0, bold())
}

/// Shows the area to drop a file; returns whether it was clicked.
fn drop_zone(ui: &mut Ui) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), DROP), Sense::click());
    let said = "Choose a file to open";
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, said));
    Landmark::Open.note_rect(ui.ctx(), rect);
    let tokens = tokens(ui.visuals().dark_mode);
    let lit = response.hovered() || response.has_focus();
    ui.painter().rect_filled(rect, 6.0, tokens.canvas);
    frame(ui, rect, tokens, lit);
    let room = rect.shrink(14.0);
    let line = |words: &str, font: FontId, ink: egui::Color32, top: f32| {
        let words = elided(ui.painter(), words, font, ink, room.width());
        ui.painter()
            .galley(pos2(room.left(), room.top() + top), words, ink);
    };
    let [first, second, _] = tokens.text;
    line(
        "Drop a log or a scenario here",
        FontId::new(13.0, bold()),
        first,
        0.0,
    );
    let kinds = "logs, scenarios, workflows; packed or not";
    line(kinds, FontId::proportional(12.0), second, 22.0);
    let shortcut = Command::Open.shortcuts().first();
    let shortcut = shortcut.map_or_else(String::new, |shortcut| keys_text(ui.ctx(), shortcut));
    let choose = format!("Choose a file…   {shortcut}");
    line(
        &choose,
        FontId::proportional(13.0),
        tokens.accent_text,
        44.0,
    );
    let response = response.on_hover_text(Command::Open.tooltip());
    response.clicked()
}

/// Draws a dashed frame; a solid one under the pointer.
fn frame(ui: &Ui, rect: Rect, tokens: &Tokens, lit: bool) {
    if lit {
        let stroke = Stroke::new(2.0, tokens.accent);
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(rect, 6.0, stroke, inside);
        return;
    }
    let inner = rect.shrink(0.5);
    let corners = [
        inner.left_top(),
        inner.right_top(),
        inner.right_bottom(),
        inner.left_bottom(),
        inner.left_top(),
    ];
    let stroke = Stroke::new(1.0, tokens.border);
    ui.painter()
        .extend(Shape::dashed_line(&corners, stroke, 4.0, 3.0));
}
