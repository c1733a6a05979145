//! Dependencies on jobs that are preempted, worked by hand.

use cosched_core::engine::Setup;
use cosched_core::machine::cluster::{
    Amounts, Awaited, ClusterRequest, ClusterSetup, Dependencies, Dependency, NodeKind, Partition,
    PreemptMode, Preemption,
};
use cosched_core::policy::slurm::{
    BoxedShared, Grid, NodeChoice, PassTimes, Selection, SharedNodes, Slurm, WindowGrowth,
};
use cosched_core::{Duration, JobId, JobSpec, Time};

use super::oracle::Schedule;
use super::simulate;
use crate::queue::slurm::{PACE, instants, looking};

/// Three jobs on one node: the second is of a higher tier and waits for the start of the first, the third for
/// its end. Main passes come every 10 s.
fn run() -> Schedule {
    let kinds = [NodeKind {
        count: 1,
        room: Amounts::new(1, 0, 0),
        features: 0,
    }];
    let low = Partition {
        preemption: Preemption::of(PreemptMode::Requeue),
        ..Partition::of(&[1])
    };
    let high = Partition {
        tier: 1,
        ..Partition::of(&[1])
    };
    let lasts = |seconds| JobSpec::exact(Time::ZERO, Duration::from_seconds(seconds), 1);
    let workload = [lasts(1005), lasts(100), lasts(5)];
    let on = |partition| ClusterRequest {
        partition,
        ..ClusterRequest::nodes(1, Amounts::new(1, 0, 0))
    };
    let requests = [on(0), on(1), on(0)];
    let first = JobId::new(0);
    let awaited = [Awaited::Start, Awaited::End].map(|awaited| Dependency {
        job: first,
        awaited,
    });
    let partitions = [low, high];
    let cluster = ClusterSetup {
        dependencies: Dependencies::new(&awaited, &[0, 0, 1, 2]),
        ..ClusterSetup::new(&kinds, &partitions, &requests)
    };
    let setup = Setup::cluster(&workload, 1).with_cluster(cluster);
    let grid = Grid {
        resolution: Duration::from_seconds(60),
        origin: Duration::ZERO,
        window: Duration::from_seconds(86_400),
    };
    let mut boxed = BoxedShared::new(&setup, 10);
    let selection = (
        Selection::ConsTres(WindowGrowth::Doubling),
        NodeChoice::BestFit,
    );
    let nodes = SharedNodes::new(&setup, 10, grid, selection, boxed.as_buffers()).unwrap();
    let main: Vec<u64> = (1..130).map(|pass| 10 * pass).collect();
    let main = instants(&main);
    let ticks = PassTimes::At {
        main: &main,
        backfill: &[],
        clearing: &[],
    };
    simulate(
        setup,
        &mut Slurm::with_resources(nodes, looking(10), ticks, PACE),
    )
}

/// The first starts at 10, and the second may then: it preempts the first at 20 and has its node from 30 to 130.
/// That the first waits again takes nothing from its start. It may start again 121 s after 20, does so at 150, in
/// the first pass from 141 on, and ends at 1155; only that is its end, and the third has the node from 1160.
#[test]
fn who_has_started_has_started_for_good_and_who_waits_again_has_not_ended() {
    let expected = [(150, 1155), (30, 130), (1160, 1165)];
    let expected = expected.map(|(start, end)| Some((start, end, vec![0])));
    assert_eq!(run(), expected);
}
