//! A branch has the digest of a run with the same change from the start.

use std::path::Path;

use cosched::base::progress::Progress;
use cosched::run::{choices, simulate};
use cosched_core::engine::{BoxedStorage, Context, Policy as Decides};
use cosched_core::machine::profile::points_for;
use cosched_core::machine::{Change, NodeChange, Outages};
use cosched_core::policy::{AnyPolicy, Conservative, Easy, Fcfs};
use cosched_core::random::Random;
use cosched_core::{Digest, JobSpec, Profile, Setup, Simulation, Time};

use crate::draw::{Case, NODES, jobs_text};
use crate::oracle::{Job, Policy};
use crate::runs;

const POLICIES: [Policy; 3] = [Policy::Fcfs, Policy::Easy, Policy::Conservative];

/// A scenario under one policy, with additional text for the machine and for the rest.
fn scenario(policy: Policy, jobs: &[Job], nodes: u32, [machine, rest]: [&str; 2]) -> String {
    format!(
        "(machine: Cluster(nodes: {nodes}{machine}), workload: Jobs([{}]), policies: [{policy:?}]{rest})",
        jobs_text(jobs)
    )
}

fn digest(text: &str) -> u64 {
    let last = runs(text).pop().expect("a run");
    last.unwrap_or_else(|why| panic!("{why}\n{text}")).digest
}

/// Drained and added nodes are nodes out of service at given times; a submitted job is one of the
/// workload.
#[test]
fn changed_nodes_and_jobs_equal_those_known_from_the_start() {
    for number in 0..200 {
        let random = &mut Random::new(number, 0xD16);
        let jobs = Case::drawn(number).jobs;
        let policy = POLICIES[random.below(3) as usize];
        // While there are jobs to change.
        let at = random.below(jobs.last().unwrap().submit + 1);
        let branch = |change: &str| {
            let rest = format!(", branches: [(at: {at}, changes: [{change}])]");
            digest(&scenario(policy, &jobs, NODES, ["", &rest]))
        };
        let count = 1 + random.below(3) as u32;
        let first = NODES - count;
        let drained = format!(
            ", outages: (events: [(at: {at}, what: Drain, first: {first}, count: {count})])"
        );
        let drained = digest(&scenario(policy, &jobs, NODES, [&drained, ""]));
        assert_eq!(
            branch(&format!("Drain(count: {count})")),
            drained,
            "{number}: {policy:?}"
        );
        let added = format!(
            ", outages: (events: [(at: 0, what: Drain, first: {NODES}, count: {count}), \
             (at: {at}, what: Up, first: {NODES}, count: {count})])"
        );
        let added = digest(&scenario(policy, &jobs, NODES + count, [&added, ""]));
        assert_eq!(
            branch(&format!("Add({count})")),
            added,
            "{number}: {policy:?}"
        );
        let job = Job {
            submit: at + random.below(9),
            runtime: 7,
            estimate: 9,
            nodes: 3,
        };
        let mut more = jobs.clone();
        more.insert(
            jobs.partition_point(|other| other.submit <= job.submit),
            job,
        );
        let submit = format!(
            "Submit(submit: {}, runtime: 7, estimate: 9, nodes: 3)",
            job.submit
        );
        let submitted = digest(&scenario(policy, &more, NODES, ["", ""]));
        assert_eq!(branch(&submit), submitted, "{number}: {policy:?}");
    }
}

/// A policy that decides like another from an instant on, configured before the run.
struct Switching<'b> {
    policies: [AnyPolicy<'b>; 2],
    at: Time,
    has_switched: bool,
}

impl Decides for Switching<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if context.now() < self.at {
            return self.policies[0].schedule(context);
        }
        if !self.has_switched {
            self.has_switched = true;
            context.cancel_wake();
        }
        self.policies[1].schedule(context);
    }
}

