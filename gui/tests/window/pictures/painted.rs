//! The contents of a frame: texts with their positions, areas that hide them, and faults.

use egui::epaint::{ClippedShape, TextShape};
use egui::{Rect, Shape, vec2};

/// Tolerated overlap of letters, in points: a mesh is a little larger than its ink.
const TOUCH: f32 = 2.5;
/// Margin of table cells before the edge of what scrolls sideways, in points.
const MARGIN: f32 = 8.0;

/// Beginnings of names that are too long for any column.
const LONG_NAMES: [&str; 3] = ["a.user", "an account", "EASY from"];

/// A row of text.
pub(super) struct PaintedText {
    pub(super) text: String,
    /// Bounds of its letters.
    pub(super) ink: Rect,
    /// Bounds of the visible part.
    clip: Rect,
    /// Whether it ends in an ellipsis for lack of room.
    elided: bool,
    /// Its index in the order of painting.
    order: usize,
}

/// The contents of a frame.
#[derive(Default)]
pub(super) struct Painted {
    pub(super) words: Vec<PaintedText>,
    /// Opaque areas, with their indices in the order of painting.
    grounds: Vec<(Rect, usize)>,
    /// Areas that scroll sideways, with a bar.
    sideways: Vec<Rect>,
    /// All other visible shapes: curves, bars, pictures.
    marks: Vec<Rect>,
    count: usize,
}

impl Painted {
    /// The contents of `shapes`, from the bottom to the top; those in `sideways` scroll to the left
    /// and to the right.
    pub(super) fn of(shapes: &[ClippedShape], sideways: Vec<Rect>) -> Self {
        let mut painted = Self {
            sideways,
            ..Self::default()
        };
        for ClippedShape {
            clip_rect, shape, ..
        } in shapes
        {
            painted.add(*clip_rect, shape);
        }
        painted
    }

    fn add(&mut self, clip: Rect, shape: &Shape) {
        self.count += 1;
        match shape {
            Shape::Noop => {}
            Shape::Vec(shapes) => {
                for shape in shapes {
                    self.add(clip, shape);
                }
            }
            Shape::Text(text) => self.add_text(clip, text),
            Shape::Rect(rect) => {
                let seen = rect.rect.intersect(clip);
                if rect.fill.a() == u8::MAX {
                    self.grounds.push((seen, self.count));
                }
                self.marks.push(seen);
            }
            other => self
                .marks
                .push(other.visual_bounding_rect().intersect(clip)),
        }
    }

    fn add_text(&mut self, clip: Rect, text: &TextShape) {
        let is_clear = text.opacity_factor == 0.0;
        for row in text.galley.rows.iter().filter(|_| !is_clear) {
            let bounds = row.row.visuals.mesh_bounds;
            if !bounds.is_positive() {
                continue;
            }
            let ink = bounds.translate(row.pos.to_vec2());
            let ink = ink.rotate_bb(egui::emath::Rot2::from_angle(text.angle));
            self.words.push(PaintedText {
                text: row.row.glyphs.iter().map(|glyph| glyph.chr).collect(),
                ink: ink.translate(text.pos.to_vec2()),
                clip,
                elided: text.galley.elided,
                order: self.count,
            });
        }
    }

    /// Number of the twelve parts of `pane` with texts or marks in them, except marks that fill all
    /// of it.
    pub(super) fn filled(&self, pane: Rect) -> usize {
        let size = pane.size() / vec2(4.0, 3.0);
        let is_ground = |mark: &&Rect| mark.width() * mark.height() > 0.9 * pane.area();
        let marks = self.marks.iter().filter(|mark| !is_ground(mark)).copied();
        let words = self.words.iter().map(PaintedText::seen);
        let seen: Vec<Rect> = marks.chain(words).collect();
        let parts = (0..12).filter(|part| {
            let [column, row] = [part % 4, part / 4].map(|index| index as f32);
            let min = pane.min + size * vec2(column, row);
            let part = Rect::from_min_size(min, size);
            seen.iter().any(|rect| {
                let shared = rect.intersect(part);
                shared.width() >= 1.0 && shared.height() >= 1.0
            })
        });
        parts.count()
    }

