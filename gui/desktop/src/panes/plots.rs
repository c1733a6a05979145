//! The plots below the Gantt chart: made when runs change, not on every frame.

use std::collections::BTreeSet;

use egui::Ui;

use crate::command::Action;
use crate::shared::Shared;
use crate::shared::pane::Pane;
use crate::widgets::curves::light;
use crate::widgets::over_time;
use crate::widgets::stamp::Stamp;
use charts::plot;
use charts::plot::figure::{Curve, Figure, Scale};
use charts::time::curves::{self, Curves, Line};
use charts::time::timeline::CurveKind;
use charts::time::{axis, cursor};

/// A figure with its inputs.
struct CachedFigure {
    pane: Pane,
    stamp: Stamp,
    figure: Figure,
    lines: Vec<Line>,
}

/// Figures that have been shown.
#[derive(Default)]
pub(crate) struct State {
    made: Vec<CachedFigure>,
    /// Plots whose axes are divided evenly, though factors would show more.
    even: BTreeSet<Pane>,
    /// Plot shown last, which an export takes as the current plot.
    pub(crate) latest: Option<Pane>,
}

impl State {
    /// Shows the plot of `pane`.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        pane: Pane,
        shared: &Shared,
        actions: &mut Vec<Action>,
    ) {
        if shared.runs.visible().next().is_none() {
            ui.weak("Tick a run on the left to see it here");
            return;
        }
        let stamp = Stamp::of(shared);
        let is_it = |made: &&CachedFigure| made.pane == pane && made.stamp == stamp;
        if !self.made.iter().any(|made| is_it(&made)) {
            self.made.retain(|made| made.pane != pane);
            let made = match pane {
                Pane::Utilisation => Some(light(shared, CurveKind::Busy)),
                Pane::Queue => Some(light(shared, CurveKind::Waiting)),
                _ => figure(pane, shared).map(|figure| (figure, Vec::new())),
            };
            self.made.extend(made.map(|(figure, lines)| CachedFigure {
                pane,
                stamp: stamp.clone(),
                figure,
                lines,
            }));
        }
        self.latest = Some(pane);
        let Some(CachedFigure { figure, lines, .. }) = self.made.iter().find(is_it) else {
            return;
        };
        match figure.x.scale {
            _ if figure.series.is_empty() => {
                ui.weak(reason_empty(pane));
            }
            Scale::Time => over_time(ui, figure, lines, shared, actions),
            _ if figure.is_logarithmic() => {
                let is_even = self.even.contains(&pane);
                let mut logarithmic = !is_even;
                ui.checkbox(&mut logarithmic, "Logarithmic").on_hover_text(
                    "Divide axes by factors, so that what is short is seen beside what is long",
                );
                // Another division is another plot: what was zoomed into means nothing there.
                let id = egui::Id::unique((pane.title(), is_even));
                if is_even {
                    plot::show(ui, &figure.clone().evenly(), id);
                } else {
                    plot::show(ui, figure, id);
                }
                if logarithmic {
                    self.even.remove(&pane);
                } else {
                    self.even.insert(pane);
                }
            }
            _ => plot::show(ui, figure, egui::Id::unique(pane.title())),
        }
    }
}

impl State {
    /// Returns the figure of `pane` on the axes it is shown on, for the selected jobs; `None` if it
    /// shows none.
    pub(crate) fn figure(&self, pane: Pane, shared: &Shared) -> Option<Figure> {
        let figure = figure_of_jobs(pane, shared);
        if self.even.contains(&pane) {
            figure.map(Figure::evenly)
        } else {
            figure
        }
    }
}

