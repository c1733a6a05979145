//! The gallery: examples in rows, by family, and above them the banner of the tour.

use std::sync::LazyLock;

use egui::{RichText, Ui, vec2};

use super::card::{self, CardText};
use super::scenes::{ALL, Scene};
use super::{StartAction, State};
use crate::App;
use crate::family::room::Room;
use crate::panes::workspace::room_for;
use charts::look::strong;
use laboratory::load::examples;
use laboratory::scenario;

/// Widths of a card, and gap between cards.
const WIDTHS: [f32; 2] = [286.0, 400.0];
/// Most cards in a row.
const MOST: f32 = 5.0;
const APART: f32 = 20.0;

impl App {
    /// Shows the examples.
    pub(super) fn gallery(&mut self, ui: &mut Ui, requested: &mut Option<StartAction>) {
        let state = &mut self.start_page;
        if state.pictures.poll() {
            ui.ctx().request_repaint_after_secs(0.05);
        }
        let shelves = shelves();
        chips(ui, state, shelves);
        ui.add_space(12.0);
        let shown: Vec<(usize, &Scene, &str)> = ALL
            .iter()
            .enumerate()
            .zip(shelves)
            .filter(|(_, shelf)| state.shelf.is_none_or(|chosen| chosen == **shelf))
            .map(|((index, scene), shelf)| (index, scene, *shelf))
            .collect();
        let room = ui.available_width();
        let columns = ((room + APART) / (WIDTHS[0] + APART))
            .floor()
            .clamp(1.0, MOST);
        let width = ((room + APART) / columns - APART).min(WIDTHS[1]).floor();
        for row in shown.chunks(columns as usize) {
            if let Some(scene) = cards(ui, state, row, width) {
                *requested = Some(StartAction::Scene(scene));
            }
            ui.add_space(APART);
        }
    }
}

/// Returns the room of the family whose workspace the example of `scene` has.
fn room_of(scene: &Scene) -> Option<&'static Room> {
    let parsed = scenario::parse(examples::ALL[scene.index()?].text, None);
    Some(room_for(&parsed.ok()?))
}

/// Returns the shelves of all examples, in the order of the gallery: the names of their families on
/// cards.
fn shelves() -> &'static [&'static str] {
    // Each example is read to find its family.
    static ALL_OF_THEM: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let shelf = |scene: &Scene| room_of(scene).map_or("", |room| room.shelf);
        ALL.iter().map(shelf).collect()
    });
    &ALL_OF_THEM
}

/// Returns the names of the shelves, in the order of the gallery.
fn names() -> Vec<&'static str> {
    let mut names = shelves().to_vec();
    // Examples of a family stand side by side.
    names.dedup();
    names
}

/// Returns the examples of each family, by their indices, in the order of the gallery.
pub(crate) fn by_family() -> Vec<(&'static str, Vec<usize>)> {
    let of = |title: &str| {
        let shown = ALL.iter().zip(shelves());
        let own = shown.filter(|(_, shelf)| **shelf == title);
        own.filter_map(|(scene, _)| scene.index()).collect()
    };
    let names = names().into_iter();
    names.map(|name| (name, of(name))).collect()
}

/// Shows the families to choose from, one pressed.
fn chips(ui: &mut Ui, state: &mut State, shelves: &[&str]) {
    ui.horizontal_wrapped(|ui| {
        ui.label(strong("Examples").size(15.0));
        ui.add_space(16.0);
        let all = [None].into_iter();
        for chosen in all.chain(names().into_iter().map(Some)) {
            let text = chosen.unwrap_or("All");
            let chip = egui::Button::selectable(state.shelf == chosen, text)
                .corner_radius(12)
                .min_size(vec2(0.0, 24.0));
            let chip = ui.add(chip.frame_when_inactive(true));
            let name = match chosen {
                Some(title) => format!("Examples: {title}"),
                None => "All examples".to_owned(),
            };
            if chip.accessible_name(name).clicked() {
                state.shelf = chosen;
            }
        }
        let count = match state.shelf {
            Some(chosen) => shelves.iter().filter(|shelf| **shelf == chosen).count(),
            None => shelves.len(),
        };
        ui.label(RichText::new(format!("{count} examples")).weak());
    });
}

/// Shows a row of cards; returns the index of the clicked example.
fn cards(
    ui: &mut Ui,
    state: &State,
    row: &[(usize, &'static Scene, &'static str)],
    width: f32,
) -> Option<usize> {
    let mut clicked = None;
    let words: Vec<(usize, usize, CardText)> = row
        .iter()
        .filter_map(|&(index, scene, shelf)| {
            let example = scene.index()?;
            let title = examples::ALL[example].title;
            let words = CardText::new(ui, scene, [title, shelf], width);
            Some((index, example, words))
        })
        .collect();
    let heights = words.iter().map(|(.., words)| words.height());
    let height = heights.fold(0.0, f32::max);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = APART;
        for (index, example, words) in &words {
            let small = state.pictures.of(*index);
            if card::show(ui, vec2(width, height), words, small).clicked() {
                clicked = Some(*example);
            }
        }
    });
    clicked
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_family_has_two_examples_at_least_and_every_example_a_card() {
        let (shelves, names) = (shelves(), names());
        for name in &names {
            let count = shelves.iter().filter(|shelf| *shelf == name).count();
            assert!(count >= 2, "{name}: {count}");
        }
        let mut places: Vec<_> = ALL.iter().filter_map(Scene::index).collect();
        places.sort_unstable();
        let all: Vec<usize> = (0..examples::ALL.len()).collect();
        assert_eq!(places, all);
        // Each family has its examples side by side, and a name for its cards.
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
        assert!(!distinct.contains(""), "{names:?}");
    }

    #[test]
    fn every_shelf_has_examples() {
        for room in crate::family::ALL {
            let has_shelf = !room.shelf.is_empty();
            assert!(
                !has_shelf || names().contains(&room.shelf),
                "{}",
                room.shelf
            );
        }
    }
}
