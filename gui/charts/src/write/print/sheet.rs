//! A sheet of paper: lines, boxes and text, in points from its upper left corner.

use egui::Color32;

use crate::picture::letters;
use crate::picture::{Anchor, Inks, Item, Outline, Picture};
use crate::plot::ticks::Tick;
use laboratory::base::problem::Problem;

pub(super) const BLACK: Inks = [Color32::BLACK; 2];
pub(super) const WHITE: Inks = [Color32::WHITE; 2];
const FAINT: Inks = [Color32::from_gray(0xd0); 2];

/// Returns a colour of the screen on paper.
pub(super) fn of(colour: Color32) -> Inks {
    let [red, green, blue, _] = colour.to_array();
    [Color32::from_rgb(red, green, blue); 2]
}

/// Size of letters on the screen, in points.
const ON_SCREEN: f64 = 11.0;

/// The sheet.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) picture: Picture,
    /// Left, top, right and bottom of the plot.
    pub(super) plot: [f64; 4],
}

impl Sheet {
    pub(super) fn new(size: [f64; 2], font: f64) -> Self {
        Self {
            picture: Picture::new(size, font),
            plot: [0.0, 0.0, size[0], size[1]],
        }
    }

    /// Leaves room for the titles of the axes and for `legend` lines above.
    pub(super) fn set_plot(&mut self, labels: f64, legend: usize) -> Result<(), Problem> {
        let font = self.font();
        let [width, height] = self.size();
        let left = 1.6 * font + labels + 0.8 * font;
        let top = font + 1.4 * font * legend as f64;
        self.plot = [left, top, width - 1.4 * font, height - 3.4 * font];
        let [left, top, right, bottom] = self.plot;
        if right - left > 3.0 * font && bottom - top > 3.0 * font {
            Ok(())
        } else {
            Err(Problem::input(
                "there is no room for the plot: a larger size or a smaller font is needed",
            ))
        }
    }

    /// Returns its width and height.
    pub(super) fn size(&self) -> [f64; 2] {
        self.picture.size
    }

    /// Returns the size of its letters.
    pub(super) fn font(&self) -> f64 {
        self.picture.font
    }

    pub(super) fn line(&mut self, points: Vec<[f64; 2]>, inks: Inks, width: f64) {
        self.picture.line(points, inks, width);
    }

    pub(super) fn boxed(&mut self, corners: [[f64; 2]; 2], inks: Inks, outline: Outline) {
        self.picture.boxed(corners, inks, outline);
    }

    /// Returns the width of the plot on the screen, if its letters were as large as there.
    pub(super) fn on_screen(&self) -> f32 {
        let [left, _, right, _] = self.plot;
        ((right - left) * ON_SCREEN / self.font()) as f32
    }

    pub(super) fn text(&mut self, at: [f64; 2], anchor: Anchor, text: &str) {
        self.picture.items.push(Item::Text {
            at,
            anchor,
            up: false,
            text: text.to_owned(),
            inks: BLACK,
        });
    }

    /// Returns how many ticks have room across and upwards.
    pub(super) fn most_ticks(&self, letters: f64) -> [usize; 2] {
        let [left, top, right, bottom] = self.plot;
        let across = (right - left) / (letters * self.font());
        let up = (bottom - top) / (2.4 * self.font());
        [across, up].map(|most| (most as usize).max(2))
    }

    /// Draws ticks across at the positions by `position`, and a faint line above each if `grid`.
    pub(super) fn across(&mut self, ticks: &[Tick], position: impl Fn(f64) -> f64, grid: bool) {
        let [_, top, right, bottom] = self.plot;
        let mut free = f64::MIN;
        for tick in ticks {
            let x = position(tick.at);
            if grid {
                self.line(vec![[x, top], [x, bottom]], FAINT, 0.4);
            }
            self.line(
                vec![[x, bottom], [x, bottom + 0.35 * self.font()]],
                BLACK,
                0.5,
            );
            let half = letters::width(&tick.label, self.font()) / 2.0;
            // Labels that would touch those before, or leave the sheet, are left out.
            if x - half > free && x + half < right + 1.4 * self.font() {
                let at = [x, bottom + 1.4 * self.font()];
                self.text(at, Anchor::Middle, &tick.label);
                free = x + half + 0.4 * self.font();
            }
        }
    }

    /// Draws ticks down the left side, likewise.
    pub(super) fn down(&mut self, ticks: &[Tick], position: impl Fn(f64) -> f64, grid: bool) {
        let [left, _, right, _] = self.plot;
        for tick in ticks {
            let y = position(tick.at);
            if grid {
                self.line(vec![[left, y], [right, y]], FAINT, 0.4);
            }
            self.line(vec![[left - 0.35 * self.font(), y], [left, y]], BLACK, 0.5);
            let at = [left - 0.6 * self.font(), y + 0.35 * self.font()];
            self.text(at, Anchor::End, &tick.label);
        }
    }

    /// Draws the titles of the axes, and a frame.
    pub(super) fn titles(&mut self, across: &str, up: &str) {
        let [left, top, right, bottom] = self.plot;
        let corners = [
            [left, top],
            [right, top],
            [right, bottom],
            [left, bottom],
            [left, top],
        ];
        self.line(corners.to_vec(), BLACK, 0.6);
        let half = letters::width(across, self.font()) / 2.0;
        // A long title stands in the middle of the sheet instead.
        let middle = if f64::midpoint(left, right) + half < self.size()[0] {
            f64::midpoint(left, right).max(half)
        } else {
            self.size()[0] / 2.0
        };
        let at = [middle, self.size()[1] - 0.6 * self.font()];
        self.text(at, Anchor::Middle, across);
        self.picture.items.push(Item::Text {
            at: [1.1 * self.font(), f64::midpoint(top, bottom)],
            anchor: Anchor::Middle,
            up: true,
            text: up.to_owned(),
            inks: BLACK,
        });
    }
}
