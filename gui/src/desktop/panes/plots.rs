//! The plots below the Gantt chart: made when runs change, not on every frame.

use egui::Ui;

use super::Pane;
use crate::desktop::App;
use crate::desktop::family::slicing::classes;
use crate::desktop::widgets::stamp::{Shown, Stamp};
use crate::draw::plot;
use crate::draw::plot::figure::{Curve, Figure, Scale};
use crate::draw::time::curves::{self, Curves};
use crate::draw::time::{axis, cursor};
use crate::record::Run;

/// Figures with what they were made from.
#[derive(Default)]
pub(in crate::desktop) struct State {
    made: Vec<(Pane, Stamp, Figure)>,
    /// The plot shown last: what an export means by the current plot.
    pub(in crate::desktop) latest: Option<Pane>,
    /// What the pane of classes shows.
    pub(in crate::desktop) classes: Shown,
    /// The same as a table.
    pub(in crate::desktop) class_table: classes::Table,
}

impl App {
    /// The visible runs as figures want them.
    pub(in crate::desktop) fn curves(&self) -> Vec<Curve<'_>> {
        let visible = self.runs.visible();
        visible
            .map(|entry| Curve {
                run: &entry.run,
                label: &entry.label,
                slot: entry.slot,
            })
            .collect()
    }

    /// The figure of `pane`; `None` if it shows none.
    pub(in crate::desktop) fn figure(&self, pane: Pane) -> Option<Figure> {
        let curves = self.curves();
        Some(match pane {
            Pane::Utilisation => Figure::utilisation(&curves),
            Pane::Queue => Figure::queue_length(&curves),
            Pane::Wait => Figure::wait_distribution(&curves),
            Pane::Slowdown => Figure::slowdown_distribution(&curves),
            Pane::SlowdownBySize => Figure::slowdown_by_size(&curves),
            Pane::Overhead => Figure::overhead(&curves),
            Pane::Sizes => Figure::sizes(&curves),
            Pane::Deadlines => Figure::missed(&curves),
            Pane::Classes => self.class_figure(&curves)?,
            Pane::Schedule
            | Pane::Compare
            | Pane::Jobs
            | Pane::Scenario
            | Pane::Memory
            | Pane::Workflow
            | Pane::Servers
            | Pane::Studies
            | Pane::Matrix
            | Pane::Slots => return None,
        })
    }

    /// Shows the plot of `pane`.
    pub(in crate::desktop) fn plot_pane(&mut self, ui: &mut Ui, pane: Pane) {
        if self.runs.visible().next().is_none() {
            ui.weak("Tick a run on the left to see it here");
            return;
        }
        let stamp = self.stamp(pane);
        let fresh = self
            .plots
            .made
            .iter()
            .any(|(made, with, _)| *made == pane && *with == stamp);
        if !fresh {
            self.plots.made.retain(|(made, ..)| *made != pane);
            if let Some(figure) = self.figure(pane) {
                self.plots.made.push((pane, stamp, figure));
            }
        }
        self.plots.latest = Some(pane);
        let made = std::mem::take(&mut self.plots.made);
        if let Some((_, _, figure)) = made.iter().find(|(made, ..)| *made == pane) {
            match figure.x.scale {
                _ if figure.series.is_empty() => {
                    ui.weak(nothing(pane));
                }
                Scale::Time => self.over_time(ui, figure),
                _ => plot::show(ui, figure, egui::Id::unique(pane.title())),
            }
        }
        self.plots.made = made;
    }

    /// Curves with the axis, the range and the cursor of the schedule.
    fn over_time(&mut self, ui: &mut Ui, figure: &Figure) {
        let runs: Vec<&Run> = self.runs.visible().map(|entry| &*entry.run).collect();
        self.schedule.follow(&runs);
        let room = ui.available_rect_before_wrap();
        let marks = self.time_axis(ui);
        let curves = Curves {
            figure,
            chosen: Some(self.current_in_sight()),
            at: self.instant_read(),
            marks: &marks,
        };
        let height = (ui.available_height() - cursor::TAG).max(curves::HEIGHTS[0]);
        let title = figure.title.as_str();
        curves::show(ui, title, &curves, height, &mut self.schedule.view);
        let below = room.with_min_y(room.top() + axis::HEIGHT);
        self.cursors(ui, below);
    }
}

/// Why a plot of `pane` would be empty.
fn nothing(pane: Pane) -> &'static str {
    match pane {
        Pane::Deadlines => "No run here has jobs with deadlines",
        Pane::Overhead => {
            "No run here simulates node memory: Scojo-PECT does, where nodes have some"
        }
        _ => "There is nothing to plot",
    }
}
