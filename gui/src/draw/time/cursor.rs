//! The one cursor through a stack of charts, and what instant it is at.

use egui::{Align2, FontId, Painter, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use crate::draw::colour;
use crate::draw::colour::tokens::tokens;
use crate::draw::look::bold;

/// The height of what says which instant it is.
pub const TAG: f32 = 16.0;

/// Which instant a cursor marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cursor {
    /// That under the pointer.
    Pointer,
    /// That of the replay.
    Replay,
}

/// Draws a line at `x` through `room`, and below it what instant that is.
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
    let size = name.size() + vec2(12.0, 4.0);
    let half = size.x / 2.0;
    let least = room.left() + half;
    let middle = x.clamp(least, (room.right() - half).max(least));
    let tag = Align2::CENTER_BOTTOM.anchor_size(pos2(middle, room.bottom()), size);
    painter.rect_filled(tag, 3.0, ground);
    painter.rect_stroke(
        tag,
        3.0,
        Stroke::new(1.0, tokens.canvas),
        StrokeKind::Outside,
    );
    painter.galley(tag.min + vec2(6.0, 2.0), name, ink);
}
