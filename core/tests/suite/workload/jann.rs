//! The model `jann97-refit` against the means, spreads and shares of its fits and of a reference run.

use cosched_core::JobSpec;
use cosched_core::workload::jann::{CLASSES, Class, Generator, HyperErlang, Sizes};

/// Nodes of the model's own machine, on which no size is clipped.
const NODES: u32 = 322;

/// Mean and coefficient of variation of the times between arrivals and of the
/// runtimes, in seconds: of the log, class by class, as they were printed.
const PRINTED: [[f64; 4]; 10] = [
    [874.204, 2.7919, 13405.434, 1.4307],
    [3728.023, 3.1479, 13452.415, 1.6497],
    [2747.208, 2.8439, 7344.316, 2.1511],
    [3519.636, 2.4335, 5178.640, 2.1222],
    [2867.634, 2.3036, 8373.341, 1.7736],
    [5994.672, 2.3319, 9179.052, 1.7641],
    [8457.712, 1.7697, 12637.370, 1.4531],
    [32850.037, 1.2865, 12405.376, 1.7028],
    [69412.911, 2.4848, 1339.747, 1.9828],
    [141860.178, 2.3337, 8967.130, 2.1203],
];

/// The mean of the `power`th power: of an Erlang distribution of order n and
/// rate l it is n (n + 1) … (n + power - 1) / l^power.
fn moment(distribution: &HyperErlang, power: u32) -> f64 {
    let HyperErlang {
        stages,
        share,
        first,
        second,
    } = *distribution;
    let rising: f64 = (0..power).map(|step| f64::from(stages + step)).product();
    let power = power as i32;
    rising * (share / first.powi(power) + (1.0 - share) / second.powi(power))
}

fn variation(mean: f64, square: f64) -> f64 {
    (square - mean * mean).sqrt() / mean
}

/// The share of each class among all jobs: its rate of arrivals over the sum.
fn exact_shares() -> [f64; 10] {
    let rates = CLASSES.map(|class| 1.0 / moment(&class.interarrival, 1));
    let total: f64 = rates.iter().sum();
    rates.map(|rate| rate / total)
}

/// Half a unit of the last place that was printed, and as much again for the
/// parameters, which were rounded as well.
fn assert_printed(what: &str, found: f64, printed: f64, last_place: f64) {
    assert_near(what, found, printed, last_place);
}

fn assert_near(what: &str, found: f64, printed: f64, tolerance: f64) {
    let off = (found - printed).abs();
    assert!(off <= tolerance, "{what}: {found}, printed {printed}");
}

/// Tolerance of a mean given the rounding of its parameters: shares were printed with 8
/// decimals, rates with 9 digits.
fn rounding(distribution: &HyperErlang, mean: f64) -> f64 {
    let apart = (1.0 / distribution.first - 1.0 / distribution.second).abs();
    5e-9 * (f64::from(distribution.stages) * apart + mean)
}

#[test]
fn the_fits_have_the_means_and_spreads_of_the_log() {
    for (class, [gap, gap_spread, runtime, runtime_spread]) in CLASSES.iter().zip(PRINTED) {
        for (what, distribution, mean, spread) in [
            ("interarrival", &class.interarrival, gap, gap_spread),
            ("runtime", &class.runtime, runtime, runtime_spread),
        ] {
            let what = format!("{what} of {} to {} nodes", class.from, class.to);
            let found = moment(distribution, 1);
            let tolerance = 0.5e-3 + rounding(distribution, mean);
            assert_near(&what, found, mean, tolerance);
            let found = variation(found, moment(distribution, 2));
            assert_printed(&format!("{what}, variation"), found, spread, 1e-4);
        }
    }
}

#[test]
fn the_classes_together_have_the_rates_of_the_reference() {
    let rate: f64 = CLASSES
        .iter()
        .map(|class| 1.0 / moment(&class.interarrival, 1))
        .sum();
    assert_printed("jobs a second", rate, 0.002_745_93, 1e-8);
    assert_printed("seconds from job to job", 1.0 / rate, 364.175, 1e-3);
    let expected = [
        0.416_58, 0.097_69, 0.132_56, 0.103_47, 0.127_00, 0.060_75, 0.043_06, 0.011_09, 0.005_25,
        0.002_57,
    ];
    for (class, (found, expected)) in exact_shares().into_iter().zip(expected).enumerate() {
        assert_printed(&format!("share of class {class}"), found, expected, 1e-5);
    }
    let of_all = |power| -> f64 {
        let parts = exact_shares().into_iter().zip(&CLASSES);
        parts
            .map(|(share, class)| share * moment(&class.runtime, power))
            .sum()
    };
    let mean = of_all(1);
    assert_printed("mean runtime", mean, 10_740.67, 1e-2);
    assert_printed(
        "variation of runtimes",
        variation(mean, of_all(2)),
        1.668_65,
        1e-5,
    );
}

