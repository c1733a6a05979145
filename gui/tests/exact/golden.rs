//! The programs here against results worked out on paper or by others: the fixtures.

use std::path::Path;

use cosched::family::slots::search::scenario::{DomainSource, ExpectedPart, SlotSearch};
use cosched::load::Opened;
use cosched::scenario::moldable::{Fair, SpeedupName};
use cosched::scenario::placement::workflow::WorkflowWorkload;
use cosched::scenario::{self, Expectation, Machine, PolicyName, Scenario, Workload};
use num_traits::ToPrimitive;

use crate::jobs::{Job, Jobs, Speedup};
use crate::moldable::molding;
use crate::placement;
use crate::placement::servers;
use crate::queue;
use crate::rational::{Exact, Number, ratio};
use crate::slots::{self, Criterion, Node, Request, Window};
use crate::stored;

/// A number of a file: the nearest fraction of small whole numbers, if it equals one, or the
/// decimal as written.
fn number(value: f64) -> Number {
    let near = (1..=400).find_map(|below| {
        let above = (value * below as f64).round();
        (above / below as f64 == value).then(|| ratio(above as i64, below))
    });
    match near {
        Some(exact) => Number::near(exact),
        None => Number::of(format!("{value}")),
    }
}

fn is_near(exact: &Exact, value: f64) -> bool {
    (exact.to_f64().unwrap() - value).abs() < 1e-6
}

fn assert_near(path: &Path, what: &str, exact: &[Exact], expected: &[f64]) {
    let same = exact
        .iter()
        .zip(expected)
        .all(|(one, other)| is_near(one, *other));
    let name = path.display();
    assert!(
        same && exact.len() == expected.len(),
        "{name}: {what} {}, expected {expected:?}",
        crate::jobs::times(exact)
    );
}

fn jobs(scenario: &Scenario) -> Jobs {
    let Workload::Jobs(written) = &scenario.workload else {
        panic!("jobs are written out")
    };
    let curve = |name: &SpeedupName| match name {
        SpeedupName::Table(table) => Speedup::Table(table.iter().copied().map(number).collect()),
        &SpeedupName::Downey {
            parallelism,
            variance,
        } => Speedup::Downey(number(parallelism), number(variance)),
    };
    let job = |job: &scenario::Job| Job {
        submit: number(job.submit),
        nodes: u64::from(job.nodes),
        work: number(job.work.unwrap_or(job.runtime)),
        speedup: job.speedup.as_ref().map(curve),
        estimate: job.estimate.map(number),
        deadline: job.deadline.map(number),
        utilisation: job.utilisation.map(number),
    };
    let nodes = u64::from(scenario.machine.nodes().unwrap().count().unwrap());
    let jobs: Vec<_> = written.iter().map(job).collect();
    assert!(jobs.is_sorted_by_key(|job| job.submit.exact.clone()));
    Jobs { nodes, jobs }
}

#[test]
fn stored_queues_are_exact() {
    let mut count = 0;
    for (path, opened) in stored::scenarios(&[
        "golden/queue.ron",
        "by_hand/queue/one_passes_another_may_not.ron",
        "by_hand/queue/easy_delays_the_second.ron",
        "by_hand/queue/reservations_move_up.ron",
        "by_hand/queue/estimates_far_off.ron",
    ]) {
        let Opened::Jobs(scenario) = opened else {
            continue;
        };
        let jobs = jobs(&scenario);
        let waiting = queue::waiting(&jobs);
        for expected in &scenario.expect {
            let policy = match expected.policy {
                PolicyName::Fcfs => queue::Policy::Fcfs,
                PolicyName::Easy => queue::Policy::Easy,
                PolicyName::Conservative => queue::Policy::Conservative,
                _ => continue,
            };
            let fates = queue::simulate(jobs.nodes as usize, &waiting, policy);
            let starts: Vec<_> = fates
                .iter()
                .map(|fate| fate.start.clone().unwrap())
                .collect();
            let ends: Vec<_> = fates
                .iter()
                .map(|fate| fate.finish.clone().unwrap())
                .collect();
            compare_times(&path, expected, &starts, &ends);
            let nodes: Vec<_> = fates
                .iter()
                .map(|fate| queue::ranges(&fate.nodes))
                .collect();
            if let Some(expected) = &expected.nodes {
                assert_eq!(nodes, *expected, "{}", path.display());
            }
            count += 1;
        }
    }
    assert!(count >= 190, "{count}");
}

