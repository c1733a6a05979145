//! Policies on clusters equal those on equal nodes where there is one resource and one partition,
//! on real logs.
//!
//! The logs are not in the project but beside it; where they are absent these tests print that and
//! pass.

use std::path::Path;
use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::load;
use cosched::run::{choices, simulate};
use cosched::scenario::parse;
use cosched_core::engine::{BoxedStorage, Policy, Setup};
use cosched_core::machine::cluster::{Amounts, ClusterRequest, ClusterSetup, NodeKind, Partition};
use cosched_core::machine::profile::points_for;
use cosched_core::policy::{Conservative, Easy, Fcfs, Order, cluster, plan};
use cosched_core::random::Random;
use cosched_core::{Digest, Duration, JobSpec, Profile, Simulation, Time};

const LOGS: [&str; 6] = [
    "KTH-SP2-1996-2.1-cln.swf.gz",
    "LANL-CM5-1994-4.1-cln.swf.gz",
    "LLNL-Thunder-2007-1.1-cln.swf.gz",
    "LPC-EGEE-2004-1.2-cln.swf.gz",
    "NASA-iPSC-1993-3.1-cln.swf.gz",
    "SDSC-BLUE-2000-4.2-cln.swf.gz",
];

/// The jobs of a log and the nodes of its machine, if it is there.
fn read(name: &str) -> Option<(Vec<JobSpec>, u32)> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/traces");
    let path = beside.join(name);
    if !path.exists() {
        println!("skipped: {name} is not beside the project");
        return None;
    }
    let scenario = load::open(&path).unwrap();
    let experiment = load::prepare(&scenario, Some(&path), &Progress::default()).unwrap();
    Some((experiment.jobs.to_vec(), experiment.nodes))
}

