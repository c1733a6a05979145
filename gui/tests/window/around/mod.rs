//! Around the panes: menus, notices, the status bar, the replay, command lines, words, and keys.

mod accessible;
mod form;
mod menus;
mod notices;
mod replay;
mod room;
mod same;
mod status;
mod units;
mod words;

use egui_kittest::kittest::Queryable as _;

use crate::driver::Window;

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}
