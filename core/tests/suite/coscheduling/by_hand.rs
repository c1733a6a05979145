//! Coscheduling by hand.

use super::*;

/// fixtures/papers/agile.md, 3.7, G1 and G2; flexible coscheduling is the same.
#[test]
fn turns_by_hand() {
    let jobs = [fine(3, 2), fine(2, 1), fine(1, 3), fine(4, 1)];
    let expected = [
        (0, 4_000_000),
        (1, 2_000_000),
        (0, 5_000_000),
        (2, 3_000_000),
    ];
    assert_eq!(gang(4, &jobs, PLAIN), expected);
    assert_eq!(flexible(4, &jobs, PLAIN), expected);
    let jobs = [fine(2, 1), fine(2, 3), fine(2, 3)];
    let expected = [(0, 1_000_000), (0, 5_000_000), (1, 6_000_000)];
    assert_eq!(gang(4, &jobs, PLAIN), expected);
    let expected = [(0, 1_000_000), (0, 3_000_000), (1, 4_000_000)];
    assert_eq!(gang(4, &jobs, TurnRules::of(SECOND)), expected);
    assert_eq!(flexible(4, &jobs, TurnRules::of(SECOND)), expected);
}

/// fixtures/papers/agile.md, 3.7, A2, A3 and A4. A2: parts of jobs fill what whole ones
/// leave. A3: a job that fits is found, however far behind; by the letter it is not tried.
/// A4: two lists that take turns.
#[test]
fn lists_by_hand() {
    let ends = |schedule: Vec<(u64, u64)>| -> Vec<u64> {
        schedule.iter().map(|times| times.1 / 1_000_000).collect()
    };
    let of = |class, grain| move |nodes| (0, nodes, 2_000_000, class, grain, 100);
    let widths = [3, 3, 2, 2, 3, 1];
    let jobs = widths.map(of(Independent, 0));
    assert_eq!(ends(agile(4, &jobs, RULES)), [6, 5, 7, 6, 7, 2]);
    assert_eq!(ends(agile(4, &jobs, literal(RULES))), [4, 5, 6, 6, 8, 2]);
    let jobs = widths.map(of(Coarse, 10_000_000));
    assert_eq!(ends(agile(4, &jobs, RULES)), [7, 7, 6, 3, 6, 2]);
    let mut jobs = vec![(0, 2, 1_000_000, Medium, 250_000, 100); 10];
    jobs.push((0, 1, 2_000_000, Medium, 250_000, 100));
    assert_eq!(agile(3, &jobs, RULES)[10], (0, 2_000_000));
    assert_eq!(agile(3, &jobs, literal(RULES))[10], (1, 3_000_000));
}

/// fixtures/papers/agile.md, 3.7, F1 and F2. F1: job 2 gets the half that job 1 does not use. F2: a
/// process may not pass the barrier that its neighbour has not reached.
#[test]
fn gaps_by_hand() {
    let jobs = [
        (0, 4, 2_000_000, Medium, 250_000, 50),
        (0, 4, 2_000_000, Independent, 0, 100),
    ];
    let turns = TurnRules::of(SECOND);
    assert_eq!(gang(4, &jobs, turns), [(0, 3_000_000), (1, 4_000_000)]);
    assert_eq!(flexible(4, &jobs, turns), [(0, 3_000_000), (0, 3_000_000)]);
    let jobs = [fine(1, 3), (0, 2, 3_000_000, Coarse, 1_000_000, 100)];
    assert_eq!(gang(2, &jobs, PLAIN)[1], (1, 6_000_000));
    assert_eq!(flexible(2, &jobs, PLAIN)[1], (0, 6_000_000));
}

/// A job that ends in the middle of a quantum does not cut it short: the other
/// goes on at 6, not at 5. One that comes in between waits for the next quantum.
/// After an idle time quanta begin with the next submission.
#[test]
fn quanta_begin_when_they_begin() {
    let at = |submit, job: Job| (submit, job.1, job.2, job.3, job.4, job.5);
    let jobs = [fine(2, 3), at(1, fine(2, 3)), at(21, fine(1, 1))];
    let expected = [(0, 5_000_000), (2, 7_000_000), (21, 22_000_000)];
    assert_eq!(
        gang(2, &jobs, TurnRules::of(Duration::from_seconds(2))),
        expected
    );
}

/// At a quarter of a second a switch, rows of one job that take turns get three quarters of
/// every quantum; a job that runs on loses nothing.
#[test]
fn switches_take_their_time() {
    let turns = TurnRules {
        switch: Duration(SECOND.0 / 4),
        ..TurnRules::of(SECOND)
    };
    let lists = RULES.lists.map(|lists| ListRules {
        switch: turns.switch,
        ..lists
    });
    let rules = Rules {
        turns,
        lists,
        ..RULES
    };
    for class in [Fine, Medium, Coarse, Independent] {
        let job = |nodes, microseconds| (0, nodes, microseconds, class, 10_000_000, 100);
        let pair = [job(2, 1_500_000); 2];
        let expected = [(0, 3_000_000), (1, 4_000_000)];
        // No gaps are filled, as there are none.
        assert_eq!(gang(2, &pair, turns), expected);
        assert_eq!(flexible(2, &pair, turns), expected);
        assert_eq!(agile(2, &pair, rules), expected);
        // 0.75, 1 and 0.25 s.
        let alone = [job(2, 2_000_000)];
        assert_eq!(gang(2, &alone, turns), [(0, 2_250_000)]);
        assert_eq!(flexible(2, &alone, turns), [(0, 2_250_000)]);
        assert_eq!(agile(2, &alone, rules), [(0, 2_250_000)]);
    }
}

/// A job of more processes than there is room for is refused with the name of the buffer,
/// not cut off.
#[test]
fn a_job_with_too_many_processes_is_refused() {
    let workload = Workload::new(&[fine(1024, 1)]);
    let setup = Setup::cluster(&workload.jobs, 1024).with_processes(workload.processes());
    let mut storage = Boxed::of(&setup);
    let storage = Storage {
        progress: &mut [Duration::ZERO; 320],
        ..storage.as_storage()
    };
    let refused = Simulation::new(setup, storage).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "buffer `progress` holds 320 entries, 1024 are needed"
    );
}
