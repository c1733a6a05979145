//! Table V of the paper as the artifact's README.md has it: mean bounded slowdown of ten sequences.

use super::super::trials::Treatment;

/// Heuristics of the columns, and the learnt policy.
const COLUMNS: [Treatment; 6] = ["FCFS", "WFP3", "UNICEP", "SJF", "F1", super::AGENT];

/// Rows by log, in the order of [`super::LOGS`], without and with backfilling.
const ROWS: [[[f64; 6]; 4]; 2] = [
    [
        [7273.77, 19753.53, 22274.74, 277.35, 258.37, 254.67],
        [7842.47, 9523.18, 11265.31, 787.89, 698.34, 724.51],
        [1727.54, 3000.88, 1848.45, 2680.55, 1232.06, 466.44],
        [297.18, 426.99, 609.77, 157.71, 118.01, 117.01],
    ],
    [
        [235.82, 133.87, 307.23, 73.31, 75.07, 58.64],
        [247.61, 318.35, 379.59, 91.99, 148.25, 118.79],
        [1595.12, 1083.12, 548.01, 2167.84, 1098.22, 397.82],
        [127.38, 97.39, 175.12, 122.04, 71.95, 86.14],
    ],
];

/// Reported mean of a log with the index `log`, if there is one.
pub(super) fn reported(log: usize, backfills: bool, treatment: Treatment) -> Option<f64> {
    let column = COLUMNS.iter().position(|one| *one == treatment)?;
    Some(ROWS[usize::from(backfills)][log][column])
}

/// The heuristic with the least reported mean of a log.
pub(super) fn best_reported(log: usize, backfills: bool) -> Treatment {
    let row = &ROWS[usize::from(backfills)][log];
    let heuristics = COLUMNS.iter().zip(row).take(COLUMNS.len() - 1);
    let best = heuristics.min_by(|one, other| one.1.total_cmp(other.1));
    best.map_or(COLUMNS[0], |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bold figures of the artifact's table, or the least beside a bold one of the network.
    #[test]
    fn the_best_heuristics_are_those_of_the_table() {
        let best = |backfills| [0, 1, 2, 3].map(|log| best_reported(log, backfills));
        assert_eq!(best(false), ["F1"; 4]);
        assert_eq!(best(true), ["SJF", "SJF", "UNICEP", "F1"]);
    }
}
