//! The panes in the middle of the window and how they are arranged.

pub(super) mod compare;
pub(super) mod gantt;
pub(super) mod jobs;
pub(super) mod plots;
pub(super) mod replay;
pub(super) mod text;
pub(super) mod timeline;

use egui::{Key, KeyboardShortcut, Modifiers, Ui, WidgetText};
use egui_tiles::{
    Behavior, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree, UiResponse,
};
use serde::{Deserialize, Serialize};

use super::App;

/// A pane in the middle of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Pane {
    /// Who runs where and when.
    Gantt,
    /// Nodes busy over time.
    Utilisation,
    /// Jobs waiting over time.
    Queue,
    /// Distribution of waits.
    Wait,
    /// Distribution of bounded slowdowns.
    Slowdown,
    /// Bounded slowdown against the size of jobs.
    SlowdownBySize,
    /// Metrics of all runs.
    Compare,
    /// Every job of a run.
    Jobs,
    /// The scenario as text.
    Scenario,
    /// What is resident on which node when.
    Memory,
    /// What loading and swapping cost over time.
    Overhead,
    /// Short, medium and long jobs.
    Classes,
    /// Which jobs follow which.
    Workflow,
    /// How busy each server is over time.
    Servers,
    /// Experiments of papers, run again.
    Studies,
    /// Who has which place in the matrix of jobs that take turns.
    Matrix,
    /// Processors of moldable jobs over time.
    Sizes,
    /// Response against missed deadlines.
    Deadlines,
    /// Windows of slots on priced nodes.
    Slots,
}

impl Pane {
    /// Every pane, in the order of its keys.
    pub const ALL: [Self; 19] = [
        Self::Gantt,
        Self::Utilisation,
        Self::Queue,
        Self::Wait,
        Self::Slowdown,
        Self::SlowdownBySize,
        Self::Compare,
        Self::Jobs,
        Self::Scenario,
        Self::Memory,
        Self::Overhead,
        Self::Classes,
        Self::Workflow,
        Self::Servers,
        Self::Studies,
        Self::Matrix,
        Self::Sizes,
        Self::Deadlines,
        Self::Slots,
    ];

    /// What its tab says.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Gantt => "Gantt",
            Self::Utilisation => "Utilisation",
            Self::Queue => "Queue",
            Self::Wait => "Wait",
            Self::Slowdown => "Slowdown",
            Self::SlowdownBySize => "By size",
            Self::Compare => "Compare",
            Self::Jobs => "Jobs",
            Self::Scenario => "Scenario text",
            Self::Memory => "Memory",
            Self::Overhead => "Overhead",
            Self::Classes => "Classes",
            Self::Workflow => "Workflow",
            Self::Servers => "Servers",
            Self::Studies => "Studies",
            Self::Matrix => "Matrix",
            Self::Sizes => "Sizes",
            Self::Deadlines => "Deadlines",
            Self::Slots => "Slots",
        }
    }

    /// What it is called away from its neighbours, where a tab's title is too short.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SlowdownBySize => "Slowdown by size",
            other => other.title(),
        }
    }

    /// The key that brings it to the front.
    pub const fn shortcut(self) -> &'static [KeyboardShortcut] {
        const fn control(key: Key) -> KeyboardShortcut {
            KeyboardShortcut::new(Modifiers::COMMAND, key)
        }
        match self {
            Self::Gantt => &const { [control(Key::Num1)] },
            Self::Utilisation => &const { [control(Key::Num2)] },
            Self::Queue => &const { [control(Key::Num3)] },
            Self::Wait => &const { [control(Key::Num4)] },
            Self::Slowdown => &const { [control(Key::Num5)] },
            Self::SlowdownBySize => &const { [control(Key::Num6)] },
            Self::Compare => &const { [control(Key::Num7)] },
            Self::Jobs => &const { [control(Key::Num8)] },
            Self::Scenario => &const { [control(Key::Num9)] },
            // Ctrl+0 undoes the scaling of the window.
            Self::Memory => &const { [KeyboardShortcut::new(Modifiers::NONE, Key::M)] },
            Self::Workflow => &const { [KeyboardShortcut::new(Modifiers::NONE, Key::W)] },
            Self::Matrix => &const { [KeyboardShortcut::new(Modifiers::NONE, Key::X)] },
            Self::Overhead
            | Self::Classes
            | Self::Servers
            | Self::Studies
            | Self::Sizes
            | Self::Deadlines
            | Self::Slots => &[],
        }
    }
}

