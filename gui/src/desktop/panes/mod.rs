//! The panes in the middle of the window and how they are arranged.

pub(super) mod compare;
pub(super) mod jobs;
pub(super) mod plots;
pub(super) mod replay;
pub(super) mod schedule;
pub(super) mod text;
pub(super) mod timeline;

use egui::{Key, KeyboardShortcut, Modifiers, Response, Ui, WidgetText};
use egui_tiles::{
    Behavior, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles, Tree, UiResponse,
};
use serde::{Deserialize, Serialize};

use super::command::Wish;
use super::family::{coscheduling, placement, slicing, slots};
use super::shared::Shared;
use super::studies;
use super::widgets::tab;
use crate::draw::colour::tokens::tokens;

/// The height of a bar of tabs.
const TABS: f32 = 36.0;

/// A pane in the middle of the window.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Pane {
    /// Who runs where and when.
    Schedule,
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
        Self::Schedule,
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
            Self::Schedule => "Schedule",
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
            Self::Schedule => &const { [control(Key::Num1)] },
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

/// What each pane keeps between frames.
#[derive(Default)]
pub(super) struct Panes {
    pub(super) schedule: schedule::State,
    pub(super) compare: compare::State,
    pub(super) plots: plots::State,
    pub(super) jobs: jobs::State,
    pub(super) text: text::State,
    pub(super) matrix: coscheduling::matrix::State,
    pub(super) memory: slicing::memory::State,
    pub(super) graph: placement::graph::State,
    pub(super) servers: placement::contention::State,
    pub(super) slots: slots::State,
    pub(super) studies: studies::State,
}

impl Panes {
    /// Shows `pane`, which says in `wishes` what it wants done.
    fn show(&mut self, ui: &mut Ui, pane: Pane, shared: &Shared, wishes: &mut Vec<Wish>) {
        match pane {
            Pane::Schedule => self.schedule.show(ui, shared, wishes),
            Pane::Compare => self.compare.show(ui, shared, wishes),
            Pane::Jobs => self.jobs.show(ui, shared, wishes),
            Pane::Scenario => self.text.show(ui, shared, wishes),
            Pane::Memory => self.memory.show(ui, shared, wishes),
            Pane::Classes => slicing::classes::show(&mut self.plots, ui, shared, wishes),
            Pane::Workflow => self.graph.show(ui, shared, wishes),
            Pane::Servers => self.servers.show(ui, shared, wishes),
            Pane::Studies => self.studies.show(ui, wishes),
            Pane::Matrix => self.matrix.show(ui, shared, wishes),
            Pane::Slots => self.slots.show(ui, wishes),
            plot => self.plots.show(ui, plot, shared, wishes),
        }
    }

    /// Shows all panes as they lie in `tree`; returns what they want done.
    pub(super) fn show_all(
        &mut self,
        ui: &mut Ui,
        tree: &mut Tree<Pane>,
        shared: &Shared,
    ) -> Vec<Wish> {
        let mut shown = Shown {
            panes: self,
            shared,
            wishes: Vec::new(),
        };
        tree.ui(&mut shown, ui);
        shown.wishes
    }
}

struct Shown<'a> {
    panes: &'a mut Panes,
    shared: &'a Shared,
    wishes: Vec<Wish>,
}

impl Behavior<Pane> for Shown<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        egui::Frame::new()
            .inner_margin(egui::Margin::symmetric(10, 6))
            .fill(tokens(ui.visuals().dark_mode).canvas)
            .show(ui, |ui| {
                self.panes.show(ui, *pane, self.shared, &mut self.wishes);
            });
        UiResponse::None
    }

    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Pane>,
        ui: &mut Ui,
        _: TileId,
        tabs: &Tabs,
        _: &mut f32,
    ) {
        let active = tabs.active.and_then(|active| tiles.get(active));
        if let Some(Tile::Pane(Pane::Schedule)) = active {
            let schedule = &mut self.panes.schedule;
            schedule.tools(ui, self.shared, &mut self.wishes);
        }
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        TABS
    }

    fn tab_ui(
        &mut self,
        tiles: &mut Tiles<Pane>,
        ui: &mut Ui,
        id: egui::Id,
        tile: TileId,
        state: &TabState,
    ) -> Response {
        tab::show(self.tab_title_for_tile(tiles, tile).text(), ui, id, state)
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        tokens(visuals.dark_mode).canvas
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        1.0
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