fn compare_times(path: &Path, expected: &Expectation, starts: &[Exact], ends: &[Exact]) {
    let run = format!("{:?} {:?}", expected.policy, expected.label);
    if let Some(expected) = &expected.started {
        assert_near(path, &format!("{run} starts"), starts, expected);
    }
    if let Some(expected) = &expected.completed {
        assert_near(path, &format!("{run} completes"), ends, expected);
    }
}

#[test]
fn stored_moldable_runs_are_exact() {
    let mut count = 0;
    for (path, opened) in stored::scenarios(&[
        "golden/moldable.ron",
        "by_hand/moldable/background_of_rigid_jobs.ron",
        "by_hand/moldable/promoted_from_the_background.ron",
        "by_hand/moldable/killed_in_the_background.ron",
        "by_hand/moldable/perfect_speedup.ron",
        "by_hand/moldable/least_sizes_in_time.ron",
        "by_hand/moldable/too_late_in_any_case.ron",
        "by_hand/moldable/expanded_into_idle_nodes.ron",
    ]) {
        let Opened::Jobs(scenario) = opened else {
            continue;
        };
        let jobs = jobs(&scenario);
        for expected in &scenario.expect {
            let mut variants = scenario.variants.iter();
            let variant = variants.find(|variant| {
                variant.policy == expected.policy && variant.label == expected.label
            });
            let parameters = variant.map(|variant| &variant.parameters);
            let molding = parameters.unwrap_or(&scenario.parameters).molding;
            let policy = match expected.policy {
                PolicyName::Kceasy => molding::Policy::Kceasy,
                PolicyName::Parallel => molding::Policy::Parallel,
                PolicyName::Fair if molding.fair == Fair::Weighted => molding::Policy::FairWeighted,
                PolicyName::Fair => molding::Policy::Fair,
                PolicyName::Adasa => molding::Policy::Adasa {
                    expand: molding.expand_idle,
                },
                _ => continue,
            };
            let tiers = molding::simulate(jobs.nodes as usize, &jobs.jobs, policy);
            let states = tiers.states.iter();
            let (starts, ends): (Vec<_>, Vec<_>) = states
                .map(|state| {
                    (
                        state.started.clone().unwrap(),
                        state.completed.clone().unwrap(),
                    )
                })
                .unzip();
            compare_times(&path, expected, &starts, &ends);
            let sizes: Vec<_> = tiers.states.iter().map(|state| state.size as u32).collect();
            if let Some(expected) = &expected.sizes {
                assert_eq!(sizes, *expected, "{}", path.display());
            }
            count += 1;
        }
    }
    assert!(count >= 300, "{count}");
}

fn nodes(search: &SlotSearch) -> Vec<Node> {
    let DomainSource::Nodes(nodes) = &search.domain else {
        panic!("nodes are written out")
    };
    let slot = |&(start, end): &(f64, f64)| (number(start), number(end));
    let node = |node: &cosched::family::slots::search::scenario::NodeSpec| Node {
        performance: number(node.performance),
        price: number(node.price),
        quality: number(node.quality),
        slots: node.slots.iter().flatten().map(slot).collect(),
    };
    nodes.iter().map(node).collect()
}

#[test]
fn stored_windows_are_exact() {
    let mut count = 0;
    for (path, opened) in stored::scenarios(&[
        "golden/slots.ron",
        "by_hand/slots/best_windows.ron",
        "by_hand/slots/small_budget.ron",
    ]) {
        let Opened::Search(search) = opened else {
            continue;
        };
        let nodes = nodes(&search);
        let idle = slots::slots(&nodes);
        let request = Request {
            nodes: search.request.nodes as usize,
            volume: number(search.request.volume),
            budget: number(search.request.budget),
            least: number(search.request.least),
            scale: search.request.scale,
        };
        for expected in &search.expect {
            let name = format!("{:?}", expected.criterion.unwrap());
            let mut criteria = Criterion::ALL.into_iter();
            let found = match criteria.find(|criterion| format!("{criterion:?}") == name) {
                Some(criterion) => slots::best(&nodes, &idle, &request, criterion),
                None => {
                    let all = slots::alternatives(&nodes, &request);
                    let parts = expected.windows.as_deref().unwrap_or(&[]);
                    assert_eq!(all.len(), parts.len(), "{}", path.display());
                    all.iter()
                        .zip(parts)
                        .for_each(|(one, part)| assert_part(&path, one, part));
                    count += 1;
                    continue;
                }
            };
            count += 1;
            match (found, &expected.nodes) {
                (Some(window), Some(nodes)) => assert_part(
                    &path,
                    &window,
                    &ExpectedPart {
                        start: expected.start.unwrap(),
                        finish: expected.finish.unwrap(),
                        cost: expected.cost.unwrap(),
                        quality: expected.quality.unwrap(),
                        nodes: nodes.clone(),
                    },
                ),
                (found, expected) => {
                    assert_eq!(found.is_some(), expected.is_some(), "{}", path.display())
                }
            }
        }
    }
    assert!(count >= 500, "{count}");
}

