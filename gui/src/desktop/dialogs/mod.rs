//! What opens over the window: files, exports, help, messages.

pub(super) mod branch;
pub(super) mod columns;
pub(super) mod export;
pub(super) mod file;
pub(super) mod help;
pub(super) mod leaving;
pub(super) mod notes;
pub(super) mod notice;
pub(super) mod what;

/// Which of them are open.
#[derive(Default)]
pub(super) struct Dialogs {
    pub(super) palette: Option<super::command::palette::State>,
    pub(super) file: Option<file::State>,
    pub(super) branch: Option<branch::State>,
    pub(super) columns: Option<columns::State>,
    /// What was answered of the table that is being read.
    pub(super) asked_columns: Option<columns::State>,
    pub(super) export: Option<export::State>,
    pub(super) notes: Option<notes::State>,
    pub(super) what: Option<what::State>,
    /// What waits for an answer, as there are changes that would be lost.
    pub(super) leaving: Option<leaving::Leaving>,
    pub(super) cheat_sheet: bool,
}
