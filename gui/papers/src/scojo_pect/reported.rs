//! Numbers reported in the thesis, in tables 2 and 4 to 9.
//!
//! Esbaugh, "Coarse-grain time sharing with advantageous overhead minimization for parallel job
//! scheduling", University of Windsor, 2010.

use super::{BASELINES, CONFIGURATIONS, Setting};
use crate::trials::Treatment;

/// Per cent of overhead that a configuration saves over a baseline.
pub(super) fn reduction(setting: Setting, (configuration, base): (Treatment, Treatment)) -> f64 {
    let [table, base] = indices(configuration, base);
    REDUCTIONS[table][setting as usize][base]
}

/// Per cent by which a configuration improves the relative response time over a baseline, for
/// long, medium, short and all jobs; of the models alone.
pub(super) fn responses(
    setting: Setting,
    (configuration, base): (Treatment, Treatment),
) -> [Option<f64>; 4] {
    let [table, base] = indices(configuration, base);
    let settings = RESPONSES[table].get(setting as usize);
    settings.map_or([None; 4], |cells| {
        let cell = |class: usize| Some(cells[4 * base + class]).filter(|cell| !cell.is_nan());
        [0, 1, 2, 3].map(cell)
    })
}

/// Indices of a configuration and of a baseline.
fn indices(configuration: Treatment, base: Treatment) -> [usize; 2] {
    let index = |of: &[Treatment], name| of.iter().position(|one| *one == name).unwrap_or(0);
    [
        index(&CONFIGURATIONS, configuration),
        index(&BASELINES, base),
    ]
}

/// Per cent of overhead saved over first-free and over intelligent allocation
/// by one configuration; the workloads are MM1 to MM5 (tables 4 to 7), SDSC-BLUE
/// and LANL-CM5 (tables 8 and 9).
const REDUCTIONS: [[[f64; 2]; 7]; 4] = [
    // Table 4; over intelligent under MM5 is unreadable there and taken from
    // the conclusions.
    [
        [6.04, 2.91],
        [3.95, 2.62],
        [2.31, 0.23],
        [2.75, 0.81],
        [13.84, 7.13],
        [5.50, 0.25],
        [5.45, 1.99],
    ],
    // Table 5.
    [
        [6.02, 2.89],
        [1.73, 0.42],
        [3.74, 1.41],
        [2.71, 0.77],
        [8.02, 1.65],
        [4.45, 0.80],
        [8.62, 5.27],
    ],
    // Table 6.
    [
        [2.84, 0.79],
        [1.24, 0.31],
        [2.22, 1.18],
        [5.96, 3.96],
        [4.82, 0.11],
        [7.70, 2.58],
        [6.59, 3.17],
    ],
    // Table 7.
    [
        [2.37, 0.32],
        [0.68, 0.11],
        [5.45, 3.08],
        [2.59, 0.66],
        [8.94, 2.52],
        [6.16, 0.95],
        [3.99, 0.47],
    ],
];

/// Per cent by which the relative response time improves over first-free, then over intelligent
/// allocation, each for long, medium, short and all jobs; workloads MM1 to MM5 of tables 4 to 7.
const RESPONSES: [[[f64; 8]; 5]; 4] = [
    [
        [2.31, 0.01, 0.01, 1.01, 3.9, 0.1, 0.01, 1.42],
        [2.21, 0.02, 0.04, 1.07, 1.9, 0.1, 0.3, 0.09],
        [1.31, 0.01, 0.21, 1.91, 0.92, 0.0, 0.11, 0.72],
        [2.01, 0.61, 0.01, 1.0, 0.94, 0.1, 0.01, 0.56],
        [3.31, 0.01, 0.01, 1.01, 2.9, 0.01, 0.01, 0.98],
    ],
    [
        [2.37, 0.42, 0.01, 1.01, 0.54, 0.13, 0.01, 0.45],
        [1.91, 0.41, 0.14, 1.01, 0.85, 0.18, 0.14, 0.45],
        [1.32, 0.72, 0.41, 1.81, 3.9, 0.63, 0.435, 1.42],
        [2.31, 1.51, 0.71, 1.04, 2.01, 0.31, 0.31, 0.92],
        [UNREADABLE, 2.01, 1.41, 1.71, 3.01, 1.17, 1.21, 1.42],
    ],
    [
        [1.41, 0.01, 0.01, 1.11, 0.09, 0.01, 0.01, 1.01],
        [1.21, 0.02, 0.7, 1.17, 0.08, 0.01, 0.7, 0.64],
        [1.33, 0.01, 0.23, 1.93, 0.95, 0.0, 0.14, 0.75],
        [1.91, 0.58, 0.01, 1.01, 0.9, 0.11, 0.01, 0.54],
        [1.3, 0.98, 0.01, 1.01, 0.9, 0.01, 0.01, 0.98],
    ],
    [
        [2.12, 0.42, 1.61, 1.01, 1.54, 0.13, 0.01, 0.45],
        [1.78, 0.71, 0.14, 1.02, 0.85, 0.48, 0.14, 0.46],
        [2.32, 0.72, 0.41, 1.81, 1.91, 0.63, 0.29, 1.42],
        [1.31, 1.51, 0.71, 1.04, 1.01, 0.31, 0.31, 0.92],
        [1.31, 1.41, 1.21, 1.61, 0.81, 1.17, 1.11, 1.4],
    ],
];

/// One cell of table 5.
const UNREADABLE: f64 = f64::NAN;

/// Table 2: per cent of jobs and of work that are short, medium and long.
pub(super) type Mix = [[f64; 3]; 2];

/// The Lublin-Feitelson model on 128 nodes.
pub(super) const LUBLIN: Mix = [[64.0, 19.5, 16.5], [0.5, 26.0, 73.5]];

/// SDSC-BLUE, of an older version of the log than there is now.
pub(super) const SDSC_BLUE: Mix = [[73.75, 17.7, 8.5], [1.0, 15.0, 84.0]];

/// LANL-CM5, its first 10 000 jobs.
pub(super) const LANL_CM5: Mix = [[61.4, 34.2, 4.3], [2.5, 40.7, 56.8]];

/// Overhead as a share of processing time, in per cent.
pub(super) const OVERHEAD_SHARE: f64 = 1.5;
