//! Rows of the commands, from their table.

use std::sync::LazyLock;

use egui::{Key, KeyboardShortcut, Modifiers, ThemePreference};

use super::name::Command;
use super::palette;
use super::row::Menu::{Edit, File, Help, Run, View};
use super::row::{Row, row, rows, shifted, with_alt};
use super::submenu::{self, EXAMPLES, LESSONS, REPLAY, SELECTION, TAKE_AWAY, THEME};
use super::table::with_commands;
use crate::App;
use crate::dialogs::export::item::ExportItem;
use crate::dialogs::file::Purpose;
use crate::dialogs::{branch, export, identification, notes};
use crate::lessons;
use crate::panels::sides::Side;
use crate::settings::theme;
use crate::shared::pane::{Pane, control, plain};
use crate::shared::replay::Replay;
use crate::shared::scope::Scopes;
use charts::gantt::WHY_IDLE;
use laboratory::load::{examples, formats};
use laboratory::metrics::select::Scope;

static OPEN: LazyLock<String> = LazyLock::new(|| format!("Open {}", formats::singular_list()));

fn has_runs(app: &App) -> bool {
    !app.front.shared.runs.entries.is_empty()
}

fn has_current_run(app: &App) -> bool {
    app.front.shared.runs.current().is_some()
}

fn has_others(app: &App) -> bool {
    !app.background.documents.is_empty()
}

with_commands!(rows);

fn example_text(index: usize) -> String {
    let title = examples::ALL.get(index).map_or("", |example| example.title);
    format!("Example: {title}")
}
