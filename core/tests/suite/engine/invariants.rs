//! The invariants of the architecture, on random workloads times every policy.

use crate::common::{Boxed, Buffers, Choice, digest, every_choice, run, workload};
use crate::queue::oracle;
use crate::watch::{NODES, Watch};
use cosched_core::engine::{Knowledge, Phase, Placement, Policy, Setup, WaitReason};
use cosched_core::machine::contention::{ServerSpec, Threads};
use cosched_core::policy::Order;
use cosched_core::random::Random;
use cosched_core::{
    Context, Digest, Duration, Event, JobId, JobSpec, Metrics, ServerId, Simulation, Sink, Time,
};

const JOBS: usize = 60;

/// Tests every policy on a few workloads, with and without kills at estimates.
fn everywhere(mut test: impl FnMut(Setup<'_>, Choice)) {
    for seed in 0..12 {
        let jobs = workload(&mut Random::new(seed, 1), JOBS, NODES);
        for choice in every_choice() {
            for kill_at_estimate in [true, false] {
                let setup = Setup::cluster(&jobs, NODES).with_kill_at_estimate(kill_at_estimate);
                test(setup, choice);
            }
        }
    }
}

#[test]
fn policies_equal_their_oracles() {
    let seconds = |span: Duration| span.0 / 1_000_000_000;
    for seed in 0..150 {
        let jobs = workload(&mut Random::new(seed, 2), 40, NODES);
        let plain: Vec<oracle::Job> = jobs
            .iter()
            .map(|job| {
                let submit = seconds(job.submit.since(Time::ZERO));
                (
                    submit,
                    job.nodes,
                    seconds(job.runtime),
                    seconds(job.estimate),
                )
            })
            .collect();
        let submitted = Order::Submitted;
        let pairs = [
            (oracle::Policy::Fcfs, Choice::Fcfs(submitted)),
            (
                oracle::Policy::Easy,
                Choice::Easy(submitted, None, usize::MAX),
            ),
            (
                oracle::Policy::Conservative,
                Choice::Conservative(submitted, usize::MAX),
            ),
        ];
        for (slow, choice) in pairs {
            let mut buffers = Buffers::new(jobs.len());
            let found = run(
                Setup::cluster(&jobs, NODES),
                &mut buffers.policy(choice),
                &mut (),
            );
            let found: Vec<(u64, u64)> = found
                .iter()
                .map(|(start, end)| (start.0 / 1_000_000_000, end.0 / 1_000_000_000))
                .collect();
            assert_eq!(
                found,
                oracle::schedule(slow, &plain, NODES),
                "seed {seed}, {choice:?}"
            );
        }
    }
}

#[test]
fn every_node_is_held_by_at_most_one_exclusive_job() {
    everywhere(|setup, choice| {
        let mut buffers = Buffers::new(JOBS);
        let mut watch = Watch::default();
        run(setup, &mut buffers.policy(choice), &mut watch);
        assert_eq!((watch.ended, watch.held.len()), (JOBS, 0));
    });
}

#[test]
fn an_earlier_event_is_never_scheduled() {
    everywhere(|setup, choice| {
        let mut buffers = Buffers::new(JOBS);
        let schedule = run(setup, &mut buffers.policy(choice), &mut Watch::default());
        for ((start, end), spec) in schedule.iter().zip(setup.workload) {
            assert!(spec.submit <= *start && start < end, "{choice:?}");
        }
    });
}

#[test]
fn work_done_equals_work_requested_at_completion() {
    everywhere(|setup, choice| {
        let mut buffers = Buffers::new(JOBS);
        let schedule = run(setup, &mut buffers.policy(choice), &mut ());
        for ((start, end), spec) in schedule.iter().zip(setup.workload) {
            let work = if setup.kill_at_estimate {
                spec.runtime.min(spec.estimate)
            } else {
                spec.runtime
            };
            assert_eq!(end.since(*start), work, "{choice:?}");
        }
    });
}

#[test]
fn no_job_is_lost() {
    everywhere(|setup, choice| {
        let mut buffers = Buffers::new(JOBS);
        let mut storage = Boxed::new(JOBS, NODES as usize, 0, 1);
        let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
        let mut policy = buffers.policy(choice);
        let mut metrics = Metrics::new();
        loop {
            let view = simulation.view();
            let phases = (0..JOBS).map(|index| view.phase(JobId::new(index)));
            let count = |wanted: &[Phase]| {
                phases
                    .clone()
                    .filter(|phase| wanted.contains(phase))
                    .count()
            };
            let ended = count(&[Phase::Completed, Phase::Killed]);
            assert_eq!(ended as u64, metrics.jobs);
            let left = count(&[Phase::Waiting]) + count(&[Phase::Running]);
            assert_eq!(view.submitted(), ended + left);
            assert_eq!(view.waiting() as usize, count(&[Phase::Waiting]));
            if simulation.step(&mut policy, &mut metrics).is_none() {
                break;
            }
        }
        assert_eq!(metrics.jobs, JOBS as u64, "{choice:?}");
    });
}

/// Changes only the runtimes of jobs that have not ended yet at `from`.
struct PrefixDigest<'d> {
    until: Time,
    digest: &'d mut Digest,
}

