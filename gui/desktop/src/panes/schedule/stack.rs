//! The stack of charts: minimap, axis, a chart per run, legend, curves, and the cursor.

use egui::{Rect, ScrollArea, Sense, Ui, UiBuilder, vec2};

use super::gutter::Gutter;
use super::{State, legend, readout};
use crate::command::action::Action;
use crate::shared::runs::{Entry, same_jobs};
use crate::shared::{Selection, Shared};
use crate::widgets::curves::light;
use crate::widgets::over_time::{cursors, return_focus, time_axis};
use crate::widgets::stamp::Stamp;
use charts::colour::WaitScale;
use charts::gantt::paint::lane;
use charts::gantt::{GanttView, Landing, Options, show};
use charts::plot::figure::Figure;
use charts::time::cursor::TAG;
use charts::time::curves::{self, Line};
use charts::time::marks::Marks;
use charts::time::minimap::{self, Overview};
use charts::time::timeline::CurveKind;
use charts::time::{GAP, NUMBERS, Row, axis};
use laboratory::base::format;

/// Least and greatest height of a chart without the lane above it.
const CHART: [f32; 2] = [46.0, 220.0];
/// Columns of the minimap.
const OVERVIEW: usize = 400;
/// Most rows of curves: busy nodes, the queue, power.
const ROWS: usize = 3;
/// Number of charts that take the room before curves and a minimap do.
const MOST_FIRST: usize = 3;

/// Curves below the charts, and in the minimap.
pub(super) struct Curves {
    stamp: Stamp,
    busy: (Figure, Vec<Line>),
    queue: (Figure, Vec<Line>),
    /// Power, where it is known of a run.
    power: Option<(Figure, Vec<Line>)>,
    overview: Option<(usize, Overview)>,
    /// Steps of waits that fit all runs.
    waits: WaitScale,
    /// Whether any job was killed.
    pub(super) has_killed: bool,
}

/// Division of the available height.
struct Heights {
    minimap: bool,
    curves: [f32; ROWS],
    /// Height of a chart with its lane.
    chart: f32,
    /// Height of all charts that are in sight.
    charts: f32,
}

impl Heights {
    /// Divides `room` points among so many runs, of which each has `lane` points above it, and so
    /// many rows of curves at most.
    fn of(room: f32, runs: usize, lane: f32, rows: usize) -> Self {
        let always = axis::HEIGHT + GAP + legend::HEIGHT + TAG;
        let row = curves::HEIGHTS[0] + GAP;
        let wanted = runs.min(MOST_FIRST) as f32 * (CHART[0] + lane + GAP);
        let left = |minimap: bool, rows: usize| {
            let map = if minimap { minimap::HEIGHT + GAP } else { 0.0 };
            room - always - map - rows as f32 * row
        };
        let with_map = (0..=rows).rev().map(|rows| (true, rows));
        let fitting = with_map
            .chain([(false, 0)])
            .find(|(map, rows)| left(*map, *rows) >= wanted);
        let (minimap, rows) = fitting.unwrap_or((false, 0));
        let rest = left(minimap, rows).max(CHART[0] + lane + GAP);
        let [least, most] = CHART.map(|height| height + lane);
        let each = rest / runs.max(1) as f32 - GAP;
        let chart = each.clamp(least, most);
        let charts = (runs as f32 * (chart + GAP)).min(rest);
        // The curves take what the charts leave.
        let spare = (rest - charts) / rows.max(1) as f32;
        let [low, high] = curves::HEIGHTS;
        let curve = (low + spare).clamp(low, high);
        let curves = [0, 1, 2].map(|row| if row < rows { curve } else { 0.0 });
        Self {
            minimap,
            curves,
            chart,
            charts,
        }
    }
}

/// Common state of the rows of the stack while a frame is drawn.
struct Frame<'a> {
    shared: &'a Shared,
    /// View; charts above change it for those below.
    view: GanttView,
    waits: WaitScale,
    actions: &'a mut Vec<Action>,
}

