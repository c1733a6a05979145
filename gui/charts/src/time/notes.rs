//! Notes on instants and spans, drawn through a stack of charts.

use cosched_core::Time;
use egui::{FontId, Painter, Rect, Stroke, pos2, vec2};

use crate::colour::tokens::tokens;
use crate::gantt::GanttView;
use laboratory::base::span;

/// Strength of the colour of a marked span.
pub(crate) const TINT: f32 = 0.14;
/// Greatest length of a note on a chart, in letters.
const LETTERS: usize = 40;

/// An instant or a span with its note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Start and end; of an instant both are equal.
    pub span: [Time; 2],
    /// Text.
    pub text: String,
}

impl Note {
    /// Whether it marks an instant, no span.
    pub fn is_instant(&self) -> bool {
        self.span[0] == self.span[1]
    }

    /// Returns the note as the command line takes it.
    pub fn command_text(&self) -> String {
        let [from, until] = self.span.map(|at| span::to_typed(at.seconds()));
        if self.is_instant() {
            format!("{from}={}", self.text)
        } else {
            format!("{from}..{until}={}", self.text)
        }
    }

    /// Returns its text, cut off where it would be too long for a chart.
    pub(crate) fn short(&self) -> String {
        match self.text.char_indices().nth(LETTERS) {
            Some((end, _)) => format!("{}…", &self.text[..end]),
            None => self.text.clone(),
        }
    }
}

/// Iterates over those of `notes` that are in sight of `view`, each with its ends in `room`.
pub(crate) fn in_sight<'a>(
    notes: &'a [Note],
    room: Rect,
    view: &'a GanttView,
) -> impl Iterator<Item = (&'a Note, [f32; 2])> {
    let placed = notes
        .iter()
        .map(move |note| (note, note.span.map(|at| view.x(room, at.seconds()))));
    let seen =
        placed.filter(move |(_, [left, right])| *right >= room.left() && *left <= room.right());
    seen.map(move |(note, ends)| (note, ends.map(|x| x.clamp(room.left(), room.right()))))
}

/// Draws `notes` through `room`, which has the time of `view`.
pub fn show(painter: &Painter, room: Rect, view: &GanttView, notes: &[Note], dark: bool) {
    let tokens = tokens(dark);
    let painter = painter.with_clip_rect(room.intersect(painter.clip_rect()));
    let mut lines: Vec<Rect> = Vec::new();
    for (note, [left, right]) in in_sight(notes, room, view) {
        let band = Rect::from_x_y_ranges(left..=right, room.y_range());
        if !note.is_instant() {
            painter.rect_filled(band, 0.0, tokens.warn.gamma_multiply(TINT));
        }
        for x in [left, right] {
            painter.vline(x, room.y_range(), Stroke::new(1.0, tokens.warn));
        }
        let font = FontId::proportional(11.0);
        let words = painter.layout_no_wrap(note.short(), font, tokens.text[0]);
        let size = words.size() + vec2(8.0, 2.0);
        let mut tag = Rect::from_min_size(pos2(left, room.top()), size);
        // One below the other where they would collide.
        while lines.iter().any(|other| other.intersects(tag)) && tag.bottom() < room.bottom() {
            tag = tag.translate(vec2(0.0, size.y + 1.0));
        }
        lines.push(tag);
        painter.rect_filled(tag, 2.0, tokens.canvas.gamma_multiply(0.9));
        painter.rect_stroke(
            tag,
            2.0,
            Stroke::new(1.0, tokens.warn),
            egui::StrokeKind::Inside,
        );
        painter.galley(tag.min + vec2(4.0, 1.0), words, tokens.text[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_notes_are_cut_off_between_letters() {
        let note = |text: &str| Note {
            span: [Time::ZERO; 2],
            text: text.to_owned(),
        };
        assert_eq!(note("short").short(), "short");
        let long = note(&"é".repeat(60)).short();
        assert_eq!(long.chars().count(), LETTERS + 1);
        assert!(note("").is_instant());
    }
}
