//! Dialogs over the window: files, exports, help, messages.

pub(super) mod branch;
pub(super) mod cases;
pub(super) mod columns;
pub(super) mod export;
pub(super) mod file;
pub(super) mod help;
pub(super) mod identification;
pub(super) mod notes;
pub(super) mod notice;
pub(super) mod pending_close;

/// Open dialogs.
#[derive(Default)]
pub(super) struct Dialogs {
    pub(super) palette: Option<super::command::palette::State>,
    pub(super) file: Option<file::State>,
    pub(super) branch: Option<branch::State>,
    pub(super) cases: Option<cases::State>,
    pub(super) columns: Option<columns::State>,
    /// Answer about the table that is being read.
    pub(super) answered_columns: Option<columns::State>,
    pub(super) export: Option<export::State>,
    pub(super) notes: Option<notes::State>,
    pub(super) what: Option<identification::State>,
    /// Action that waits for a decision on unsaved changes.
    pub(super) leaving: Option<pending_close::PendingClose>,
    pub(super) cheat_sheet: bool,
}
