//! Plots on a sheet.

use super::letters;
use super::sheet::{Anchor, BLACK, Colour, Piece, Sheet};
use crate::base::problem::Problem;
use crate::draw::plot::figure::{Axis, Figure, Mark, Scale};
use crate::draw::plot::stairs;
use crate::draw::write::svg::{share, visible};

/// Okabe and Ito's colours, dark and light in turn, black first, without yellow, which white
/// paper swallows.
const COLOURS: [Colour; 6] = [
    BLACK,
    [0xE6, 0x9F, 0x00],
    [0x00, 0x72, 0xB2],
    [0xD5, 0x5E, 0x00],
    [0x00, 0x9E, 0x73],
    [0xCC, 0x79, 0xA7],
];
/// One fewer than colours, so that both together come again late.
const DASHES: [&[f64]; 5] = [
    &[],
    &[5.0, 2.0],
    &[1.2, 1.4],
    &[6.0, 1.6, 1.2, 1.6],
    &[9.0, 3.0],
];

/// `figure` on `sheet`.
pub(super) fn draw(figure: &Figure, mut sheet: Sheet) -> Result<Sheet, Problem> {
    let [x, y] = figure.extent();
    let legend = legend(figure, &sheet);
    let lines = legend.last().map_or(0, |(line, _)| line + 1);
    // Labels are known only when there is a plot for them; six letters are ample.
    let labels = letters::width("000000", sheet.font);
    sheet.set_plot(labels, lines)?;
    let [left, top, right, bottom] = sheet.plot;
    let across = |value: f64| left + share(&figure.x, x, value) * (right - left);
    let down = |value: f64| bottom - share(&figure.y, y, value) * (bottom - top);
    let letters = match figure.x.scale {
        Scale::Time => 5.0,
        _ => 3.5,
    };
    let [most_across, most_up] = sheet.most_ticks(letters);
    sheet.across(&figure.x.ticks(x[0], x[1], most_across), across, true);
    sheet.down(&figure.y.ticks(y[0], y[1], most_up), down, true);
    for (place, curve) in figure.series.iter().enumerate() {
        let points = match curve.mark {
            Mark::Step | Mark::Dashes => {
                stairs(&visible(curve, &figure.x, columns(right - left) as f32))
            }
            _ => curve.points.clone(),
        };
        let points = points.into_iter();
        let points = points.map(|[x, y]| [across(x), down(y)]).collect();
        sheet.pieces.push(line(points, place));
    }
    for band in &figure.bands {
        for part in [1, 2] {
            let points = band.points.iter();
            let points = points.map(|point| [across(point[0]), down(point[part])]);
            sheet.pieces.push(edge(points.collect(), band.slot));
        }
    }
    sheet.titles(&title(figure, &sheet), &figure.y.title());
    for ((row, at), (place, curve)) in legend.iter().zip(figure.series.iter().enumerate()) {
        let y = sheet.font * (1.2 + 1.4 * *row as f64);
        let middle = y - 0.33 * sheet.font;
        let sample = vec![[*at, middle], [at + 2.4 * sheet.font, middle]];
        sheet.pieces.push(line(sample, place));
        sheet.words([at + 2.8 * sheet.font, y], Anchor::Start, &curve.label);
    }
    Ok(sheet)
}

/// One edge of a band, which would be a stain in grey.
fn edge(points: Vec<[f64; 2]>, place: usize) -> Piece {
    Piece::Line {
        points,
        colour: COLOURS[place % COLOURS.len()],
        width: 0.35,
        dashes: DASHES[place % DASHES.len()],
    }
}

fn line(points: Vec<[f64; 2]>, place: usize) -> Piece {
    Piece::Line {
        points,
        colour: COLOURS[place % COLOURS.len()],
        width: 1.0,
        dashes: DASHES[place % DASHES.len()],
    }
}

/// In which line, and from where on, the name of each curve stands.
fn legend(figure: &Figure, sheet: &Sheet) -> Vec<(usize, f64)> {
    let start = sheet.font;
    let (mut row, mut at) = (0, start);
    let places = figure.series.iter().map(|curve| {
        let room = 2.8 * sheet.font + letters::width(&curve.label, sheet.font);
        if at > start && at + room > sheet.size[0] - sheet.font {
            (row, at) = (row + 1, start);
        }
        let place = (row, at);
        at += room + 1.2 * sheet.font;
        place
    });
    places.collect()
}

/// Columns of a plot so wide: finer than that nobody sees on paper.
fn columns(width: f64) -> f64 {
    2.0 * width
}

/// What is shown across, without what stands in brackets where there is no room for that.
fn title(figure: &Figure, sheet: &Sheet) -> String {
    let axis = &figure.x;
    let [left, _, right, _] = sheet.plot;
    let most = 2.0 * columns(right - left).floor();
    let mut series = figure.series.iter();
    if axis.scale == Scale::Time && series.any(|curve| curve.points.len() as f64 > most) {
        return format!("{}; means where changes are dense", axis.label);
    }
    let whole = axis.title();
    if letters::width(&whole, sheet.font) < sheet.size[0] {
        return whole;
    }
    let label = axis.label.split(" (").next().unwrap_or_default();
    Axis {
        label: label.to_owned(),
        ..axis.clone()
    }
    .title()
}
