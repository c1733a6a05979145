//! Submenus: panes by topic, examples by family, selections of jobs, the replay.

use egui::{RichText, Ui};

use super::menu::scrolled;
use crate::documents::OpenDocument;
use crate::family;
use crate::lessons;
use crate::shared::pane::Pane;
use crate::start_page::gallery;
use crate::{App, Command};
use laboratory::load::examples;

pub(super) const EXAMPLES: &str = "Examples";
pub(super) const SELECTION: &str = "Selection";
pub(super) const REPLAY: &str = "Replay";
pub(super) const TAKE_AWAY: &str = "Take away";
pub(super) const LESSONS: &str = "Lessons";
pub(super) const THEME: &str = "Theme";
/// Group of panes that are in no other group and belong to no family.
const OTHERS: &str = "Other panes";

/// Returns the group of `pane`: its family, if it is one family's own.
pub(super) fn group_of(pane: Pane) -> &'static str {
    let mut rooms = family::ALL.iter();
    let of_family = || {
        rooms
            .find(|room| room.has(pane))
            .map(|room| room.family.title)
    };
    let title = pane.facts().topic.or_else(of_family);
    title.unwrap_or(OTHERS)
}

impl App {
    /// Shows the submenu of that title, unless none of its entries has content.
    pub(super) fn submenu(&mut self, ui: &mut Ui, title: &'static str) {
        if title == EXAMPLES {
            return self.examples_menu(ui);
        }
        let listed = Command::all()
            .into_iter()
            .filter(|command| command.row().submenu == Some(title));
        let commands: Vec<(Command, bool)> = listed
            .map(|command| (command, self.front.has_content(command)))
            .collect();
        if commands.iter().all(|(_, has_content)| !has_content) {
            return;
        }
        ui.menu_button(title, |ui| {
            ui.set_min_width(200.0);
            scrolled(ui, |ui| {
                for (command, has_content) in commands {
                    let text = match command {
                        Command::Show(pane) => pane.name().to_owned(),
                        Command::Lesson(index) if lessons::is_finished(&self.settings, index) => {
                            format!("✔ {}", command.text())
                        }
                        _ => command.text(),
                    };
                    let text = if has_content {
                        RichText::new(text)
                    } else {
                        RichText::new(format!("{text} (empty)")).weak()
                    };
                    self.entry(ui, command, text);
                }
            });
        });
    }

    /// Shows the examples, by their family.
    pub(super) fn examples_menu(&mut self, ui: &mut Ui) {
        ui.menu_button(EXAMPLES, |ui| {
            for (family, positions) in gallery::by_family() {
                ui.menu_button(family, |ui| {
                    scrolled(ui, |ui| {
                        for position in positions {
                            let title = examples::ALL[position].title;
                            self.entry(ui, Command::Example(position), title.into());
                        }
                    });
                });
            }
        });
    }
}

impl OpenDocument {
    /// Whether `command` would show something now.
    fn has_content(&self, command: Command) -> bool {
        match command {
            Command::Show(pane) => self.panes.has_content(pane, &self.shared),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pane_is_in_one_group() {
        for pane in Pane::ALL {
            let rooms = family::ALL.iter().filter(|room| room.has(pane));
            let topics = usize::from(pane.facts().topic.is_some());
            assert_eq!(topics + rooms.count(), 1, "{pane:?}");
        }
    }

    #[test]
    fn every_example_is_listed_once() {
        let mut all: Vec<usize> = gallery::by_family()
            .into_iter()
            .flat_map(|(_, positions)| positions)
            .collect();
        all.sort_unstable();
        let expected: Vec<usize> = (0..examples::ALL.len()).collect();
        assert_eq!(all, expected);
    }
}
