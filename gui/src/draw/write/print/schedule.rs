//! A schedule on a sheet.

use cosched_core::Time;

use super::letters;
use super::sheet::{Anchor, BLACK, Colour, Piece, Sheet, WHITE};
use crate::base::problem::Problem;
use crate::draw::plot::ticks;
use crate::draw::time::notes::Note;
use crate::record::Run;

/// Light enough for black numbers, and light and dark in turn in grey.
const FILLS: [Colour; 6] = [
    [0x9A, 0xD1, 0xF2],
    [0xF5, 0xD3, 0x80],
    [0x80, 0xCF, 0xB9],
    [0xE6, 0xE6, 0xE6],
    [0xE9, 0xBF, 0xD5],
    [0xE0, 0x9A, 0x6B],
];
/// With more bars than this, outlines would hide them.
const MOST_OUTLINES: usize = 3000;

/// `run` on `sheet`, or `span` of it in seconds, with `notes` through it.
pub(super) fn draw(
    run: &Run,
    notes: &[Note],
    span: Option<[f64; 2]>,
    mut sheet: Sheet,
) -> Result<Sheet, Problem> {
    let held: Vec<_> = run
        .segments
        .iter()
        .filter(|held| held.from < held.until && held.until < Time::MAX)
        .filter(|held| {
            span.is_none_or(|[from, until]| {
                held.until.seconds() > from && held.from.seconds() < until
            })
        })
        .collect();
    let rows = held.iter().map(|held| held.first_node + held.nodes);
    let rows = f64::from(rows.max().unwrap_or(0).max(run.experiment.nodes));
    let first = held.iter().map(|held| held.from).min();
    let last = held.iter().map(|held| held.until).max();
    let [t0, t1] = span.unwrap_or([
        first.unwrap_or(Time::ZERO).seconds(),
        last.unwrap_or(Time::ZERO).seconds(),
    ]);
    let span = (t1 - t0).max(1e-9);
    let labels = letters::width(&format!("{rows}"), sheet.font);
    sheet.set_plot(labels, 0)?;
    let [left, top, right, bottom] = sheet.plot;
    let across = |at: f64| left + (at.clamp(t0, t1) - t0) / span * (right - left);
    let down = |node: f64| top + node / rows * (bottom - top);
    for held in &held {
        let nodes = [held.first_node, held.first_node + held.nodes].map(f64::from);
        let corners = [
            [across(held.from.seconds()), down(nodes[0])],
            [across(held.until.seconds()), down(nodes[1])],
        ];
        let job = held.job as usize;
        sheet.pieces.push(Piece::Box {
            corners,
            fill: FILLS[job % FILLS.len()],
            outline: run.segments.len() <= MOST_OUTLINES,
        });
        let number = run.experiment.labels[job].number.to_string();
        number_in(&mut sheet, corners, &number);
    }
    let is_in_sight = |note: &&Note| {
        let [from, until] = note.span.map(|at| at.seconds());
        until >= t0 && from <= t1
    };
    for (line, note) in notes.iter().filter(is_in_sight).enumerate() {
        let ends = note.span.map(|at| at.seconds().clamp(t0, t1));
        let text = note.short();
        mark(&mut sheet, ends.map(across), (line, text));
    }
    let [most_across, most_down] = sheet.most_ticks(5.0);
    sheet.across(&ticks::time(t0, t1, most_across), across, false);
    sheet.down(&ticks::whole(0.0, rows, most_down), down, false);
    sheet.titles("time", run.experiment.counted_in.one());
    Ok(sheet)
}

/// A dashed line at each end of what was noted, and the words beside the first.
fn mark(sheet: &mut Sheet, ends: [f64; 2], (line, text): (usize, String)) {
    let [_, top, _, bottom] = sheet.plot;
    for x in ends {
        sheet.pieces.push(Piece::Line {
            points: vec![[x, top], [x, bottom]],
            colour: BLACK,
            width: 0.8,
            dashes: &[3.0, 1.5],
        });
    }
    let (left, under) = (ends[0] + 2.0, top + sheet.font * (1.1 + 1.5 * line as f64));
    sheet.pieces.push(Piece::Box {
        corners: [
            [left - 1.0, under - sheet.font],
            [
                left + letters::width(&text, sheet.font) + 3.0,
                under + 0.35 * sheet.font,
            ],
        ],
        fill: WHITE,
        outline: true,
    });
    sheet.pieces.push(Piece::Words {
        at: [left, under],
        anchor: Anchor::Start,
        up: false,
        text,
        colour: BLACK,
    });
}

/// The number of a job in its bar, if there is room.
fn number_in(sheet: &mut Sheet, [from, until]: [[f64; 2]; 2], number: &str) {
    let room = [until[0] - from[0], until[1] - from[1]];
    let width = letters::width(number, sheet.font);
    if room[0] > width + 2.0 && room[1] > sheet.font {
        sheet.pieces.push(Piece::Words {
            at: [
                f64::midpoint(from[0], until[0]),
                f64::midpoint(from[1], until[1]) + 0.35 * sheet.font,
            ],
            anchor: Anchor::Middle,
            up: false,
            text: number.to_owned(),
            colour: BLACK,
        });
    }
}
