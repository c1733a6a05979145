//! Plots on a sheet.

use super::legend::{Legend, Sample};
use super::sheet::{Sheet, of};
use crate::colour::run_colour;
use crate::picture::{Inks, Item, Outline, letters};
use crate::plot::figure::{Axis, Figure, Mark, Scale, Series};
use crate::plot::stairs;
use crate::write::svg::{share, visible};
use laboratory::base::problem::Problem;

/// Dashes that tell curves apart in grey: one for each of the first policies.
const DASHES: [&[f64]; 9] = [
    &[],
    &[5.0, 2.0],
    &[1.2, 1.4],
    &[6.0, 1.6, 1.2, 1.6],
    &[9.0, 3.0],
    &[8.0, 1.6, 1.2, 1.6, 1.2, 1.6],
    &[2.6, 1.2],
    &[5.0, 1.4, 1.2, 1.4, 1.2, 1.4, 1.2, 1.4],
    &[12.0, 2.0],
];
/// Half of the side of the dot at a point.
const DOT: f64 = 1.1;

/// Style of a curve.
#[derive(Clone, Copy)]
struct Style {
    inks: Inks,
    dashes: &'static [f64],
}

/// Draws `figure` on `sheet`.
pub(super) fn draw(figure: &Figure, mut sheet: Sheet) -> Result<Sheet, Problem> {
    let [x, y] = figure.extent();
    let styles = styles(&figure.series);
    let samples = styles.iter().map(|style| Sample::Line {
        inks: style.inks,
        dashes: style.dashes,
    });
    let names = figure.series.iter().map(|curve| curve.label.as_str());
    let legend = Legend::new(samples.zip(names), 0, &sheet);
    // Labels are known only when there is a plot for them; six letters are ample.
    let labels = letters::width("000000", sheet.font());
    sheet.set_plot(labels, legend.lines())?;
    let [left, top, right, bottom] = sheet.plot;
    let across = |value: f64| left + share(&figure.x, x, value) * (right - left);
    let down = |value: f64| bottom - share(&figure.y, y, value) * (bottom - top);
    let letters = match figure.x.scale {
        Scale::Time => 5.0,
        _ => 3.5,
    };
    let [most_across, most_up] = sheet.most_ticks(letters);
    let ticks = figure.x.ticks_across(x, most_across, sheet.on_screen());
    sheet.across(&ticks, across, true);
    sheet.down(&figure.y.ticks(y[0], y[1], most_up), down, true);
    for (curve, style) in figure.series.iter().zip(&styles) {
        let position = |[x, y]: [f64; 2]| [across(x), down(y)];
        if let Mark::Bars(width) = curve.mark {
            for [x, y] in &curve.points {
                let [from, until] = [-0.5, 0.5].map(|side| across(x + side * width));
                sheet.boxed(
                    [[from, down(*y)], [until, bottom]],
                    style.inks,
                    Outline::Black,
                );
            }
            continue;
        }
        let points = match curve.mark {
            Mark::Step | Mark::Dashes => {
                stairs(&visible(curve, &figure.x, columns(right - left) as f32))
            }
            _ => curve.points.clone(),
        };
        let points: Vec<_> = points.into_iter().map(position).collect();
        if matches!(
            curve.mark,
            Mark::Dots | Mark::Path | Mark::Points | Mark::Rings
        ) {
            for [x, y] in &points {
                let corners = [[x - DOT, y - DOT], [x + DOT, y + DOT]];
                sheet.boxed(corners, style.inks, Outline::None);
            }
        }
        if !matches!(curve.mark, Mark::Points | Mark::Rings) {
            sheet.picture.items.push(style.line(points, 1.0));
        }
    }
    for band in &figure.bands {
        let mut curves = figure.series.iter().zip(&styles);
        let Some((_, style)) = curves.find(|(curve, _)| curve.slot == band.slot) else {
            continue;
        };
        for part in [1, 2] {
            let points = band.points.iter();
            let points = points.map(|point| [across(point[0]), down(point[part])]);
            // One edge of a band, which would be a stain in grey.
            sheet.picture.items.push(style.line(points.collect(), 0.35));
        }
    }
    sheet.titles(&title(figure, &sheet), &figure.y.title());
    legend.draw(&mut sheet);
    Ok(sheet)
}

impl Style {
    fn line(self, points: Vec<[f64; 2]>, width: f64) -> Item {
        Item::Line {
            points,
            inks: self.inks,
            width,
            dashes: self.dashes,
        }
    }
}

/// Returns the styles of `curves`: in the colours that their runs have on a light screen, and with
/// different dashes while there are enough, those of a policy where they are free.
fn styles(curves: &[Series]) -> Vec<Style> {
    let mut used: Vec<usize> = Vec::new();
    for curve in curves {
        let own = curve.slot % DASHES.len();
        let first = usize::from(curve.mark == Mark::Dashes);
        let preferred = std::iter::once(own).filter(|_| first == 0);
        let mut free = preferred
            .chain(first..DASHES.len())
            .filter(|index| !used.contains(index));
        let index = free.next().unwrap_or(own);
        used.push(index);
    }
    let styles = curves.iter().zip(used).map(|(curve, index)| Style {
        inks: of(run_colour(curve.slot, false)),
        dashes: DASHES[index],
    });
    styles.collect()
}

/// Returns the columns of a plot so wide: finer ones cannot be seen on paper.
fn columns(width: f64) -> f64 {
    2.0 * width
}

/// Returns the title of the axis, without its part in brackets where there is no room for that.
fn title(figure: &Figure, sheet: &Sheet) -> String {
    let axis = &figure.x;
    let [left, _, right, _] = sheet.plot;
    let most = 2.0 * columns(right - left).floor();
    let mut series = figure.series.iter();
    let is_dense =
        axis.scale == Scale::Time && series.any(|curve| curve.points.len() as f64 > most);
    let whole = figure.title_across();
    let short = if axis.has_dates() {
        whole.split(" (").next().unwrap_or_default().to_owned()
    } else {
        let label = axis.label.split(" (").next().unwrap_or_default();
        Axis {
            label: label.to_owned(),
            ..axis.clone()
        }
        .title()
    };
    let remark = if is_dense {
        "; means where changes are dense"
    } else {
        ""
    };
    let choices = [whole, short.clone()].map(|title| title + remark);
    let fits = |title: &String| letters::width(title, sheet.font()) < sheet.size()[0];
    choices
        .into_iter()
        .find(fits)
        .unwrap_or(short + &remark.replace(" where changes are dense", ""))
}
