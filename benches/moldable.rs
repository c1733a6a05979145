//! Time of policies that choose sizes, against the length of the queue.

use std::sync::Arc;
use std::time::Instant;

use cosched::base::progress::Progress;
use cosched::record::Experiment;
use cosched::run::{self, Choice};
use cosched::scenario::{Parameters, PolicyName, parse};
use cosched_core::engine::BoxedStorage;
use cosched_core::engine::View;
use cosched_core::{Event, Simulation, Sink, Time};

/// Number of runs of each, of which the fastest counts.
const ROUNDS: usize = 3;

fn main() {
    println!("20000 jobs of jann97-refit on 300 processors; the fastest of {ROUNDS} runs");
    println!("policy       load   mean queue   instants   us an instant");
    for policy in [
        PolicyName::Easy,
        PolicyName::Kceasy,
        PolicyName::Parallel,
        PolicyName::Fair,
        PolicyName::Adasa,
    ] {
        for load in [0.7, 1.0, 1.4, 2.0, 2.5] {
            line(policy, load);
        }
    }
}

/// Measures and prints one policy at one load.
fn line(policy: PolicyName, load: f64) {
    let scenario = format!(
        "(machine: Cluster(nodes: 300), policies: [],
        workload: Jann(jobs: 20000, load: {load}), moldable: (over_request: 4))"
    );
    let scenario = parse(&scenario, None).expect("a scenario");
    let experiment = cosched::load::prepare(&scenario, None, &Progress::default());
    let experiment = Arc::new(experiment.expect("its jobs"));
    let choice = Choice::plain(policy, &Parameters::default());
    let rounds = (0..ROUNDS).map(|_| once(&experiment, &choice));
    let fastest = rounds.min_by(|one, other| one.0.total_cmp(&other.0));
    let (seconds, heard) = fastest.expect("some rounds");
    let instants = heard.instants as f64;
    println!(
        "{:<12} {load:>4} {:>12.1} {instants:>10} {:>15.2}",
        policy.title(),
        heard.waiting as f64 / instants,
        1e6 * seconds / instants,
    );
}

fn once(experiment: &Experiment, choice: &Choice) -> (f64, InstantCounter) {
    let molds = run::molds(experiment, choice);
    let sets = experiment.node_sets();
    let setup = run::setup(experiment, choice, None, &molds, &sets);
    let mut policy = run::policy(experiment, choice, &setup).expect("it suits");
    let mut policy = policy.policy(&setup).expect("it suits");
    let mut storage = BoxedStorage::new(&setup);
    let mut heard = InstantCounter::default();
    let begun = Instant::now();
    let simulation = Simulation::new(setup, storage.as_storage());
    simulation.expect("it fits").run(&mut policy, &mut heard);
    (begun.elapsed().as_secs_f64(), heard)
}

/// Counts instants, and waiting jobs at each.
#[derive(Default)]
struct InstantCounter {
    instants: usize,
    waiting: u64,
}

impl Sink for InstantCounter {
    fn record(&mut self, _: Time, _: Event) {}

    fn instant(&mut self, view: &View<'_, '_>) {
        self.instants += 1;
        self.waiting += u64::from(view.waiting());
    }
}