/// The Gantt chart above; plots below on the left, tables on the right.
pub(super) fn first_layout() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| {
        let children = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
        tiles.insert_tab_tile(children)
    };
    let gantt = tabs(&[Pane::Gantt, Pane::Memory, Pane::Matrix, Pane::Slots]);
    let plots = tabs(&[
        Pane::Utilisation,
        Pane::Queue,
        Pane::Wait,
        Pane::Slowdown,
        Pane::SlowdownBySize,
        Pane::Overhead,
        Pane::Classes,
        Pane::Sizes,
        Pane::Deadlines,
    ]);
    let tables = tabs(&[
        Pane::Compare,
        Pane::Jobs,
        Pane::Scenario,
        Pane::Workflow,
        Pane::Servers,
        Pane::Studies,
    ]);
    let below = linear(LinearDir::Horizontal, plots, 0.5, tables);
    let below = tiles.insert_container(below);
    let all = linear(LinearDir::Vertical, gantt, 0.58, below);
    let root = tiles.insert_container(all);
    Tree::new(egui::Id::unique("panes"), root, tiles)
}

fn linear(dir: LinearDir, first: TileId, share: f32, second: TileId) -> Linear {
    Linear::new_binary(dir, [first, second], share)
}

/// Whether every pane can be reached in `tree`, which a file may have damaged.
pub(super) fn is_complete(tree: &Tree<Pane>) -> bool {
    let Some(root) = tree.root() else {
        return false;
    };
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        match tree.tiles.get(id) {
            Some(Tile::Pane(pane)) => found.push(*pane),
            Some(Tile::Container(container)) => open.extend(container.children().copied()),
            None => return false,
        }
        if found.len() + open.len() > 2 * Pane::ALL.len() {
            return false;
        }
    }
    found.len() == Pane::ALL.len() && Pane::ALL.iter().all(|pane| found.contains(pane))
}

/// Brings `pane` to the front of its tabs.
pub(super) fn bring_forward(tree: &mut Tree<Pane>, pane: Pane) {
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(found) if *found == pane));
}

impl App {
    /// Shows all panes.
    pub(super) fn panes(&mut self, ui: &mut Ui) {
        let id = self.settings.tree.id();
        let mut tree = std::mem::replace(&mut self.settings.tree, Tree::empty(id));
        tree.ui(&mut Shown { app: self }, ui);
        self.settings.tree = tree;
    }

    fn pane(&mut self, ui: &mut Ui, pane: Pane) {
        match pane {
            Pane::Gantt => self.gantt_pane(ui),
            Pane::Compare => self.compare_pane(ui),
            Pane::Jobs => self.jobs_pane(ui),
            Pane::Scenario => self.text_pane(ui),
            Pane::Memory => self.memory_pane(ui),
            Pane::Classes => self.classes_pane(ui),
            Pane::Workflow => self.workflow_pane(ui),
            Pane::Servers => self.servers_pane(ui),
            Pane::Studies => self.studies_pane(ui),
            Pane::Matrix => self.matrix_pane(ui),
            Pane::Slots => self.slots_pane(ui),
            plot => self.plot_pane(ui, plot),
        }
    }
}

struct Shown<'a> {
    app: &'a mut App,
}

impl Behavior<Pane> for Shown<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        egui::Frame::new()
            .inner_margin(6.0)
            .show(ui, |ui| self.app.pane(ui, *pane));
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        pane.title().into()
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            // Without its tab a pane would lose its title.
            all_panes_must_have_tabs: true,
            ..SimplificationOptions::default()
        }
    }

    fn min_size(&self) -> f32 {
        90.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_layout_has_every_pane_once() {
        assert!(is_complete(&first_layout()));
    }

    #[test]
    fn a_layout_without_a_pane_is_noticed() {
        let mut tree = first_layout();
        let gone = tree.tiles.find_pane(&Pane::Jobs).unwrap();
        tree.remove_recursively(gone);
        assert!(!is_complete(&tree));
        assert!(!is_complete(&Tree::empty(egui::Id::unique("nothing"))));
    }
}
