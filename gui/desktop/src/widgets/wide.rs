//! Contents that may be wider than their pane: they move sideways, with a visible bar.

use egui::scroll_area::ScrollAreaOutput;
use egui::style::ScrollStyle;
use egui::{Context, Id, Rect, ScrollArea, Ui};

/// Shows `content`, which may be wider than there is room.
pub(crate) fn show<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        // A bar that only shows under the pointer leaves the rest unnoticed.
        let inside = std::mem::replace(&mut ui.spacing_mut().scroll, ScrollStyle::solid());
        let shown = ScrollArea::horizontal().id_salt("wide").show(ui, |ui| {
            ui.spacing_mut().scroll = inside;
            content(ui)
        });
        notice(ui.ctx(), &shown);
        shown.inner
    })
    .inner
}

/// Rectangles that move sideways, and the frame in which that was.
type DrawnAt = Vec<(Rect, u64)>;

fn id() -> Id {
    Id::unique("what moves sideways")
}

/// Notes the rectangle of `shown` in this frame, if it is wider than its room.
pub(crate) fn notice<R>(ctx: &Context, shown: &ScrollAreaOutput<R>) {
    if shown.content_size.x <= shown.inner_rect.width() {
        return;
    }
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| {
        let seen: &mut DrawnAt = data.get_temp_mut_or_default(id());
        seen.retain(|(_, before)| before + 1 >= frame);
        seen.push((shown.inner_rect, frame));
    });
}

/// Returns the rectangles that move sideways now.
pub(crate) fn scrolling_areas(ctx: &Context) -> Vec<Rect> {
    let seen: DrawnAt = ctx.data(|data| data.get_temp(id())).unwrap_or_default();
    let frame = ctx.cumulative_frame_nr();
    let now = seen.into_iter().filter(|(_, at)| at + 1 >= frame);
    now.map(|(index, _)| index).collect()
}
