//! The question about unsaved changes before a document is closed.

use egui::{Context, Key, Modal, ViewportCommand};

use crate::App;
use crate::documents::OpenDocument;

/// Action that waits for the question.
#[derive(Debug)]
pub(crate) enum PendingClose {
    /// To close the window.
    Quit,
    /// To close the document in front.
    Close,
}

/// Decision on the changes.
#[derive(Clone, Copy)]
enum Answer {
    Save,
    Discard,
    Stay,
}

impl App {
    /// Keeps the window open while any document has unsaved changes.
    pub(crate) fn confirm_unsaved(&mut self, ctx: &Context) {
        if !ctx.input(|input| input.viewport().close_requested()) {
            return;
        }
        let lost = self.documents().position(OpenDocument::has_unsaved_changes);
        if let Some(index) = lost {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.show_document(index);
            self.dialogs.leaving = Some(PendingClose::Quit);
        }
    }

    /// Asks what to do with the changes.
    pub(crate) fn leaving_window(&mut self, ctx: &Context) {
        if self.dialogs.leaving.is_none() {
            return;
        }
        let mut answer = None;
        let shown = Modal::new(egui::Id::unique("leaving")).show(ctx, |ui| {
            ui.set_max_width(420.0);
            ui.heading("Save the changes?");
            ui.label(format!(
                "“{}” has changes that are in no file.",
                self.front.shared.document.name()
            ));
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let accent = ui.visuals().selection.bg_fill;
                let save = egui::Button::new("Save").fill(accent);
                if ui.add(save).clicked() {
                    answer = Some(Answer::Save);
                }
                if ui.button("Discard changes").clicked() {
                    answer = Some(Answer::Discard);
                }
                if ui.button("Keep editing").clicked() {
                    answer = Some(Answer::Stay);
                }
            });
        });
        if shown.should_close() || ctx.input(|input| input.key_pressed(Key::Escape)) {
            answer = Some(Answer::Stay);
        }
        if let Some(answer) = answer
            && let Some(leaving) = self.dialogs.leaving.take()
        {
            self.answer(answer, leaving, ctx);
        }
    }

    fn answer(&mut self, answer: Answer, leaving: PendingClose, ctx: &Context) {
        match answer {
            Answer::Stay => {
                for document in self.documents_mut() {
                    document.changes_discarded = false;
                }
                return;
            }
            // Without a file of its own, the path is asked first.
            Answer::Save if !self.save_scenario() => return,
            Answer::Save => {}
            Answer::Discard => self.front.changes_discarded = true,
        }
        match leaving {
            PendingClose::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            PendingClose::Close => self.discard_document(self.background.front_index),
        }
    }
}

impl OpenDocument {
    /// Whether it has unsaved changes that were not given up.
    fn has_unsaved_changes(&self) -> bool {
        self.shared.document.is_modified() && !self.changes_discarded
    }
}