/// Seeds of the reference run, and jobs of each.
const SEEDS: u64 = 10;
const JOBS: usize = 100_000;

/// Mean over seeds and standard deviation between them.
type Spread = (f64, f64);

/// Results of the reference run: mean and variation of the runtime and of the merged time
/// between arrivals, then the share of each class.
const REFERENCE: [Spread; 14] = [
    (10_721.0, 46.0),
    (1.669, 0.006),
    (362.9, 3.5),
    (1.455, 0.018),
    (0.416_63, 0.004_5),
    (0.096_46, 0.001_8),
    (0.132_6, 0.002_8),
    (0.103_27, 0.002_9),
    (0.127_4, 0.003_3),
    (0.061_72, 0.001_5),
    (0.042_86, 0.001_5),
    (0.011_24, 0.000_5),
    (0.005_09, 0.000_4),
    (0.002_73, 0.000_3),
];

/// Quantiles of the reference run: the share of jobs, the runtime and the
/// merged time between arrivals that this share does not exceed.
const QUANTILES: [(f64, f64, f64); 9] = [
    (0.01, 36.3, 2.85),
    (0.05, 69.1, 14.6),
    (0.10, 93.6, 30.2),
    (0.25, 169.6, 83.4),
    (0.50, 550.0, 207.9),
    (0.75, 18_640.0, 444.4),
    (0.90, 38_697.0, 821.0),
    (0.95, 49_541.0, 1183.0),
    (0.99, 70_504.0, 2477.0),
];

/// Runtimes and times between arrivals of all seeds in seconds, and the
/// statistics of each.
struct Run {
    runtimes: Vec<f64>,
    gaps: Vec<f64>,
    statistics: Vec<[f64; 14]>,
}

fn run() -> Run {
    let mut run = Run {
        runtimes: Vec::new(),
        gaps: Vec::new(),
        statistics: Vec::new(),
    };
    for seed in 1..=SEEDS {
        let jobs: Vec<JobSpec> = Generator::new(NODES, seed, Sizes::Uniform)
            .take(JOBS)
            .collect();
        let runtimes: Vec<f64> = jobs.iter().map(|job| job.runtime.seconds()).collect();
        let gaps: Vec<f64> = jobs
            .windows(2)
            .map(|pair| pair[1].submit.since(pair[0].submit).seconds())
            .collect();
        let mut statistics = [0.0; 14];
        (statistics[0], statistics[1]) = mean_and_variation(&runtimes);
        (statistics[2], statistics[3]) = mean_and_variation(&gaps);
        for job in &jobs {
            statistics[4 + class_of(job.nodes)] += 1.0 / JOBS as f64;
        }
        run.runtimes.extend(runtimes);
        run.gaps.extend(gaps);
        run.statistics.push(statistics);
    }
    run
}

fn mean_and_variation(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square = values.iter().map(|value| value * value).sum::<f64>() / count;
    (mean, variation(mean, square))
}

fn class_of(nodes: u32) -> usize {
    let holds = |class: &Class| (class.from..=class.to).contains(&nodes);
    CLASSES.iter().position(holds).unwrap()
}

#[test]
fn ten_runs_have_the_statistics_of_the_reference_run() {
    let run = run();
    let root = (SEEDS as f64).sqrt();
    for (index, (mean, sigma)) in REFERENCE.into_iter().enumerate() {
        // The reference is itself a mean over ten seeds.
        let mut sum = 0.0;
        for (seed, found) in (1..).zip(&run.statistics) {
            let off = (found[index] - mean).abs() / (sigma * (1.0 + 0.1_f64).sqrt());
            assert!(
                off <= 4.0,
                "statistic {index}, seed {seed}: {}",
                found[index]
            );
            sum += found[index];
        }
        let found = sum / SEEDS as f64;
        let off = (found - mean).abs() / (sigma / root * 2.0_f64.sqrt());
        assert!(off <= 4.0, "statistic {index}: {found}, reference {mean}");
    }
    // Jobs come in bursts of a class: the share of the first spreads 3 times
    // as far between seeds (0.0045) as that of independent jobs would
    // (0.00156), and so may every other share of jobs.
    for (share, runtime, gap) in QUANTILES {
        let independent = (share * (1.0 - share) / (SEEDS as f64 * JOBS as f64)).sqrt();
        let sigma = 3.0 * independent * 2.0_f64.sqrt();
        for (what, values, quantile) in
            [("runtime", &run.runtimes, runtime), ("gap", &run.gaps, gap)]
        {
            let below = values.iter().filter(|value| **value <= quantile).count();
            let found = below as f64 / values.len() as f64;
            assert!(
                (found - share).abs() <= 4.0 * sigma,
                "{what}: {found} up to {quantile}, reference {share}"
            );
        }
    }
}

