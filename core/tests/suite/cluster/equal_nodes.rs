//! One kind of nodes that jobs get whole, with maintenance, against equal nodes.

use cosched_core::engine::{Policy, Setup};
use cosched_core::machine::cluster::{
    Amounts, ClusterRequest, ClusterSetup, NodeKind, Partition, Preemption,
};
use cosched_core::policy::{Order, cluster, plan};
use cosched_core::random::Random;
use cosched_core::{Simulation, Storage, Time};

use super::draw::{Case, Job, Kind, Part, Window};
use super::oracle;
use super::topology::Topology;
use super::{Buffers, node_choice, run};
use crate::common::{Boxed, Choice, workload};
use crate::outages::known::{self, Scenario, StartEndNodes};
use crate::outages::promises::{draw, three_nodes};
use crate::outages::{self, CONSERVATIVE, EASY, at};
use crate::watch::NODES;

/// The nodes of the scenario as one kind, of one core each or of four that jobs get whole.
fn as_kind(scenario: &Scenario, cores: u32) -> Case {
    let nodes = scenario.nodes as usize;
    let jobs = scenario.jobs.iter();
    let windows = scenario.windows.iter();
    Case {
        kinds: vec![Kind {
            count: nodes,
            room: [cores, 0, 0],
            features: 0,
        }],
        partitions: vec![Part {
            nodes: vec![true; nodes],
            tier: 0,
            up: true,
            whole: cores > 1,
            preempt: Preemption::NONE,
        }],
        jobs: jobs
            .map(|&(submit, count, runtime, estimate)| Job {
                submit,
                runtime,
                estimate,
                partition: 0,
                tasks: false,
                count,
                spec_nodes: count,
                each: [1, 0, 0],
                node_memory: 0,
                share: 0,
                features: 0,
                whole: false,
                reservation: None,
                ids: [0; 4],
                licences: [0; 8],
                after: Vec::new(),
            })
            .collect(),
        windows: windows
            .map(|(when, nodes)| Window {
                from: when.start,
                until: when.end,
                nodes: nodes.start as usize..nodes.end as usize,
            })
            .collect(),
        reserved: Vec::new(),
        limits: [const { Vec::new() }; 4],
        parents: Vec::new(),
        licences: Vec::new(),
        qos: Vec::new(),
        kills: true,
        topology: Topology::default(),
        busy_first: false,
        choice: node_choice::Choice::ByCores,
        overrun: 0,
        sleep: Vec::new(),
    }
}

/// Times and nodes of jobs under `policy` on such a kind.
fn ran(policy: oracle::Policy, scenario: &Scenario, cores: u32) -> Vec<StartEndNodes> {
    let ran = run(policy, &as_kind(scenario, cores), &mut ());
    let started = ran.into_iter().map(|ran| {
        let (start, end, nodes) = ran.expect("everybody starts");
        (start, end, nodes.into_iter().collect())
    });
    started.collect()
}

fn compare(policy: oracle::Policy, expected: impl Fn(&Scenario) -> Vec<StartEndNodes>) {
    for number in 0..2_000 {
        let scenario = Scenario {
            caps: Vec::new(),
            ..draw(number)
        };
        let cores = 1 + 3 * (number % 2) as u32;
        let found = ran(policy, &scenario, cores);
        assert_eq!(found, expected(&scenario), "{number}: {scenario:?}");
    }
}

#[test]
fn easy_around_maintenance_is_that_on_equal_nodes() {
    compare(oracle::Policy::Easy, known::easy);
}

#[test]
fn conservative_around_maintenance_is_that_on_equal_nodes() {
    compare(oracle::Policy::Conservative, known::conservative);
}

/// Job 3 (the third) waits for the second on the two nodes that stay, from 5 on, and the
/// fourth has from 2 to 8 the one that leaves at 10.
#[test]
fn three_nodes_of_a_kind_are_given_as_equal_ones() {
    for policy in [oracle::Policy::Easy, oracle::Policy::Conservative] {
        let found = ran(policy, &three_nodes(), 1);
        let ends = [(0, 1), (0, 5), (5, 25), (2, 8)];
        let found: Vec<_> = found.iter().map(|ran| (ran.0, ran.1)).collect();
        assert_eq!(found, ends, "{policy:?}");
    }
}

/// Start and end of each of `jobs` jobs under `policy`.
fn times(
    jobs: usize,
    mut simulation: Simulation<'_>,
    policy: &mut dyn Policy,
) -> Vec<Option<(Time, Time)>> {
    while simulation.step(policy, &mut ()).is_some() {
        assert!(simulation.view().now() < at(1_000_000), "it does not end");
    }
    let time = |job| Some((simulation.started(job)?, simulation.completed(job)?));
    (0..jobs).map(time).collect()
}

/// Nodes also fail, are drained and repaired unforeseen, and jobs may outrun their
/// estimates.
#[test]
fn a_kind_equals_equal_nodes_with_unforeseen_outages() {
    for seed in 0..300 {
        let mut random = Random::new(seed, 92);
        let jobs = workload(&mut random, 40, NODES);
        let drawn = outages::draw(&mut random);
        let equal = Setup::cluster(&jobs, NODES)
            .with_kill_at_estimate(seed % 3 > 0)
            .with_outages(drawn.outages());
        let requests: Vec<ClusterRequest> = jobs
            .iter()
            .map(|job| ClusterRequest::nodes(job.nodes, Amounts::new(1, 0, 0)))
            .collect();
        let kinds = [NodeKind {
            count: NODES,
            room: Amounts::new(1, 0, 0),
            features: 0,
        }];
        let partitions = [Partition::of(&[(1 << NODES) - 1])];
        let kind = ClusterSetup::new(&kinds, &partitions, &requests);
        let kind = equal.with_cluster(kind);
        for choice in [EASY, CONSERVATIVE] {
            let mut storage = Boxed::with_outages(&equal);
            let mut buffers = crate::common::Buffers::of(&equal);
            let simulation = Simulation::new(equal, storage.as_storage()).unwrap();
            let expected = times(jobs.len(), simulation, &mut buffers.policy(choice));

            let (mut heads, mut plan) = (
                cluster::BoxedHeads::new(&kind),
                plan::BoxedPlan::new(&kind, usize::MAX),
            );
            let (mut storage, mut nodes) = (Boxed::with_outages(&kind), Buffers::new(&kind));
            let storage = Storage {
                cluster: nodes.as_storage().cluster,
                ..storage.as_storage()
            };
            let simulation = Simulation::new(kind, storage).unwrap();
            let found = if matches!(choice, Choice::Easy(..)) {
                let mut easy = cluster::Easy::new(Order::Submitted, heads.as_buffers());
                times(jobs.len(), simulation, &mut easy)
            } else {
                let mut conservative =
                    cluster::Conservative::new(Order::Submitted, plan.as_buffers());
                times(jobs.len(), simulation, &mut conservative)
            };
            let differs = (0..jobs.len()).find(|&job| found[job] != expected[job]);
            assert_eq!(differs, None, "seed {seed}, {choice:?}");
        }
    }
}
