//! Coverage of 95 % intervals of a change: many seeds of one model, each interval from one
//! of them.
//!
//! ```sh
//! cargo bench -p cosched-benches --bench coverage            # seeds 1001 to 1060
//! cargo bench -p cosched-benches --bench coverage -- 1 60    # the first seed, and how many
//! cargo bench -p cosched-benches --bench coverage -- 1 60 500 2000   # of so many jobs only
//! cargo bench -p cosched-benches --bench coverage -- slurm 1 60      # under Slurm only
//! ```
//!
//! The true value is the change over all seeds of a cell together: the ratio of
//! expectations for that number of jobs. The same seeds, in groups of five, are small
//! sweeps: coverage of the interval of their mean wait, and of the difference between
//! policies by seed.

use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::metrics::estimate::Estimate;
use cosched::metrics::select::paired::Measure;
use cosched::record::{Experiment, Run};
use cosched::run::whatif::{self, Effect, WhatIf};
use cosched::run::{Choice, simulate};
use cosched::scenario::{Parameters, PolicyName, parse};
use cosched::{load, scenario};

const LOADS: [f64; 4] = [0.5, 0.7, 0.8, 0.9];
const JOBS: [u32; 4] = [500, 2_000, 10_000, 50_000];
const MEASURES: [(Measure, &str); 3] = [
    (Measure::Wait, "wait"),
    (Measure::Response, "response"),
    (Measure::Slowdown, "slowdown"),
];
/// Number of simulations of each workload under Slurm, and of its jobs there.
const PHASES: u32 = 5;
const JOBS_OF_SLURM: u32 = 1_000;
/// Seeds of a small sweep.
const SEEDS_OF_SWEEP: usize = 5;

/// The change, from EASY on 128 nodes.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    Nodes,
    Conservative,
    /// From Slurm's backfill passes every 30 s to every 600 s.
    Passes,
    /// Likewise, on 16 nodes of 8 cores that jobs share.
    SharedPasses,
}

/// One seed: of each measure, the number of jobs, the means, and the interval.
type SeedEffects = [Effect; MEASURES.len()];

/// Number of intervals, and of those that cover the true value.
#[derive(Clone, Copy, Default)]
struct Count {
    seeds: usize,
    shown: usize,
    held: usize,
}

/// Intervals of small sweeps: of a mean wait, and of the difference to another.
#[derive(Clone, Copy, Default)]
struct Sweeps {
    means: Count,
    differences: Count,
}

impl Sweeps {
    /// Adds sweeps of five seeds each from the effects of all.
    fn add(&mut self, effects: &[&Effect]) {
        let [before, after]: [Vec<f64>; 2] = [
            effects.iter().map(|effect| effect.before).collect(),
            effects.iter().map(|effect| effect.after).collect(),
        ];
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let (mean_before, mean_after) = (mean(&before), mean(&after));
        let parts = before
            .chunks_exact(SEEDS_OF_SWEEP)
            .zip(after.chunks_exact(SEEDS_OF_SWEEP));
        for (before, after) in parts {
            self.means.add(interval(Estimate::of(after)), mean_after);
            let difference = interval(Estimate::of_pairs(before, after));
            self.differences.add(difference, mean_after - mean_before);
        }
    }
}

fn interval(estimate: Option<Estimate>) -> Option<[f64; 2]> {
    let Estimate { mean, half_width } = estimate?;
    half_width.map(|half| [mean - half, mean + half])
}

fn main() {
    let only_slurm = std::env::args().any(|word| word == "slurm");
    let numbers = std::env::args().skip(1);
    let mut numbers = numbers.filter_map(|word| word.parse::<u64>().ok());
    let first = numbers.next().unwrap_or(1_001);
    let seeds: Vec<u64> = (first..)
        .take(numbers.next().unwrap_or(60) as usize)
        .collect();
    if !only_slurm {
        easy_cells(&seeds, numbers);
    }
    slurm_lines("whole nodes", Change::Passes, &seeds);
    slurm_lines("nodes that jobs share", Change::SharedPasses, &seeds);
}

/// Measures and prints the cells of changes from EASY.
fn easy_cells(seeds: &[u64], sizes: impl Iterator<Item = u64>) {
    let sizes: Vec<u32> = sizes.map(|jobs| jobs as u32).collect();
    let sizes = if sizes.is_empty() {
        JOBS.to_vec()
    } else {
        sizes
    };
    println!(
        "Lublin's model, EASY on 128 nodes, {} seeds from {} on: intervals that hold, of \
         those shown, and the change over all",
        seeds.len(),
        seeds.first().unwrap_or(&0)
    );
    println!(
        "{:<14} {:>4} {:>6}  {}",
        "change",
        "load",
        "jobs",
        heading()
    );
    let mut all = [Count::default(); MEASURES.len()];
    let mut sweeps = LOADS.map(|_| Sweeps::default());
    for (change, name) in [
        (Change::Nodes, "nodes=144"),
        (Change::Conservative, "conservative"),
    ] {
        for (load, sweeps) in LOADS.into_iter().zip(&mut sweeps) {
            for &jobs in &sizes {
                let found = line(name, (change, load, jobs), seeds, &mut all);
                sweeps.add(&found.iter().map(|found| &found[0]).collect::<Vec<_>>());
            }
        }
    }
    println!(
        "{:<27} {}",
        "all",
        all.map(|count| count.words()).join("  ")
    );
    println!("\nSweeps of {SEEDS_OF_SWEEP} seeds: the mean wait, and the difference");
    for (load, sweeps) in LOADS.into_iter().zip(sweeps) {
        let [means, differences] = [sweeps.means, sweeps.differences].map(Count::words);
        println!("{load:<27} {means}  {differences}");
    }
}

