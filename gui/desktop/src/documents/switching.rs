//! Switching between documents, and closing one.

use super::{OpenDocument, PaneRequest};
use crate::dialogs::Dialogs;
use crate::dialogs::pending_close::PendingClose;
use crate::panels::sides::Side;
use crate::{App, first_document};

/// Documents that are not in front.
#[derive(Default)]
pub(crate) struct BackgroundDocuments {
    /// Documents in the order of their tabs.
    pub(crate) documents: Vec<OpenDocument>,
    /// Number of them whose tabs come before that of the one in front.
    pub(crate) front_index: usize,
    /// Number of switches so far.
    turns: u64,
}

impl App {
    /// Iterates over all documents, in the order of their tabs.
    pub(crate) fn documents(&self) -> impl Iterator<Item = &OpenDocument> {
        let (before, after) = self
            .background
            .documents
            .split_at(self.background.front_index);
        before.iter().chain([&self.front]).chain(after)
    }

    /// Iterates over all documents mutably, in no order.
    pub(crate) fn documents_mut(&mut self) -> impl Iterator<Item = &mut OpenDocument> {
        let others = self.background.documents.iter_mut();
        others.chain([&mut self.front])
    }

    /// Brings the document of the tab at `index` to the front; simulates it only if it never was,
    /// or has been released.
    pub(crate) fn show_document(&mut self, index: usize) {
        let before = self.background.front_index;
        if index == before || index > self.background.documents.len() {
            return;
        }
        self.leave_front();
        let documents = &mut self.background.documents;
        let next = documents.remove(if index > before { index - 1 } else { index });
        let left = std::mem::replace(&mut self.front, next);
        documents.insert(if index > before { before } else { before - 1 }, left);
        self.background.front_index = index;
        self.come_to_front();
    }

    /// Goes to the next or the previous document, cyclically.
    pub(crate) fn show_neighbour(&mut self, forward: bool) {
        let count = self.background.documents.len() + 1;
        let step = if forward { 1 } else { count - 1 };
        self.show_document((self.background.front_index + step) % count);
    }

    /// Closes the document of the tab at `index`, once no changes are lost.
    pub(crate) fn close_document(&mut self, index: usize) {
        let is_modified = self
            .documents()
            .nth(index)
            .is_some_and(|document| document.shared.document.is_modified());
        if is_modified {
            // The document in question is shown.
            self.show_document(index);
            self.dialogs.leaving = Some(PendingClose::Close);
        } else {
            self.discard_document(index);
        }
    }

    /// Closes the document of the tab at `index` with all unsaved changes.
    pub(crate) fn discard_document(&mut self, index: usize) {
        let count = self.background.documents.len() + 1;
        if index >= count {
            return;
        }
        if count == 1 {
            let mut closed = std::mem::replace(
                &mut self.front,
                OpenDocument::placeholder(first_document().0),
            );
            closed.stop();
            self.come_to_front();
            return self.go_to_start();
        }
        if index == self.background.front_index {
            self.show_document(if index + 1 < count {
                index + 1
            } else {
                index - 1
            });
        }
        let before = self.background.front_index;
        let mut closed =
            self.background
                .documents
                .remove(if index > before { index - 1 } else { index });
        closed.stop();
        if index < before {
            self.background.front_index -= 1;
        }
    }

    /// Prepares for another document to come to the front.
    pub(super) fn leave_front(&mut self) {
        self.front.shared.replay.playing = false;
        self.note_panes();
        self.front.on_demand = self.settings.desk.take_on_demand();
        // Dialogs are about the document in front.
        self.dialogs = Dialogs {
            cheat_sheet: self.dialogs.cheat_sheet,
            ..Dialogs::default()
        };
    }

    /// Notes which panes are in front for the document, unless it has not been looked at yet.
    pub(crate) fn note_panes(&mut self) {
        if self.front.unread_session.is_none() {
            self.front.in_front = self.settings.desk.panes_in_front();
        }
    }

    /// Completes the switch to another document.
    pub(crate) fn come_to_front(&mut self) {
        self.background.turns += 1;
        self.front.last_turn = self.background.turns;
        self.settings
            .desk
            .open(&self.front.shared.document.scenario);
        self.settings
            .desk
            .set_on_demand(std::mem::take(&mut self.front.on_demand));
        self.settings.desk.bring_to_front(&self.front.in_front);
        let front = &mut self.front;
        if std::mem::take(&mut front.was_released) {
            let name = front.shared.document.name();
            front.notices.add_line(format!(
                "The runs of {name} were released to save memory, and are simulated again"
            ));
        } else if front.unread_session.is_some() {
            front.reread();
        }
        front.restore();
        self.bound_memory();
    }

    /// Shows what the document in front asks to be shown.
    pub(crate) fn show_requested(&mut self) {
        let PaneRequest {
            panes,
            inspector,
            columns,
        } = std::mem::take(&mut self.front.requests);
        for pane in panes {
            self.settings.desk.show(pane);
        }
        if inspector {
            self.bring(Side::Inspector);
        }
        if let Some((path, problem)) = columns
            && !self.open_cases(&path, true, &problem)
            && !self.open_columns(&path, true, &problem)
        {
            self.front.notices.fault_of_file(&path, problem);
        }
    }
}
