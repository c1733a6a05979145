//! A page with a plot on it, written as SVG piece by piece.

use std::fmt::Arguments;

use egui::{Color32, Rect, pos2};

use crate::colour::{self, run_colour, run_dashes};
use crate::picture::Anchor;
use crate::picture::svg::{Svg, hex};
use crate::plot::figure::{Mark, Series};
use crate::plot::series::Point;
use crate::plot::ticks::Tick;

/// A page being written.
pub(super) struct Page {
    pub(super) file: Svg,
    /// Rectangle of the plot on the page.
    pub(super) plot: Rect,
    size: [f32; 2],
    pub(super) dark: bool,
    ink: Color32,
    faint: Color32,
}

impl Page {
    /// Returns an empty page with `margins` left, top, right and bottom of the plot.
    pub(super) fn new(size: [u32; 2], dark: bool, [left, top, right, bottom]: [f32; 4]) -> Self {
        let [width, height] = size.map(|side| side.max(1) as f32);
        let ground = colour::ground(dark);
        let corner = pos2(
            (width - right).max(left + 1.0),
            (height - bottom).max(top + 1.0),
        );
        let view = [width, height].map(|side| side.to_string());
        Self {
            file: Svg::new(&view, &view, ("sans-serif", 12.0), ground, 1),
            plot: Rect::from_min_max(pos2(left, top), corner),
            size: [width, height],
            dark,
            ink: colour::text_on(ground),
            faint: Color32::from_gray(if dark { 0x44 } else { 0xdd }),
        }
    }

    pub(super) fn add(&mut self, line: Arguments<'_>) {
        self.file.add(line);
    }

    pub(super) fn text(&mut self, at: Point, anchor: Anchor, words: &str) {
        self.file.text(at, anchor, "", self.ink, words);
    }

    pub(super) fn heading(&mut self, words: &str) {
        let middle = f64::from(self.plot.center().x);
        self.text([middle, 22.0], Anchor::Middle, words);
    }

    pub(super) fn labels(&mut self, x: &str, y: &str) {
        let [across, down] = <[f32; 2]>::from(self.plot.center()).map(f64::from);
        let under = f64::from(self.size[1]) - 8.0;
        self.text([across, under], Anchor::Middle, x);
        self.file.text_up([14.0, down], Anchor::Middle, self.ink, y);
        let (plot, ink) = (self.plot, hex(self.ink));
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{ink}\"/>",
            plot.left(),
            plot.top(),
            plot.width(),
            plot.height(),
        ));
    }

    pub(super) fn ticks_across(&mut self, ticks: &[Tick], index: impl Fn(f64) -> f64, grid: bool) {
        let (top, bottom) = (f64::from(self.plot.top()), f64::from(self.plot.bottom()));
        let (ink, faint) = (self.ink, self.faint);
        for tick in ticks {
            let x = index(tick.at);
            if grid {
                self.file.line([x, top], [x, bottom], faint);
            }
            self.file.line([x, bottom], [x, bottom + 4.0], ink);
            self.text([x, bottom + 17.0], Anchor::Middle, &tick.label);
        }
    }

    pub(super) fn ticks_down(&mut self, ticks: &[Tick], index: impl Fn(f64) -> f64, grid: bool) {
        let (left, right) = (f64::from(self.plot.left()), f64::from(self.plot.right()));
        let (ink, faint) = (self.ink, self.faint);
        for tick in ticks {
            let y = index(tick.at);
            if grid {
                self.file.line([left, y], [right, y], faint);
            }
            self.file.line([left - 4.0, y], [left, y], ink);
            self.text([left - 7.0, y + 4.0], Anchor::End, &tick.label);
        }
    }

    pub(super) fn curve(&mut self, curve: &Series, points: Vec<Point>) {
        let colour = run_colour(curve.slot, self.dark);
        let dashes = match curve.mark {
            Mark::Dashes => Some([4.0, 3.0]),
            _ => run_dashes(curve.slot),
        };
        let dashes = dashes.map(|lengths| lengths.map(f64::from));
        if !matches!(curve.mark, Mark::Rings | Mark::Points) {
            let dashes = dashes.as_ref().map_or(&[][..], |lengths| lengths);
            self.file.path(&points, colour, 1.5, dashes);
        }
        let colour = hex(colour);
        let dot = match curve.mark {
            Mark::Dots | Mark::Path | Mark::Points => format!("r=\"3.5\" fill=\"{colour}\""),
            Mark::Rings => format!("r=\"8\" fill=\"none\" stroke=\"{colour}\""),
            _ => return,
        };
        for [x, y] in points {
            self.add(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" {dot}/>"));
        }
    }

    /// Fills the area within `corners`, pale in the colour of the run in that slot.
    pub(super) fn band(&mut self, slot: usize, corners: &[Point]) {
        let colour = hex(run_colour(slot, self.dark));
        let corners = corners.iter().map(|[x, y]| format!("{x:.1},{y:.1}"));
        let corners = corners.collect::<Vec<_>>().join(" ");
        self.add(format_args!(
            "<polygon points=\"{corners}\" fill=\"{colour}\" fill-opacity=\"0.13\"/>"
        ));
    }

    /// Draws a bar of `curve` between two corners.
    pub(super) fn bar(&mut self, curve: &Series, [left, top]: Point, [right, bottom]: Point) {
        let colour = run_colour(curve.slot, self.dark);
        let sides = [left, top, right - left, bottom - top];
        self.file.rect(sides, colour, "");
    }

    pub(super) fn finish(self) -> String {
        self.file.finish()
    }
}
