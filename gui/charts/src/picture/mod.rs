//! Pictures as lists of lines, boxes and texts, which are painted, or written as SVG, PDF and PNG.

mod embedded;
pub(crate) mod letters;
mod paint;
pub(crate) mod pdf;
pub(crate) mod png;
pub(crate) mod svg;

use egui::Color32;

/// A colour on light and on dark grounds.
pub(crate) type Inks = [Color32; 2];

/// Returns the colours of `ink` on a light and a dark ground.
pub(crate) fn inks(ink: impl Fn(bool) -> Color32) -> Inks {
    [false, true].map(ink)
}

/// Picture, whose positions count from its upper left corner.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// Width and height: points where it is written, any unit where it is painted.
    pub(crate) size: [f64; 2],
    /// Size of letters in points.
    pub(crate) font: f64,
    /// Items, the undermost first.
    pub(crate) items: Vec<Item>,
}

/// Part of a text at its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Outline of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outline {
    /// None.
    None,
    /// A thin black line.
    Black,
    /// A thin line in a darker shade, with round corners and room around it.
    Shade,
    /// None, sharp and never too thin to be seen: one of thousands.
    Sharp,
}

/// Item of a picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Item {
    Line {
        points: Vec<[f64; 2]>,
        inks: Inks,
        /// Width in points.
        width: f64,
        /// Lengths of dashes and gaps in turn, in points; a solid line if there are none.
        dashes: &'static [f64],
    },
    /// Upper left and lower right corner.
    Box {
        corners: [[f64; 2]; 2],
        inks: Inks,
        outline: Outline,
    },
    Text {
        at: [f64; 2],
        anchor: Anchor,
        /// Whether the text runs upwards.
        up: bool,
        text: String,
        inks: Inks,
    },
    /// A straight line across or down, one point wide, sharp on the screen.
    Rule { ends: [[f64; 2]; 2], inks: Inks },
    /// A text by the middle of its height, with letters of a size of its own.
    Label {
        middle: [f64; 2],
        anchor: Anchor,
        size: f64,
        is_bold: bool,
        text: String,
        inks: Inks,
    },
    /// A box with a tooltip where a file has such.
    Titled {
        corners: [[f64; 2]; 2],
        inks: Inks,
        /// Radius of its corners on the screen in points.
        radius: f64,
        title: String,
    },
    /// The items of one of several charts.
    Chart(Vec<Self>),
}

/// Returns the height of the baseline of letters of that size whose middle is at `y`. Places of the
/// window have single precision, in which files have always had the last digit of a tie.
fn baseline(y: f64, size: f64) -> f64 {
    /// Of letters' middle above their baseline, as a share of their size.
    const MIDDLE: f32 = 0.35;
    f64::from(y as f32 + MIDDLE * size as f32)
}

impl Default for Picture {
    /// Returns an empty picture whose positions are from 0 to 1.
    fn default() -> Self {
        Self::new([1.0, 1.0], 10.0)
    }
}

impl Picture {
    /// Returns an empty picture of that size, with letters so large.
    pub(crate) fn new(size: [f64; 2], font: f64) -> Self {
        Self {
            size,
            font,
            items: Vec::new(),
        }
    }

    /// Whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds a line through `points`, `width` points wide.
    pub(crate) fn line(&mut self, points: Vec<[f64; 2]>, inks: Inks, width: f64) {
        self.items.push(Item::Line {
            points,
            inks,
            width,
            dashes: &[],
        });
    }

    /// Adds a box.
    pub(crate) fn boxed(&mut self, corners: [[f64; 2]; 2], inks: Inks, outline: Outline) {
        self.items.push(Item::Box {
            corners,
            inks,
            outline,
        });
    }
}
