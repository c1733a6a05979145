//! The page of the window without a document: an area to drop a file, recent files, a tour, lessons,
//! and examples with pictures.

mod banner;
mod card;
pub(super) mod gallery;
mod keys;
mod lessons;
mod pictures;
mod recent;
pub(super) mod scenes;
mod side;

use std::path::PathBuf;

use egui::{CentralPanel, Frame, Margin, ScrollArea, Ui};

use self::pictures::Pictures;
use super::App;
use super::command::Command;
use charts::colour::tokens::tokens;
use charts::look::strong;

/// State of the page between frames.
#[derive(Default)]
pub(super) struct State {
    /// Whether it is shown, in place of the panels and the panes.
    open: bool,
    /// Title of the family whose examples are shown; absent for all.
    shelf: Option<&'static str>,
    pictures: Pictures,
    /// Recent files that were looked for, and whether they are there.
    recent_files: Vec<(PathBuf, bool)>,
}

/// An action on the page.
enum StartAction {
    /// Performs a command that menus have, too.
    Command(Command),
    /// Opens a recent file.
    File(PathBuf),
    /// Removes a file from the list.
    Forget(PathBuf),
    /// Opens an example, by its index.
    Scene(usize),
    /// Goes back to the open document.
    Continue,
}

impl State {
    /// Closes the page; returns whether it was open.
    pub(super) fn close(&mut self) -> bool {
        self.pictures.stop();
        std::mem::take(&mut self.open)
    }
}

impl App {
    /// Whether the page is shown.
    pub(super) fn is_at_start(&self) -> bool {
        self.start_page.open
    }

    /// Shows the page from now on.
    pub(super) fn go_to_start(&mut self) {
        self.start_page.open = true;
        self.start_page.recent_files.clear();
    }

    /// Goes to the experiment, which is simulated if that has not been done.
    pub(super) fn leave_start(&mut self) {
        if !self.start_page.close() {
            return;
        }
        if self.front.shared.runs.entries.is_empty() && self.front.work.is_none() {
            self.front.simulate();
        }
    }

    /// Waits for the pictures, if the page is shown.
    pub(super) fn settle_start_page(&mut self) {
        if self.start_page.open {
            self.start_page.pictures.wait();
        }
    }

    /// Shows the page in all available room.
    pub(super) fn show_start_page(&mut self, ui: &mut Ui) {
        let mut requested = None;
        if !self.is_narrow() {
            self.start_side(ui, &mut requested);
        }
        let canvas = tokens(ui.visuals().dark_mode).canvas;
        let frame = Frame::new().fill(canvas);
        CentralPanel::default().frame(frame).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let wide = ui.available_width() > 700.0;
                let side = if wide { 36 } else { 16 };
                let margin = Margin::symmetric(side, 24);
                Frame::new().inner_margin(margin).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    if self.is_narrow() {
                        self.open_and_recent(ui, &mut requested);
                        ui.add_space(20.0);
                    }
                    banner::show(ui, &mut requested);
                    ui.add_space(20.0);
                    lessons::show(ui, &self.settings, &mut requested);
                    ui.add_space(20.0);
                    self.gallery(ui, &mut requested);
                });
            });
        });
        if let Some(requested) = requested {
            self.perform_at_start(requested);
            ui.ctx().request_repaint();
        }
    }

    fn perform_at_start(&mut self, requested: StartAction) {
        match requested {
            StartAction::Command(command) => self.commands.push(command),
            StartAction::File(path) => self.open_file(path),
            StartAction::Forget(path) => {
                self.settings.recent.retain(|known| *known != path);
            }
            StartAction::Scene(index) => self.open_scene(index),
            StartAction::Continue => self.leave_start(),
        }
    }
}

/// Shows the heading of a part.
fn heading(ui: &mut Ui, words: &str) {
    ui.label(strong(words));
    ui.add_space(4.0);
}
