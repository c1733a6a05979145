//! Memory of a workload's jobs, as figure 18 shows it for LANL-CM5.

use cosched_core::workload::Class;

use crate::record::Run;

/// Upper bounds of the bars, in MiB per node; before them comes the bar of jobs whose memory is not
/// known.
const BOUNDS: [f64; 6] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];

/// Number of bars: not known, and one for each bound.
pub(super) const BARS: usize = 1 + BOUNDS.len();

/// Shares of jobs and of node time, of all jobs and of each class, by bar.
pub(super) type Shares = [[[f64; BARS]; 1 + Class::COUNT]; 2];

/// Names of the bars.
pub(super) fn names() -> Vec<String> {
    let bounds = BOUNDS.iter().enumerate().map(|(place, most)| match place {
        0 => format!("up to {most} MiB"),
        _ => format!("over {} to {most} MiB", BOUNDS[place - 1]),
    });
    std::iter::once("not known".to_owned())
        .chain(bounds)
        .collect()
}

/// Shares of the jobs of `run`.
pub(super) fn shares(run: &Run) -> Shares {
    let mut shares = Shares::default();
    for job in run.admitted() {
        let spec = &run.experiment.jobs[job];
        let time = f64::from(spec.nodes) * spec.runtime.seconds();
        let bar = bar(f64::from(spec.memory.0) / 1024.0);
        for column in [0, 1 + run.classes[job].index()] {
            shares[0][column][bar] += 1.0;
            shares[1][column][bar] += time;
        }
    }
    for bars in shares.iter_mut().flatten() {
        let sum: f64 = bars.iter().sum();
        bars.iter_mut()
            .for_each(|share| *share /= sum.max(f64::MIN_POSITIVE));
    }
    shares
}

/// Index of the bar of a job with this memory.
fn bar(mebibytes: f64) -> usize {
    if mebibytes <= 0.0 {
        return 0;
    }
    let bound = BOUNDS.iter().position(|most| mebibytes <= *most);
    1 + bound.unwrap_or(BOUNDS.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_reaches_up_to_its_bound() {
        let bars = [0.0, 0.5, 1.0, 1.5, 4.0, 9.0, 32.0].map(bar);
        assert_eq!(bars, [0, 1, 1, 2, 3, 5, 6]);
        assert_eq!(names().len(), BARS);
        assert_eq!(names()[2], "over 1 to 2 MiB");
    }
}
