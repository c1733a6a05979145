//! The panes in the middle of the window and how they are arranged.

pub(super) mod compare;
pub(super) mod differences;
pub(super) mod instant;
pub(super) mod jobs;
pub(super) mod logs;
pub(super) mod plots;
pub(super) mod predictions;
pub(super) mod schedule;
mod selection;
pub(super) mod statistics;
pub(super) mod sweep;
mod tables;
pub(super) mod text;
pub(super) mod trade_off;
pub(super) mod view;
pub(super) mod what_if;
pub(super) mod workspace;

use egui::{Response, Ui, WidgetText};
use egui_tiles::{
    Behavior, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles, Tree, UiResponse,
};

use self::logs::{fit, health};
use super::command::action::Action;
use super::family;
use super::family::{coscheduling, placement, slicing, slots};
use super::shared::Shared;
use super::shared::pane::Pane;
use super::shared::panes::with_panes;
use super::studies;
use super::widgets::landmark::Landmark;
use super::widgets::tab;
use charts::colour::tokens::tokens;
use charts::plot::figure::Figure;
use charts::plot::figure::FigureKind;
use charts::time::timeline::CurveKind;
use laboratory::export::Table;
use laboratory::load::health::can_inspect;
use plots::Plot;
use view::{BesideDocuments, View, When};
use workspace::low::Lowered;

/// Height of a bar of tabs.
const TABS: f32 = 36.0;

/// Makes the state of panes from their table.
macro_rules! views {
    ($(
        $(#[doc = $documentation:literal])+
        $Pane:ident, $facts:expr;
        $state:ident: $State:ty = $new:expr, $when:expr;
    )+) => {
        /// State of each pane between frames.
        pub(super) struct Panes {
            /// Pane shown last whose figure an export proposes.
            pub(super) latest: Option<Pane>,
            $(pub(super) $state: $State,)+
        }

        impl Default for Panes {
            fn default() -> Self {
                Self {
                    latest: None,
                    $($state: $new,)+
                }
            }
        }

        impl Panes {
            fn view(&self, pane: Pane) -> &dyn View {
                match pane {
                    $(Pane::$Pane => &self.$state,)+
                }
            }

            fn view_mut(&mut self, pane: Pane) -> &mut dyn View {
                match pane {
                    $(Pane::$Pane => &mut self.$state,)+
                }
            }
        }

        /// Returns when `pane` is there.
        fn when(pane: Pane) -> When {
            match pane {
                $(Pane::$Pane => $when,)+
            }
        }
    };
}
with_panes!(views);

impl Panes {
    /// Shows `pane`, which adds its actions to `actions`.
    fn show(&mut self, ui: &mut Ui, pane: Pane, shared: &Shared, actions: &mut Vec<Action>) {
        if pane.facts().is_of_whole_runs && shared.is_replaying() {
            until_the_end(ui);
            return;
        }
        let view = self.view_mut(pane);
        view.show(ui, shared, actions);
        if view.is_proposed(shared) {
            self.latest = Some(pane);
        }
    }

    /// Whether `pane` is there by itself, as something in this experiment fills it.
    pub(super) fn is_filled(&self, pane: Pane, shared: &Shared) -> bool {
        match when(pane) {
            When::OnDemand => false,
            When::Where(fills) | When::WhereOr(fills, _) => fills(shared, self),
            When::OfFamily => match family::ALL.iter().find(|room| room.has(pane)) {
                Some(own) => own.is_in(shared) || (own.fills)(shared, pane),
                None => true,
            },
        }
    }

    /// Whether `pane` would show something now, be it there by itself or only on demand.
    pub(super) fn has_content(&self, pane: Pane, shared: &Shared) -> bool {
        match when(pane) {
            When::OnDemand => true,
            When::WhereOr(_, has_content) => has_content(shared),
            When::OfFamily | When::Where(_) => self.is_filled(pane, shared),
        }
    }

    /// Returns the figure of `pane` for export; `None` if it shows none.
    pub(super) fn figure(&self, pane: Pane, shared: &Shared) -> Option<Figure> {
        let figure = self.view(pane).figure(shared)?;
        let figure = figure.within(shared.scope.span_in_seconds());
        Some(figure.noted(shared.scope.notes()))
    }

    /// Returns the kind of the figure of `pane`, if the command line draws it, too.
    pub(super) fn kind(&self, pane: Pane) -> Option<&'static FigureKind> {
        self.view(pane).kind()
    }

    /// Returns the panes whose figures the list of exports has among the plots, in its order.
    pub(super) fn in_exports(&self) -> impl Iterator<Item = Pane> {
        let all = Pane::ALL.into_iter();
        all.filter(|pane| self.view(*pane).is_in_exports())
    }

    /// Returns the table of `pane`; `None` if it has none, or an empty one.
    pub(super) fn table(&self, pane: Pane, shared: &Shared) -> Option<Table> {
        let has_runs = !shared.runs.entries.is_empty();
        has_runs.then(|| self.view(pane).table(shared))?
    }

    /// Whether `pane` has a table.
    pub(super) fn has_table(&self, pane: Pane, shared: &Shared) -> bool {
        !shared.runs.entries.is_empty() && self.view(pane).has_table(shared)
    }

    /// Returns the sentences of `pane`, if it has more than the answer of the document.
    pub(super) fn sentences(&self, pane: Pane, shared: &Shared) -> Option<String> {
        self.view(pane).sentences(shared)
    }

    /// Whether any pane has sentences, without making them.
    pub(super) fn has_sentences(&self, shared: &Shared) -> bool {
        let mut all = Pane::ALL.into_iter();
        all.any(|pane| self.view(pane).has_sentences(shared))
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
        let lowered = Lowered::give_room(tree, ui.available_height());
        tree.ui(&mut shown, ui);
        if let Some(lowered) = lowered {
            lowered.restore(tree);
        }
        shown.actions
    }
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
        if let Some(Tile::Pane(pane)) = active {
            let view = self.panes.view_mut(*pane);
            view.tools(ui, self.shared, &mut self.actions);
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
