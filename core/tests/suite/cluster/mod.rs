//! Policies on clusters: against slow references, and against those on equal nodes.

mod again;
mod best_fit;
mod case;
mod dependencies;
mod draw;
mod equal_nodes;
mod node_choice;
mod oracle;
mod planned;
mod preemption;
mod promises;
mod shares;
mod sleep;
mod slurm;
mod slurm_oracle;
mod storage;
mod topology;

pub(crate) use cosched_core::engine::BoxedStorage as Buffers;
use cosched_core::engine::{Policy, Setup};
use cosched_core::machine::Outages;
use cosched_core::machine::cluster::{
    Amounts, Blocks, ClusterRequest, ClusterSetup, LimitTables, Limits, NodeKind, Partition,
    Preemption, Switch,
};
use cosched_core::policy::{Order, cluster, plan, slurm as slurm_policy};
use cosched_core::{Duration, JobSpec, Simulation, Sink, Time};

use oracle::Schedule;

/// Start, end and nodes of jobs, in whole seconds.
fn simulate(setup: Setup<'_>, policy: &mut dyn Policy) -> Schedule {
    simulate_with(setup, policy, &mut ())
}

/// As `simulate`, with a sink.
fn simulate_with(setup: Setup<'_>, policy: &mut dyn Policy, sink: &mut dyn Sink) -> Schedule {
    let mut buffers = Buffers::new(&setup);
    let jobs = setup.workload.len();
    let mut simulation = Simulation::new(setup, buffers.as_storage()).unwrap();
    simulation.check(policy).unwrap();
    // Of its last start, as a job may have to start again.
    let mut nodes: Vec<Option<(Time, Vec<u32>)>> = vec![None; jobs];
    while simulation.step(policy, sink).is_some() {
        for (index, nodes) in nodes.iter_mut().enumerate() {
            let started = simulation.started(index);
            if started != nodes.as_ref().map(|(started, _)| *started) {
                let held = simulation.view().held(cosched_core::JobId::new(index));
                let held = held.flat_map(|(first, count)| first..first + count);
                *nodes = started.map(|started| (started, held.collect()));
            }
        }
    }
    let ended = nodes.into_iter().enumerate().map(|(index, nodes)| {
        let seconds = |time: Time| time.seconds() as u64;
        let start = seconds(simulation.started(index)?);
        let (_, nodes) = nodes?;
        Some((start, seconds(simulation.completed(index).unwrap()), nodes))
    });
    ended.collect()
}

/// Schedule of `case` under `policy`.
fn run(policy: oracle::Policy, case: &draw::Case, sink: &mut dyn Sink) -> Schedule {
    let lent = storage::SetupStorage::new(case);
    let (partitions, advance) = (lent.partitions(), lent.advance());
    let setup = Setup::cluster(&lent.workload, case.nodes() as u32)
        .with_cluster(lent.setup(&partitions, &advance))
        .with_kill_at_estimate(case.kills)
        .with_outages(Outages {
            maintenance: &lent.windows,
            ..Outages::NONE
        });
    let mut blocked = vec![0; case.nodes().div_ceil(64)];
    let mut heads = cluster::BoxedHeads::new(&setup);
    match policy {
        oracle::Policy::Fcfs => {
            let mut fcfs = cluster::Fcfs::new(Order::Submitted, &mut blocked);
            simulate_with(setup, &mut fcfs, sink)
        }
        oracle::Policy::Conservative => {
            let mut plan = plan::BoxedPlan::new(&setup, usize::MAX);
            let mut conservative = cluster::Conservative::new(Order::Submitted, plan.as_buffers());
            simulate_with(setup, &mut conservative, sink)
        }
        oracle::Policy::Easy => {
            let mut easy = cluster::Easy::new(Order::Submitted, heads.as_buffers());
            simulate_with(setup, &mut easy, sink)
        }
    }
}

fn compare(policy: oracle::Policy, cases: impl Iterator<Item = draw::Case>) {
    let (mut waited, mut left) = (0, 0);
    for (number, case) in cases.enumerate() {
        let expected = oracle::schedule(policy, &case);
        let found = run(policy, &case, &mut ());
        let differs = (0..found.len()).find(|&job| found[job] != expected[job]);
        if let Some(job) = differs {
            let (found, expected) = (&found[job], &expected[job]);
            panic!("{policy:?}, case {number}, job {job}: {found:?}, not {expected:?}: {case:?}");
        }
        for (job, ran) in case.jobs.iter().zip(&found) {
            waited += usize::from(matches!(ran, Some((start, ..)) if *start > job.submit));
            left += usize::from(ran.is_none());
        }
    }
    // Otherwise there would be nothing to compare.
    assert!(
        waited > 500 && left > 50,
        "{waited} waited, {left} were left"
    );
}

