//! Runs of Slurm's passes, held against the slow program.

use cosched_core::engine::{Policy, Setup};
use cosched_core::policy::slurm::{
    BoxedPlanner, Delays, PassDepth, PassTimes, Planner, Slurm, UserLimit,
};
use cosched_core::random::Random;
use cosched_core::{Duration, JobSpec, Simulation, Sink, Time};

use super::slurm::{Case, PACE, looking};
use crate::common::{Boxed, EveryPass};

pub(super) fn run(case: &Case, workload: &[JobSpec], ticks: PassTimes<'_>) -> Vec<Option<u64>> {
    run_before(&mut (), case, workload, ticks)
}

/// As [`run`], before a sink.
fn run_before(
    sink: &mut dyn Sink,
    case: &Case,
    workload: &[JobSpec],
    ticks: PassTimes<'_>,
) -> Vec<Option<u64>> {
    let (nodes, depth, selection) = (case.nodes, case.depth, case.plugin.selection());
    let mut buffers = BoxedPlanner::new(nodes, depth);
    let planner = Planner::new(nodes, depth, case.grid(), selection, buffers.as_buffers());
    let planner = planner.unwrap().with_exclusive_jobs(case.exclusive);
    let planner = match case.overrun {
        Some(overrun) => planner.with_overrun(Duration::from_seconds(overrun)),
        None => planner,
    };
    let mut list = vec![0; nodes as usize];
    let mut tested = [0; 3];
    let depth = PassDepth {
        starts: case.most_starts,
        ..looking(depth)
    };
    let policy = Slurm::new(planner, depth, ticks, PACE, &mut list).unwrap();
    let most = u32::try_from(case.per_user).unwrap_or(u32::MAX);
    let mut policy = policy.with_user_limit(UserLimit::new(&case.users, &mut tested, most));
    let setup = Setup::cluster(workload, nodes).with_kill_at_estimate(false);
    policy.check(&setup).unwrap();
    let mut storage = Boxed::of(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    simulation.run(&mut policy, sink);
    (0..workload.len())
        .map(|index| simulation.started(index).map(|at| at.0 / 1_000_000_000))
        .collect()
}

#[test]
fn two_thousand_random_runs_start_as_the_slow_program_says() {
    for seed in 0..2000 {
        let case = Case::drawn(seed);
        assert_eq!(case.by_policy(), case.starts(), "seed {seed}: {case:?}");
    }
}

#[test]
fn random_pass_times_start_all_jobs_and_are_reproducible() {
    let case = Case::drawn(11);
    let workload: Vec<JobSpec> = case
        .jobs
        .iter()
        .map(|job| {
            JobSpec::exact(
                Time::from_seconds(job.submit),
                Duration::from_seconds(job.runtime),
                job.nodes,
            )
        })
        .collect();
    let deep = Case { depth: 500, ..case };
    let by = |seed| {
        run(
            &deep,
            &workload,
            PassTimes::Free {
                seed,
                delays: Delays::default(),
                first: None,
            },
        )
    };
    assert!(by(1).iter().all(Option::is_some));
    assert_eq!(by(1), by(1));
    assert_ne!(by(1), by(2));
}

/// A queue that is long for the window: passes come often, and most jobs have no start within it.
#[test]
fn passes_and_searches_left_out_would_have_decided_the_same() {
    const JOBS: usize = 60;
    let mut waited = 0;
    for seed in 0..1000 {
        let mut random = Random::new(seed, 9);
        let mut workload = [(); JOBS].map(|()| {
            let [length, width] = [12, 6].map(|bound| random.below(bound));
            let limit = 1 + random.below(8 << length);
            let runtime = Duration::from_seconds(1 + random.below(limit + limit / 8));
            let submit = Time::from_seconds(random.below(600));
            let nodes = 1 + random.below(1 << width) as u32;
            JobSpec::exact(submit, runtime, nodes).with_estimate(Duration::from_seconds(limit))
        });
        workload.sort_by_key(|job| job.submit);
        let case = Case::drawn(seed);
        let case = Case {
            nodes: 32 + case.nodes,
            depth: JOBS,
            users: (0..JOBS as u32).map(|job| job % 3).collect(),
            ..case
        };
        let ticks = PassTimes::Free {
            seed,
            delays: Delays::default(),
            first: None,
        };
        let found = run(&case, &workload, ticks);
        let expected = run_before(&mut EveryPass, &case, &workload, ticks);
        assert_eq!(found, expected, "seed {seed}");
        let starts = found.iter().zip(&workload);
        let late = starts.filter(|(start, job)| {
            start.is_some_and(|start| start > 3600 + job.submit.0 / 1_000_000_000)
        });
        waited += late.count();
    }
    assert!(waited > 2000, "there would be nothing to compare: {waited}");
}
