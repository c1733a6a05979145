//! Cells of tables whose numbers end at the right: words among them begin at the left.

use egui::{Align, Layout, Ui};

/// Returns the layout of cells of numbers.
pub(crate) fn numbers() -> Layout {
    Layout::right_to_left(Align::Center)
}

/// Shows `content` from the left on, if `wanted`, else as the cells around it are.
pub(crate) fn from_left<R>(ui: &mut Ui, wanted: bool, content: impl FnOnce(&mut Ui) -> R) -> R {
    if wanted {
        let layout = Layout::left_to_right(Align::Center);
        ui.with_layout(layout, content).inner
    } else {
        content(ui)
    }
}

/// Returns a heading with its sign of sorting: before the text over numbers, so that it ends where
/// it did.
pub(crate) fn heading(words: &str, sign: &str, is_of_numbers: bool) -> String {
    let text = if is_of_numbers {
        format!("{sign} {words}")
    } else {
        format!("{words} {sign}")
    };
    text.trim().to_owned()
}
