//! Jobs of several grains that share a machine under Agile.

use super::*;
use cosched_core::ShareError;

/// On nodes of its own, each grain runs as if it were alone on a machine of that
/// size: all quanta begin at whole seconds, as all submissions do.
#[test]
fn grains_with_nodes_of_their_own_do_not_meet() {
    for seed in 0..100 {
        let shares = [3, 5, 2, 4];
        let classes = [Fine, Medium, Coarse, Independent];
        let mut jobs = Vec::new();
        for (class, share) in classes.into_iter().zip(shares) {
            let (_, own) = drawn(seed, class);
            jobs.extend(own.into_iter().filter(|job| job.1 <= share));
        }
        jobs.sort_by_key(|job| job.0);
        // Jobs whose rank in the workload matters would be different alone.
        let mut rules = RULES;
        rules.lists[1].heads = false;
        let alone = rules;
        rules.shares = Shares::Nodes(shares);
        let together = agile(14, &jobs, rules);
        for (class, share) in classes.into_iter().zip(shares) {
            let own = |job: &&Job| job.3 == class;
            let own: Vec<Job> = jobs.iter().filter(own).copied().collect();
            if own.is_empty() {
                continue;
            }
            let of_class = together.iter().zip(&jobs).filter(|(_, job)| job.3 == class);
            let of_class: Vec<_> = of_class.map(|(times, _)| *times).collect();
            assert_eq!(agile(share, &own, alone), of_class, "{seed} {class:?}");
        }
    }
}

/// Medium grain has two quanta, then independent processes one: the job of 3 s
/// runs in [0, 2) and [3, 4), the other, of 2 s, in [2, 3) and, alone then, in
/// [4, 5). With turns the other way round in [1, 3) and [4, 5), and 0, 3.
#[test]
fn grains_take_turns() {
    let jobs = [
        (0, 2, 3_000_000, Medium, 250_000, 100),
        (0, 2, 2_000_000, Independent, 0, 100),
    ];
    let turns = |medium, independent| Rules {
        shares: Shares::Quanta([1, medium, 1, independent]),
        ..RULES
    };
    assert_eq!(
        agile(2, &jobs, turns(2, 1)),
        [(0, 4_000_000), (2, 5_000_000)]
    );
    assert_eq!(
        agile(2, &jobs, turns(1, 2)),
        [(0, 5_000_000), (1, 3_000_000)]
    );
    // A grain has all nodes in its turn, whether it needs them or not.
    assert_eq!(
        agile(4, &jobs, turns(2, 1)),
        [(0, 4_000_000), (2, 5_000_000)]
    );
}

#[test]
fn a_share_that_is_too_small_is_named() {
    let jobs = [
        (0, 2, 3_000_000, Medium, 250_000, 100),
        (0, 3, 2_000_000, Independent, 0, 100),
    ];
    let workload = Workload::new(&jobs);
    for (shares, needs, has) in [
        (Shares::Nodes([0, 2, 0, 2]), 3, 2),
        (Shares::Quanta([1, 1, 1, 0]), 1, 0),
    ] {
        let rules = Rules { shares, ..RULES };
        let mut buffers = BoxedAgile::new(RowSizes::NONE, 2, [2; 3], 4, false);
        let agile = Agile::new(rules, 4, 2, workload.processes(), buffers.as_buffers());
        let error = agile.unwrap_err();
        let job = cosched_core::JobId::new(1);
        assert_eq!(error, ShareError::Share { job, needs, has });
    }
}
