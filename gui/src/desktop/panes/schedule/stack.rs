//! The stack of charts: minimap, axis, a chart a run, their legend, curves, and the cursor through all.

use std::sync::Arc;

use egui::{Rect, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};

use super::gutter::Gutter;
use super::{legend, readout};
use crate::base::words;
use crate::desktop::App;
use crate::desktop::panels::inspector::Selection;
use crate::desktop::panes::Pane;
use crate::desktop::runs::same_jobs;
use crate::desktop::widgets::stamp::Stamp;
use crate::draw::colour::WaitScale;
use crate::draw::gantt::paint::lane;
use crate::draw::gantt::{GanttOutput, Landing, Options, show};
use crate::draw::plot::figure::Figure;
use crate::draw::time::cursor::{self, Cursor, TAG};
use crate::draw::time::curves;
use crate::draw::time::marks::Marks;
use crate::draw::time::minimap::{self, Overview};
use crate::draw::time::{GAP, NUMBERS, Row, axis};
use crate::record::Run;
use crate::record::clock::Clock;

/// The least and the greatest height of a chart without the lane above it.
const CHART: [f32; 2] = [46.0, 220.0];
/// So many charts are in sight before there are curves and a minimap.
const MOST_FIRST: usize = 3;

/// The curves below the charts, and the same in the minimap.
pub(super) struct Curves {
    stamp: Stamp,
    busy: Figure,
    queue: Figure,
    overview: Option<(usize, Overview)>,
    /// The steps of waits that fit all runs.
    waits: WaitScale,
    /// Whether any job was killed.
    pub(super) has_killed: bool,
}

/// What the person did in the charts.
#[derive(Default)]
struct Done {
    clicked: Option<Selection>,
    landed: Option<(Selection, u32)>,
    current: Option<usize>,
}

/// How the height there is, is used.
struct Heights {
    minimap: bool,
    curves: [f32; 2],
    /// Of a chart with its lane.
    chart: f32,
    /// Of all charts that are in sight.
    charts: f32,
}

impl Heights {
    /// Of `room` points for so many runs, of which each has `lane` points above it.
    fn of(room: f32, runs: usize, lane: f32) -> Self {
        let always = axis::HEIGHT + GAP + legend::HEIGHT + TAG;
        let row = curves::HEIGHTS[0] + GAP;
        let wanted = runs.min(MOST_FIRST) as f32 * (CHART[0] + lane + GAP);
        let left = |minimap: bool, rows: usize| {
            let map = if minimap { minimap::HEIGHT + GAP } else { 0.0 };
            room - always - map - rows as f32 * row
        };
        let choices = [(true, 2), (true, 1), (true, 0), (false, 0)];
        let fitting = choices
            .into_iter()
            .find(|(map, rows)| left(*map, *rows) >= wanted);
        let (minimap, rows) = fitting.unwrap_or((false, 0));
        let rest = left(minimap, rows).max(CHART[0] + lane + GAP);
        let [least, most] = CHART.map(|height| height + lane);
        let each = rest / runs.max(1) as f32 - GAP;
        let chart = each.clamp(least, most);
        let charts = (runs as f32 * (chart + GAP)).min(rest);
        // What the charts leave is the curves'.
        let spare = (rest - charts) / rows.max(1) as f32;
        let [low, high] = curves::HEIGHTS;
        let curve = (low + spare).clamp(low, high);
        let curves = [0, 1].map(|row| if row < rows { curve } else { 0.0 });
        Self {
            minimap,
            curves,
            chart,
            charts,
        }
    }
}

