//! Slices of classes over time: bands behind the bars, and a strip above them.

use cosched_core::policy::slicing::{Moment, Slices};
use egui::{Align2, FontId, Rect, pos2};

use crate::colour;
use crate::gantt::frame::Frame;
use crate::gantt::hit::instant;
use laboratory::record::Run;

/// Height of the strip.
pub(in crate::gantt) const STRIP: f32 = 13.0;
/// Least width in points of the shortest slice that is drawn.
const LEAST_WIDTH: f64 = 3.0;
/// Least widths in points of a slice with its class in full, and with its first letter.
const ROOM_FOR_WORD: f32 = 44.0;
const ROOM_FOR_LETTER: f32 = 10.0;
/// Strength of bands behind the bars.
const STRENGTH: f32 = 0.22;

/// Returns the slices of `run`, if its policy has any.
pub(in crate::gantt) fn of(run: &Run) -> Option<Slices> {
    let slicing = &run.parameters.slicing;
    let known = run.policy.shares_nodes().then(|| slicing.to_core().ok());
    known.flatten().map(|slicing| slicing.slices)
}

impl Frame<'_> {
    /// Iterates over the slices in view; `None` if they are too short to be seen.
    fn moments<'s>(&self, slices: &'s Slices) -> Option<impl Iterator<Item = Moment> + 's> {
        let lengths = slices.slices().iter().map(|slice| slice.length.seconds());
        let shortest = lengths.fold(f64::INFINITY, f64::min);
        let points = shortest / self.view.seconds() * f64::from(self.chart.width());
        let end = instant(self.view.t1);
        let moments = std::iter::successors(Some(slices.at(instant(self.view.t0))), |moment| {
            Some(slices.at(moment.until))
        });
        (points >= LEAST_WIDTH).then(|| moments.take_while(move |moment| moment.from < end))
    }

    /// Draws a band behind the bars for each slice.
    pub(in crate::gantt) fn bands(&self) {
        let Some(moments) = self.slices.and_then(|slices| self.moments(slices)) else {
            return;
        };
        for moment in moments {
            let colour = colour::of_class(moment.class).gamma_multiply(STRENGTH);
            let band = self.slice(&moment, self.chart);
            self.painter.rect_filled(band, 0.0, colour);
        }
    }

    /// Draws the strip above the chart that names the class of each slice.
    pub(in crate::gantt) fn strip(&self) {
        let Some(slices) = self.slices else { return };
        let room = self.chart.with_max_y(self.chart.top() - 1.0);
        let room = room.with_min_y(self.chart.top() - STRIP);
        let font = FontId::proportional(10.0);
        let Some(moments) = self.moments(slices) else {
            let ink =
                colour::text_on(colour::ground(self.options.shading.dark)).gamma_multiply(0.6);
            let words = "zoom in to see the slices of the classes";
            let (corner, align) = (room.left_center(), Align2::LEFT_CENTER);
            self.painter.text(corner, align, words, font, ink);
            return;
        };
        for moment in moments {
            let (rect, colour) = (self.slice(&moment, room), colour::of_class(moment.class));
            self.painter.rect_filled(rect, 0.0, colour);
            let name = moment.class.to_string();
            let words = match rect.width() {
                width if width >= ROOM_FOR_WORD => name,
                width if width >= ROOM_FOR_LETTER => name[..1].to_uppercase(),
                _ => continue,
            };
            let (middle, ink) = (rect.center(), colour::text_on(colour));
            self.painter
                .text(middle, Align2::CENTER_CENTER, words, font.clone(), ink);
        }
    }

    /// Returns the part of `room` that a slice takes.
    fn slice(&self, moment: &Moment, room: Rect) -> Rect {
        let x = |at: f64| self.view.x(self.chart, at).clamp(room.left(), room.right());
        let (left, right) = (x(moment.from.seconds()), x(moment.until.seconds()));
        Rect::from_min_max(pos2(left, room.top()), pos2(right, room.bottom()))
    }
}
