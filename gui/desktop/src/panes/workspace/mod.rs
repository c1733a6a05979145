//! Workspaces: the panes that an experiment fills, and their layout for its family.

pub(super) mod low;

use std::collections::{BTreeMap, BTreeSet};

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::family;
use crate::family::room::Room;
use crate::family::{placement, queue};
use crate::shared::pane::Pane;
use laboratory::scenario::{Machine, Scenario};

/// Returns the room whose layout `scenario` has: that of the first of its policies that has panes
/// of its own.
pub(crate) fn room_for(scenario: &Scenario) -> &'static Room {
    if matches!(scenario.machine, Machine::Servers(_)) {
        return &placement::ROOM;
    }
    let rooms = scenario.all_policies().map(family::room_of);
    let mut own = rooms.filter(|room| !room.above.is_empty() || !room.below.is_empty());
    own.next().unwrap_or(&queue::ROOM)
}

/// Share of the height that the charts have, alone or with panes of a family below.
const SHARES: [f32; 2] = [0.76, 0.6];

/// Returns the layout: charts above, the comparison below on the left, the family's own panes
/// beside it; every pane is somewhere.
fn layout(room: &Room) -> Tree<Pane> {
    let above = [&[Pane::Schedule], room.above].concat();
    let front = [
        above.as_slice(),
        &[Pane::Compare, Pane::Instant, Pane::Predictions],
        room.below,
    ];
    let named = |pane: &Pane| front.iter().any(|panes| panes.contains(pane));
    let mut tiles = Tiles::default();
    let mut tabs = |group: usize| {
        let others = Pane::ALL
            .into_iter()
            .filter(|pane| group == 0 && !named(pane));
        let panes = front[group].iter().copied().chain(others);
        let children: Vec<TileId> = panes.map(|pane| tiles.insert_pane(pane)).collect();
        (!children.is_empty()).then(|| tiles.insert_tab_tile(children))
    };
    let (above, left, right) = (tabs(0), tabs(1), tabs(2));
    let below = match (left, right) {
        (Some(left), Some(right)) => {
            let both = linear(LinearDir::Horizontal, left, 0.6, right);
            Some(tiles.insert_container(both))
        }
        (left, right) => left.or(right),
    };
    let root = match (above, below) {
        (Some(above), Some(below)) => {
            let share = SHARES[usize::from(right.is_some())];
            let all = linear(LinearDir::Vertical, above, share, below);
            tiles.insert_container(all)
        }
        (above, below) => above
            .or(below)
            .unwrap_or_else(|| tiles.insert_tab_tile(Vec::new())),
    };
    Tree::new(egui::Id::unique(("panes", room.family.title)), root, tiles)
}

fn linear(dir: LinearDir, first: TileId, share: f32, second: TileId) -> Linear {
    Linear::new_binary(dir, [first, second], share)
}

/// Room whose layout is shown.
#[derive(Clone, Copy)]
struct Present(&'static Room);

impl Default for Present {
    fn default() -> Self {
        Self(&queue::ROOM)
    }
}

/// Layout of the panes: each workspace as the user has arranged it.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Desk {
    /// Layouts by the titles of families.
    trees: BTreeMap<String, Tree<Pane>>,
    #[serde(skip)]
    room: Present,
    /// Panes shown on demand, whatever the experiment fills.
    #[serde(skip)]
    on_demand: BTreeSet<Pane>,
    /// Panes to bring to the front once panes are not being drawn.
    #[serde(skip)]
    waiting: Vec<Pane>,
}

