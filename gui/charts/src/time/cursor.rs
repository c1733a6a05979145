//! The one cursor through a stack of charts, with the instant it marks.

use egui::{Align2, FontId, Painter, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use crate::colour;
use crate::colour::tokens::tokens;
use crate::look::bold;

/// Height of the label of the instant.
pub const TAG: f32 = 20.0;
/// Strength of the accent over a selected span.
const TINT: f32 = 0.1;

/// Source of the instant that a cursor marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cursor {
    /// Pointer.
    Pointer,
    /// Replay.
    Replay,
}

/// Draws a line at `x` through `room`, and below it the label of that instant.
pub fn show(painter: &Painter, room: Rect, x: f32, words: &str, cursor: Cursor, dark: bool) {
    let tokens = tokens(dark);
    let ends = [pos2(x, room.top()), pos2(x, room.bottom())];
    match cursor {
        Cursor::Pointer => {
            let stroke = Stroke::new(1.0, tokens.text[0]);
            painter.extend(Shape::dashed_line(&ends, stroke, 4.0, 3.0));
        }
        Cursor::Replay => {
            painter.line_segment(ends, Stroke::new(2.0, tokens.accent));
        }
    }
    let ground = match cursor {
        Cursor::Pointer => tokens.text[0],
        Cursor::Replay => tokens.primary,
    };
    let ink = colour::text_on(ground);
    let name = painter.layout_no_wrap(words.to_owned(), FontId::new(11.0, bold()), ink);
    // With its outline within its own line, so that nothing above it is covered.
    let size = vec2(name.size().x + 12.0, TAG - 2.0);
    let half = size.x / 2.0;
    let least = room.left() + half;
    let middle = x.clamp(least, (room.right() - half).max(least));
    let tag = Align2::CENTER_BOTTOM.anchor_size(pos2(middle, room.bottom() - 1.0), size);
    painter.rect_filled(tag, 3.0, ground);
    painter.rect_stroke(
        tag,
        3.0,
        Stroke::new(1.0, tokens.canvas),
        StrokeKind::Outside,
    );
    painter.galley(tag.center() - name.size() / 2.0, name, ink);
}

/// Tints the selected span from `left` to `right` through `room`, with its two edges.
pub fn band(painter: &Painter, room: Rect, [left, right]: [f32; 2], dark: bool) {
    let accent = tokens(dark).accent;
    let band = Rect::from_x_y_ranges(left..=right, room.y_range()).intersect(room);
    if !band.is_positive() {
        return;
    }
    painter.rect_filled(band, 0.0, accent.gamma_multiply(TINT));
    for x in [left, right] {
        if room.x_range().contains(x) {
            painter.vline(x, room.y_range(), Stroke::new(1.0, accent));
        }
    }
}

/// Draws the label of a selected span above it, in white on the accent.
pub fn band_tag(painter: &Painter, room: Rect, [left, right]: [f32; 2], words: &str, dark: bool) {
    let ground = tokens(dark).primary;
    let ink = colour::text_on(ground);
    let name = painter.layout_no_wrap(words.to_owned(), FontId::new(11.0, bold()), ink);
    let size = name.size() + vec2(12.0, 3.0);
    let width = (right.min(room.right()) - left.max(room.left())).max(size.x);
    let half = width / 2.0;
    let least = room.left() + half;
    let middle = f32::midpoint(left.max(room.left()), right.min(room.right()));
    let middle = middle.clamp(least, (room.right() - half).max(least));
    let tag = Rect::from_center_size(pos2(middle, room.top() + size.y / 2.0), vec2(width, size.y));
    painter.rect_filled(tag, 3.0, ground);
    painter.galley(tag.center() - name.size() / 2.0, name, ink);
}
