//! Waits in six steps: none at all, then four bounds that fit the longest wait in sight, then more.

use egui::Color32;

use super::tokens::tokens;
use crate::plot::ticks::factor_label;
use laboratory::record::Run;
use laboratory::record::clock::{DAY, HOUR, MINUTE};

/// Bounds of the steps, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WaitScale {
    bounds: [f64; 4],
}

/// The longest wait from which each scale of bounds is used.
const SCALES: [(f64, [f64; 4]); 8] = [
    (60.0 * DAY, [DAY, 7.0 * DAY, 30.0 * DAY, 90.0 * DAY]),
    (15.0 * DAY, [DAY, 4.0 * DAY, 10.0 * DAY, 30.0 * DAY]),
    (3.0 * DAY, [HOUR, 12.0 * HOUR, 2.0 * DAY, 7.0 * DAY]),
    (12.0 * HOUR, USUAL),
    (3.0 * HOUR, [10.0 * MINUTE, HOUR, 3.0 * HOUR, 6.0 * HOUR]),
    (30.0 * MINUTE, [MINUTE, 10.0 * MINUTE, 30.0 * MINUTE, HOUR]),
    (3.0 * MINUTE, [10.0, MINUTE, 3.0 * MINUTE, 10.0 * MINUTE]),
    (0.0, [1.0, 10.0, 30.0, MINUTE]),
];

/// Bounds for most machines, where jobs wait for hours.
const USUAL: [f64; 4] = [HOUR, 6.0 * HOUR, 12.0 * HOUR, 24.0 * HOUR];

impl Default for WaitScale {
    fn default() -> Self {
        Self { bounds: USUAL }
    }
}

impl WaitScale {
    /// Returns one scale for all of `runs`, so that they can be compared.
    pub fn of<'r>(runs: impl IntoIterator<Item = &'r Run>) -> Self {
        let waits = runs
            .into_iter()
            .flat_map(|run| run.admitted().map(|job| run.wait(job)));
        let longest = waits.max().map_or(0.0, |wait| wait.seconds());
        let found = SCALES.into_iter().find(|(from, _)| longest >= *from);
        found.map_or_else(Self::default, |(_, bounds)| Self { bounds })
    }

    /// Returns the step of a wait of so many seconds.
    pub(super) fn step(self, seconds: f64) -> usize {
        if seconds > 0.0 {
            1 + self.bounds.iter().filter(|bound| seconds > **bound).count()
        } else {
            0
        }
    }

    /// Returns the bounds of each step in seconds: more than the first, up to the second.
    pub fn steps(self) -> [[Option<f64>; 2]; 6] {
        let [one, two, three, four] = self.bounds.map(Some);
        [
            [None, Some(0.0)],
            [Some(0.0), one],
            [one, two],
            [two, three],
            [three, four],
            [four, None],
        ]
    }

    /// Returns the colour and the name of each step.
    pub(super) fn legend(self, dark: bool) -> Vec<(Color32, String)> {
        let bounds = self
            .bounds
            .iter()
            .map(|bound| format!("≤ {}", factor_label(*bound)));
        let names = ["none".to_owned()].into_iter().chain(bounds);
        let names = names.chain(["more".to_owned()]);
        tokens(dark).wait.into_iter().zip(names).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn every_wait_has_its_step() {
        let scale = WaitScale::default();
        let steps = [0.0, 1.0, 3600.0, 3601.0, 43_200.0, 86_400.0, 86_401.0];
        assert_eq!(steps.map(|wait| scale.step(wait)), [0, 1, 1, 2, 3, 4, 5]);
        let ends = scale.steps().map(|[_, end]| end);
        assert_eq!(ends[..2], [Some(0.0), Some(3600.0)]);
        let names: Vec<_> = scale
            .legend(false)
            .into_iter()
            .map(|(_, name)| name)
            .collect();
        assert_eq!(names, ["none", "≤ 1 h", "≤ 6 h", "≤ 12 h", "≤ 1 d", "more"]);
    }

    #[test]
    fn the_bounds_fit_the_longest_wait() {
        // The longest wait of the ten jobs is 3 min 20.
        let run = sample::ten_jobs();
        assert_eq!(WaitScale::of([&run]).bounds[0], 10.0);
        let late = sample::shifted(&run, 90_000);
        assert_eq!(WaitScale::of([&run, &late]), WaitScale::default());
        assert_eq!(WaitScale::of([]).bounds[0], 1.0);
        // Waits of weeks are told apart, too.
        let weeks = sample::shifted(&run, 20 * 86_400);
        let names = WaitScale::of([&run, &weeks]).legend(false);
        let names: Vec<_> = names.into_iter().map(|(_, name)| name).collect();
        assert_eq!(
            names,
            ["none", "≤ 1 d", "≤ 4 d", "≤ 10 d", "≤ 30 d", "more"]
        );
    }
}
