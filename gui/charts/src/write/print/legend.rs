//! Legend of curves, colours and marks, in lines above a plot.

use egui::Color32;

use super::sheet::{BLACK, Sheet, of};
use crate::colour::{OKABE_ITO, Sign};
use crate::picture::{Anchor, Inks, Item, Outline, letters};
use crate::write::schedule::Key;

/// Grey of outages, and of a bar with a mark at its end.
const GREY: Inks = [Color32::from_gray(0xD0); 2];

/// Sample before a name.
#[derive(Clone, Copy)]
pub(super) enum Sample {
    /// A piece of a curve.
    Line { inks: Inks, dashes: &'static [f64] },
    /// Sign of jobs of a schedule.
    Sign(Sign),
    /// No sample, before a heading.
    None,
}

impl Sample {
    /// Returns its width with the gap behind it, in sizes of letters.
    fn width(self) -> f64 {
        match self {
            Self::Line { .. } => 2.8,
            Self::Sign(_) => 1.1,
            Self::None => 0.0,
        }
    }
}

/// Samples with their names, each with its line and position.
pub(super) struct Legend<'a> {
    places: Vec<(Sample, &'a str, usize, f64)>,
}

impl<'a> Legend<'a> {
    /// Lays `entries` out, from the line `first` on.
    pub(super) fn new(
        entries: impl Iterator<Item = (Sample, &'a str)>,
        first: usize,
        sheet: &Sheet,
    ) -> Self {
        let start = sheet.font();
        let (mut line, mut at) = (first, start);
        let item = |(sample, name): (Sample, &'a str)| {
            let room = sample.width() * sheet.font() + letters::width(name, sheet.font());
            if at > start && at + room > sheet.size()[0] - sheet.font() {
                (line, at) = (line + 1, start);
            }
            let index = (sample, name, line, at);
            at += room + 1.2 * sheet.font();
            index
        };
        Self {
            places: entries.map(item).collect(),
        }
    }

    /// Lays `key` out.
    pub(super) fn of_key(key: &'a Key, first: usize, sheet: &Sheet) -> Self {
        let entries = key.entries.iter();
        let entries = entries.map(|(sign, name)| (Sample::Sign(*sign), name.as_str()));
        let heading = std::iter::once((Sample::None, key.heading));
        Self::new(heading.chain(entries), first, sheet)
    }

    /// Returns the number of lines, with those above it.
    pub(super) fn lines(&self) -> usize {
        self.places.last().map_or(0, |(.., line, _)| line + 1)
    }

    /// Draws the legend.
    pub(super) fn draw(&self, sheet: &mut Sheet) {
        for &(sample, name, line, at) in &self.places {
            let y = line_at(line, sheet.font());
            match sample {
                Sample::Line { inks, dashes } => {
                    let middle = y - 0.33 * sheet.font();
                    sheet.picture.items.push(Item::Line {
                        points: vec![[at, middle], [at + 2.4 * sheet.font(), middle]],
                        inks,
                        width: 1.0,
                        dashes,
                    });
                }
                Sample::Sign(sign) => draw_sign(sheet, sign, [at, y - 0.75 * sheet.font()]),
                Sample::None => {}
            }
            let from = at + sample.width() * sheet.font();
            sheet.text([from, y], Anchor::Start, name);
        }
    }
}

/// Returns the baseline of that line.
pub(super) fn line_at(line: usize, font: f64) -> f64 {
    font * (1.2 + 1.4 * line as f64)
}

/// Draws a square with that upper left corner.
fn draw_sign(sheet: &mut Sheet, sign: Sign, [left, top]: [f64; 2]) {
    let side = 0.8 * sheet.font();
    let mut part = |[from, until]: [f64; 2], inks: Inks, outline: Outline| {
        let corners = [[left + from * side, top], [left + until * side, top + side]];
        sheet.boxed(corners, inks, outline);
    };
    match sign {
        Sign::Filled(colour) => part([0.0, 1.0], of(colour), Outline::Black),
        Sign::Kinds => {
            for (index, colour) in OKABE_ITO.into_iter().take(3).enumerate() {
                let from = index as f64 / 3.0;
                part([from, from + 1.0 / 3.0], of(colour), Outline::Black);
            }
        }
        Sign::Hatched(_) => part([0.0, 1.0], GREY, Outline::None),
        Sign::Edge(_) => {
            part([0.0, 1.0], GREY, Outline::None);
            part([0.75, 1.0], BLACK, Outline::None);
        }
    }
}