impl App {
    /// Shows the pane.
    pub(in crate::desktop) fn schedule_pane(&mut self, ui: &mut Ui) {
        self.schedule.readout.clear();
        let count = self.runs.visible().count();
        if count == 0 {
            ui.weak("Tick a run on the left to see its schedule");
            return;
        }
        let runs: Vec<&Run> = self.runs.visible().map(|entry| &*entry.run).collect();
        self.schedule.follow(&runs);
        let waits = self.make_curves();
        ui.spacing_mut().item_spacing = vec2(0.0, GAP);
        let lane = match self.selection {
            Some(_) => lane::HEIGHT,
            None => 0.0,
        };
        let heights = Heights::of(ui.available_height(), count, lane);
        if heights.minimap {
            self.minimap(ui);
        }
        let marks = self.time_axis(ui);
        let top = ui.cursor().top();
        let done = self.charts(ui, &heights, waits);
        self.legend(ui, waits);
        self.rows_of_curves(ui, &heights, &marks);
        let room =
            Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=ui.cursor().top() + TAG - GAP);
        self.cursors(ui, room);
        self.take_in(done, ui);
    }

    fn take_in(&mut self, done: Done, ui: &Ui) {
        if let Some(position) = done.current {
            let id = self.runs.entries[position].id;
            self.runs.set_current(id);
        }
        if let Some(selection) = done.clicked {
            self.select(selection);
            self.jobs.reveal(selection.job);
        }
        if let Some((selection, server)) = done.landed {
            self.select(selection);
            self.move_job(selection, server, ui.ctx());
        }
    }

    /// Makes the curves anew when the runs are others; returns the steps of their waits.
    fn make_curves(&mut self) -> WaitScale {
        let stamp = self.stamp(Pane::Schedule);
        let known = self.schedule.curves.as_ref();
        if let Some(known) = known.filter(|known| known.stamp == stamp) {
            return known.waits;
        }
        let runs = || self.runs.visible().map(|entry| &*entry.run);
        let waits = WaitScale::of(runs());
        let mut outcomes = runs().flat_map(|run| &run.outcomes);
        let has_killed = outcomes.any(|outcome| outcome.killed);
        let curves = self.curves();
        self.schedule.curves = Some(Curves {
            busy: Figure::utilisation(&curves),
            queue: Figure::queue_length(&curves),
            overview: None,
            waits,
            has_killed,
            stamp,
        });
        waits
    }

    /// The place of the current run among those in sight, else the first.
    pub(in crate::desktop) fn current_in_sight(&self) -> usize {
        let current = self.runs.current().map(|entry| entry.id);
        let mut visible = self.runs.visible();
        visible
            .position(|entry| Some(entry.id) == current)
            .unwrap_or_default()
    }

    fn minimap(&mut self, ui: &mut Ui) {
        let place = self.current_in_sight();
        let Some(entry) = self.runs.visible().nth(place) else {
            return;
        };
        let clock = &entry.run.experiment.clock;
        let view = &mut self.schedule.view;
        let [from, until, ..] = view.bounds;
        let length = words::span(until - from);
        let remark = format!("{length}, {}", entry.label);
        let Some(curves) = &mut self.schedule.curves else {
            return;
        };
        if curves.overview.as_ref().is_none_or(|(of, _)| *of != place) {
            let points = |figure: &Figure| {
                let series = figure.series.get(place);
                series
                    .map(|series| series.points.clone())
                    .unwrap_or_default()
            };
            let overview = Overview::new(&points(&curves.busy), &points(&curves.queue), 400);
            curves.overview = Some((place, overview));
        }
        if let Some((_, overview)) = &curves.overview {
            minimap::show(ui, ["Whole schedule", &remark], overview, clock, view);
        }
    }

    /// Shows the axis of time; returns its marks.
    pub(in crate::desktop) fn time_axis(&mut self, ui: &mut Ui) -> Marks {
        let known = self.runs.visible().next();
        let known = known.map(|entry| &entry.run.experiment.clock);
        axis::show(
            ui,
            known.unwrap_or(&Clock::default()),
            &mut self.schedule.view,
        )
    }

    fn charts(&mut self, ui: &mut Ui, heights: &Heights, waits: WaitScale) -> Done {
        let mut done = Done::default();
        ScrollArea::vertical()
            .id_salt("charts")
            .max_height(heights.charts)
            .min_scrolled_height(heights.charts)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                for position in 0..self.runs.entries.len() {
                    if self.runs.entries[position].visible {
                        self.chart_row(ui, position, (heights.chart, waits), &mut done);
                    }
                }
            });
        done
    }

    /// A row of the stack: a run's name and how it fares, and its chart.
    fn chart_row(
        &mut self,
        ui: &mut Ui,
        position: usize,
        (height, waits): (f32, WaitScale),
        done: &mut Done,
    ) {
        let size = vec2(ui.available_width(), height);
        let (room, _) = ui.allocate_exact_size(size, Sense::hover());
        let row = Row::of(ui, room);
        let entry = &self.runs.entries[position];
        let gutter = Gutter {
            entry,
            is_current: self
                .runs
                .current()
                .is_some_and(|current| current.id == entry.id),
            is_baseline: self.runs.baseline == Some(entry.id),
        };
        let id = entry.id;
        if gutter.show(ui, row.gutter).clicked() {
            done.current = Some(position);
        }
        let chart = row.chart.with_min_x(row.chart.left() - NUMBERS);
        let mut inner = ui.new_child(UiBuilder::new().max_rect(chart).id_salt(id));
        let output = self.chart(&mut inner, position, waits);
        if let Some(hit) = output.clicked {
            done.clicked = Some(Selection { id, job: hit.job });
        }
        if let Some(Landing { job, server }) = output.landed {
            done.landed = Some((Selection { id, job }, server));
        }
    }

    /// The chart of one run; returns what was done on it.
    fn chart(&mut self, ui: &mut Ui, position: usize, waits: WaitScale) -> GanttOutput {
        let baseline = self.runs.baseline();
        let baseline = baseline.map(|base| (base.id, Arc::clone(&base.run)));
        let selected = self.selected_in(&self.runs.entries[position]);
        let shading = self.shading(waits, ui.visuals().dark_mode);
        let entry = &mut self.runs.entries[position];
        let against = baseline
            .filter(|(id, run)| *id != entry.id && same_jobs(run, &entry.run))
            .filter(|_| self.schedule.difference)
            .map(|(_, run)| run);
        let options = Options {
            shading,
            against: against.as_deref(),
            selected,
            cursor: self.replay.at,
            slices: self.schedule.slices,
            stacked: true,
        };
        let name = format!("Gantt chart of {}", entry.label);
        let view = &mut self.schedule.view;
        let (run, index, cache) = (&entry.run, &entry.index, &mut entry.cache);
        let output = show(ui, &name, run, index, view, cache, &options);
        if let Some(hit) = output.hovered {
            self.schedule.readout = format!("{}: {}", entry.label, readout(run, &hit));
        }
        if output.clicked_ground {
            self.selection = None;
            self.check_selection();
        }
        if output.clicked.is_some() || output.clicked_ground {
            // A click chooses; the arrow keys stay with the replay until Tab leads here.
            ui.memory_mut(|memory| {
                if let Some(focused) = memory.focused() {
                    memory.surrender_focus(focused);
                }
            });
        }
        output
    }

    fn rows_of_curves(&mut self, ui: &mut Ui, heights: &Heights, marks: &Marks) {
        let chosen = Some(self.current_in_sight());
        let at = self.instant_read();
        let Some(known) = &self.schedule.curves else {
            return;
        };
        let mut runs = self.runs.visible();
        let busy = match runs.any(|entry| entry.run.placements().is_some()) {
            true => "Threads",
            false => "Busy nodes",
        };
        let rows = [(busy, &known.busy), ("Queue", &known.queue)];
        for ((title, figure), height) in rows.into_iter().zip(heights.curves) {
            if height > 0.0 {
                let curves = curves::Curves {
                    figure,
                    chosen,
                    at,
                    marks,
                };
                curves::show(ui, title, &curves, height, &mut self.schedule.view);
            }
        }
    }

    /// The instant whose values are read: the pointer's, else the replay's.
    pub(in crate::desktop) fn instant_read(&self) -> Option<f64> {
        let pointer = self.schedule.view.pointer.map(|pointer| pointer.at);
        pointer.or_else(|| self.replay.at.map(|at| at.seconds()))
    }

    /// The lines through all charts in `room`.
    pub(in crate::desktop) fn cursors(&self, ui: &Ui, room: Rect) {
        let Some(entry) = self.runs.visible().next() else {
            return;
        };
        let (clock, view) = (&entry.run.experiment.clock, &self.schedule.view);
        let row = Row::of(ui, room);
        let dark = ui.visuals().dark_mode;
        let step = view.seconds() / f64::from(row.chart.width().max(1.0));
        let lines = [
            (self.replay.at.map(|at| at.seconds()), Cursor::Replay),
            (view.pointer.map(|pointer| pointer.at), Cursor::Pointer),
        ];
        for (at, which) in lines {
            let Some(at) = at.filter(|at| (view.t0..=view.t1).contains(at)) else {
                continue;
            };
            let words = clock.instant_to(at, step);
            let x = view.x(row.chart, at);
            let edge = pos2(room.left(), row.chart.top());
            let room = Rect::from_min_max(edge, row.chart.max);
            cursor::show(ui.painter(), room, x, &words, which, dark);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_share_the_room_there_is() {
        // Three runs in a small window: two rows of curves, charts of about their least height.
        let small = Heights::of(460.0, 3, lane::HEIGHT);
        assert!(small.minimap && small.curves[1] >= curves::HEIGHTS[0]);
        assert!(small.chart < CHART[0] + lane::HEIGHT + 8.0);
        assert_eq!(small.charts, 3.0 * (small.chart + GAP));
        // Many: they scroll, and the curves stay.
        let many = Heights::of(460.0, 12, 0.0);
        assert!(many.charts < 12.0 * CHART[0] && many.curves[1] > 0.0);
        // In a large one charts grow, then curves.
        let large = Heights::of(1300.0, 3, 18.0);
        assert_eq!(large.chart, CHART[1] + 18.0);
        assert!(large.curves[0] > curves::HEIGHTS[0]);
        // In hardly any room the charts are what is left.
        let tiny = Heights::of(140.0, 1, 0.0);
        assert!(!tiny.minimap && tiny.curves == [0.0, 0.0]);
    }
}
