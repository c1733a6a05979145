//! Buttons at the edges of a table with further columns out of sight.

use egui::scroll_area::ScrollAreaOutput;
use egui::{Button, Id, Rect, RichText, Ui, vec2};

/// Returns where to scroll, as a clicked button has requested, once.
pub(super) fn requested_offset(ui: &Ui) -> Option<f32> {
    ui.data_mut(|data| data.remove_temp(id()))
}

fn id() -> Id {
    Id::unique("further columns")
}

/// Shows at `rect`, which is right of the columns `shown`, each `width` wide, that there are more
/// on one side or the other.
pub(super) fn show(ui: &mut Ui, rect: Rect, shown: &ScrollAreaOutput<()>, width: f32) {
    let hidden = shown.content_size.x - shown.inner_rect.width();
    let at = shown.state.clamped_offset().x;
    let half = vec2(rect.width() / 2.0, rect.height());
    let earlier = ("⏴", "Earlier columns", at - width, at > 1.0);
    let further = ("⏵", "Further columns", at + width, at < hidden - 1.0);
    for (number, (sign, said, to, is_more)) in [earlier, further].into_iter().enumerate() {
        let corner = rect.left_top() + vec2(number as f32 * half.x, 0.0);
        let button = Button::new(RichText::new(sign).size(10.0)).frame(false);
        let shown = ui.add_enabled_ui(is_more, |ui| {
            ui.spacing_mut().button_padding = vec2(0.0, 0.0);
            ui.put(Rect::from_min_size(corner, half), button)
        });
        let response = shown.inner.accessible_name(said).on_hover_text(said);
        if response.clicked() {
            ui.data_mut(|data| data.insert_temp(id(), to.clamp(0.0, hidden)));
            ui.ctx().request_repaint();
        }
    }
}
