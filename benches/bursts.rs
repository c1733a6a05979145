//! Run time for bursts: many jobs at once, under each policy.
//!
//! Such bursts are real: an array of jobs is submitted in one go. Times are of one process
//! beside other load; their growth counts.

use std::sync::Arc;
use std::time::Instant;

use cosched::base::progress::Progress;
use cosched::record::Experiment;
use cosched::run::{self, Choice};
use cosched::scenario::{Parameters, PolicyName, parse};
use cosched_core::engine::BoxedStorage;
use cosched_core::{Simulation, Time};

/// Number of jobs at once.
const BURSTS: [usize; 6] = [1_000, 2_000, 4_000, 10_000, 30_000, 100_000];
/// Seconds after which larger bursts are skipped.
const LONGEST: f64 = 6.0;
/// Estimates: equal to the runtime, and one to three times it.
const ESTIMATES: [f64; 2] = [1.0, 3.0];
/// Width of the plot, in characters, from 1 ms to 100 s.
const WIDTH: usize = 50;

fn main() {
    println!("Jobs of the Lublin model on 128 nodes, all submitted at time 0; one run of each");
    for estimates in ESTIMATES {
        println!("\nEstimates: 1 to {estimates} times the runtime");
        println!(
            "policy            jobs   seconds   growth  1 ms {:>41}",
            "100 s"
        );
        for policy in PolicyName::PUBLISHED {
            if !policy.is_for_servers() {
                lines(policy, estimates);
            }
        }
    }
    println!(
        "\nGrowth: the power of the number of jobs by which the time rose since the line before."
    );
    println!("Those that place workflows on servers are not asked: they keep no queue.");
}

/// Measures and prints one policy, burst by burst.
fn lines(policy: PolicyName, estimates: f64) {
    let mut before: Option<(usize, f64)> = None;
    for jobs in BURSTS {
        let seconds = once(policy, jobs, estimates);
        let growth = before.map_or_else(String::new, |(fewer, less)| {
            let growth = (seconds / less).ln() / (jobs as f64 / fewer as f64).ln();
            format!("{growth:.2}")
        });
        let bar = "#".repeat(bar_length(seconds));
        let name = policy.title();
        println!("{name:<14} {jobs:>7} {seconds:>9.3} {growth:>8}  {bar}");
        before = Some((jobs, seconds));
        if seconds > LONGEST {
            break;
        }
    }
}

/// Seconds of a run.
fn once(policy: PolicyName, jobs: usize, estimates: f64) -> f64 {
    let scenario = format!(
        "(machine: Cluster(nodes: 128), policies: [],
        workload: Lublin(jobs: {jobs}, estimates: UpTo({estimates})))"
    );
    let scenario = parse(&scenario, None).expect("a scenario");
    let experiment = cosched::load::prepare(&scenario, None, &Progress::default());
    let mut experiment = experiment.expect("its jobs");
    for job in &mut experiment.jobs {
        job.submit = Time::ZERO;
    }
    let choice = Choice::plain(policy, &Parameters::default());
    run_once(&Arc::new(experiment), &choice)
}

fn run_once(experiment: &Arc<Experiment>, choice: &Choice) -> f64 {
    let molds = run::molds(experiment, choice);
    let processes = run::processes(experiment, choice).expect("they suit");
    let sets = experiment.node_sets();
    let setup = run::setup(experiment, choice, processes.as_ref(), &molds, &sets);
    let mut policy = run::policy(experiment, choice, &setup).expect("it suits");
    let mut policy = policy.policy(&setup).expect("it suits");
    let mut storage = BoxedStorage::new(&setup);
    let begun = Instant::now();
    let simulation = Simulation::new(setup, storage.as_storage());
    simulation.expect("it fits").run(&mut policy, &mut ());
    begun.elapsed().as_secs_f64()
}

/// Length of the bar for a time: ten characters for each power of ten from 1 ms on.
fn bar_length(seconds: f64) -> usize {
    let powers = (seconds / 0.001).log10().clamp(0.0, 5.0);
    (powers / 5.0 * WIDTH as f64).round() as usize
}
