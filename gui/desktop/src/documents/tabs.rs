//! Tabs of the documents in the command bar: name, a dot where it is modified, a cross, and a plus
//! that opens another one.

use egui::{
    Align2, FontId, Id, Rect, Response, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use super::OpenDocument;
use crate::App;
use crate::command::Command;
use crate::widgets::landmark::Landmark;
use charts::colour::tokens::tokens;
use charts::look::{bold, elided};
use laboratory::load::examples;

/// Widths of a tab, from the least to that which fits a usual name.
const WIDTH: [f32; 2] = [84.0, 190.0];
const HEIGHT: f32 = 30.0;
/// Width of the cross.
const CROSS: f32 = 20.0;

/// Clicked part of the tabs.
enum Click {
    Show(usize),
    Close(usize),
}

impl App {
    /// Shows the tabs in at most `room`.
    pub(crate) fn document_tabs(&mut self, ui: &mut Ui, room: f32) {
        let count = self.background.documents.len() + 1;
        let width = (room / count as f32).clamp(WIDTH[0], WIDTH[1]);
        let front = self.background.front_index;
        let mut click = None;
        ScrollArea::horizontal()
            .id_salt("documents")
            .max_width(room)
            .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                // The untouched document behind the start page has no tab yet.
                let none = usize::from(self.nothing_was_opened());
                for (index, document) in self.documents().enumerate().skip(none) {
                    let clicked = tab(ui, document, index, (width, index == front));
                    click = clicked.or(click.take());
                }
            });
        self.another_menu(ui);
        match click {
            Some(Click::Show(index)) => {
                self.start_page.close();
                self.show_document(index);
            }
            Some(Click::Close(index)) => self.close_document(index),
            None => return,
        }
        ui.ctx().request_repaint();
    }

    /// Whether there is only the untouched document that the window begins with.
    fn nothing_was_opened(&self) -> bool {
        let shared = &self.front.shared;
        self.is_at_start()
            && self.background.documents.is_empty()
            && shared.document.is_example()
            && shared.runs.entries.is_empty()
    }

    /// Shows the plus with the menu of files and examples.
    fn another_menu(&mut self, ui: &mut Ui) {
        let menu = ui.menu_button("+", |ui| {
            self.menu_entry(ui, Command::Open);
            self.recent_menu(ui);
            ui.separator();
            ScrollArea::vertical().show(ui, |ui| {
                for position in 0..examples::ALL.len() {
                    self.menu_entry(ui, Command::Example(position));
                }
            });
        });
        let button = menu.response.accessible_name("Open another document");
        Landmark::Open.note_rect(ui.ctx(), button.rect);
        button.on_hover_text("Open another document beside these");
    }
}

impl OpenDocument {
    /// Returns its source and whether it is modified, in words.
    fn full_name(&self) -> String {
        let document = &self.shared.document;
        let state = if document.is_modified() {
            "changed since it was saved"
        } else {
            "unchanged"
        };
        match &document.source {
            Some(path) => format!("{}, {state}", path.display()),
            None => format!("built in, {state}"),
        }
    }
}

/// Shows the tab of `document`.
fn tab(
    ui: &mut Ui,
    document: &OpenDocument,
    index: usize,
    (width, in_front): (f32, bool),
) -> Option<Click> {
    let id = ui.scope_id().with(("document", index));
    let (_, room) = ui.allocate_space(vec2(width, HEIGHT));
    let response = ui.interact(room, id, Sense::click());
    let name = document.shared.document.name();
    let is_modified = document.shared.document.is_modified();
    let changed = if is_modified { ", changed" } else { "" };
    let said = format!("Document {name}{changed}");
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, in_front, &said));
    let tokens = tokens(ui.visuals().dark_mode);
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    let ground = match (in_front, response.hovered()) {
        (true, _) => Some(tokens.canvas),
        (false, true) => Some(tokens.inset),
        _ => None,
    };
    if let Some(ground) = ground {
        painter.rect_filled(room, 5.0, ground);
    }
    if in_front {
        painter.rect_filled(room.with_max_y(room.top() + 2.0), 0.0, tokens.accent);
    }
    if response.has_focus() {
        let focus = Stroke::new(2.0, tokens.accent);
        painter.rect_stroke(room, 5.0, focus, StrokeKind::Inside);
    }
    let (font, ink) = if in_front {
        (FontId::new(13.0, bold()), tokens.text[0])
    } else {
        (FontId::proportional(13.0), tokens.text[1])
    };
    let dot = if is_modified { 14.0 } else { 0.0 };
    let words = elided(&painter, &name, font, ink, width - CROSS - 16.0 - dot);
    let at = Align2::LEFT_CENTER.anchor_size(room.left_center() + vec2(10.0, 0.0), words.size());
    if is_modified {
        let middle = pos2(at.right() + 8.0, room.center().y);
        painter.circle_filled(middle, 3.5, tokens.warn);
    }
    painter.galley(at.min, words, ink);
    if cross(ui, room, &name).clicked() {
        return Some(Click::Close(index));
    }
    if in_front && !ui.is_rect_visible(room) {
        response.scroll_to_me(None);
    }
    let response = response.on_hover_text(document.full_name());
    if response.middle_clicked() {
        return Some(Click::Close(index));
    }
    response.clicked().then_some(Click::Show(index))
}

/// Shows the button that closes the document called `name`, at the end of its tab.
fn cross(ui: &mut Ui, tab: Rect, name: &str) -> Response {
    let middle = pos2(tab.right() - CROSS / 2.0 - 4.0, tab.center().y);
    let cross_rect = Rect::from_center_size(middle, vec2(CROSS, CROSS));
    let id: Id = ui.scope_id().with(("close document", tab.left() as i32));
    let response = ui.interact(cross_rect, id, Sense::click());
    let said = format!("Close document {name}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &said));
    let tokens = tokens(ui.visuals().dark_mode);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(cross_rect, 4.0, tokens.line);
    }
    let stroke = Stroke::new(1.2, tokens.text[2]);
    let arm = 3.5;
    for slope in [arm, -arm] {
        let ends = [middle + vec2(-arm, -slope), middle + vec2(arm, slope)];
        ui.painter().line_segment(ends, stroke);
    }
    response.on_hover_text(Command::CloseDocument.tooltip_with_key(ui.ctx()))
}