fn assert_part(path: &Path, window: &Window, expected: &ExpectedPart) {
    let ExpectedPart {
        start,
        finish,
        cost,
        quality,
        nodes,
    } = expected;
    let exact = [
        window.start.clone(),
        window.finish(),
        window.cost.clone(),
        window.quality.clone(),
    ];
    assert_near(
        path,
        "a window",
        &exact,
        &[*start, *finish, *cost, *quality],
    );
    // Numbered from 1 in the fixtures.
    let places: Vec<_> = window.nodes.iter().map(|&node| node as u64 + 1).collect();
    assert_eq!(places, *nodes, "{}", path.display());
}

fn tasks(workload: &WorkflowWorkload) -> Vec<servers::Task> {
    let group = |group: &cosched::scenario::placement::workflow::Threads| servers::Threads {
        count: group.count as u64,
        demand: number(group.demand),
        utilisation: number(group.utilisation),
        bandwidth: number(group.bandwidth),
    };
    let index = |id: &u64| {
        workload
            .jobs
            .iter()
            .position(|job| job.id == Some(*id))
            .unwrap()
    };
    let task = |task: &cosched::scenario::placement::workflow::Task| servers::Task {
        after: task.after.iter().map(index).collect(),
        threads: task.threads.iter().map(group).collect(),
    };
    workload.jobs.iter().map(task).collect()
}

#[test]
fn stored_placements_are_exact() {
    let mut count = 0;
    for (path, opened) in stored::scenarios(&[
        "golden/placement/workflows.ron",
        "by_hand/placement/look_ahead_beats_load.ron",
        "by_hand/placement/only_mom_sees_a_slowdown.ron",
        "by_hand/placement/mom_over_all_or_existing.ron",
    ]) {
        let Opened::Jobs(scenario) = opened else {
            continue;
        };
        let (Workload::Workflow(workload), Machine::Servers(machine)) =
            (&scenario.workload, &scenario.machine)
        else {
            continue;
        };
        let kind = servers::Kind {
            count: machine.count as usize,
            cores: u64::from(machine.cores),
            bandwidth: number(machine.bandwidth),
            among_all: false,
            max_min: false,
            remote: None,
        };
        for expected in &scenario.expect {
            let parameters = scenario
                .variants
                .iter()
                .find(|variant| variant.label == expected.label);
            let parameters = parameters.map(|variant| &variant.parameters);
            let over = parameters.unwrap_or(&scenario.parameters).placing.mom;
            let existing = format!("{over:?}") == "Existing";
            let policy = match expected.policy {
                PolicyName::Slf => servers::Policy::Slf,
                PolicyName::Let => servers::Policy::Let,
                PolicyName::Mom => servers::Policy::Mom { existing },
                _ => continue,
            };
            let placed = servers::simulate(&kind, &tasks(workload), policy);
            let starts: Vec<_> = placed.iter().map(|one| one.start.clone()).collect();
            let ends: Vec<_> = placed.iter().map(|one| one.finish.clone()).collect();
            compare_times(&path, expected, &starts, &ends);
            let places: Vec<_> = placed.iter().map(|one| one.server as u32).collect();
            if let Some(expected) = &expected.servers {
                assert_eq!(places, *expected, "{}", path.display());
            }
            for (one, keys) in placed.iter().zip(expected.keys.iter().flatten()) {
                assert!(placement::are_near(&one.keys, keys), "{}", path.display());
            }
            count += 1;
        }
    }
    assert!(count >= 180, "{count}");
}