#[test]
fn first_come_first_served_as_the_slow_program_has_it() {
    compare(oracle::Policy::Fcfs, (0..2000).map(draw::case));
    compare(oracle::Policy::Fcfs, larger());
}

#[test]
fn easy_as_the_slow_program_has_it() {
    compare(oracle::Policy::Easy, (0..2000).map(draw::case));
    compare(oracle::Policy::Easy, larger());
}

#[test]
fn conservative_as_the_slow_program_has_it() {
    compare(oracle::Policy::Conservative, (0..2000).map(draw::case));
}

/// Cases with many jobs that wait at once.
fn larger() -> impl Iterator<Item = draw::Case> {
    (0..40).map(|number| draw::scaled(number, 12))
}

/// Error of one job with this request, on three nodes of two cores in a partition of the
/// first two.
fn wrong(request: ClusterRequest, nodes: u32, seconds: u64) -> String {
    let kinds = [NodeKind {
        count: 3,
        room: Amounts::new(2, 8, 0),
        features: 1,
    }];
    let partitions = [Partition {
        nodes: &[0b011],
        max_time: Duration::from_seconds(100),
        max_nodes: 2,
        tier: 0,
        is_up: true,
        whole_nodes: false,
        preemption: Preemption::NONE,
    }];
    let workload = [JobSpec::exact(
        Time::ZERO,
        Duration::from_seconds(seconds),
        nodes,
    )];
    let requests = [request];
    let cluster = ClusterSetup {
        limits: LimitTables {
            licences: &[1, 4],
            ..LimitTables::default()
        },
        ..ClusterSetup::new(&kinds, &partitions, &requests)
    };
    let setup = Setup::cluster(&workload, 3).with_cluster(cluster);
    let checked = setup.check().map_err(|error| error.to_string());
    checked.err().unwrap_or_default()
}

/// Error of three accounts with these parents.
fn wrong_parents(parents: &[u32]) -> String {
    let limits = LimitTables {
        accounts: &[Limits::NONE; 3],
        parents,
        ..LimitTables::default()
    };
    let cluster = ClusterSetup {
        limits,
        ..ClusterSetup::new(&[], &[], &[])
    };
    let checked = cluster.check(0, &[]).map_err(|error| error.to_string());
    checked.err().unwrap_or_default()
}

#[test]
fn accounts_that_are_no_trees_are_refused_with_a_sentence() {
    const TOP: u32 = LimitTables::TOP;
    for fine in [&[][..], &[TOP; 3], &[1, 2, TOP], &[TOP, 0, 0]] {
        assert_eq!(wrong_parents(fine), "", "{fine:?}");
    }
    let said = wrong_parents(&[TOP, 0]);
    assert!(said.contains("2 parents of 3 accounts"), "{said}");
    let said = wrong_parents(&[TOP, 3, TOP]);
    assert!(said.contains("account 2 of those"), "{said}");
    assert!(said.contains("below account 4, which"), "{said}");
    let said = wrong_parents(&[TOP, 1, TOP]);
    assert!(said.contains("account 2 of those"), "{said}");
    assert!(said.contains("is below itself"), "{said}");
    // The first is only below a cycle.
    let said = wrong_parents(&[1, 2, 1]);
    assert!(said.contains("is below itself"), "{said}");
    assert!(!said.contains("account 1 "), "{said}");
}

/// Slurm's refusal of a job that wants two nodes, each on a switch below this one.
fn on_two_switches(parent: Option<u32>) -> Result<(), String> {
    let above = Switch {
        nodes: &[0],
        parent: None,
    };
    let leaves: [&[u64]; 2] = [&[0b01], &[0b10]];
    let leaves = leaves.map(|nodes| Switch { nodes, parent });
    on_two_nodes(&[above, leaves[0], leaves[1]], Blocks::NONE)
}

