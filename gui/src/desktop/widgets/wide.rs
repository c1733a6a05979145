//! What may be wider than its pane: it moves sideways, with a bar that can be seen.

use egui::style::ScrollStyle;
use egui::{ScrollArea, Ui};

/// Shows `content`, which may be wider than there is room.
pub(in crate::desktop) fn show<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        // A bar that only shows under the pointer leaves the rest unnoticed.
        let inside = std::mem::replace(&mut ui.spacing_mut().scroll, ScrollStyle::solid());
        ScrollArea::horizontal()
            .id_salt("wide")
            .show(ui, |ui| {
                ui.spacing_mut().scroll = inside;
                content(ui)
            })
            .inner
    })
    .inner
}