impl Desk {
    /// Returns the room whose layout is shown.
    pub(crate) fn room(&self) -> &'static Room {
        self.room.0
    }

    /// Switches to the workspace of `scenario`.
    pub(crate) fn open(&mut self, scenario: &Scenario) {
        self.room = Present(room_for(scenario));
        self.on_demand.clear();
    }

    /// Returns the present layout.
    pub(crate) fn tree(&mut self) -> &mut Tree<Pane> {
        let room = self.room.0;
        let tree = self.trees.entry(room.family.title.to_owned());
        tree.or_insert_with(|| layout(room))
    }

    /// Brings `pane` to the front of its tabs; from now on it is there.
    pub(crate) fn show(&mut self, pane: Pane) {
        self.on_demand.insert(pane);
        let tree = self.tree();
        let Some(index) = tree.tiles.find_pane(&pane) else {
            return self.waiting.push(pane);
        };
        tree.set_visible(index, true);
        tree.make_active(|_, tile| matches!(tile, Tile::Pane(found) if *found == pane));
    }

    /// Returns the panes that are in front of their tabs, drawn yet or not.
    pub(crate) fn panes_in_front(&mut self) -> Vec<Pane> {
        let tiles = &self.tree().tiles;
        let active = tiles.tiles().filter_map(|tile| match tile {
            Tile::Container(Container::Tabs(tabs)) => tiles.get(tabs.active?),
            _ => None,
        });
        let panes = active.filter_map(|tile| match tile {
            Tile::Pane(pane) => Some(*pane),
            Tile::Container(_) => None,
        });
        panes.collect::<BTreeSet<Pane>>().into_iter().collect()
    }

    /// Brings these panes to the front of their tabs, and of other tabs the first.
    pub(crate) fn bring_to_front(&mut self, panes: &[Pane]) {
        let tree = self.tree();
        for tile in tree.tiles.tiles_mut() {
            if let Tile::Container(Container::Tabs(tabs)) = tile {
                tabs.active = None;
            }
        }
        for pane in panes {
            tree.make_active(|_, tile| matches!(tile, Tile::Pane(found) if found == pane));
        }
    }

    /// Takes the panes that are shown on demand.
    pub(crate) fn take_on_demand(&mut self) -> BTreeSet<Pane> {
        std::mem::take(&mut self.on_demand)
    }

    /// Shows these on demand.
    pub(crate) fn set_on_demand(&mut self, panes: BTreeSet<Pane>) {
        self.on_demand = panes;
    }

    /// Returns the panes that are in sight, from the top on.
    pub(crate) fn visible_panes(&mut self) -> Vec<Pane> {
        let tree = self.tree();
        let active = tree.active_tiles().into_iter();
        let panes = active.filter_map(|id| match tree.tiles.get(id) {
            Some(Tile::Pane(pane)) => Some(*pane),
            _ => None,
        });
        panes.collect()
    }

    /// Takes the layout to draw the panes, which may request one another, and its room.
    pub(crate) fn take(&mut self) -> (&'static Room, Tree<Pane>) {
        let tree = self.tree();
        let id = tree.id();
        let tree = std::mem::replace(tree, Tree::empty(id));
        (self.room.0, tree)
    }

    /// Puts the layout back, whatever has been opened meanwhile.
    pub(crate) fn put_back(&mut self, (room, tree): (&'static Room, Tree<Pane>)) {
        self.trees.insert(room.family.title.to_owned(), tree);
        for pane in std::mem::take(&mut self.waiting) {
            self.show(pane);
        }
    }

    /// Restores the default layout of this workspace.
    pub(crate) fn reset(&mut self) {
        self.trees.remove(self.room.0.family.title);
        self.on_demand.clear();
    }

    /// Removes layouts that a file has damaged.
    pub(crate) fn mend(&mut self) {
        self.trees.retain(|_, tree| is_complete(tree));
    }

    /// Shows the panes to which `applies` holds, and those on demand.
    fn fill(&mut self, applies: impl Fn(Pane) -> bool) {
        let requested = std::mem::take(&mut self.on_demand);
        let tree = self.tree();
        for pane in Pane::ALL {
            if let Some(index) = tree.tiles.find_pane(&pane) {
                tree.set_visible(index, requested.contains(&pane) || applies(pane));
            }
        }
        self.on_demand = requested;
    }
}

/// Whether every pane can be reached in `tree`, which a file may have damaged.
fn is_complete(tree: &Tree<Pane>) -> bool {
    let Some(root) = tree.root() else {
        return false;
    };
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        match tree.tiles.get(id) {
            Some(Tile::Pane(pane)) => found.push(*pane),
            Some(Tile::Container(container)) if is_sound(container) => {
                open.extend(container.children().copied());
            }
            _ => return false,
        }
        if found.len() + open.len() > 2 * Pane::ALL.len() {
            return false;
        }
    }
    found.len() == Pane::ALL.len() && Pane::ALL.iter().all(|pane| found.contains(pane))
}

/// Whether the shares in `container` are numbers.
fn is_sound(container: &Container) -> bool {
    match container {
        Container::Linear(linear) => linear.shares.iter().all(|(_, share)| share.is_finite()),
        _ => true,
    }
}

impl App {
    /// Hides the panes that nothing in this experiment fills.
    pub(crate) fn fill_workspace(&mut self) {
        let filled: BTreeSet<Pane> = Pane::ALL
            .into_iter()
            .filter(|pane| self.front.panes.is_filled(*pane, &self.front.shared))
            .collect();
        self.settings.desk.fill(|pane| filled.contains(&pane));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::slicing;

    #[test]
    fn every_layout_has_every_pane_once() {
        for room in family::ALL {
            assert!(is_complete(&layout(room)), "{}", room.family.title);
        }
    }

    #[test]
    fn a_layout_without_a_pane_is_noticed() {
        let mut tree = layout(&queue::ROOM);
        let gone = tree.tiles.find_pane(&Pane::Jobs).unwrap();
        tree.remove_recursively(gone);
        assert!(!is_complete(&tree));
        assert!(!is_complete(&Tree::empty(egui::Id::unique("nothing"))));
    }

    #[test]
    fn a_damaged_layout_is_made_anew() {
        let mut desk = Desk::default();
        let gone = desk.tree().tiles.find_pane(&Pane::Jobs).unwrap();
        desk.tree().remove_recursively(gone);
        desk.mend();
        assert!(is_complete(desk.tree()));
    }

    #[test]
    fn a_layout_of_shares_that_are_no_numbers_is_noticed() {
        let tree = layout(&queue::ROOM);
        let text = ron::to_string(&tree).unwrap();
        let share = format!("{}", 2.0 * SHARES[0]);
        assert!(text.contains(&share), "{text}");
        for bad in ["NaN", "inf"] {
            let read: Tree<Pane> = ron::from_str(&text.replace(&share, bad)).unwrap();
            assert!(!is_complete(&read), "{bad}");
        }
    }

    /// Examples open in the workspace of their family.
    #[test]
    fn experiments_have_the_workspace_of_their_family() {
        let of = |title: &str| {
            let mut all = laboratory::load::examples::ALL.iter();
            let example = all.find(|example| example.title == title).unwrap();
            room_for(&laboratory::scenario::parse(example.text, None).unwrap())
                .family
                .title
        };
        assert_eq!(of("Backfill basics"), queue::ROOM.family.title);
        assert_eq!(
            of("Time slices that share memory"),
            slicing::ROOM.family.title
        );
        assert_eq!(
            of("Workflow on shared servers"),
            placement::ROOM.family.title
        );
    }
}