impl Sink for PrefixDigest<'_> {
    fn record(&mut self, at: Time, event: Event) {
        if at < self.until {
            self.digest.record(at, event);
        }
    }
}

/// If a policy saw runtimes, it would act on them before they came true: here
/// a job's runtime changes, and nothing may differ until it ends.
#[test]
fn a_policy_never_sees_a_true_runtime() {
    everywhere(|setup, choice| {
        let mut buffers = Buffers::new(JOBS);
        let schedule = run(setup, &mut buffers.policy(choice), &mut ());
        for victim in (0..JOBS).step_by(17) {
            let mut other: Vec<JobSpec> = setup.workload.to_vec();
            other[victim].runtime = Duration(other[victim].runtime.0 * 2);
            let mut digests = [Digest::default(); 2];
            let [first, second] = &mut digests;
            for (workload, digest) in [(setup.workload, first), (&other[..], second)] {
                let setup = setup.with_workload(workload);
                let until = schedule[victim].1;
                let mut sink = PrefixDigest { until, digest };
                run(setup, &mut buffers.policy(choice), &mut sink);
            }
            assert_eq!(digests[0], digests[1], "{choice:?}");
        }
    });
}

#[test]
fn the_same_scenario_gives_the_same_digest() {
    everywhere(|setup, choice| {
        let (mut first, mut second) = (Buffers::new(JOBS), Buffers::new(JOBS));
        let again = digest(setup, &mut first.policy(choice));
        assert_eq!(digest(setup, &mut second.policy(choice)), again);
        // Used buffers act as new ones.
        assert_eq!(digest(setup, &mut first.policy(choice)), again);
    });
}

/// Nothing happens between two instants: a simulation that is looked at, and whose sink is
/// changed, at every step gives the same result.
#[test]
fn nothing_happens_between_two_instants() {
    everywhere(|setup, choice| {
        let mut buffers = Buffers::new(JOBS);
        let whole = run(setup, &mut buffers.policy(choice), &mut ());
        let mut storage = Boxed::new(JOBS, NODES as usize, 0, 1);
        let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
        let mut policy = buffers.policy(choice);
        let mut last = None;
        let mut sinks: [Box<dyn Sink>; 2] = [Box::new(()), Box::new(Metrics::new())];
        let mut step = 0;
        while let Some(now) = simulation.step(&mut policy, sinks[step % 2].as_mut()) {
            assert!(last < Some(now), "two instants at {now}");
            last = Some(now);
            step += 1;
        }
        for (index, (start, end)) in whole.iter().enumerate() {
            assert_eq!(simulation.started(index), Some(*start));
            assert_eq!(simulation.completed(index), Some(*end));
        }
    });
}

/// Records the reservations that conservative backfilling reports.
struct Promises {
    latest: Vec<Time>,
}

