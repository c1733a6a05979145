//! Promises with known maintenance and caps: no later job delays a promised start, and no
//! job waits that delays no other.

use cosched_core::engine::{Setup, StartReason, WaitReason, each};
use cosched_core::machine::{Cap, Maintenance, Outages};
use cosched_core::random::Random;
use cosched_core::{Event, JobId, JobSpec, Simulation, Time};

use super::known::{self, Job, Scenario, StartEndNodes};
use super::{CONSERVATIVE, EASY, ReasonSink, at, maintenance};
use crate::common::{Boxed, Buffers, Choice, job};

/// Name of the draws here.
const PROMISES: u64 = 0x7072_6f6d;

/// Storage that a setup borrows.
struct SetupStorage {
    nodes: u32,
    jobs: Vec<JobSpec>,
    windows: Vec<Maintenance>,
    caps: Vec<Cap>,
}

impl SetupStorage {
    fn new(scenario: &Scenario) -> Self {
        let lent =
            |&(submit, nodes, runtime, estimate): &Job| job(submit, nodes, runtime, estimate);
        let windows = scenario.windows.iter().map(|(when, nodes)| {
            maintenance(when.start, when.end, nodes.start, nodes.len() as u32)
        });
        let caps = scenario.caps.iter().map(|&(from, nodes)| Cap {
            from: at(from),
            nodes,
        });
        Self {
            nodes: scenario.nodes,
            jobs: scenario.jobs.iter().map(lent).collect(),
            windows: windows.collect(),
            caps: caps.collect(),
        }
    }

    fn setup(&self) -> Setup<'_> {
        let outages = Outages {
            maintenance: &self.windows,
            caps: &self.caps,
            ..Outages::NONE
        };
        Setup::cluster(&self.jobs, self.nodes).with_outages(outages)
    }
}