    /// The faults within `room`, in words.
    pub(super) fn faults(&self, room: Rect, screen: Rect) -> Vec<String> {
        let words: Vec<&PaintedText> = self
            .words
            .iter()
            .filter(|words| words.is_in(room))
            .collect();
        let mut faults = Vec::new();
        for (index, one) in words.iter().enumerate() {
            for other in &words[index + 1..] {
                if one.collides(other) && !self.hides(one, other.order) {
                    faults.push(format!("“{}” over “{}”", other.text, one.text));
                }
            }
            if one.is_cut() && !self.sideways.iter().any(|room| one.leaves(*room)) {
                faults.push(format!("“{}” is cut at {:?}", one.text, one.seen()));
            }
            // Long names of a document may be.
            let is_name = LONG_NAMES.iter().any(|name| one.text.starts_with(name));
            if one.elided && !is_name {
                faults.push(format!("“{}” is shortened at {:?}", one.text, one.ink));
            }
            if !screen.expand(0.5).contains_rect(one.ink) && screen.intersects(one.ink) {
                faults.push(format!("“{}” is outside of the window", one.text));
            }
            if one.has_raw_number() {
                faults.push(format!("“{}” has a number as programs write it", one.text));
            }
            if self.is_half_hidden(one) {
                faults.push(format!("“{}” is half hidden", one.text));
            }
        }
        faults
    }

    /// Whether all of `words` lies under an opaque area painted before `until`.
    fn hides(&self, words: &PaintedText, until: usize) -> bool {
        let mut above = self.above(words).filter(|(_, order)| *order < until);
        above.any(|(ground, _)| ground.expand(1.0).contains_rect(words.seen()))
    }

    /// Whether anything opaque hides `words`, or a part of them.
    pub(super) fn is_hidden(&self, words: &PaintedText) -> bool {
        self.hides(words, usize::MAX) || self.is_half_hidden(words)
    }

    fn is_half_hidden(&self, words: &PaintedText) -> bool {
        let is_part = |ground: Rect| {
            let shared = ground.intersect(words.seen());
            let all = ground.expand(1.0).contains_rect(words.seen());
            !all && shared.width() > TOUCH && shared.height() > TOUCH
        };
        let whole = self.hides(words, usize::MAX);
        !whole && self.above(words).any(|(ground, _)| is_part(ground))
    }

    /// Opaque areas that were painted after `words`.
    fn above(&self, words: &PaintedText) -> impl Iterator<Item = (Rect, usize)> {
        let grounds = self.grounds.iter().copied();
        grounds.filter(|(_, order)| *order > words.order)
    }
}

impl PaintedText {
    /// The visible part.
    fn seen(&self) -> Rect {
        self.ink.intersect(self.clip)
    }

    /// Whether it is in `room` and cut at its edges alone.
    fn leaves(&self, room: Rect) -> bool {
        let beyond =
            self.ink.left() < room.left() + MARGIN || self.ink.right() > room.right() - MARGIN;
        beyond && room.y_range().contains(self.seen().center().y)
    }

    fn is_in(&self, room: Rect) -> bool {
        let seen = self.seen();
        seen.width() > 1.0 && seen.height() > 1.0 && room.contains(seen.center())
    }

    fn collides(&self, other: &Self) -> bool {
        let shared = self.seen().intersect(other.seen());
        // A dimmed widget paints its text twice.
        let is_same = self.text == other.text && self.ink.center() == other.ink.center();
        !is_same && shared.width() > TOUCH && shared.height() > TOUCH
    }

    /// Whether it has more digits behind a point than anybody reads.
    fn has_raw_number(&self) -> bool {
        let parts = self.text.split('.').skip(1);
        let digits = |part: &str| part.chars().take_while(char::is_ascii_digit).count();
        parts.map(digits).any(|digits| digits > 5)
    }

    /// Whether letters are missing at its left or right; above and below it may be on its
    /// way out of what scrolls.
    fn is_cut(&self) -> bool {
        let seen = self.seen();
        seen.width() < self.ink.width() - TOUCH
    }
}
