//! What has changed and no file has is asked about before another document takes its place.

use std::path::PathBuf;

use egui::{Context, Key, Modal, ViewportCommand};

use crate::desktop::App;
use crate::desktop::start_page::scene_of;

/// What was wanted when there was something to lose.
#[derive(Debug)]
pub(in crate::desktop) enum Leaving {
    /// To close the window.
    Quit,
    /// To open a file.
    File(PathBuf),
    /// To open a built-in example.
    Example(usize),
    /// To see the point of one.
    Scene(usize),
}

/// What is to become of the changes.
#[derive(Clone, Copy)]
enum Answer {
    Save,
    Discard,
    Stay,
}

impl App {
    /// Opens `path`, once nothing is lost by that.
    pub(in crate::desktop) fn open_file(&mut self, path: PathBuf) {
        self.leave(Leaving::File(path));
    }

    /// Opens a built-in example, once nothing is lost by that.
    pub(in crate::desktop) fn open_example(&mut self, position: usize) {
        self.leave(Leaving::Example(position));
    }

    /// Opens a built-in example in the pane that makes its point, once nothing is lost by that.
    pub(in crate::desktop) fn open_scene(&mut self, position: usize) {
        self.leave(Leaving::Scene(position));
    }

    fn leave(&mut self, leaving: Leaving) {
        match self.shared.document.is_modified() {
            true => self.dialogs.leaving = Some(leaving),
            false => self.go(leaving),
        }
    }

    fn go(&mut self, leaving: Leaving) {
        match leaving {
            // The window closes when it is asked to again.
            Leaving::Quit => {}
            Leaving::File(path) => self.read_file(path),
            Leaving::Example(position) => self.read_example(position),
            Leaving::Scene(position) => {
                self.read_example(position);
                self.scene = scene_of(position);
            }
        }
    }

    /// Keeps the window open while there is something to lose.
    pub(in crate::desktop) fn hold_the_door(&mut self, ctx: &Context) {
        let closes = ctx.input(|input| input.viewport().close_requested());
        if closes && self.shared.document.is_modified() && !self.dialogs.may_close {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.dialogs.leaving = Some(Leaving::Quit);
        }
    }

    /// Asks what is to become of the changes.
    pub(in crate::desktop) fn leaving_window(&mut self, ctx: &Context) {
        if self.dialogs.leaving.is_none() {
            return;
        }
        let mut answer = None;
        let shown = Modal::new(egui::Id::unique("leaving")).show(ctx, |ui| {
            ui.set_max_width(420.0);
            ui.heading("Save the changes?");
            ui.label(format!(
                "“{}” has changes that are in no file.",
                self.shared.document.name()
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

    fn answer(&mut self, answer: Answer, leaving: Leaving, ctx: &Context) {
        match answer {
            Answer::Stay => return,
            // Without a file of its own, where to is asked first.
            Answer::Save if !self.save_scenario() => return,
            Answer::Save | Answer::Discard => {}
        }
        if matches!(leaving, Leaving::Quit) {
            self.dialogs.may_close = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        self.go(leaving);
    }
}
