//! Memory of a workload's jobs, as figure 18 shows it for LANL-CM5.

use cosched_core::workload::Class;

use super::Point;
use crate::Unit;
use crate::trials::{Metric, Sample, Treatment, numbers};
use laboratory::record::Run;

/// Bars, each with its upper bound in MiB per node; before them comes that of jobs whose memory is
/// not known.
pub(super) const BARS: [(Treatment, f64); 7] = [
    ("not known", 0.0),
    ("up to 1 MiB", 1.0),
    ("over 1 to 2 MiB", 2.0),
    ("over 2 to 4 MiB", 4.0),
    ("over 4 to 8 MiB", 8.0),
    ("over 8 to 16 MiB", 16.0),
    ("over 16 to 32 MiB", 32.0),
];

/// Shares of jobs and of node time, of all jobs and of each class, that a bar has.
pub(super) const SHARES: [[Metric; 1 + Class::COUNT]; 2] = [
    numbers(["all jobs", "short", "medium", "long"], Unit::Share),
    numbers(
        [
            "node time",
            "short node time",
            "medium node time",
            "long node time",
        ],
        Unit::Share,
    ),
];

/// Adds the shares of the jobs of `run`.
pub(super) fn add(sample: &mut Sample<Point>, run: &Run) {
    let mut shares = [[[0.0; BARS.len()]; 1 + Class::COUNT]; 2];
    for job in run.admitted() {
        let spec = &run.experiment.jobs[job];
        let time = f64::from(spec.nodes) * spec.runtime.seconds();
        let bar = bar_index(f64::from(spec.memory.0) / 1024.0);
        for column in [0, 1 + run.classes[job].index()] {
            shares[0][column][bar] += 1.0;
            shares[1][column][bar] += time;
        }
    }
    for (metric, bars) in SHARES.iter().flatten().zip(shares.iter().flatten()) {
        let sum: f64 = bars.iter().sum();
        for ((bar, _), value) in BARS.iter().zip(bars) {
            sample.add(bar, [(*metric, value / sum.max(f64::MIN_POSITIVE))]);
        }
    }
}

/// Index of the bar of a job with this memory.
fn bar_index(mebibytes: f64) -> usize {
    let bar = BARS.iter().position(|(_, most)| mebibytes <= *most);
    bar.unwrap_or(BARS.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_reaches_up_to_its_bound() {
        let bars = [0.0, 0.5, 1.0, 1.5, 4.0, 9.0, 32.0].map(bar_index);
        assert_eq!(bars, [0, 1, 1, 2, 3, 5, 6]);
        assert_eq!(BARS[bars[3]].0, "over 1 to 2 MiB");
    }
}
