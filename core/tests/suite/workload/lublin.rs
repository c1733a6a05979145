//! The Lublin-Feitelson model against the sums and statistics of the published program.

use cosched_core::workload::lublin::{Draws, Generator, Job, ParameterSet};

/// Jobs, last arrival, sum of runtimes, sum of sizes.
type Sums = (usize, u64, u64, u64);

fn sums(set: ParameterSet, nodes: u32, seed: u64) -> [Sums; 3] {
    [1_000, 10_000, 100_000].map(|count| {
        let jobs = Generator::new(set, nodes, seed, Draws::BitExact).take(count);
        let start = (0, 0, 0, 0);
        jobs.fold(start, |(n, _, runtimes, sizes), job| {
            let Job {
                submit,
                runtime,
                nodes,
                ..
            } = job;
            (n + 1, submit, runtimes + runtime, sizes + u64::from(nodes))
        })
    })
}

#[test]
fn bit_exact_typeless_sums_are_those_of_the_published_program() {
    let expected = [
        (
            128,
            1,
            [
                (1_000, 845_344, 4_629_597, 13_299),
                (10_000, 8_862_906, 43_305_949, 122_474),
                (100_000, 89_850_767, 436_771_540, 1_217_814),
            ],
        ),
        (
            128,
            2,
            [
                (1_000, 558_120, 3_825_465, 11_689),
                (10_000, 8_848_790, 43_485_138, 122_554),
                (100_000, 91_863_361, 436_164_970, 1_211_026),
            ],
        ),
        (
            128,
            42,
            [
                (1_000, 821_829, 4_797_754, 12_038),
                (10_000, 9_022_701, 44_022_213, 119_765),
                (100_000, 91_403_207, 441_097_109, 1_211_210),
            ],
        ),
        (
            256,
            1,
            [
                (1_000, 656_060, 4_659_326, 23_506),
                (10_000, 8_533_826, 48_590_761, 215_218),
                (100_000, 88_747_364, 486_839_863, 2_205_790),
            ],
        ),
        (
            1024,
            1,
            [
                (1_000, 697_731, 6_057_364, 72_030),
                (10_000, 8_316_379, 62_622_643, 771_602),
                (100_000, 95_751_201, 625_962_842, 7_755_615),
            ],
        ),
    ];
    for (nodes, seed, expected) in expected {
        assert_eq!(
            sums(ParameterSet::Typeless, nodes, seed),
            expected,
            "{nodes} nodes, seed {seed}"
        );
    }
}

#[test]
fn bit_exact_typed_sums_are_those_of_the_published_program() {
    let expected = [
        (
            1,
            [
                (1_000, 513_702, 978_566, 8_367),
                (10_000, 5_246_501, 13_855_579, 91_060),
                (100_000, 52_467_871, 161_356_229, 891_037),
            ],
        ),
        (
            2,
            [
                (1_000, 336_000, 1_130_069, 8_700),
                (10_000, 5_031_335, 18_840_812, 92_501),
                (100_000, 50_909_863, 152_535_537, 887_258),
            ],
        ),
        (
            42,
            [
                (1_000, 474_931, 1_309_015, 8_401),
                (10_000, 5_840_004, 16_187_356, 87_205),
                (100_000, 55_125_303, 152_231_471, 880_152),
            ],
        ),
    ];
    for (seed, expected) in expected {
        assert_eq!(
            sums(ParameterSet::Typed, 128, seed),
            expected,
            "seed {seed}"
        );
    }
}

/// Mean and coefficient of variation.
fn moments(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, variance.sqrt() / mean)
}