/// Start, end and nodes of jobs, with the events, under `choice`.
fn simulate(scenario: &Scenario, choice: Choice) -> (Vec<StartEndNodes>, Vec<(u64, Event)>) {
    let lent = SetupStorage::new(scenario);
    let setup = lent.setup();
    let mut buffers = Buffers::of(&setup);
    let mut storage = Boxed::with_outages(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let seconds = |at: Time| at.0 / 1_000_000_000;
    let mut events = Vec::new();
    let mut nodes = vec![None; lent.jobs.len()];
    let mut policy = buffers.policy(choice);
    simulation.check(&policy).unwrap();
    loop {
        let heard = each(|at: Time, event| events.push((seconds(at), event)));
        if simulation
            .step(&mut policy, &mut (heard, ReasonSink))
            .is_none()
        {
            break;
        }
        for (index, nodes) in nodes.iter_mut().enumerate() {
            let id = JobId::new(index);
            if nodes.is_none() && simulation.started(index).is_some() {
                let held = simulation.view().held(id);
                *nodes = Some(
                    held.flat_map(|(first, count)| first..first + count)
                        .collect(),
                );
            }
        }
    }
    let ran = nodes.into_iter().enumerate().map(|(index, nodes)| {
        let start = simulation.started(index).unwrap();
        let end = simulation.completed(index).unwrap();
        (seconds(start), seconds(end), nodes.unwrap())
    });
    (ran.collect(), events)
}

fn starts(scenario: &Scenario, choice: Choice) -> Vec<u64> {
    let (ran, _) = simulate(scenario, choice);
    ran.into_iter().map(|(start, ..)| start).collect()
}

/// Three nodes, of which node 2 is in maintenance from 10 to 100. Job 1 (1 s) gets that
/// node, job 2 (5 s) node 0. Job 3 needs two nodes for 20 s: not node 2, so it waits for
/// job 2 and is promised nodes 0 and 1 from 5 to 25. Job 4 comes at 2 and needs one node
/// for 6 s: node 2 is available until 8, and useless to job 3.
pub(crate) fn three_nodes() -> Scenario {
    Scenario {
        nodes: 3,
        jobs: vec![(0, 1, 1, 1), (0, 1, 5, 5), (1, 2, 20, 20), (2, 1, 6, 6)],
        windows: vec![(10..100, 2..3)],
        caps: Vec::new(),
    }
}

#[test]
fn easy_backfills_on_nodes_useless_to_the_head() {
    assert_eq!(starts(&three_nodes(), EASY), [0, 0, 5, 2]);
    let (ran, events) = simulate(&three_nodes(), EASY);
    assert_eq!(ran[3].2, [2].into());
    let (head, shadow) = (JobId::new(2), at(5));
    let reason = StartReason::ExtraNodes {
        head,
        shadow,
        extra: 1,
    };
    assert!(events.contains(&(2, Event::Started(JobId::new(3), reason))));
}

/// Under conservative backfilling: without job 4, job 3 starts at 5, as it was
/// promised, and so it does with job 4.
#[test]
fn conservative_keeps_its_promise_beside_maintenance() {
    assert_eq!(starts(&three_nodes(), CONSERVATIVE), [0, 0, 5, 2]);
    let mut without = three_nodes();
    without.jobs.pop();
    assert_eq!(starts(&without, CONSERVATIVE), [0, 0, 5]);
}

/// Two nodes, of which node 0 goes into maintenance at 12, when node 1 becomes free: one is
/// free as before, but it is another, and the only one on which a job of 30 s can end.
#[test]
fn the_shadow_time_is_when_one_node_becomes_free_as_another_leaves() {
    let scenario = Scenario {
        nodes: 2,
        jobs: vec![(0, 1, 5, 5), (0, 1, 12, 12), (6, 1, 30, 30)],
        windows: vec![(12..100, 0..1)],
        caps: Vec::new(),
    };
    let (ran, events) = simulate(&scenario, EASY);
    assert_eq!(ran[2].0, 12);
    let shadow = at(12);
    let why = WaitReason::HeadUntil { shadow, free: 1 };
    assert!(
        events.contains(&(6, Event::StillWaiting(JobId::new(2), why))),
        "{events:?}"
    );
}

/// Four nodes of which, by a cap, 3, 4, 1, 4 and 2 may be busy from 0, 13, 88, 155 and 208 on.
/// At 85 all running jobs are done. Job 7, the head, needs 2 nodes for 54 s and would still
/// run at 88, when one may be busy: it waits until 155, and runs until 209. Job 8 (1 node)
/// would run to 176 by its estimate of 91 s: alone from 88 to 155, as is allowed, and then
/// beside job 7, which leaves 2 of 4. That job 7 leaves none from 208 on does not matter.
/// So it starts at 85.
fn under_a_cap() -> Scenario {
    Scenario {
        nodes: 4,
        jobs: vec![
            (5, 1, 15, 57),
            (5, 2, 23, 58),
            (6, 2, 35, 35),
            (7, 1, 6, 52),
            (27, 1, 34, 34),
            (27, 1, 57, 74),
            (47, 2, 54, 54),
            (52, 1, 47, 91),
            (53, 2, 29, 29),
            (54, 1, 30, 37),
            (54, 2, 34, 88),
            (54, 1, 23, 51),
            (54, 1, 60, 114),
        ],
        windows: Vec::new(),
        caps: vec![(0, 3), (13, 4), (88, 1), (155, 4), (208, 2)],
    }
}

#[test]
fn room_under_a_cap_beside_the_head_depends_on_the_job() {
    let (ran, events) = simulate(&under_a_cap(), EASY);
    let (head, shadow) = (JobId::new(6), at(155));
    let reason = StartReason::ExtraNodes {
        head,
        shadow,
        extra: 2,
    };
    assert_eq!(ran[7].0, 85);
    assert!(events.contains(&(85, Event::Started(JobId::new(7), reason))));
    assert_eq!(ran[6].0, 155, "nobody has delayed the head");
    assert_eq!(ran, known::easy(&under_a_cap()));
}

pub(crate) fn draw(number: u64) -> Scenario {
    let mut random = Random::new(number, PROMISES);
    let nodes = 2 + random.below(5) as u32;
    let (mut windows, mut from): (Vec<_>, u64) = (Vec::new(), 0);
    for _ in 0..random.below(4) {
        from += random.below(25);
        let until = from + 1 + random.below(40);
        let first = random.below(u64::from(nodes)) as u32;
        let last = first + 1 + random.below(u64::from(nodes - first)) as u32;
        let overlaps = |(when, nodes): &(std::ops::Range<u64>, std::ops::Range<u32>)| {
            when.end > from && nodes.start < last && first < nodes.end
        };
        if !windows.iter().any(overlaps) {
            windows.push((from..until, first..last));
        }
    }
    let (mut caps, mut from) = (Vec::new(), 0);
    if random.below(3) == 0 {
        for _ in 0..random.below(4) {
            caps.push((from, 1 + random.below(u64::from(nodes)) as u32));
            from += 1 + random.below(30);
        }
        caps.push((from, nodes));
    }
    let mut submit = 0;
    let jobs = (0..3 + random.below(10)).map(|_| {
        submit += random.below(6);
        let runtime = 1 + random.below(25);
        let estimate = match random.below(3) {
            0 => runtime,
            1 => 1 + random.below(30),
            _ => runtime + random.below(20),
        };
        let width = 1 + random.below(u64::from(nodes)) as u32;
        (submit, width, runtime, estimate)
    });
    Scenario {
        nodes,
        jobs: jobs.collect(),
        windows,
        caps,
    }
}

#[test]
fn easy_as_the_slow_program_has_it_where_maintenance_and_caps_are_known() {
    for number in 0..2_000 {
        let scenario = draw(number);
        let (found, expected) = (simulate(&scenario, EASY).0, known::easy(&scenario));
        assert_eq!(found, expected, "{number}: {scenario:?}");
    }
}

#[test]
fn conservative_as_the_slow_program_has_it_where_maintenance_and_caps_are_known() {
    for number in 0..2_000 {
        let scenario = draw(number);
        let found = simulate(&scenario, CONSERVATIVE).0;
        let expected = known::conservative(&scenario);
        assert_eq!(found, expected, "{number}: {scenario:?}");
    }
}