impl State {
    /// Shows the pane.
    pub(super) fn show_all(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        self.readout.clear();
        let shown: Vec<&Entry> = shared.runs.visible().collect();
        self.forget_others(&shown);
        if shown.is_empty() {
            ui.weak("Tick a run on the left to see its schedule");
            return;
        }
        let mut frame = Frame {
            shared,
            view: shared.sight.view,
            waits: self.make_curves(shared),
            actions,
        };
        ui.spacing_mut().item_spacing = vec2(0.0, GAP);
        let lane = match shared.selection {
            Some(_) => lane::HEIGHT,
            None => 0.0,
        };
        let has_power = self
            .curves
            .as_ref()
            .is_some_and(|known| known.power.is_some());
        let rows = ROWS - usize::from(!has_power);
        let heights = Heights::of(ui.available_height(), shown.len(), lane, rows);
        if heights.minimap {
            self.minimap(ui, shared, &mut frame.view);
        }
        let marks = time_axis(ui, shared, &mut frame.view, frame.actions);
        let top = ui.cursor().top();
        ScrollArea::vertical()
            .id_salt("charts")
            .max_height(heights.charts)
            .min_scrolled_height(heights.charts)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                for entry in shown {
                    self.chart_row(ui, entry, heights.chart, &mut frame);
                }
            });
        let size = vec2(ui.available_width(), legend::HEIGHT - GAP);
        let (legend, _) = ui.allocate_exact_size(size, Sense::hover());
        self.rows_of_curves(ui, &heights, &marks, &mut frame);
        let room =
            Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=ui.cursor().top() + TAG - GAP);
        cursors(ui, room, shared, &frame.view);
        self.legend(ui, legend, shared, frame.waits, frame.actions);
        frame.actions.extend(Action::look(frame.view, shared));
    }

    /// Recomputes the curves when the runs have changed; returns the steps of their waits.
    fn make_curves(&mut self, shared: &Shared) -> WaitScale {
        let stamp = Stamp::of(shared);
        if let Some(known) = self.curves.as_ref().filter(|known| known.stamp == stamp) {
            return known.waits;
        }
        let waits = WaitScale::of(shared.runs_in_sight());
        let mut outcomes = shared.runs_in_sight().flat_map(|run| &run.outcomes);
        let has_killed = outcomes.any(|outcome| outcome.killed);
        self.curves = Some(Curves {
            busy: light(shared, CurveKind::Busy),
            queue: light(shared, CurveKind::Waiting),
            power: shared
                .runs_in_sight()
                .any(|run| run.power().is_some())
                .then(|| (Figure::power(&shared.curves()), Vec::new())),
            overview: None,
            waits,
            has_killed,
            stamp,
        });
        waits
    }

    fn minimap(&mut self, ui: &mut Ui, shared: &Shared, view: &mut GanttView) {
        let index = shared.current_in_sight();
        let Some(entry) = shared.runs.visible().nth(index) else {
            return;
        };
        let clock = &entry.run.experiment.clock;
        let [from, until, ..] = view.bounds;
        let length = format::span(until - from);
        // The minimap spans all runs, but its curves are of one.
        let [title, remark] = if shared.runs_in_sight().nth(1).is_some() {
            [
                format!("All runs, {length}"),
                format!("drawn: {}", entry.label),
            ]
        } else {
            let title = "Whole schedule".to_owned();
            [title, format!("{length}, {}", entry.label)]
        };
        let Some(curves) = &mut self.curves else {
            return;
        };
        if curves.overview.as_ref().is_none_or(|(of, _)| *of != index) {
            let points = |(figure, lines): &(Figure, Vec<Line>)| {
                let series = figure.series.get(index);
                let known = series.filter(|series| !series.points.is_empty());
                known.map_or_else(
                    || lines[index].overview(OVERVIEW),
                    |series| series.points.clone(),
                )
            };
            let overview = Overview::new(&points(&curves.busy), &points(&curves.queue), OVERVIEW);
            curves.overview = Some((index, overview));
        }
        if let Some((_, overview)) = &curves.overview {
            minimap::show(ui, [&title, &remark], overview, clock, view);
        }
    }

    /// Shows a row of the stack: a run's name and headline, and its chart.
    fn chart_row(&mut self, ui: &mut Ui, entry: &Entry, height: f32, frame: &mut Frame<'_>) {
        let size = vec2(ui.available_width(), height);
        let (room, _) = ui.allocate_exact_size(size, Sense::hover());
        let row = Row::of(ui, room);
        let runs = &frame.shared.runs;
        let gutter = Gutter {
            entry,
            is_current: runs.current().is_some_and(|current| current.id == entry.id),
            is_baseline: runs.baseline == Some(entry.id),
            is_under_way: frame.shared.is_replaying(),
        };
        if gutter.show(ui, row.gutter).clicked() {
            frame.actions.push(Action::Run(entry.id));
        }
        let chart = row.chart.with_min_x(row.chart.left() - NUMBERS);
        let mut inner = ui.new_child(UiBuilder::new().max_rect(chart).id_salt(entry.id));
        self.chart(&mut inner, entry, frame);
    }

    /// Shows the chart of one run, and handles clicks on it.
    fn chart(&mut self, ui: &mut Ui, entry: &Entry, frame: &mut Frame<'_>) {
        let (shared, actions) = (frame.shared, &mut *frame.actions);
        let against = shared.runs.baseline().filter(|base| {
            shared.sight.difference && base.id != entry.id && same_jobs(&base.run, &entry.run)
        });
        let options = Options {
            shading: legend::shading(shared, frame.waits, ui.visuals().dark_mode),
            against: against.map(|base| &*base.run),
            selected: shared.selected_in(entry),
            marked: shared.marked_in(entry),
            cursor: shared.replay.at,
            planned: shared.instant.planned_in(entry),
            bands: self.bands,
            slices: self.slices,
            stacked: true,
        };
        let name = format!("Schedule of {}", entry.label);
        let (run, index, view) = (&entry.run, &entry.index, &mut frame.view);
        let cache = self.picture(entry);
        let output = show(ui, &name, run, index, view, cache, &options);
        if let Some(hit) = output.hovered {
            self.readout = format!("{}: {}", entry.label, readout(run, &hit));
        }
        let id = entry.id;
        if output.clicked_ground {
            let at = output.at.unwrap_or_default();
            // The first click deselects the job; the next one asks about idle nodes.
            let is_idle = shared.selection.is_none() && entry.timeline.state(at).waiting > 0;
            actions.push(if is_idle {
                Action::WhyIdle(id, at)
            } else {
                Action::ChooseNone
            });
        }
        if let Some(at) = output.idle_question_at {
            actions.push(Action::WhyIdle(id, at));
        }
        if let Some(hit) = output.clicked {
            actions.push(Action::Choose(Selection { id, job: hit.job }));
        }
        if output.clicked.is_some() || output.clicked_ground {
            return_focus(ui);
        }
        if let Some(Landing { job, server }) = output.landed {
            actions.push(Action::Move(Selection { id, job }, server));
        }
    }

    fn rows_of_curves(
        &mut self,
        ui: &mut Ui,
        heights: &Heights,
        marks: &Marks,
        frame: &mut Frame<'_>,
    ) {
        let shared = frame.shared;
        let Some(known) = &self.curves else {
            return;
        };
        let busy = known.busy.0.title.as_str();
        let at = shared.instant_read(&frame.view);
        let rows = [(busy, &known.busy), ("Queue", &known.queue)].into_iter();
        let power = known.power.as_ref().map(|power| ("Power in kW", power));
        let rows = rows.chain(power);
        for ((title, (figure, lines)), height) in rows.zip(heights.curves) {
            if height > 0.0 {
                let curves = curves::Curves {
                    figure,
                    lines,
                    chosen: Some(shared.current_in_sight()),
                    at,
                    marks,
                };
                curves::show(ui, title, &curves, height, &mut frame.view);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_share_the_room_there_is() {
        // Three runs in a small window: two rows of curves, charts of about their least height.
        let small = Heights::of(460.0 + TAG, 3, lane::HEIGHT, 2);
        assert!(small.minimap && small.curves[1] >= curves::HEIGHTS[0]);
        assert!(small.chart < CHART[0] + lane::HEIGHT + 8.0);
        assert_eq!(small.charts, 3.0 * (small.chart + GAP));
        // Many: they scroll, and the curves stay.
        let many = Heights::of(460.0 + TAG, 12, 0.0, 2);
        assert!(many.charts < 12.0 * CHART[0] && many.curves[1] > 0.0);
        // In a large one charts grow, then curves.
        let large = Heights::of(1300.0, 3, 18.0, 2);
        assert_eq!(large.chart, CHART[1] + 18.0);
        assert!(large.curves[0] > curves::HEIGHTS[0]);
        // In hardly any room the charts are what is left.
        let tiny = Heights::of(140.0, 1, 0.0, 2);
        assert!(!tiny.minimap && tiny.curves == [0.0; ROWS]);
        // A third row only where there is something for it, and room.
        assert_eq!(large.curves[2], 0.0);
        assert!(Heights::of(1300.0, 3, 18.0, 3).curves[2] >= curves::HEIGHTS[0]);
        assert_eq!(Heights::of(460.0 + TAG, 3, lane::HEIGHT, 3).curves[2], 0.0);
    }
}