/// A statistic's name, its value in the published program over ten seeds, its standard
/// deviation between seeds, and the value found.
type Statistic = (&'static str, f64, f64, f64);

fn assert_within_four_sigma(what: &str, statistics: &[Statistic]) {
    for (name, mean, sigma, found) in statistics {
        let off = (found - mean).abs() / sigma;
        assert!(
            off <= 4.0,
            "{what}, {name}: {found}, {off:.1} sigma from {mean}"
        );
    }
}

#[test]
fn free_mode_has_the_statistics_of_the_published_program() {
    // Mean and standard deviation between seeds of: mean runtime, its
    // coefficient of variation, mean size, its coefficient, mean
    // interarrival, its coefficient.
    let expected = [
        (
            ParameterSet::Typeless,
            128,
            [
                (4350.7, 34.0),
                (1.938, 0.015),
                (12.151, 0.058),
                (1.766, 0.003),
                (907.3, 16.0),
                (7.12, 0.23),
            ],
        ),
        (
            ParameterSet::Typeless,
            256,
            [
                (4891.7, 26.0),
                (1.770, 0.010),
                (22.127, 0.11),
                (1.956, 0.008),
                (907.7, 28.0),
                (7.10, 0.26),
            ],
        ),
        (
            ParameterSet::Typeless,
            1024,
            [
                (6277.7, 19.0),
                (1.451, 0.008),
                (78.51, 0.60),
                (2.239, 0.006),
                (918.5, 26.0),
                (7.14, 0.40),
            ],
        ),
        (
            ParameterSet::Typed,
            128,
            [
                (1605.9, 72.0),
                (4.227, 0.097),
                (8.912, 0.056),
                (1.376, 0.012),
                (522.4, 14.0),
                (6.96, 0.24),
            ],
        ),
    ];
    let names = [
        "mean runtime",
        "its variation",
        "mean size",
        "its variation",
        "mean interarrival",
        "its variation",
    ];
    for (set, nodes, expected) in expected {
        let jobs: Vec<Job> = Generator::new(set, nodes, 7, Draws::Free)
            .take(100_000)
            .collect();
        let runtime = moments(jobs.iter().map(|job| job.runtime as f64));
        let size = moments(jobs.iter().map(|job| f64::from(job.nodes)));
        let gaps = jobs
            .windows(2)
            .map(|pair| (pair[1].submit - pair[0].submit) as f64);
        let gap = moments(gaps);
        let found = [runtime.0, runtime.1, size.0, size.1, gap.0, gap.1];
        let statistics: Vec<Statistic> = (0..6)
            .map(|index| {
                (
                    names[index],
                    expected[index].0,
                    expected[index].1,
                    found[index],
                )
            })
            .collect();
        assert_within_four_sigma(&format!("{set:?} on {nodes}"), &statistics);
    }
}

#[test]
fn free_mode_has_the_shares_of_the_model() {
    // Serial and power-of-two shares follow from the constants: 0.244, and
    // 0.86907 by numerical integration; binomial sigma for 100 000 jobs.
    let jobs: Vec<Job> = Generator::new(ParameterSet::Typeless, 128, 7, Draws::Free)
        .take(100_000)
        .collect();
    let share = |test: fn(&&Job) -> bool| jobs.iter().filter(test).count() as f64 / 1e5;
    let statistics = [
        ("serial", 0.244, 0.001_36, share(|job| job.nodes == 1)),
        (
            "power of two",
            0.869_07,
            0.001_07,
            share(|job| job.nodes.is_power_of_two()),
        ),
    ];
    assert_within_four_sigma("typeless on 128", &statistics);
}

#[test]
fn any_machine_size_is_respected() {
    for nodes in [1, 2, 3, 7, 100, 1000, 150_000] {
        for set in [ParameterSet::Typeless, ParameterSet::Typed] {
            let jobs = Generator::new(set, nodes, 3, Draws::Free).take(5_000);
            let mut last = 0;
            for job in jobs {
                assert!((1..=nodes).contains(&job.nodes), "{nodes} nodes: {job:?}");
                assert!(
                    job.runtime >= 1 && job.submit >= last,
                    "{nodes} nodes: {job:?}"
                );
                last = job.submit;
            }
        }
    }
}