impl Sink for Promises {
    fn record(&mut self, at: Time, event: Event) {
        match event {
            Event::StillWaiting(job, WaitReason::Reserved { start }) => {
                let latest = &mut self.latest[job.index()];
                assert!(start <= *latest, "a reservation moved later");
                *latest = start;
            }
            Event::Started(job, _) => {
                assert!(at <= self.latest[job.index()], "a reservation was broken");
            }
            _ => {}
        }
    }

    fn wants_reasons(&self) -> bool {
        true
    }
}

/// With kills at estimates, without which a policy cannot promise anything.
#[test]
fn a_reservation_is_kept() {
    everywhere(|setup, choice| {
        if !setup.kill_at_estimate || !matches!(choice, Choice::Conservative(..)) {
            return;
        }
        let mut buffers = Buffers::new(JOBS);
        let mut promises = Promises {
            latest: vec![Time::MAX; JOBS],
        };
        run(setup, &mut buffers.policy(choice), &mut promises);
        assert!(promises.latest.iter().any(|&start| start < Time::MAX));
    });
}

/// Records the shadow times that EASY reports while a job is its head.
struct Shadows {
    head: Option<(JobId, Time)>,
}

impl Sink for Shadows {
    fn record(&mut self, at: Time, event: Event) {
        match event {
            Event::StillWaiting(job, WaitReason::HeadUntil { shadow, .. }) => {
                if let Some((head, promised)) = self.head
                    && head == job
                {
                    assert!(shadow <= promised, "the head's shadow time moved later");
                }
                self.head = Some((job, shadow));
            }
            Event::Started(job, _) => {
                if let Some((head, promised)) = self.head
                    && head == job
                {
                    assert!(at <= promised, "the head started after its shadow time");
                    self.head = None;
                }
            }
            _ => {}
        }
    }

    fn wants_reasons(&self) -> bool {
        true
    }
}

#[test]
fn easy_never_delays_the_head() {
    everywhere(|setup, choice| {
        // In an order that changes with time, the head itself changes.
        if setup.kill_at_estimate && matches!(choice, Choice::Easy(Order::Submitted, ..)) {
            let mut buffers = Buffers::new(JOBS);
            let mut shadows = Shadows { head: None };
            run(setup, &mut buffers.policy(choice), &mut shadows);
        }
    });
}

#[test]
fn reporting_reasons_changes_nothing() {
    everywhere(|setup, choice| {
        let mut buffers = Buffers::new(JOBS);
        let plain = digest(setup, &mut buffers.policy(choice));
        let mut asking = (Digest::default(), ReasonSink);
        run(setup, &mut buffers.policy(choice), &mut asking);
        assert_eq!(asking.0, plain);
    });
}

struct ReasonSink;

impl Sink for ReasonSink {
    fn record(&mut self, _: Time, _: Event) {}

    fn wants_reasons(&self) -> bool {
        true
    }
}

/// Places jobs in turn, ignoring look-aheads.
struct InTurn {
    looks: bool,
}

impl Policy for InTurn {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        while let Some(job) = context.head() {
            let servers = context.servers().len();
            let mut scratch = [Threads::EMPTY; 2 * JOBS];
            for server in (0..servers).filter(|_| self.looks) {
                let mut fork = context
                    .fork_with(ServerId::new(server), job, &mut scratch)
                    .unwrap();
                assert!(fork.completion(job, Duration::MAX).is_some());
            }
            let server = ServerId::new(job.index() % servers);
            context
                .start_on_server(job, server, Placement::Mapped)
                .unwrap();
        }
    }
}

#[test]
fn a_fork_leaves_the_run_unchanged() {
    for seed in 0..10 {
        let jobs = workload(&mut Random::new(seed, 4), JOBS, 4);
        let servers = [4, 5, 7].map(ServerSpec::of_cores);
        for knowledge in [Knowledge::Estimates, Knowledge::Exact] {
            let setup = Setup::servers(&jobs, &servers).with_knowledge(knowledge);
            let with = digest(setup, &mut InTurn { looks: true });
            let without = digest(setup, &mut InTurn { looks: false });
            assert_eq!(with, without);
        }
    }
}