/// Returns the figure of `pane` for the selected jobs, for export; of a pane of numbers, the
/// distribution of the waits that they are of.
fn figure_of_jobs(pane: Pane, shared: &Shared) -> Option<Figure> {
    let (curves, scope) = (shared.curves(), shared.scope.current());
    match pane {
        Pane::Wait | Pane::Statistics | Pane::Compare => {
            Some(Figure::wait_distribution_of(&curves, scope))
        }
        Pane::Slowdown => Some(Figure::slowdown_distribution_of(&curves, scope)),
        _ => figure(pane, shared),
    }
}

/// Returns the figure of `pane`; `None` if it shows none.
pub(crate) fn figure(pane: Pane, shared: &Shared) -> Option<Figure> {
    figure_of(pane, &shared.curves())
}

/// Returns the figure of `pane` of these runs.
pub(crate) fn figure_of(pane: Pane, curves: &[Curve<'_>]) -> Option<Figure> {
    Some(match pane {
        Pane::Utilisation => Figure::utilisation(curves),
        Pane::Queue => Figure::queue_length(curves),
        Pane::Wait => Figure::wait_distribution(curves),
        Pane::Slowdown => Figure::slowdown_distribution(curves),
        Pane::SlowdownBySize => Figure::slowdown_by_size(curves),
        Pane::Overhead => Figure::overhead(curves),
        Pane::Sizes => Figure::sizes(curves),
        Pane::Deadlines => Figure::missed(curves),
        Pane::Power => Figure::power(curves),
        Pane::Fairshare => Figure::fairshare(curves),
        Pane::Fragmentation => Figure::fragmentation(curves),
        Pane::Schedule
        | Pane::Classes
        | Pane::Compare
        | Pane::Instant
        | Pane::Predictions
        | Pane::WhatIf
        | Pane::Health
        | Pane::Jobs
        | Pane::Statistics
        | Pane::Differences
        | Pane::TradeOff
        | Pane::Scenario
        | Pane::Memory
        | Pane::Workflow
        | Pane::Servers
        | Pane::Sweep
        | Pane::Studies
        | Pane::Matrix
        | Pane::Slots => return None,
    })
}

/// Shows curves with the axis, the range and the cursor of the schedule.
fn over_time(
    ui: &mut Ui,
    figure: &Figure,
    lines: &[Line],
    shared: &Shared,
    actions: &mut Vec<Action>,
) {
    let mut view = shared.sight.view;
    let room = ui.available_rect_before_wrap();
    let marks = over_time::time_axis(ui, shared, &mut view, actions);
    let curves = Curves {
        figure,
        lines,
        chosen: Some(shared.current_in_sight()),
        at: shared.instant_read(&view),
        marks: &marks,
    };
    let height = (ui.available_height() - cursor::TAG).max(curves::HEIGHTS[0]);
    curves::show(ui, &figure.titled(), &curves, height, &mut view);
    over_time::cursors(
        ui,
        room.with_min_y(room.top() + axis::HEIGHT),
        shared,
        &view,
    );
    actions.extend(Action::look(view, shared));
}

/// Returns why a plot of `pane` would be empty.
fn reason_empty(pane: Pane) -> &'static str {
    match pane {
        Pane::Power => {
            "The scenario does not say what power the machine draws: “machine: Cluster(power: (idle: …, busy: …))” does"
        }
        Pane::Fairshare => {
            "No queue here is ordered by fair shares: “parameters: (priority: (weights: (fairshare: …)))” does so"
        }
        Pane::Fragmentation => "No run here gives each job a part of the machine that is its own",
        Pane::Deadlines => "No run here has jobs with deadlines",
        Pane::Overhead => {
            "No run here simulates memory: Scojo-PECT does, where the machine has some"
        }
        _ => "There is nothing to plot",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_has_its_unit_in_its_title_and_beside_its_axis() {
        let power = Figure::power(&[]);
        assert_eq!(power.titled(), "Power in kW");
        assert_eq!(power.y.title(), "power in kW");
        assert_eq!(power.y.heading(), "power in kW");
        assert_eq!(Figure::queue_length(&[]).titled(), "Queue length");
    }
}
