//! Policies that take over from one another, and a policy that takes all possible actions.

use crate::common::{Boxed, Buffers, Choice, every_choice, workload};
use crate::watch::{NODES, Watch};
use cosched_core::engine::{Fate, Policy, Setup};
use cosched_core::policy::Order;
use cosched_core::random::Random;
use cosched_core::{Context, Digest, Duration, JobId, Metrics, Rate, Simulation};

const JOBS: usize = 60;

/// Another policy takes over in the middle, and every job still ends.
#[test]
fn a_policy_may_take_over_in_the_middle_of_a_run() {
    for seed in 0..10 {
        let jobs = workload(&mut Random::new(seed, 3), JOBS, NODES);
        let choices = every_choice();
        for pair in choices.windows(2) {
            let (mut first, mut second) = (Buffers::new(JOBS), Buffers::new(JOBS));
            let mut storage = Boxed::new(JOBS, NODES as usize, 0, 1);
            let setup = Setup::cluster(&jobs, NODES);
            let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
            let mut watch = Watch::default();
            let mut policy = first.policy(pair[0]);
            for _ in 0..JOBS {
                simulation.step(&mut policy, &mut watch);
            }
            simulation.run(&mut second.policy(pair[1]), &mut watch);
            assert_eq!(watch.ended, JOBS, "{pair:?}");
        }
    }
}

/// Two policies take turns of some length, and each comes back to a machine it has lost
/// sight of. It must then decide as one that sees it for the first time.
#[test]
fn a_policy_that_comes_back_is_as_good_as_new() {
    for seed in 0..30 {
        let jobs = workload(&mut Random::new(seed, 7), JOBS, NODES);
        for kill_at_estimate in [true, false] {
            let setup = Setup::cluster(&jobs, NODES).with_kill_at_estimate(kill_at_estimate);
            for pair in every_choice().windows(2) {
                let kept = taking_turns(setup, pair, seed, false);
                assert_eq!(kept, taking_turns(setup, pair, seed, true), "{pair:?}");
            }
        }
    }
}

/// Digest of such a run; with `renewed`, the policies are made anew at each turn.
fn taking_turns(setup: Setup<'_>, pair: &[Choice], seed: u64, renewed: bool) -> Digest {
    let mut random = Random::new(seed, 8);
    let mut storage = Boxed::new(JOBS, NODES as usize, 0, 1);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let mut watch = Watch::default();
    let mut digest = Digest::default();
    let mut buffers = [Buffers::new(JOBS), Buffers::new(JOBS)];
    let [first, second] = &mut buffers;
    let mut policies = [first.policy(pair[0]), second.policy(pair[1])];
    let mut turn = 0;
    'run: loop {
        let mut spare = Buffers::new(JOBS);
        turn = 1 - turn;
        let mut fresh = renewed.then(|| spare.policy(pair[turn]));
        for _ in 0..=random.below(6) {
            let policy: &mut dyn Policy = match &mut fresh {
                Some(fresh) => fresh,
                None => &mut policies[turn],
            };
            if simulation
                .step(policy, &mut (&mut watch, &mut digest))
                .is_none()
            {
                break 'run;
            }
        }
    }
    assert_eq!(watch.ended, JOBS);
    digest
}

/// Suspends, resumes, requeues and drops at random.
struct Chaos {
    random: Random,
}

impl Policy for Chaos {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let running: Vec<JobId> = context.running().collect();
        for job in running {
            match self.random.below(12) {
                // Refused where too many are suspended.
                0 | 1 => context.suspend(job).unwrap_or_default(),
                2 => context.kill(job, Fate::Requeue).unwrap(),
                3 => context.kill(job, Fate::Drop).unwrap(),
                _ => {}
            }
        }
        let suspended: Vec<JobId> = context.suspended().collect();
        for job in suspended {
            // Refused where its nodes are taken.
            context.resume(job, Rate::FULL).unwrap_or_default();
        }
        while let Some(job) = context.head() {
            if context
                .start(job, cosched_core::engine::StartReason::Head)
                .is_err()
            {
                break;
            }
        }
        let next = context.now().after(Duration::from_seconds(3));
        if context.running().next().is_some() || context.suspended().next().is_some() {
            context.wake_at(next).unwrap();
        } else {
            context.cancel_wake();
        }
    }
}

#[test]
fn nodes_and_jobs_survive_every_verb() {
    for seed in 0..40 {
        let jobs = workload(&mut Random::new(seed, 5), JOBS, NODES);
        let suspended = 5;
        let setup = Setup::cluster(&jobs, NODES).with_suspended(suspended);
        // Not one interval more than is needed.
        let mut storage = Boxed::new(JOBS, NODES as usize, 0, 1 + suspended as usize);
        let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
        let mut metrics = Metrics::new();
        let random = Random::new(seed, 6);
        simulation.run(&mut Chaos { random }, &mut metrics);
        let view = simulation.view();
        assert_eq!(metrics.jobs, JOBS as u64);
        assert_eq!(
            (view.free_nodes(), view.waiting(), view.running()),
            (NODES, 0, 0)
        );
    }
}

/// One policy decides in two runs in turn, each of which advances by one instant. It loses
/// sight of each meanwhile, so it decides as one that is made anew for every instant.
#[test]
fn a_policy_in_two_runs_takes_neither_for_the_other() {
    for seed in 0..100 {
        for choice in [
            Choice::Fcfs(Order::ShortestEstimate),
            Choice::Easy(Order::Submitted, None, usize::MAX),
            Choice::Conservative(Order::Submitted, usize::MAX),
        ] {
            let kept = in_two_runs(seed, choice, false);
            assert_eq!(kept, in_two_runs(seed, choice, true), "{seed}, {choice:?}");
        }
    }
}

/// Digests of two such runs; with `renewed`, the policy is made anew at every instant.
fn in_two_runs(seed: u64, choice: Choice, renewed: bool) -> [Digest; 2] {
    let of = |stream| workload(&mut Random::new(seed, stream), JOBS, NODES);
    let [one, other] = [of(9), of(10)];
    let [mut first, mut second] = [(); 2].map(|()| Boxed::new(JOBS, NODES as usize, 0, 1));
    let mut runs = [
        Simulation::new(Setup::cluster(&one, NODES), first.as_storage()).unwrap(),
        Simulation::new(Setup::cluster(&other, NODES), second.as_storage()).unwrap(),
    ];
    let (mut digests, mut buffers) = ([Digest::default(); 2], Buffers::new(JOBS));
    let mut kept = buffers.policy(choice);
    // In fewer steps than either run has.
    for _ in 0..JOBS / 2 {
        for (run, digest) in runs.iter_mut().zip(&mut digests) {
            let mut spare = Buffers::new(JOBS);
            let mut fresh = spare.policy(choice);
            let policy: &mut dyn Policy = if renewed { &mut fresh } else { &mut kept };
            assert!(run.step(policy, digest).is_some());
        }
    }
    digests
}