#[test]
fn the_load_of_each_choice_of_sizes_is_that_of_the_reference() {
    // Work over what 322 nodes can do, from the means. Frequent sizes that are
    // equally likely are not in the reference: their load is from its table.
    let load = |size: fn(&Class) -> f64| -> f64 {
        let work = |class: &Class| {
            size(class) * moment(&class.runtime, 1) / moment(&class.interarrival, 1)
        };
        CLASSES.iter().map(work).sum::<f64>() / f64::from(NODES)
    };
    let uniform = load(|class| f64::from(class.from + class.to) / 2.0);
    assert_printed("load of uniform sizes", uniform, 0.765, 1e-3);
    let widest = load(|class| f64::from(class.to));
    assert_printed("load of upper bounds", widest, 0.963, 1e-3);
    let frequent = load(|class| {
        let sum: u32 = class.frequent.iter().sum();
        f64::from(sum) / class.frequent.len() as f64
    });
    assert_printed("load of frequent sizes", frequent, 0.746, 1e-3);
}

#[test]
fn sizes_are_those_of_the_choice_and_change_nothing_else() {
    let jobs = |sizes| Generator::new(NODES, 3, sizes).take(50_000);
    let all = jobs(Sizes::Uniform).zip(jobs(Sizes::UpperBound));
    let mut seen = [const { Vec::new() }; 3];
    for ((uniform, widest), empirical) in all.zip(jobs(Sizes::Empirical)) {
        let class = &CLASSES[class_of(uniform.nodes)];
        assert_eq!(widest.nodes, class.to);
        assert!(class.frequent.contains(&empirical.nodes), "{empirical:?}");
        for (other, seen) in [uniform, widest, empirical].iter().zip(&mut seen) {
            assert_eq!(
                (other.submit, other.runtime),
                (widest.submit, widest.runtime)
            );
            seen.push(other.nodes);
        }
    }
    let distinct = seen.map(|mut sizes| {
        sizes.sort_unstable();
        sizes.dedup();
        sizes.len()
    });
    // Three classes have one frequent size each, the others three. Of the 322
    // sizes the two widest classes have 194, and too few jobs to show them all.
    assert_eq!(distinct[1..], [10, 24]);
    assert!(distinct[0] > 250, "{distinct:?}");
}

#[test]
fn every_size_of_a_class_is_equally_likely() {
    // Sizes 5 to 8: 4 sigma of a binomial with a probability of a quarter.
    let jobs = Generator::new(NODES, 5, Sizes::Uniform).take(JOBS);
    let mut counts = [0.0; 4];
    for job in jobs.filter(|job| (5..=8).contains(&job.nodes)) {
        counts[job.nodes as usize - 5] += 1.0;
    }
    let all: f64 = counts.iter().sum();
    let sigma = (0.25 * 0.75 / all).sqrt();
    for count in counts {
        assert!((count / all - 0.25).abs() <= 4.0 * sigma, "{counts:?}");
    }
}

#[test]
fn any_machine_size_is_respected() {
    for nodes in [1, 2, 3, 7, 100, 1000, 150_000] {
        for sizes in [Sizes::Uniform, Sizes::UpperBound, Sizes::Empirical] {
            let mut last = cosched_core::Time::ZERO;
            for job in Generator::new(nodes, 3, sizes).take(5_000) {
                assert!((1..=nodes.min(NODES)).contains(&job.nodes), "{job:?}");
                assert!(job.runtime.0 >= 1 && job.submit >= last, "{job:?}");
                assert_eq!(job.estimate, job.runtime);
                last = job.submit;
            }
        }
    }
}
