//! The panes in the middle of the window and how they are arranged.

pub(super) mod compare;
pub(super) mod differences;
pub(super) mod health;
pub(super) mod instant;
pub(super) mod jobs;
pub(super) mod plots;
pub(super) mod predictions;
pub(super) mod schedule;
mod selection;
pub(super) mod statistics;
mod table;
pub(super) mod text;
pub(super) mod trade_off;
pub(super) mod what_if;

use egui::{Response, Ui, WidgetText};
use egui_tiles::{
    Behavior, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles, Tree, UiResponse,
};

use super::command::Action;
use super::family::{coscheduling, placement, slicing, slots};
use super::shared::Shared;
use super::shared::pane::Pane;
use super::studies;
use super::sweep;
use super::widgets::landmark::Landmark;
use super::widgets::tab;
use charts::colour::tokens::tokens;
use charts::plot::figure::Figure;
use laboratory::run::whatif::tables::WhatIfReport;

/// Height of a bar of tabs.
const TABS: f32 = 36.0;

/// State of each pane between frames.
#[derive(Default)]
pub(super) struct Panes {
    pub(super) schedule: schedule::State,
    pub(super) compare: compare::State,
    pub(super) plots: plots::State,
    pub(super) classes: slicing::classes::State,
    pub(super) statistics: statistics::State,
    pub(super) differences: differences::State,
    pub(super) trade_off: trade_off::State,
    pub(super) what_if: what_if::State,
    pub(super) jobs: jobs::State,
    pub(super) text: text::State,
    pub(super) matrix: coscheduling::matrix::State,
    pub(super) memory: slicing::memory::State,
    pub(super) graph: placement::graph::State,
    pub(super) servers: placement::contention::State,
    pub(super) slots: slots::State,
    pub(super) sweep: sweep::State,
}

impl Panes {
    /// Shows `pane`, which adds its actions to `wishes`.
    fn show(&mut self, ui: &mut Ui, pane: Pane, shared: &Shared, actions: &mut Vec<Action>) {
        if is_of_whole_runs(pane) && shared.is_replaying() {
            until_the_end(ui);
            return;
        }
        match pane {
            Pane::Schedule => self.schedule.show(ui, shared, actions),
            Pane::Compare => self.compare.show(ui, shared, actions),
            Pane::Statistics => self.statistics.show(ui, shared, actions),
            Pane::Differences => self.differences.show(ui, shared, actions),
            Pane::Instant => instant::show(ui, shared, actions),
            Pane::Predictions => predictions::show(ui, shared, actions),
            Pane::WhatIf => self.what_if.show(ui, shared, actions),
            Pane::Health => health::show(ui, shared, actions),
            Pane::TradeOff => self.trade_off.show(ui, shared),
            Pane::Jobs => self.jobs.show(ui, shared, actions),
            Pane::Scenario => self.text.show(ui, shared, actions),
            Pane::Memory => self.memory.show(ui, shared, actions),
            Pane::Classes => {
                self.plots.latest = Some(pane);
                self.classes.show(ui, shared);
            }
            Pane::Workflow => self.graph.show(ui, shared, actions),
            Pane::Servers => self.servers.show(ui, shared, actions),
            Pane::Sweep => self.sweep.show(ui, shared, actions),
            // It stands beside all documents.
            Pane::Studies => {}
            Pane::Matrix => self.matrix.show(ui, shared, actions),
            Pane::Slots => self.slots.show(ui, actions),
            plot => self.plots.show(ui, plot, shared, actions),
        }
    }

    /// Returns the figure of `pane` for export; `None` if it shows none.
    pub(super) fn figure(&self, pane: Pane, shared: &Shared) -> Option<Figure> {
        let figure = match pane {
            Pane::Classes => self.classes.figure(shared),
            Pane::Differences => self.differences.figure(),
            Pane::TradeOff => self.trade_off.figure(shared),
            Pane::Sweep => self.sweep.figure(),
            Pane::WhatIf => shared.foretold.change().map(|report| {
                let title = "Wait before and after the change".to_owned();
                Figure {
                    title,
                    ..Figure::before_and_after(&report.waits)
                }
            }),
            _ => self.plots.figure(pane, shared),
        };
        let figure = figure.map(|figure| figure.within(shared.scope.span_in_seconds()));
        figure.map(|figure| figure.noted(shared.scope.notes()))
    }

    /// Returns the sentences of a pane, if it has more than the answer of the document.
    pub(super) fn sentences(&self, pane: Pane, shared: &Shared) -> Option<String> {
        match pane {
            Pane::Sweep => self.sweep.sentences(),
            Pane::WhatIf => shared.foretold.change().map(WhatIfReport::in_words),
            _ => None,
        }
    }

    /// Whether any pane has sentences, without making them.
    pub(super) fn has_sentences(&self, shared: &Shared) -> bool {
        self.sweep.has_begun() || shared.foretold.change().is_some()
    }

    /// Shows all panes as they lie in `tree`; returns their actions.
    pub(super) fn show_all(
        &mut self,
        ui: &mut Ui,
        tree: &mut Tree<Pane>,
        shared: &Shared,
        studies: &mut studies::State,
    ) -> Vec<Action> {
        let mut shown = PaneView {
            panes: self,
            studies,
            shared,
            actions: Vec::new(),
        };
        tree.ui(&mut shown, ui);
        shown.actions
    }
}

/// Whether `pane` is about results of all jobs, not about an instant within.
const fn is_of_whole_runs(pane: Pane) -> bool {
    matches!(
        pane,
        Pane::Compare
            | Pane::Differences
            | Pane::TradeOff
            | Pane::Statistics
            | Pane::Wait
            | Pane::Slowdown
            | Pane::SlowdownBySize
            | Pane::Classes
            | Pane::Deadlines
    )
}

/// Shows when results of all jobs are shown, where a replay has not come to its end.
pub(super) fn until_the_end(ui: &mut Ui) {
    let sentence = "Shown when the replay ends: it is of all jobs of a run.";
    ui.add(egui::Label::new(egui::RichText::new(sentence).weak()).wrap());
}

struct PaneView<'a> {
    panes: &'a mut Panes,
    studies: &'a mut studies::State,
    shared: &'a Shared,
    actions: Vec<Action>,
}

impl Behavior<Pane> for PaneView<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        egui::Frame::new()
            .inner_margin(egui::Margin::symmetric(10, 6))
            .fill(tokens(ui.visuals().dark_mode).canvas)
            .show(ui, |ui| {
                Landmark::Pane(*pane).note_rect(ui.ctx(), ui.max_rect());
                match pane {
                    Pane::Studies => self.studies.show(ui, &mut self.actions),
                    _ => self.panes.show(ui, *pane, self.shared, &mut self.actions),
                }
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
            schedule.tools(ui, self.shared, &mut self.actions);
        }
        if let Some(Tile::Pane(Pane::Compare)) = active {
            self.panes.compare.tools(ui);
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
        let shown = tab::show(self.tab_title_for_tile(tiles, tile).text(), ui, id, state);
        if let Some(Tile::Pane(pane)) = tiles.get(tile) {
            Landmark::Tab(*pane).note_rect(ui.ctx(), shown.rect);
        }
        shown
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
