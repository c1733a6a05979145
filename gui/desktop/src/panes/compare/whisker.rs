//! A line over a bar from end to end of an interval, with arrows where it goes on beyond the bar.

use egui::{Rangef, Rect, Stroke, Ui, pos2, vec2};

use charts::colour::tokens::tokens;

/// Least length of a bar, and of a line: shorter ones would be a scribble whose ends touch.
const LEAST_TRACK: f32 = 44.0;
const LEAST: f32 = 5.0;
/// Length of an arrow, and half its height.
const ARROW: f32 = 3.0;

/// The part of an interval that is drawn over a bar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Whisker {
    /// Start and end.
    ends: [f32; 2],
    /// Whether it goes on at each end.
    continues: [bool; 2],
}

impl Whisker {
    /// Returns the whisker of an interval between the `ends` on a `track`; `None` where it could
    /// not be made out.
    pub(super) fn of(track: Rangef, ends: [f32; 2]) -> Option<Self> {
        let [from, until] = ends.map(|end| end.clamp(track.min, track.max));
        let is_seen = track.span() >= LEAST_TRACK && until - from >= LEAST;
        is_seen.then_some(Self {
            ends: [from, until],
            continues: [ends[0] < track.min - 0.5, ends[1] > track.max + 0.5],
        })
    }

    /// Draws it over the bar in `track`, on a ground of its own so that it is seen on any.
    pub(super) fn draw(self, ui: &Ui, track: Rect) {
        let tokens = tokens(ui.visuals().dark_mode);
        for (width, ink) in [(3.0, tokens.canvas), (1.2, tokens.text[0])] {
            self.draw_in(ui, track, Stroke::new(width, ink));
        }
    }

    fn draw_in(self, ui: &Ui, track: Rect, stroke: Stroke) {
        let painter = ui.painter();
        let y = track.center().y;
        let caps = track.expand2(vec2(0.0, 1.5)).y_range();
        let [from, until] = self.ends;
        painter.hline(from..=until, y, stroke);
        let ends = [
            (from, self.continues[0], ARROW),
            (until, self.continues[1], -ARROW),
        ];
        for (end, goes_on, inwards) in ends {
            if goes_on {
                for up in [-ARROW, ARROW] {
                    let ends = [pos2(end, y), pos2(end + inwards, y + up)];
                    painter.line_segment(ends, stroke);
                }
            } else {
                painter.vline(end, caps, stroke);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whisker_stays_on_its_bar_with_arrows_where_it_continues() {
        let track = Rangef::new(100.0, 200.0);
        let of = |ends| Whisker::of(track, ends);
        let whole = Whisker {
            ends: [120.0, 150.0],
            continues: [false, false],
        };
        assert_eq!(of([120.0, 150.0]), Some(whole));
        let beyond = Whisker {
            ends: [120.0, 200.0],
            continues: [false, true],
        };
        assert_eq!(of([120.0, 900.0]), Some(beyond));
        // A whisker whose ends touch is left out, as on a bar that is hardly longer.
        assert_eq!(of([120.0, 122.0]), None);
        assert_eq!(of([900.0, 990.0]), None);
        assert_eq!(Whisker::of(Rangef::new(0.0, 24.0), [2.0, 20.0]), None);
    }
}