/// The digest of such a run: an event that changes nothing calls the policy at `at`.
pub(crate) fn switching(jobs: &[JobSpec], nodes: u32, pair: [Policy; 2], at: Time) -> u64 {
    let nothing = [NodeChange {
        at,
        first: 0,
        count: 1,
        change: Change::Up,
    }];
    let outages = Outages {
        changes: &nothing,
        ..Outages::NONE
    };
    let setup = Setup::cluster(jobs, nodes).with_outages(outages);
    let points = points_for(setup.profiled_jobs());
    let mut buffers = [(); 2].map(|()| (vec![Time::ZERO; points], vec![0; points]));
    let [one, other] = &mut buffers;
    let made = [(pair[0], one), (pair[1], other)].map(|(policy, (times, free))| {
        let profile = Profile::new(times, free);
        match policy {
            Policy::Fcfs => AnyPolicy::Fcfs(Fcfs::new()),
            Policy::Easy => AnyPolicy::Easy(Easy::new(profile, setup.profiled_jobs()).unwrap()),
            Policy::Conservative => {
                AnyPolicy::Conservative(Conservative::new(profile, setup.profiled_jobs()).unwrap())
            }
        }
    });
    let mut policy = Switching {
        policies: made,
        at,
        has_switched: false,
    };
    let mut storage = BoxedStorage::new(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let mut digest = Digest::default();
    simulation.run(&mut policy, &mut digest);
    digest.0
}

#[test]
fn a_policy_that_takes_over_equals_one_configured_to_switch() {
    for number in 0..300 {
        let random = &mut Random::new(number, 0xD17);
        let jobs = Case::drawn(number).jobs;
        let at = random.below(jobs.last().unwrap().submit + 1);
        let pair = [0, 1].map(|_| POLICIES[random.below(3) as usize]);
        let rest = format!(", branches: [(at: {at}, changes: [Policy({:?})])]", pair[1]);
        let text = scenario(pair[0], &jobs, NODES, ["", &rest]);
        let specs = &crate::experiment(&text).jobs;
        let expected = switching(specs, NODES, pair, Time::from_seconds(at));
        assert_eq!(digest(&text), expected, "{number}: {pair:?}");
        if at == 0 {
            // A policy that takes over before anything has happened decides from the start.
            let plain = digest(&scenario(pair[1], &jobs, NODES, ["", ""]));
            assert_eq!(expected, plain, "{number}: {pair:?}");
        }
    }
}

/// At half of a real log EASY takes over from FCFS, and conservative backfilling from EASY.
#[test]
fn taking_over_at_half_of_a_real_log_equals_a_configured_switch() {
    let log = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/traces/LANL-CM5-1994-4.1-cln.swf.gz");
    if !log.exists() {
        println!("skipped: LANL-CM5 is not beside the project");
        return;
    }
    for pair in [
        [Policy::Fcfs, Policy::Easy],
        [Policy::Easy, Policy::Conservative],
    ] {
        let text = |at: u64| {
            format!(
                "(machine: Cluster(), workload: Swf(path: {:?}, rebase: true), policies: [{:?}],
                  branches: [(at: {at}, changes: [Policy({:?})])])",
                log.display().to_string(),
                pair[0],
                pair[1]
            )
        };
        let known = crate::experiment(&text(0));
        let last = known.jobs.last().unwrap().submit.0 / 1_000_000_000;
        let half = last / 2;
        let expected = switching(&known.jobs, known.nodes, pair, Time::from_seconds(half));
        let experiment = crate::experiment(&text(half));
        let branch = &choices(&experiment.scenario)[1];
        let run = simulate(&experiment, branch, false, &Progress::default());
        let run = run.unwrap().unwrap();
        println!("{}: {:016x}", branch.label, run.digest);
        assert_eq!(run.digest, expected, "{pair:?}");
        let plain = simulate(
            &experiment,
            &choices(&experiment.scenario)[0],
            false,
            &Progress::default(),
        );
        assert_ne!(run.digest, plain.unwrap().unwrap().digest, "{pair:?}");
    }
}
