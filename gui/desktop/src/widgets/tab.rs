//! A tab: its name, underlined where it is in front.

use egui::style::ScrollAnimation;
use egui::{Align2, FontId, Id, Rect, Response, Role, Sense, Ui, WidgetInfo, vec2};
use egui_tiles::TabState;

use charts::colour::tokens::tokens;
use charts::look::bold;

/// Margin beside its name.
const MARGIN: f32 = 9.0;
/// Number of frames in which a tab that came to the front is scrolled to: the arrows beside the
/// tabs come and go with that.
const FRAMES: u8 = 4;

/// Shows the tab called `name`.
pub(crate) fn show(name: &str, ui: &mut Ui, id: Id, state: &TabState) -> Response {
    let tokens = tokens(ui.visuals().dark_mode);
    let (font, ink) = if state.active {
        (FontId::new(13.0, bold()), tokens.text[0])
    } else {
        (FontId::proportional(13.0), tokens.text[1])
    };
    let words = ui.painter().layout_no_wrap(name.to_owned(), font, ink);
    let size = vec2(words.size().x + 2.0 * MARGIN, ui.available_height());
    let (_, room) = ui.allocate_space(size);
    let response = ui.interact(room, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, state.active, name));
    if state.active {
        scroll_to_tab(ui, id, room);
    } else {
        ui.data_mut(|data| data.remove::<TabFrames>(id));
    }
    if ui.is_rect_visible(room) && !state.is_being_dragged {
        let words_rect = Align2::CENTER_CENTER.align_size_within_rect(words.size(), room);
        ui.painter().galley(words_rect.min, words, ink);
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

/// A tab in front: the width of the window, and for how many frames it has been there since.
#[derive(Clone, Copy)]
struct TabFrames {
    width: f32,
    frames: u8,
}

/// Scrolls to the tab `id` at `room`, which is in front, when it has come there or the width of the
/// window has changed.
fn scroll_to_tab(ui: &Ui, id: Id, room: Rect) {
    let width = ui.ctx().content_rect().width();
    let before = ui.data(|data| data.get_temp::<TabFrames>(id));
    let before = before.filter(|before| before.width == width);
    let frames = before.map_or(0, |before| before.frames);
    if frames == FRAMES {
        return;
    }
    ui.scroll_to_rect_animation(room, None, ScrollAnimation::none());
    let frames = frames + 1;
    ui.data_mut(|data| data.insert_temp(id, TabFrames { width, frames }));
    ui.ctx().request_repaint();
}
