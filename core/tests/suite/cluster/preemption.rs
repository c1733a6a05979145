//! Preemption that contradicts itself is refused before a run.

use cosched_core::engine::Setup;
use cosched_core::machine::cluster::{
    Amounts, ClusterRequest, ClusterSetup, NodeKind, Partition, PreemptMode, Preemption,
    QosPreemption,
};
use cosched_core::{Duration, JobSpec, Time};

/// Error of a job on one node, where the qualities of service preempt these, a bit each, and jobs of the
/// partition are preempted by tiers in this way.
fn wrong(preempts: &[u64], by_tier: PreemptMode) -> String {
    let kinds = [NodeKind {
        count: 1,
        room: Amounts::new(2, 8, 0),
        features: 0,
    }];
    let partitions = [Partition {
        nodes: &[1],
        max_time: Duration::MAX,
        max_nodes: 1,
        tier: 0,
        is_up: true,
        whole_nodes: false,
        preemption: Preemption::of(by_tier),
    }];
    let qos = preempts.iter().map(|&preempts| QosPreemption {
        preempts,
        preemption: Preemption::of(PreemptMode::Requeue),
        priority: 0,
    });
    let qos: Vec<QosPreemption> = qos.collect();
    let workload = [JobSpec::exact(Time::ZERO, Duration::from_seconds(1), 1)];
    let requests = [ClusterRequest::nodes(1, Amounts::new(1, 0, 0))];
    let cluster = ClusterSetup {
        qos_preemption: &qos,
        ..ClusterSetup::new(&kinds, &partitions, &requests)
    };
    let setup = Setup::cluster(&workload, 1).with_cluster(cluster);
    let checked = setup.check().map_err(|error| error.to_string());
    checked.err().unwrap_or_default()
}

#[test]
fn qualities_of_service_preempt_in_no_cycle_and_only_known_ones() {
    use PreemptMode::{Off, Requeue};
    assert_eq!(wrong(&[], Requeue), "");
    // The last preempts the others, and the second the first.
    assert_eq!(wrong(&[0b000, 0b001, 0b011], Off), "");
    let said = wrong(&[0b000, 0b001], Requeue);
    assert!(said.contains("those of partition 1 by its tier"), "{said}");
    let said = wrong(&[0b000, 0b101], Off);
    assert!(
        said.contains("quality of service 2 preempts one that does not"),
        "{said}"
    );
    let said = wrong(&[0b001], Off);
    assert!(
        said.contains("quality of service 1 preempts itself"),
        "{said}"
    );
    // The first preempts the second, which is in a cycle with the third.
    let said = wrong(&[0b010, 0b100, 0b010], Off);
    assert!(
        said.contains("quality of service 2 preempts itself"),
        "{said}"
    );
    assert_eq!(wrong(&[0; 64], Off), "");
    let said = wrong(&[0; 65], Off);
    assert!(said.contains("65 qualities of service"), "{said}");
}
