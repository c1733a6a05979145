//! Rounding and range of plans.

use crate::units::time::{Duration, Time};

/// Rounding and range of plans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Step to whose multiples begins and ends of plans are rounded down (`bf_resolution`);
    /// at least one second.
    pub resolution: Duration,
    /// Time of day at the start of the simulation, from which multiples count.
    pub origin: Duration,
    /// Longest time from now to a planned start; plans are seen up to the multiple of the
    /// resolution before it (`bf_window`).
    pub window: Duration,
}

impl Grid {
    /// `at`, rounded down to the resolution; never before the start of the simulation.
    pub fn down(&self, at: Time) -> Time {
        let (step, origin) = (self.resolution.0.max(1), self.origin.0);
        let clock = at.0.saturating_add(origin);
        Time((clock - clock % step).saturating_sub(origin))
    }

    /// Time from which plans are seen beyond `horizon`.
    pub(super) fn next_horizon(&self, horizon: Time) -> Time {
        let next = horizon.0.saturating_add(self.resolution.0);
        Time(next.saturating_sub(self.window.0))
    }

    /// Time span in which a plan that starts at `start` takes its nodes; at least one step.
    pub(super) fn taken_span(&self, start: Time, limit: Duration) -> (Time, Time) {
        let from = self.down(start);
        let end = self.down(start.after(limit));
        (
            from,
            if end > from {
                end
            } else {
                from.after(self.resolution)
            },
        )
    }
}
