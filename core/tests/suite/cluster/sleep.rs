//! Nodes that sleep under Slurm, against the slow and simple reference.

use cosched_core::engine::{Detail, Setup};
use cosched_core::error::ClusterError;
use cosched_core::machine::cluster::{
    Amounts, ClusterRequest, ClusterSetup, NodeKind, NodeSleep, Partition, PreemptMode,
};
use cosched_core::policy::slurm::{
    BoxedShared, Delays, Grid, NodeChoice, PassTimes, Selection, SharedNodes, Slurm,
};
use cosched_core::random::Random;
use cosched_core::{Duration, Event, JobSpec, Simulation, Sink, Time};

use super::draw::Case;
use super::oracle::sleep::Sleep;
use super::slurm::{by_policy, drawn};
use super::slurm_oracle::schedule;
use crate::common::EveryPass;
use crate::queue::slurm;

/// A case in which most nodes sleep soon, and jobs come now and then.
fn sleepy(number: u64) -> (Case, slurm::Case) {
    let (mut case, rules) = drawn(number);
    let mut random = Random::new(number, 31);
    let apart = 1 + random.below(4);
    for job in &mut case.jobs {
        job.submit = 70 + job.submit * apart;
    }
    let all = 1 + random.below(2);
    let of_node: Vec<u64> = (0..case.nodes()).map(|_| random.below(all + 1)).collect();
    case.sleep = (0..all)
        .map(|entry| Sleep {
            nodes: of_node.iter().map(|own| *own == entry).collect(),
            suspend_time: random.below(150),
            suspend_timeout: random.below(90),
            boot_time: random.below(4) * random.below(80),
        })
        .collect();
    (case, rules)
}

/// Jobs that waited for nodes to boot.
#[derive(Default)]
struct Boots(usize);

impl Sink for Boots {
    fn record(&mut self, _: Time, _: Event) {}

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        self.0 += usize::from(matches!(detail, Detail::Boots { .. }));
    }
}

#[test]
fn two_thousand_random_runs_sleep_and_wake_as_the_slow_program_says() {
    let (mut boots, mut others, mut preempted) = (Boots::default(), 0, 0);
    for number in 0..2000 {
        let (case, rules) = sleepy(number);
        let before = boots.0;
        let found = by_policy(&case, &rules, &mut boots);
        let expected = schedule(&case, &rules);
        assert_eq!(found, expected, "case {number}: {case:?}\n{rules:?}");
        let awake = Case {
            sleep: Vec::new(),
            ..case.clone()
        };
        let on_awake = by_policy(&awake, &rules, &mut ());
        let nodes = |all: &super::oracle::Schedule| -> Vec<_> {
            let each = all.iter().flatten();
            each.map(|(start, _, nodes)| (*start, nodes.clone()))
                .collect()
        };
        others += usize::from(nodes(&on_awake) != nodes(&found));
        let may_preempt = |one: &super::draw::Part| one.preempt.mode != PreemptMode::Off;
        let preempts = case.partitions.iter().any(may_preempt) || !case.qos.is_empty();
        preempted += usize::from(preempts && boots.0 > before);
    }
    assert!(
        boots.0 > 1500,
        "hardly any job waits for nodes: {}",
        boots.0
    );
    assert!(others > 400, "sleep hardly chooses: {others}");
    assert!(
        preempted > 150,
        "hardly any who wakes nodes may be preempted: {preempted}"
    );
}

#[test]
fn passes_left_out_would_have_decided_the_same_where_nodes_sleep() {
    for number in 0..800 {
        let (case, rules) = sleepy(number);
        let found = by_policy(&case, &rules, &mut ());
        let expected = by_policy(&case, &rules, &mut EveryPass);
        assert_eq!(found, expected, "case {number}: {case:?}\n{rules:?}");
    }
}

#[test]
fn nodes_that_are_not_there_or_sleep_twice_are_refused() {
    const OWN: NodeSleep<'static> = NodeSleep {
        nodes: &[0b01],
        suspend_time: Duration::ZERO,
        suspend_timeout: Duration::ZERO,
        boot_time: Duration::ZERO,
    };
    let kinds = [NodeKind {
        count: 2,
        room: Amounts::new(1, 0, 0),
        features: 0,
    }];
    for (nodes, is_fine) in [
        (&[0b10_u64][..], true),
        (&[0b11], false),
        (&[0b100], false),
        (&[], false),
    ] {
        let sleep = [OWN, NodeSleep { nodes, ..OWN }];
        let cluster = ClusterSetup {
            sleep: &sleep,
            ..ClusterSetup::new(&kinds, &[], &[])
        };
        let expected = if is_fine {
            Ok(())
        } else {
            Err(ClusterError::SleepingNodes { entry: 1 })
        };
        assert_eq!(cluster.check(2, &[]), expected, "{nodes:?}");
    }
}

/// Start of a job that comes when nobody runs and the only node goes to sleep until second 312, behind one
/// whose partition is down. A backfill pass tests one job.
fn start_of_the_last(seed: u64) -> Option<u64> {
    let job = |submit| JobSpec::exact(Time::from_seconds(submit), Duration::from_seconds(10), 1);
    let workload = [job(0), job(150), job(151)];
    let kinds = [NodeKind {
        count: 1,
        room: Amounts::new(1, 0, 0),
        features: 0,
    }];
    let open = Partition::of(&[1]);
    let down = Partition {
        is_up: false,
        ..open
    };
    let asked = ClusterRequest::nodes(1, Amounts::new(1, 0, 0));
    let behind = ClusterRequest {
        partition: 1,
        ..asked
    };
    let (partitions, requests) = ([open, down], [asked, behind, asked]);
    // It is idle from some second before 15 on.
    let sleep = [NodeSleep {
        nodes: &[1],
        suspend_time: Duration::from_seconds(100),
        suspend_timeout: Duration::from_seconds(200),
        boot_time: Duration::ZERO,
    }];
    let cluster = ClusterSetup {
        sleep: &sleep,
        ..ClusterSetup::new(&kinds, &partitions, &requests)
    };
    let setup = Setup::cluster(&workload, 1).with_cluster(cluster);
    let mut boxed = BoxedShared::new(&setup, 1);
    let grid = Grid {
        resolution: Duration::from_seconds(60),
        origin: Duration::ZERO,
        window: Duration::from_seconds(86_400),
    };
    let selection = (Selection::Linear, NodeChoice::BestFit);
    let nodes = SharedNodes::new(&setup, 1, grid, selection, boxed.as_buffers()).unwrap();
    let ticks = PassTimes::Free {
        seed,
        delays: Delays::default(),
        first: None,
    };
    let mut policy = Slurm::with_resources(nodes, slurm::looking(1), ticks, slurm::PACE);
    let mut buffers = super::Buffers::new(&setup);
    let mut simulation = Simulation::new(setup, buffers.as_storage()).unwrap();
    simulation.run(&mut policy, &mut ());
    assert_eq!(simulation.started(1), None);
    simulation.started(2).map(|at| at.seconds() as u64)
}

/// The run is not over as long as a node that goes to sleep may be had again, and a main pass finds it then.
#[test]
fn who_waits_for_a_node_that_goes_to_sleep_gets_it_though_nothing_else_happens() {
    for seed in 0..60 {
        let start = start_of_the_last(seed);
        // A main pass over the whole queue comes every minute.
        assert!(
            start.is_some_and(|at| (312..312 + 75).contains(&at)),
            "{seed}: {start:?}"
        );
    }
}
