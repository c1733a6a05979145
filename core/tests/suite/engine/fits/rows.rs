//! Policies with rows of jobs made for another setup.

use cosched_core::engine::Setup;
use cosched_core::matrix::MatrixSizes;
use cosched_core::policy::coscheduling::{
    Agile, BoxedAgile, BoxedFlexible, BoxedRows, Classes, Flexible, Gang, ListRules, RowSizes,
    Rules, Shares, TurnRules,
};
use cosched_core::workload::{GrainClass, ProcessSpec, ProcessTable};
use cosched_core::{Duration, PolicyError};

use super::{NODES, SECOND, jobs, refusal, too_small};

/// Sizes of the buffers of rows.
fn sizes(nodes: u32, jobs: usize) -> RowSizes {
    let nodes = nodes as usize;
    RowSizes::of(MatrixSizes::of(jobs, jobs, jobs, nodes, false), jobs, nodes)
}

#[test]
fn gang_for_half_of_the_nodes_or_jobs() {
    let jobs = jobs();
    let setup = Setup::cluster(&jobs, NODES);
    let mut rows = BoxedRows::with_sizes(&sizes(4, 6));
    let mut gang = Gang::new(TurnRules::of(SECOND), 4, 6, rows.as_buffers()).unwrap();
    let half = PolicyError::Nodes {
        expected: 4,
        machine: 8,
    };
    assert_eq!(refusal(setup, &mut gang), half);
    let mut rows = BoxedRows::with_sizes(&sizes(NODES, 3));
    let mut gang = Gang::new(TurnRules::of(SECOND), NODES, 3, rows.as_buffers()).unwrap();
    assert_eq!(too_small(setup, &mut gang), ("shares", 6));
}

#[test]
fn gang_without_a_row_or_with_a_quantum_that_switches_only() {
    let jobs = jobs();
    let setup = Setup::cluster(&jobs, NODES);
    let mut rows = BoxedRows::with_sizes(&sizes(NODES, 6));
    let mut buffers = rows.as_buffers();
    buffers.matrix.order = &mut [];
    let mut gang = Gang::new(TurnRules::of(SECOND), NODES, 6, buffers).unwrap();
    assert_eq!(refusal(setup, &mut gang), PolicyError::NoRow);
    for quantum in [Duration::ZERO, SECOND] {
        let turns = TurnRules {
            switch: quantum,
            ..TurnRules::of(quantum)
        };
        let mut gang = Gang::new(turns, NODES, 6, rows.as_buffers()).unwrap();
        let switch = quantum;
        let nothing = PolicyError::Quantum { quantum, switch };
        assert_eq!(refusal(setup, &mut gang), nothing);
    }
}

/// Processes of jobs of five nodes each.
struct Processes(Vec<ProcessSpec>, Vec<u32>);

impl Processes {
    fn of(jobs: u32, class: GrainClass) -> Self {
        let spec = ProcessSpec {
            class,
            ..ProcessSpec::INDEPENDENT
        };
        let first = (0..=jobs).map(|job| 5 * job);
        Self(vec![spec; jobs as usize], first.collect())
    }

    fn table(&self) -> ProcessTable<'_> {
        ProcessTable::new(&self.0, &self.1)
    }
}

#[test]
fn flexible_without_processes_or_with_others() {
    let (jobs, own) = (jobs(), Processes::of(6, GrainClass::Coarse));
    let mut buffers = BoxedFlexible::new(sizes(NODES, 6), 8, 30);
    let buffers = buffers.as_buffers();
    let (turns, classes) = (TurnRules::of(SECOND), Classes::ByGrain);
    let flexible = Flexible::new(turns, NODES, 6, own.table(), classes, buffers);
    let mut flexible = flexible.unwrap();
    let setup = Setup::cluster(&jobs, NODES);
    assert_eq!(refusal(setup, &mut flexible), PolicyError::NoProcesses);
    let others = Processes::of(6, GrainClass::Fine);
    let setup = setup.with_processes(others.table());
    assert_eq!(refusal(setup, &mut flexible), PolicyError::OtherProcesses);
}

/// Reason why Agile, made for `nodes` nodes and `count` jobs by these rules, is refused.
fn agile(nodes: u32, count: u32, rules: Rules) -> PolicyError {
    let (jobs, own) = (jobs(), Processes::of(6, GrainClass::Coarse));
    let mut buffers = BoxedAgile::new(RowSizes::NONE, 6, [6; 3], 8, false);
    let buffers = buffers.as_buffers();
    let agile = Agile::new(rules, nodes, count as usize, own.table(), buffers);
    let setup = Setup::cluster(&jobs, NODES).with_processes(own.table());
    refusal(setup, &mut agile.unwrap())
}

#[test]
fn agile_made_for_something_else() {
    let lists = [ListRules::coarse(SECOND); 3];
    let rules = Rules {
        turns: TurnRules::of(SECOND),
        lists,
        shares: Shares::Quanta([1; 4]),
    };
    let with = |list: ListRules| Rules {
        lists: [lists[0], list, lists[2]],
        ..rules
    };
    let nobody = with(ListRules {
        max_jobs: 0,
        ..lists[0]
    });
    assert_eq!(agile(NODES, 6, nobody), PolicyError::ZeroDepth);
    let longer = Duration::from_seconds(2);
    let others = PolicyError::Quanta(SECOND, longer);
    assert_eq!(agile(NODES, 6, with(ListRules::coarse(longer))), others);
    let half = PolicyError::Nodes {
        expected: 6,
        machine: 8,
    };
    assert_eq!(agile(6, 6, rules), half);
    let fewer = PolicyError::Jobs {
        made_for: 4,
        workload: 6,
    };
    assert_eq!(agile(NODES, 4, rules), fewer);
    let shares = Rules {
        shares: Shares::Nodes([u32::MAX, 1, 5, 1]),
        ..rules
    };
    let shared = PolicyError::Shares {
        shared: u64::from(u32::MAX) + 7,
        machine: NODES,
    };
    assert_eq!(agile(NODES, 6, shares), shared);
}
