//! The legend of curves, colours and marks, in lines between the heading and the plot.

use egui::Color32;

use super::page::Page;
use crate::colour::tokens::tokens;
use crate::colour::{self, Sign, run_colour};
use crate::picture::Anchor;
use crate::picture::svg::hex;
use crate::plot::figure::Series;
use crate::write::schedule::Key;

/// Sample before a name.
enum Sample {
    /// A dot of that colour.
    Dot(Color32),
    /// Sign of jobs of a schedule.
    Sign(Sign),
    /// No sample, before a heading.
    None,
}

/// Samples and names with their positions.
pub(super) struct Legend<'a> {
    positions: Vec<(Sample, &'a str, [f64; 2])>,
}

impl<'a> Legend<'a> {
    /// Height of a line.
    const LINE: f64 = 16.0;
    /// Position of the first line; further lines begin at its left end.
    const FIRST: [f64; 2] = [64.0, 40.0];

    /// Lays out the legend of `curves` on a page so wide.
    pub(super) fn of(curves: &'a [Series], width: u32, dark: bool) -> Self {
        let curves = curves.iter();
        let dot = |curve: &Series| Sample::Dot(run_colour(curve.slot, dark));
        Self::new(
            curves.map(|curve| (dot(curve), curve.label.as_str())),
            width,
        )
    }

    /// Lays `key` out on a page so wide.
    pub(super) fn of_key(key: &'a Key, width: u32) -> Self {
        let entries = key.entries.iter();
        let entries = entries.map(|(sign, name)| (Sample::Sign(*sign), name.as_str()));
        let heading = std::iter::once((Sample::None, key.heading));
        Self::new(heading.chain(entries), width)
    }

    fn new(entries: impl Iterator<Item = (Sample, &'a str)>, width: u32) -> Self {
        let [left, top] = Self::FIRST;
        let (mut x, mut y) = (left, top);
        let item = |(sample, name): (Sample, &'a str)| {
            // A letter takes about 7 of the font's 12 points; then a circle and a gap.
            let room = 7.0 * name.chars().count() as f64 + 28.0;
            if x > left && x + room > f64::from(width) - 16.0 {
                (x, y) = (left, y + Self::LINE);
            }
            let index = [x, y];
            x += room;
            (sample, name, index)
        };
        Self {
            positions: entries.map(item).collect(),
        }
    }

    /// Returns how much lower the plot begins.
    pub(super) fn height(&self) -> f32 {
        let last = self.positions.last();
        last.map_or(0.0, |(.., [_, y])| y - Self::FIRST[1] + Self::LINE) as f32
    }
}

impl Page {
    /// Draws the legend between the heading and the plot.
    pub(super) fn legend(&mut self, legend: &Legend<'_>) {
        for (sample, name, [x, y]) in &legend.positions {
            match sample {
                Sample::Dot(colour) => {
                    let ([x, y], colour) = ([x + 4.0, y - 4.0], hex(*colour));
                    self.add(format_args!(
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>"
                    ));
                }
                Sample::Sign(sign) => self.sign(*sign, [x - 1.0, y - 9.0]),
                Sample::None => {}
            }
            let before = match sample {
                Sample::None => 0.0,
                _ => 12.0,
            };
            self.text([x + before, *y], Anchor::Start, name);
        }
    }

    /// Draws `sign` with that upper left corner.
    fn sign(&mut self, sign: Sign, [left, top]: [f64; 2]) {
        let (border, ground) = (tokens(self.dark).border, colour::ground(self.dark));
        let mut part = |from: f64, width: f64, colour: Color32| {
            let (left, colour) = (left + from, hex(colour));
            self.add(format_args!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"10\" fill=\"{colour}\"/>"
            ));
        };
        match sign {
            Sign::Filled(colour) => part(0.0, 10.0, colour),
            Sign::Kinds => {
                for (from, colour) in [0.0, 3.3, 6.6].into_iter().zip(colour::OKABE_ITO) {
                    part(from, 3.4, colour);
                }
            }
            Sign::Hatched(colour) => {
                part(0.0, 10.0, ground.lerp_to_gamma(colour, 0.5));
            }
            Sign::Edge(colour) => {
                part(0.0, 10.0, border);
                part(8.0, 2.0, colour);
            }
        }
    }
}
