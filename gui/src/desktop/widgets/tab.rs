//! A tab: its name, underlined where it is in front.

use egui::{Align2, FontId, Id, Response, Role, Sense, Ui, WidgetInfo, vec2};
use egui_tiles::TabState;

use crate::draw::colour::tokens::tokens;
use crate::draw::look::bold;

/// Beside its name.
const MARGIN: f32 = 9.0;

/// Shows the tab called `name`.
pub(in crate::desktop) fn show(name: &str, ui: &mut Ui, id: Id, state: &TabState) -> Response {
    let tokens = tokens(ui.visuals().dark_mode);
    let (font, ink) = match state.active {
        true => (FontId::new(13.0, bold()), tokens.text[0]),
        false => (FontId::proportional(13.0), tokens.text[1]),
    };
    let words = ui.painter().layout_no_wrap(name.to_owned(), font, ink);
    let size = vec2(words.size().x + 2.0 * MARGIN, ui.available_height());
    let (_, room) = ui.allocate_space(size);
    let response = ui.interact(room, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, state.active, name));
    if ui.is_rect_visible(room) && !state.is_being_dragged {
        let place = Align2::CENTER_CENTER.align_size_within_rect(words.size(), room);
        ui.painter().galley(place.min, words, ink);
        let marked = state.active || response.hovered() || response.has_focus();
        if marked {
            let line = room
                .with_min_y(room.bottom() - 2.0)
                .shrink2(vec2(MARGIN, 0.0));
            let colour = if state.active {
                tokens.accent
            } else {
                tokens.border
            };
            ui.painter().rect_filled(line, 0.0, colour);
        }
    }
    response
}
