//! Time of policies with quanta, against the number of quanta and the number of changes.
//!
//! Gang scheduling skips cycles of rows in which nothing changes, so that its time depends
//! on the changes (submissions and completions) only, however short quanta are. Flexible
//! coscheduling and Agile can do so only while all jobs run in every quantum.

use std::sync::Arc;
use std::time::Instant;

use cosched::base::progress::Progress;
use cosched::family::coscheduling::processes::ProcessData;
use cosched::record::Experiment;
use cosched::run::{self, Choice};
use cosched::scenario::coscheduling::{Coscheduling, GrainClass};
use cosched::scenario::{Parameters, PolicyName, parse};
use cosched_core::engine::BoxedStorage;
use cosched_core::engine::View;
use cosched_core::{Event, Simulation, Sink, Time};

/// Number of runs of each, of which the fastest counts.
const ROUNDS: usize = 5;

/// 5 000 jobs at load 0.8 on 128 nodes.
const SCENARIO: &str = "(machine: Cluster(nodes: 128), policies: [],
    workload: Lublin(jobs: 5000, load: 0.8))";

fn main() {
    let scenario = parse(SCENARIO, None).expect("a scenario");
    let experiment = cosched::load::prepare(&scenario, None, &Progress::default());
    let experiment = Arc::new(experiment.expect("its jobs"));
    println!(
        "{} jobs on {} nodes; the fastest of {ROUNDS} runs",
        experiment.jobs.len(),
        experiment.nodes
    );
    println!("policy    quantum s      quanta   changes   instants   ns a change   ns a quantum");
    for policy in [PolicyName::Gang, PolicyName::Flexible, PolicyName::Agile] {
        for quantum in [6000.0, 600.0, 60.0, 6.0] {
            line(&experiment, policy, quantum);
        }
    }
    for quantum in [0.6, 0.06] {
        line(&experiment, PolicyName::Gang, quantum);
    }
}

/// Measures and prints one policy at one quantum.
fn line(experiment: &Experiment, policy: PolicyName, quantum: f64) {
    let parameters = Parameters {
        coscheduling: Coscheduling {
            quantum,
            grain: GrainClass::Independent,
            ..Coscheduling::default()
        },
        ..Parameters::default()
    };
    let choice = Choice::plain(policy, &parameters);
    let rounds = (0..ROUNDS).map(|_| once(experiment, &choice));
    let fastest = rounds.min_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let fastest = fastest.expect("some rounds");
    let changes = 2 * experiment.jobs.len();
    let quanta = fastest.heard.end.seconds() / quantum;
    println!(
        "{:<9} {quantum:>9} {quanta:>11.0} {changes:>9} {:>10} {:>13.0} {:>14.1}",
        policy.title(),
        fastest.heard.instants,
        fastest.seconds * 1e9 / changes as f64,
        fastest.seconds * 1e9 / quanta,
    );
}

struct Round {
    seconds: f64,
    heard: InstantCounter,
}

fn once(experiment: &Experiment, choice: &Choice) -> Round {
    let processes = run::processes(experiment, choice).expect("they suit");
    let processes: Option<ProcessData> = processes;
    let sets = experiment.node_sets();
    let setup = run::setup(experiment, choice, processes.as_ref(), &[], &sets);
    let mut policy = run::policy(experiment, choice, &setup).expect("it suits");
    let mut policy = policy.policy(&setup).expect("it suits");
    let mut storage = BoxedStorage::new(&setup);
    let mut heard = InstantCounter::default();
    let begun = Instant::now();
    let simulation = Simulation::new(setup, storage.as_storage());
    simulation.expect("it fits").run(&mut policy, &mut heard);
    Round {
        seconds: begun.elapsed().as_secs_f64(),
        heard,
    }
}

/// Counts instants, and records the last.
#[derive(Default)]
struct InstantCounter {
    instants: usize,
    end: Time,
}

impl Sink for InstantCounter {
    fn record(&mut self, at: Time, _: Event) {
        self.end = at;
    }

    fn instant(&mut self, _: &View<'_, '_>) {
        self.instants += 1;
    }
}
