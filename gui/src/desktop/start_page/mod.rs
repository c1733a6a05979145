//! What the window shows when nothing is open: a place to drop a file, what was open lately, a
//! tour, and examples with pictures.

mod banner;
mod card;
pub(super) mod gallery;
mod keys;
mod pictures;
mod recent;
mod scenes;
mod side;

use std::path::PathBuf;

use egui::{CentralPanel, Frame, Margin, ScrollArea, Ui};

use self::pictures::Pictures;
pub(super) use self::scenes::{Scene, scene_of};
use super::App;
use super::command::Command;
use crate::draw::colour::tokens::tokens;
use crate::draw::look::strong;

/// What the page keeps between frames.
#[derive(Default)]
pub(super) struct State {
    /// Whether it is shown, in the place of the panels and the panes.
    open: bool,
    /// The title of the family whose examples are shown; all if there is none.
    shelf: Option<&'static str>,
    pictures: Pictures,
    /// The recent files that were looked for, and whether they are there.
    found: Vec<(PathBuf, bool)>,
}

/// What is asked for on the page.
enum Asked {
    /// A command that menus have, too.
    Command(Command),
    /// A recent file.
    File(PathBuf),
    /// Leaving a file out of the list.
    Forget(PathBuf),
    /// An example, by its place.
    Scene(usize),
    /// Going back to what is open.
    Continue,
}

impl State {
    /// Does not show the page any more; returns whether it was shown.
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
        self.start_page.found.clear();
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

    /// Goes to what a command is about, if that is not on the page.
    pub(super) fn leave_start_for(&mut self, command: Command) {
        use Command as C;
        let stays = matches!(
            command,
            C::Open
                | C::Example(_)
                | C::Save
                | C::SaveAs
                | C::Quit
                | C::Palette
                | C::Cancel
                | C::RerunOnChange
                | C::Undo
                | C::Redo
                | C::ForgetOthers
                | C::Theme
                | C::CheatSheet
                | C::StartPage
                | C::Tour
                | C::WhatIsThis
        );
        if !stays {
            self.leave_start();
        }
    }

    /// Shows the page in all the room there is.
    pub(super) fn show_start_page(&mut self, ui: &mut Ui) {
        let mut asked = None;
        self.start_side(ui, &mut asked);
        let canvas = tokens(ui.visuals().dark_mode).canvas;
        let frame = Frame::new().fill(canvas);
        CentralPanel::default().frame(frame).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let wide = ui.available_width() > 700.0;
                let side = if wide { 36 } else { 16 };
                let margin = Margin::symmetric(side, 24);
                Frame::new().inner_margin(margin).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    banner::show(ui, &mut asked);
                    ui.add_space(20.0);
                    self.gallery(ui, &mut asked);
                });
            });
        });
        if let Some(asked) = asked {
            self.grant_at_start(asked);
            ui.ctx().request_repaint();
        }
    }

    fn grant_at_start(&mut self, asked: Asked) {
        match asked {
            Asked::Command(command) => self.commands.push(command),
            Asked::File(path) => self.open_file(path),
            Asked::Forget(path) => {
                self.settings.recent.retain(|known| *known != path);
            }
            Asked::Scene(place) => self.open_scene(place),
            Asked::Continue => self.leave_start(),
        }
    }
}

/// The heading of a part.
fn heading(ui: &mut Ui, words: &str) {
    ui.label(strong(words));
    ui.add_space(4.0);
}
