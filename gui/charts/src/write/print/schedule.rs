//! A schedule on a sheet.

use egui::{Rect, pos2};

use super::legend::{Legend, line_at};
use super::sheet::{BLACK, Sheet, WHITE, of};
use crate::colour;
use crate::gantt::paint::outages;
use crate::gantt::{Bar, Colours, GanttIndex, Rows};
use crate::picture::{Anchor, Item, Outline, letters};
use crate::plot::calendar::with_place;
use crate::time::marks;
use crate::write::schedule::Schedule;
use laboratory::base::problem::Problem;

/// Most bars with outlines: these would hide more bars.
const MOST_OUTLINES: usize = 3000;
/// Width of the mark at the end of a killed job, and of the least bar with room for one, in points.
const KILLED: f64 = 0.8;
const LEAST: f64 = 2.0;

/// Draws `schedule` on `sheet`, under its title and legend.
pub(super) fn draw(schedule: &Schedule<'_>, mut sheet: Sheet) -> Result<Sheet, Problem> {
    let (run, view) = (schedule.run, schedule.view());
    let index = GanttIndex::new(run);
    let colours = Colours::new(run, &schedule.shading(false), None);
    let key = schedule.key(false, false);
    // Below the line of the title.
    let legend = Legend::of_key(&key, 1, &sheet);
    let labels = letters::width(&index.rows().nodes().to_string(), sheet.font());
    sheet.set_plot(labels, legend.lines())?;
    let [left, top, right, bottom] = sheet.plot;
    let (t0, t1, rows) = (view.t0, view.t1, view.rows().max(1e-9));
    let seconds = (t1 - t0).max(1e-9);
    let across = |at: f64| left + (at.clamp(t0, t1) - t0) / seconds * (right - left);
    let down = |row: f64| top + (row - view.row0) / rows * (bottom - top);
    let chart = Rect::from_min_max(
        pos2(left as f32, top as f32),
        pos2(right as f32, bottom as f32),
    );
    for (span, rect) in outages::visible(run, &view, chart) {
        let rect = rect.intersect(chart);
        let corners = [rect.min, rect.max].map(|corner| [corner.x, corner.y].map(f64::from));
        sheet.boxed(corners, of(outages::flat(span.state, false)), Outline::None);
    }
    let bars: Vec<Bar> = index.visible(&view).collect();
    let outline = if bars.len() <= MOST_OUTLINES {
        Outline::Black
    } else {
        Outline::None
    };
    for bar in &bars {
        let [upper, lower] = bar.rows.map(down);
        let [from, until] = [bar.from, bar.until].map(across);
        let (corners, job) = ([[from, upper], [until, lower]], bar.job as usize);
        let fill = colours.of(job);
        sheet.boxed(corners, of(fill), outline);
        if bar.killed && until - from >= LEAST {
            sheet.boxed(
                [[until - KILLED, upper], [until, lower]],
                BLACK,
                Outline::None,
            );
        }
        let number = run.experiment.labels[job].number().to_string();
        number_in(&mut sheet, corners, &number, colour::text_on(fill));
    }
    let in_sight = schedule.notes.iter().filter(|note| {
        let [from, until] = note.span.map(|at| at.seconds());
        until >= t0 && from <= t1
    });
    for (line, note) in in_sight.enumerate() {
        let ends = note.span.map(|at| at.seconds().clamp(t0, t1));
        let text = note.short();
        mark(&mut sheet, ends.map(across), (line, text));
    }
    let [_, most_down] = sheet.most_ticks(5.0);
    let clock = &run.experiment.clock;
    let instants = marks::instants(clock, [t0, t1], sheet.on_screen());
    sheet.across(&instants, across, false);
    let numbers = index.rows().ticks([view.row0, view.row1], most_down);
    sheet.down(&numbers, down, false);
    sheet.titles(&with_place(clock, [t0, t1]), Rows::noun(run));
    let above = [f64::midpoint(left, right), line_at(0, sheet.font())];
    sheet.text(above, Anchor::Middle, schedule.title);
    legend.draw(&mut sheet);
    Ok(sheet)
}

/// Draws a dashed line at each end of a note, and its text beside the first.
fn mark(sheet: &mut Sheet, ends: [f64; 2], (line, text): (usize, String)) {
    let [_, top, _, bottom] = sheet.plot;
    for x in ends {
        sheet.picture.items.push(Item::Line {
            points: vec![[x, top], [x, bottom]],
            inks: BLACK,
            width: 0.8,
            dashes: &[3.0, 1.5],
        });
    }
    let (left, under) = (
        ends[0] + 2.0,
        top + sheet.font() * (1.1 + 1.5 * line as f64),
    );
    let width = letters::width(&text, sheet.font());
    let corners = [
        [left - 1.0, under - sheet.font()],
        [left + width + 3.0, under + 0.35 * sheet.font()],
    ];
    sheet.boxed(corners, WHITE, Outline::Black);
    sheet.text([left, under], Anchor::Start, &text);
}

/// Draws the number of a job in its bar, if there is room.
fn number_in(sheet: &mut Sheet, [from, until]: [[f64; 2]; 2], number: &str, ink: egui::Color32) {
    let room = [until[0] - from[0], until[1] - from[1]];
    let width = letters::width(number, sheet.font());
    if room[0] > width + 2.0 && room[1] > sheet.font() {
        sheet.picture.items.push(Item::Text {
            at: [
                f64::midpoint(from[0], until[0]),
                f64::midpoint(from[1], until[1]) + 0.35 * sheet.font(),
            ],
            anchor: Anchor::Middle,
            up: false,
            text: number.to_owned(),
            inks: of(ink),
        });
    }
}