/// Slurm's refusal of a job that wants two nodes, of which there are two.
fn on_two_nodes(switches: &[Switch<'_>], blocks: Blocks<'_>) -> Result<(), String> {
    let kinds = [NodeKind {
        count: 2,
        room: Amounts::new(2, 8, 0),
        features: 0,
    }];
    let partitions = [Partition::of(&[0b11])];
    let workload = [JobSpec::exact(Time::ZERO, Duration::from_seconds(1), 2)];
    let requests = [ClusterRequest::nodes(2, Amounts::new(1, 0, 0))];
    let cluster = ClusterSetup {
        switches,
        blocks,
        ..ClusterSetup::new(&kinds, &partitions, &requests)
    };
    let wrong = cluster.check(2, &workload);
    wrong.map_err(|error| error.to_string())?;
    let setup = Setup::cluster(&workload, 2).with_cluster(cluster);
    let mut boxed = slurm_policy::BoxedShared::new(&setup, 1);
    let grid = slurm_policy::Grid {
        resolution: Duration::from_seconds(60),
        origin: Duration::ZERO,
        window: Duration::from_seconds(3600),
    };
    let selection = (
        slurm_policy::Selection::Linear,
        slurm_policy::NodeChoice::BestFit,
    );
    let nodes = slurm_policy::SharedNodes::new(&setup, 1, grid, selection, boxed.as_buffers());
    let nodes = nodes.map_err(|error| error.to_string())?;
    let ticks = slurm_policy::PassTimes::At {
        main: &[],
        backfill: &[],
        clearing: &[],
    };
    let depth = crate::queue::slurm::looking(1);
    let policy =
        slurm_policy::Slurm::with_resources(nodes, depth, ticks, crate::queue::slurm::PACE);
    policy.check(&setup).map_err(|error| error.to_string())
}

#[test]
fn a_job_that_no_tree_of_switches_has_room_for_is_refused() {
    assert_eq!(on_two_switches(Some(0)), Ok(()));
    let said = on_two_switches(None).unwrap_err();
    assert!(
        said.contains("the job in place 1 asks for more than any one tree"),
        "{said}"
    );
}

/// The same on these base blocks; empty if it is not refused.
fn on_blocks(base: &[&[u64]], size: u32, levels: u16) -> String {
    let blocks = Blocks { base, size, levels };
    on_two_nodes(&[], blocks).err().unwrap_or_default()
}

#[test]
fn a_job_that_no_block_has_room_for_is_refused() {
    let (first, second): (&[u64], &[u64]) = (&[0b01], &[0b10]);
    assert_eq!(on_blocks(&[first, second], 1, 0b11), "");
    // All nodes are a block where no level has enough.
    assert_eq!(on_blocks(&[first, second], 1, 0b01), "");
    for (base, size) in [(&[first, second][..], 2), (&[first], 1)] {
        let said = on_blocks(base, size, 0b11);
        assert!(
            said.contains("the job in place 1 asks for more than any one block"),
            "{said}"
        );
    }
    for (base, size, levels, wrong) in [
        (
            &[first, first][..],
            1,
            1,
            "block 2 has a node that is in another",
        ),
        (&[&[0b100]], 1, 1, "block 1 names other nodes"),
        (&[first], 0, 1, "at least one node"),
        (&[first], 1, 0b10, "be a level"),
    ] {
        let said = on_blocks(base, size, levels);
        assert!(said.contains(wrong), "{said}");
    }
    let only = Switch {
        nodes: &[0b11],
        parent: None,
    };
    let both = Blocks {
        base: &[first],
        size: 1,
        levels: 1,
    };
    let said = on_two_nodes(&[only], both).unwrap_err();
    assert!(said.contains("by switches or by blocks"), "{said}");
}

#[test]
fn impossible_requests_are_refused_with_a_sentence() {
    let core = Amounts::new(1, 0, 0);
    assert_eq!(wrong(ClusterRequest::nodes(2, core), 2, 100), "");
    let there_is_no = ClusterRequest {
        partition: 1,
        ..ClusterRequest::nodes(1, core)
    };
    let said = wrong(there_is_no, 1, 1);
    assert!(said.contains("partition 2, which does not exist"), "{said}");
    let said = wrong(ClusterRequest::nodes(3, core), 3, 1);
    assert!(said.contains("more than the 2 nodes"), "{said}");
    let said = wrong(ClusterRequest::nodes(1, Amounts::new(1, 0, 1)), 1, 1);
    assert!(said.contains("has room for 0"), "no node has a GPU: {said}");
    let said = wrong(ClusterRequest::tasks(5, core), 1, 1);
    assert!(said.contains("has room for 4"), "{said}");
    let said = wrong(ClusterRequest::nodes(1, core), 1, 101);
    assert!(said.contains("longer than partition 1 allows"), "{said}");
    let said = wrong(ClusterRequest::nodes(1, Amounts::NONE), 1, 1);
    assert!(said.contains("asks for no core"), "{said}");
    let mut licensed = ClusterRequest::nodes(1, core);
    licensed.licences.0[1] = 4;
    assert_eq!(wrong(licensed, 1, 1), "");
    licensed.licences.0[1] = 5;
    let said = wrong(licensed, 1, 1);
    assert!(said.contains("asks for more of licence 2"), "{said}");
    let other = ClusterRequest {
        features: 2,
        ..ClusterRequest::nodes(1, core)
    };
    assert!(wrong(other, 1, 1).contains("has room for 0"));
}
