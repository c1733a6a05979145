//! Values of the authors' artifact at its ten seeds, as means (fixtures/papers/fgd.md, 9.5).

use super::super::trials::{Metric, Treatment};
use super::{ALLOCATED, AMOUNT, FRAGMENTED, LEVELS};

/// Means of a metric under each policy, at each of [`LEVELS`].
type Means = [(Treatment, [f64; LEVELS.len()]); 6];

/// GPUs of no use, per cent of those that are left: analysis_frag_ratio_discrete.csv.
const FRAGMENTED_MEANS: Means = [
    (
        "Random",
        [
            16.04, 18.33, 21.17, 24.89, 30.17, 38.37, 51.63, 74.64, 96.65, 98.44, 98.86, 99.13,
            99.18,
        ],
    ),
    (
        "DotProd",
        [
            16.38, 17.58, 19.26, 21.33, 24.19, 28.57, 35.92, 50.5, 94.18, 99.19, 99.2, 99.24, 99.25,
        ],
    ),
    (
        "Clustering",
        [
            15.61, 18.07, 19.79, 21.67, 24.23, 27.97, 34.23, 46.86, 84.33, 98.4, 98.39, 98.46,
            98.47,
        ],
    ),
    (
        "Packing",
        [
            15.59, 18.06, 19.73, 21.55, 24.02, 27.8, 33.95, 46.43, 83.6, 98.88, 98.88, 98.92, 98.94,
        ],
    ),
    (
        "BestFit",
        [
            15.84, 16.72, 17.87, 19.47, 21.62, 24.93, 30.44, 41.49, 74.08, 98.84, 98.84, 98.91,
            98.92,
        ],
    ),
    (
        "FGD",
        [
            14.27, 14.85, 15.55, 16.51, 17.86, 19.9, 23.17, 29.86, 49.97, 99.07, 99.07, 99.1, 99.1,
        ],
    ),
];

/// GPUs of no use, per cent of all: analysis_frag_discrete.csv.
const AMOUNT_MEANS: Means = [
    (
        "Random",
        [
            14.43, 14.67, 14.81, 14.93, 15.1, 15.45, 15.9, 15.92, 14.48, 13.49, 12.97, 12.61, 12.43,
        ],
    ),
    (
        "DotProd",
        [
            14.74, 14.07, 13.48, 12.8, 12.09, 11.43, 10.78, 10.09, 9.43, 9.3, 9.23, 9.16, 9.08,
        ],
    ),
    (
        "Clustering",
        [
            14.04, 14.46, 13.85, 13.0, 12.11, 11.19, 10.27, 9.36, 8.45, 8.21, 8.14, 8.08, 8.0,
        ],
    ),
    (
        "Packing",
        [
            14.03, 14.45, 13.81, 12.92, 12.01, 11.12, 10.19, 9.28, 8.37, 8.13, 8.05, 7.99, 7.91,
        ],
    ),
    (
        "BestFit",
        [
            14.25, 13.38, 12.51, 11.68, 10.81, 9.97, 9.13, 8.29, 7.41, 7.05, 6.98, 6.92, 6.85,
        ],
    ),
    (
        "FGD",
        [
            12.85, 11.88, 10.88, 9.91, 8.93, 7.96, 6.95, 5.97, 5.0, 4.73, 4.66, 4.61, 4.57,
        ],
    ),
];

/// Allocated GPUs, per cent of all: analysis_allo_discrete.csv.
const ALLOCATED_MEANS: Means = [
    (
        "Random",
        [
            10.01, 20.0, 30.02, 40.01, 49.97, 59.73, 69.21, 78.66, 85.02, 86.3, 86.88, 87.28, 87.47,
        ],
    ),
    (
        "DotProd",
        [
            10.01, 20.0, 30.02, 40.01, 50.01, 60.0, 70.0, 80.02, 89.98, 90.62, 90.7, 90.77, 90.85,
        ],
    ),
    (
        "Clustering",
        [
            10.01, 20.0, 30.02, 40.01, 50.01, 60.0, 70.0, 80.02, 89.98, 91.65, 91.73, 91.8, 91.88,
        ],
    ),
    (
        "Packing",
        [
            10.01, 20.0, 30.02, 40.01, 50.01, 60.0, 70.0, 80.02, 89.98, 91.78, 91.86, 91.92, 92.0,
        ],
    ),
    (
        "BestFit",
        [
            10.01, 20.0, 30.02, 40.01, 50.01, 60.0, 70.0, 80.02, 89.99, 92.86, 92.94, 93.0, 93.08,
        ],
    ),
    (
        "FGD",
        [
            10.01, 20.0, 30.02, 40.01, 50.01, 60.0, 70.0, 80.02, 89.98, 95.23, 95.3, 95.35, 95.39,
        ],
    ),
];

/// Mean of the artifact, of the policies and levels that it has.
pub(super) fn reported(policy: Treatment, metric: Metric, level: u32) -> Option<f64> {
    let means = match metric {
        FRAGMENTED => FRAGMENTED_MEANS,
        AMOUNT => AMOUNT_MEANS,
        ALLOCATED => ALLOCATED_MEANS,
        _ => return None,
    };
    let (_, means) = means.into_iter().find(|(name, _)| *name == policy)?;
    let index = LEVELS.iter().position(|one| *one == level)?;
    Some(means[index])
}
