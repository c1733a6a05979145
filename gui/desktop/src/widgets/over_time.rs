//! Common parts of panes over time: the axis, the cursors, and the focus of arrow keys.

use cosched_core::Time;
use egui::{Rect, Ui, pos2, vec2};

use crate::command::action::Action;
use crate::shared::Shared;
use charts::gantt::GanttView;
use charts::time::cursor::{self, Cursor, TAG};
use charts::time::marks::Marks;
use charts::time::{Row, axis, notes};
use laboratory::base::format;
use laboratory::record::clock::Clock;

/// Gives the focus back after a click: arrow keys stay with the replay until Tab leads here.
pub(crate) fn return_focus(ui: &Ui) {
    ui.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// Shows the axis of time, on which a click moves the replay; returns its marks.
pub(crate) fn time_axis(
    ui: &mut Ui,
    shared: &Shared,
    view: &mut GanttView,
    actions: &mut Vec<Action>,
) -> Marks {
    let known = shared.runs.visible().next();
    let clock = known.map(|entry| &entry.run.experiment.clock);
    let top = ui.cursor().min;
    let (marks, clicked) = axis::show(ui, clock.unwrap_or(&Clock::default()), view);
    if let Some(at) = clicked.filter(|_| known.is_some()) {
        return_focus(ui);
        actions.push(Action::Moment(Time((at.max(0.0) * 1e9) as u64)));
    }
    // A selection beyond the edges has no label.
    let in_sight = view
        .span
        .filter(|[from, until]| *from < view.t1 && *until > view.t0);
    if let (Some(span), Some(entry)) = (in_sight, known) {
        let room = Rect::from_min_size(top, vec2(ui.available_width(), axis::HEIGHT));
        let chart = Row::of(ui, room).chart;
        let scope = shared.scope.current().with_span(Some(span));
        let [first, end] = scope.of_span(&entry.run.experiment.jobs);
        let words = format!(
            "{}, {}",
            format::span(span[1] - span[0]),
            format::counted(end - first, "job")
        );
        let ends = span.map(|at| view.x(chart, at));
        let dark = ui.visuals().dark_mode;
        cursor::band_tag(ui.painter(), chart, ends, &words, dark);
    }
    marks
}

/// Draws the lines through all charts in `room`.
pub(crate) fn cursors(ui: &Ui, room: Rect, shared: &Shared, view: &GanttView) {
    let Some(entry) = shared.runs.visible().next() else {
        return;
    };
    let clock = &entry.run.experiment.clock;
    let row = Row::of(ui, room);
    let dark = ui.visuals().dark_mode;
    let step = view.seconds() / f64::from(row.chart.width().max(1.0));
    if let Some(ends) = view.span {
        let room = room.with_min_x(row.chart.left());
        let ends = ends.map(|at| view.x(row.chart, at));
        cursor::band(
            ui.painter(),
            room.with_max_y(room.bottom() - TAG),
            ends,
            dark,
        );
    }
    let charts = Rect::from_min_max(pos2(row.chart.left(), room.top()), row.chart.max);
    notes::show(ui.painter(), charts, view, shared.scope.notes(), dark);
    let lines = [
        (shared.replay.at.map(|at| at.seconds()), Cursor::Replay),
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
