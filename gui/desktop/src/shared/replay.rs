//! The replay: a moment of the schedule that moves by hand, event by event, or by itself.

use cosched_core::Time;
use egui::Context;

use super::runs::Runs;

/// Time for the whole schedule at speed 1, in seconds.
const WHOLE: f64 = 60.0;
/// State of the replay.
pub(crate) struct Replay {
    /// Moment; `None` until the replay is used.
    pub(crate) at: Option<Time>,
    pub(crate) playing: bool,
    /// Speed; at 1 the whole schedule takes a minute.
    pub(crate) speed: f64,
    /// Whether what happens after the moment is hidden: it is once the replay moves, but not where
    /// a moment is only looked at.
    pub(crate) hides: bool,
}

impl Default for Replay {
    fn default() -> Self {
        Self {
            at: None,
            playing: false,
            speed: 1.0,
            hides: false,
        }
    }
}

impl Replay {
    /// Returns the instant after which nothing is shown, in seconds, if there is one.
    pub(crate) fn until(&self) -> Option<f64> {
        self.at.filter(|_| self.hides).map(Time::seconds)
    }

    /// Returns the first and the last event of the visible runs.
    pub(crate) fn span(runs: &Runs) -> Option<(Time, Time)> {
        let spans = runs.visible().map(|entry| entry.timeline.span());
        spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Starts or stops playing; from the start if it was at the end.
    pub(crate) fn toggle(&mut self, runs: &Runs) {
        self.playing ^= true;
        self.hides = true;
        let Some((first, last)) = Self::span(runs) else {
            return;
        };
        if self.playing && self.at.is_none_or(|at| at >= last) {
            self.at = Some(first);
        }
    }

    /// Moves to the next or the previous event of any visible run.
    pub(crate) fn step(&mut self, forward: bool, runs: &Runs) {
        self.playing = false;
        self.hides = true;
        let Some((first, last)) = Self::span(runs) else {
            return;
        };
        let at = self.at.unwrap_or(first);
        let timelines = runs.visible().map(|entry| &entry.timeline);
        let next = if forward {
            timelines
                .filter_map(|timeline| timeline.next(at))
                .min()
                .unwrap_or(last)
        } else {
            timelines
                .filter_map(|timeline| timeline.previous(at))
                .max()
                .unwrap_or(first)
        };
        self.at = Some(next);
    }

    /// Advances the moment while playing.
    pub(crate) fn play_on(&mut self, runs: &Runs, ctx: &Context) {
        let Some((first, last)) = Self::span(runs).filter(|_| self.playing) else {
            return;
        };
        let step = f64::from(ctx.input(|input| input.stable_dt)).min(0.1);
        let whole = last.since(first).0 as f64;
        let nanoseconds = whole * step * self.speed / WHOLE;
        let at = self
            .at
            .unwrap_or(first)
            .0
            .saturating_add(nanoseconds as u64);
        self.at = Some(Time(at.min(last.0)));
        self.playing = at < last.0;
        ctx.request_repaint();
    }
}