/// Measures and prints the cells of a change under Slurm.
fn slurm_lines(machine: &str, change: Change, seeds: &[u64]) {
    println!("\nSlurm on {machine}, {PHASES} phases each");
    let mut all = [Count::default(); MEASURES.len()];
    for load in LOADS {
        line(
            "bf_interval",
            (change, load, JOBS_OF_SLURM),
            seeds,
            &mut all,
        );
    }
    println!(
        "{:<27} {}",
        "all",
        all.map(|count| count.words()).join("  ")
    );
}

fn heading() -> String {
    let names = MEASURES.map(|(_, name)| format!("{name:<23}"));
    names.join("  ")
}

/// Measures and prints one cell.
fn line(
    name: &str,
    cell: (Change, f64, u32),
    seeds: &[u64],
    all: &mut [Count; MEASURES.len()],
) -> Vec<SeedEffects> {
    let found: Vec<SeedEffects> = seeds.iter().map(|seed| once(cell, *seed)).collect();
    let words = (0..MEASURES.len()).map(|measure| {
        let effects: Vec<&Effect> = found.iter().map(|found| &found[measure]).collect();
        let sum = |of: fn(&Effect) -> f64| effects.iter().map(|effect| of(effect)).sum::<f64>();
        let truth = sum(|effect| effect.after) / sum(|effect| effect.before) - 1.0;
        let mut count = Count::default();
        effects
            .iter()
            .for_each(|effect| count.add(effect.paired.interval, truth));
        all[measure].sum(count);
        format!("{} {:>+6.1} %", count.words(), 100.0 * truth)
    });
    let words: Vec<String> = words.collect();
    let (_, load, jobs) = cell;
    println!("{name:<14} {load:>4} {jobs:>6}  {}", words.join("  "));
    found
}

impl Count {
    fn add(&mut self, interval: Option<[f64; 2]>, truth: f64) {
        self.seeds += 1;
        if let Some([low, high]) = interval {
            self.shown += 1;
            self.held += usize::from((low..=high).contains(&truth));
        }
    }

    fn sum(&mut self, other: Self) {
        self.seeds += other.seeds;
        self.shown += other.shown;
        self.held += other.held;
    }

    fn words(self) -> String {
        let share = 100.0 * self.held as f64 / self.shown.max(1) as f64;
        format!("{:>4}/{:<4} {share:>5.1}", self.held, self.shown)
    }
}

/// Effects of the change on the jobs of one seed.
fn once((change, load, jobs): (Change, f64, u32), seed: u64) -> SeedEffects {
    let machine = if change == Change::SharedPasses {
        "kinds: [(name: \"node\", count: 16, cores: 8)]"
    } else {
        "nodes: 128"
    };
    let text = format!(
        "(machine: Cluster({machine}), policies: [], seed: {seed},
        workload: Lublin(jobs: {jobs}, load: {load}))"
    );
    let scenario: scenario::Scenario = parse(&text, None).expect("a scenario");
    let experiment = load::prepare(&scenario, None, &Progress::default()).expect("jobs");
    let mut wider = experiment.clone();
    if change == Change::Nodes {
        wider.nodes = 144;
    }
    let [before, after] = [experiment, wider].map(Arc::new);
    let (old, new, phases) = match change {
        Change::Nodes => (plain(PolicyName::Easy), plain(PolicyName::Easy), 1),
        Change::Conservative => (plain(PolicyName::Easy), plain(PolicyName::Conservative), 1),
        Change::Passes | Change::SharedPasses => (slurm(30.0), slurm(600.0), PHASES),
    };
    let found = WhatIf::of(runs(&before, &old, phases), runs(&after, &new, phases));
    let found = found.expect("the same jobs");
    MEASURES.map(|(measure, _)| found.effect_on_all(measure))
}

fn plain(policy: PolicyName) -> Choice {
    Choice::plain(policy, &Parameters::default())
}

fn slurm(seconds: f64) -> Choice {
    let mut parameters = Parameters::default();
    parameters.slurm.bf_interval = seconds;
    Choice::plain(PolicyName::Slurm, &parameters)
}

fn runs(experiment: &Arc<Experiment>, choice: &Choice, phases: u32) -> Vec<Run> {
    let progress = Progress::default();
    if phases == 1 {
        let run = simulate(experiment, choice, false, &progress);
        return vec![run.expect("a run").expect("not cancelled")];
    }
    let runs = whatif::runs(experiment, choice, phases, &progress);
    runs.expect("runs").expect("not cancelled")
}
