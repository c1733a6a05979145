//! Processor time for bursts: many jobs at once, under each policy.
//!
//! Such bursts are real: an array of jobs is submitted in one go, and sites have 10 000 to
//! 100 000 waiting jobs. Words after `--` choose policies by a part of their name:
//! `cargo bench --bench bursts -- EASY`.

use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::record::Experiment;
use cosched::run::{self, Choice};
use cosched::scenario::{Parameters, PolicyName, parse};
use cosched_benches::lognormal;
use cosched_core::engine::BoxedStorage;
use cosched_core::random::Random;
use cosched_core::{Duration, Simulation, Time};
use cpu_time::ProcessTime;

/// Number of jobs at once.
const BURSTS: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];
/// Number of jobs from which on growth is fitted.
const LARGE: usize = 10_000;
/// Seconds after which larger bursts are skipped.
const LONGEST: f64 = 10.0;
/// Widths are powers of two up to this one, each as likely.
const WIDEST_POWER: u64 = 7;
/// Median runtime in seconds.
const MEDIAN_RUNTIME: f64 = 3600.0;
/// Longest runtime in seconds: five days.
const LONGEST_RUNTIME: f64 = 432_000.0;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<_> = words.iter().filter(|word| !word.starts_with('-')).collect();
    println!("Jobs submitted at once on 128 nodes: widths powers of two, lognormal runtimes");
    println!(
        "(median 1 h, sigma 1.5), estimates 1 to 3 times the runtime. CPU seconds of one run."
    );
    println!("Growth: the power of the number of jobs by which the time rises, fitted to all");
    println!("bursts of at least {LARGE} jobs.\n");
    print!("{:<14}", "policy");
    for jobs in BURSTS {
        print!(" {jobs:>9}");
    }
    println!(" {:>7}", "growth");
    for policy in PolicyName::PUBLISHED {
        let title = policy.title().to_lowercase();
        let is_chosen = |word: &&String| title.contains(&word.to_lowercase());
        // Policies for servers place workflows, and keep no queue.
        if !policy.is_for_servers() && (words.is_empty() || words.iter().any(is_chosen)) {
            line(policy);
        }
    }
}

/// Measures and prints one policy, burst by burst.
fn line(policy: PolicyName) {
    print!("{:<14}", policy.title());
    let (mut points, mut is_too_long) = (Vec::new(), false);
    for jobs in BURSTS {
        if is_too_long {
            print!(" {:>9}", "");
            continue;
        }
        let seconds = once(policy, jobs);
        print!(" {seconds:>9.3}");
        is_too_long = seconds > LONGEST;
        if jobs >= LARGE {
            points.push(((jobs as f64).ln(), seconds.ln()));
        }
    }
    match slope(&points) {
        Some(growth) => println!(" {growth:>7.2}"),
        None => println!(),
    }
}

/// Slope of the line with the least squared distance from `points`; needs two of them.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let square: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let product: f64 = points
        .iter()
        .map(|point| (point.0 - x) * (point.1 - y))
        .sum();
    (points.len() > 1).then(|| product / square)
}

/// CPU seconds of a run.
fn once(policy: PolicyName, jobs: usize) -> f64 {
    let scenario =
        format!("(machine: Cluster(nodes: 128), policies: [], workload: Lublin(jobs: {jobs}))");
    let scenario = parse(&scenario, None).expect("a scenario");
    let experiment = cosched::load::prepare(&scenario, None, &Progress::default());
    let mut experiment = experiment.expect("its jobs");
    let mut random = Random::new(35, 0);
    for job in &mut experiment.jobs {
        let seconds = runtime(&mut random);
        job.submit = Time::ZERO;
        job.nodes = 1 << random.below(WIDEST_POWER + 1);
        job.runtime = Duration::from_seconds(seconds);
        let estimate = seconds as f64 * (1.0 + 2.0 * random.uniform());
        job.estimate = Duration::from_seconds(estimate.round() as u64);
    }
    let choice = Choice::plain(policy, &Parameters::default());
    run_once(&Arc::new(experiment), &choice)
}

/// A runtime in whole seconds, lognormal.
fn runtime(random: &mut Random) -> u64 {
    let seconds = MEDIAN_RUNTIME * lognormal(random);
    seconds.round().clamp(1.0, LONGEST_RUNTIME) as u64
}

fn run_once(experiment: &Arc<Experiment>, choice: &Choice) -> f64 {
    let molds = run::molds(experiment, choice);
    let processes = run::processes(experiment, choice).expect("they suit");
    let sets = experiment.node_sets();
    let setup = run::setup(experiment, choice, processes.as_ref(), &molds, &sets);
    let mut policy = run::policy(experiment, choice, &setup).expect("it suits");
    let mut policy = policy.policy(&setup).expect("it suits");
    let mut storage = BoxedStorage::new(&setup);
    let begun = ProcessTime::now();
    let simulation = Simulation::new(setup, storage.as_storage());
    simulation.expect("it fits").run(&mut policy, &mut ());
    begun.elapsed().as_secs_f64()
}
