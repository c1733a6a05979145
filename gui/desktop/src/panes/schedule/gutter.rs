//! The gutter beside the chart of a run: its name and headline; a click makes it the current run.

use egui::{FontId, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::shared::runs::Entry;
use charts::colour::tokens::tokens;
use charts::look::{bold, elided};
use charts::time::curves::swatch_of;

/// Texts of a run beside its chart.
pub(super) struct Gutter<'a> {
    pub(super) entry: &'a Entry,
    pub(super) is_current: bool,
    pub(super) is_baseline: bool,
    /// Whether a replay has not come to its end: the headline is hidden then.
    pub(super) is_under_way: bool,
}

impl Gutter<'_> {
    /// Draws it in `room`.
    pub(super) fn show(&self, ui: &Ui, room: Rect) -> Response {
        let dark = ui.visuals().dark_mode;
        let tokens = tokens(dark);
        let entry = self.entry;
        let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
        if self.is_current {
            painter.rect_filled(room, 0.0, tokens.tint);
            let edge = room.with_max_x(room.left() + 3.0);
            painter.rect_filled(edge, 0.0, tokens.accent);
        }
        let left = room.left() + 8.0;
        let square = Rect::from_min_size(pos2(left, room.top() + 6.0), vec2(10.0, 10.0));
        swatch_of(&painter, square, entry.slot, dark);
        let mut y = room.top() + 3.0;
        let mut line = |x: f32, words: String, font: FontId, ink, gap: f32| {
            if y + gap <= room.bottom() + 1.0 {
                let words = elided(&painter, &words, font, ink, room.right() - x);
                painter.galley(pos2(x, y), words, ink);
            }
            y += gap;
        };
        let [strong, small] = [FontId::new(13.0, bold()), FontId::proportional(11.0)];
        let star = if self.is_baseline { " ★" } else { "" };
        let name = format!("{}{star}", entry.label);
        line(left + 15.0, name, strong.clone(), tokens.text[0], 19.0);
        let headline = entry.headline().filter(|_| !self.is_under_way);
        if let Some((title, value)) = headline {
            line(left, value, strong, tokens.text[0], 17.0);
            let title = title.to_owned();
            line(left, title, small.clone(), tokens.text[2], 15.0);
        }
        if let Some(words) = entry.warning() {
            line(left, words.to_owned(), small, tokens.warn, 15.0);
        } else if let Some(share) = entry.values.value("utilisation")
            && !self.is_under_way
        {
            let words = format!("{:.0} % busy", 100.0 * share);
            line(left, words, small, tokens.text[2], 15.0);
        }
        let id = ui.scope_id().with(("gutter", entry.id));
        let response = ui.interact(room, id, Sense::click());
        let name = format!("Make {} the current run", entry.label);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, self.is_current, &name));
        let recipe = if self.is_baseline {
            format!(
                "{}\nThe baseline: the others are compared with it",
                entry.label
            )
        } else {
            entry.label.clone()
        };
        response.on_hover_text(recipe)
    }
}