fn digest(setup: Setup<'_>, policy: &mut dyn Policy) -> Digest {
    let mut storage = BoxedStorage::new(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    simulation.check(policy).unwrap();
    let mut digest = Digest::default();
    simulation.run(policy, &mut digest);
    digest
}

/// The digests of FCFS, EASY and conservative backfilling on equal nodes.
fn on_equal_nodes(setup: Setup<'_>) -> [Digest; 3] {
    let jobs = setup.jobs();
    let mut times = vec![Time::ZERO; points_for(jobs)];
    let mut free = vec![0; points_for(jobs)];
    let mut easy = Easy::new(Profile::new(&mut times, &mut free), jobs).unwrap();
    let plain = [digest(setup, &mut Fcfs::new()), digest(setup, &mut easy)];
    let mut conservative = Conservative::new(Profile::new(&mut times, &mut free), jobs).unwrap();
    [plain[0], plain[1], digest(setup, &mut conservative)]
}

/// The digests on a cluster of one kind and one partition.
fn on_a_cluster(setup: Setup<'_>, kind: NodeKind, requests: &[ClusterRequest]) -> [Digest; 3] {
    let nodes = kind.count;
    let mut words = vec![u64::MAX; nodes.div_ceil(64) as usize];
    if !nodes.is_multiple_of(64) {
        *words.last_mut().unwrap() = (1 << (nodes % 64)) - 1;
    }
    let partition = Partition::of(&words);
    let (kinds, partitions) = ([kind], [partition]);
    let setup =
        setup
            .with_nodes(nodes)
            .with_cluster(ClusterSetup::new(&kinds, &partitions, requests));
    let mut blocked = vec![0; words.len()];
    let mut heads = cluster::BoxedHeads::new(&setup);
    let fcfs = digest(
        setup,
        &mut cluster::Fcfs::new(Order::Submitted, &mut blocked),
    );
    let mut easy = cluster::Easy::new(Order::Submitted, heads.as_buffers());
    let easy = digest(setup, &mut easy);
    let mut plan = plan::BoxedPlan::new(&setup, usize::MAX);
    let mut conservative = cluster::Conservative::new(Order::Submitted, plan.as_buffers());
    [fcfs, easy, digest(setup, &mut conservative)]
}

#[test]
fn nodes_of_one_core_are_as_equal_nodes() {
    for name in LOGS {
        let Some((workload, nodes)) = read(name) else {
            continue;
        };
        let each = Amounts::new(1, 0, 0);
        let requests: Vec<ClusterRequest> = workload
            .iter()
            .map(|job| ClusterRequest::nodes(job.nodes, each))
            .collect();
        let kind = NodeKind {
            count: nodes,
            room: each,
            features: 0,
        };
        let setup = Setup::cluster(&workload, nodes);
        let (plain, found) = (on_equal_nodes(setup), on_a_cluster(setup, kind, &requests));
        assert_eq!(found, plain, "{name}");
        // Where all jobs need one processor, no job can be passed.
        let is_wide = workload.iter().any(|job| job.nodes > 1);
        assert_eq!(plain[0] != plain[1], is_wide, "{name}");
    }
}

#[test]
fn cores_of_one_node_are_as_equal_nodes() {
    let name = "NASA-iPSC-1993-3.1-cln.swf.gz";
    let Some((workload, nodes)) = read(name) else {
        return;
    };
    let requests = workload
        .iter()
        .map(|job| ClusterRequest::tasks(job.nodes, Amounts::new(1, 0, 0)));
    let requests: Vec<ClusterRequest> = requests.collect();
    let one: Vec<JobSpec> = workload.iter().map(|job| job.with_nodes(1)).collect();
    let kind = NodeKind {
        count: 1,
        room: Amounts::new(nodes, 0, 0),
        features: 0,
    };
    for kill_at_estimate in [true, false] {
        let setup =
            |workload| Setup::cluster(workload, nodes).with_kill_at_estimate(kill_at_estimate);
        let found = on_a_cluster(setup(&one), kind, &requests);
        assert_eq!(
            found,
            on_equal_nodes(setup(&workload)),
            "{kill_at_estimate}"
        );
    }
}

/// Slurm on nodes of one core in one partition decides as it does on equal nodes: 400 random
/// jobs, each way to select nodes, and the first 2000 of a log.
#[test]
fn slurm_on_nodes_of_one_core_is_as_on_equal_nodes() {
    let mut random = Random::new(5, 1);
    let mut submit = 0;
    let jobs = (0..400).map(|_| {
        submit += random.below(500);
        let (runtime, width) = (1 + random.below(6000), [1, 1, 2, 3, 8, 16, 40, 90]);
        JobSpec::exact(
            Time::from_seconds(submit),
            Duration::from_seconds(runtime),
            width[random.below(8) as usize],
        )
        .with_estimate(Duration::from_seconds(runtime + random.below(3 * runtime)))
    });
    let drawn = (jobs.collect::<Vec<_>>(), 96);
    let logs = [Some(drawn), read(LOGS[0])];
    for (mut jobs, nodes) in logs.into_iter().flatten() {
        jobs.truncate(2000);
        let written = jobs.iter().map(|job| {
            let [submit, runtime, estimate] =
                [job.submit.0, job.runtime.0, job.estimate.0].map(|time| time / 1_000_000_000);
            let nodes = job.nodes;
            format!("(submit: {submit}, runtime: {runtime}, estimate: {estimate}, nodes: {nodes})")
        });
        let written = written.collect::<Vec<_>>().join(", ");
        for select in [
            "Linear",
            "ConsTres, version: V2205",
            "ConsTres, version: V2605",
        ] {
            let on = |machine: String| {
                let text = format!(
                    "(machine: Cluster({machine}), policies: [Slurm], parameters: (slurm: (select: {select}, phase: 3)), workload: Jobs([{written}]))"
                );
                let scenario = parse(&text, None).unwrap();
                let experiment = load::prepare(&scenario, None, &Progress::default()).unwrap();
                let experiment = Arc::new(experiment);
                let choice = &choices(&scenario)[0];
                let run = simulate(&experiment, choice, false, &Progress::default());
                run.unwrap().unwrap().digest
            };
            let (equal, shared) = (
                on(format!("nodes: {nodes}")),
                on(format!("kinds: [(count: {nodes}, cores: 1)]")),
            );
            assert_eq!(equal, shared, "{select}, {nodes} nodes");
        }
    }
}
