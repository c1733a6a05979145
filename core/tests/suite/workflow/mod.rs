//! Workflows on servers: against a slow reference of single threads, and invariants.

mod bound;
mod drawn;
mod errors;
mod hosting;
mod oracle;

use crate::common::Boxed;
use cosched_core::engine::storage::threads_for;
use cosched_core::engine::{Detail, Knowledge, Policy, Setup};
use cosched_core::machine::contention::{Cycles, Threads};
use cosched_core::policy::placement::{
    Goal, LoadAverage, LookAhead, Mapping, MaximumOver, ServerAverage,
};
use cosched_core::policy::{AnyPolicy, Fcfs};
use cosched_core::random::Random;
use cosched_core::workflow::upward_ranks;
use cosched_core::{Digest, Duration, Event, JobId, ServerId, Simulation, Sink, Time};
use drawn::RandomWorkflow;

/// Buffers of any policy for servers.
struct Buffers {
    keys: Vec<f64>,
    averages: Vec<ServerAverage>,
    scratch: Vec<Threads>,
    ranks: Vec<Duration>,
}

const GOALS: [Goal; 4] = [
    Goal::LeastLoad,
    Goal::EarliestCompletion,
    Goal::EarliestLastCompletion(MaximumOver::All),
    Goal::EarliestLastCompletion(MaximumOver::Existing),
];

impl Buffers {
    fn new(setup: &Setup<'_>) -> Self {
        let (jobs, servers) = (setup.workload.len(), setup.server_setup.servers.len());
        let threads = threads_for(jobs, setup.server_setup.threads.groups().len());
        let mut ranks = vec![Duration::ZERO; jobs];
        let times: Vec<_> = setup.workload.iter().map(|job| job.runtime).collect();
        upward_ranks(&times, &setup.precedence, &mut ranks);
        Self {
            keys: vec![0.0; servers],
            averages: vec![ServerAverage::IDLE; servers],
            scratch: vec![Threads::EMPTY; threads],
            ranks,
        }
    }

    /// The four goals, by order of submission and by rank, and the load average.
    fn policies(&mut self, mut visit: impl FnMut(AnyPolicy<'_>)) {
        let (servers, threads) = (self.keys.len(), self.scratch.len());
        for goal in GOALS {
            for by_rank in [false, true] {
                let policy =
                    LookAhead::new(goal, &mut self.keys, servers, &mut self.scratch, threads);
                let policy = policy.unwrap();
                visit(AnyPolicy::LookAhead(if by_rank {
                    policy.by_rank(&self.ranks)
                } else {
                    policy
                }));
            }
        }
        let average = LoadAverage::new(&mut self.averages, &mut self.keys, servers);
        visit(AnyPolicy::LoadAverage(average.unwrap()));
    }
}

fn run(setup: Setup<'_>, policy: &mut dyn Policy, sink: &mut dyn Sink) -> Vec<Option<Time>> {
    let mut storage = Boxed::of(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    simulation.run(policy, sink);
    let jobs = 0..setup.workload.len();
    jobs.map(|job| simulation.completed(job)).collect()
}

/// Random workflows with all features, under every option.
fn everywhere(visit: impl FnMut(&RandomWorkflow, Setup<'_>)) {
    everywhere_of(RandomWorkflow::new, visit);
}

/// Random workflows with other threads.
fn everywhere_of(
    draw: fn(u64) -> RandomWorkflow,
    mut visit: impl FnMut(&RandomWorkflow, Setup<'_>),
) {
    for seed in 0..18 {
        let drawn = draw(seed);
        for sharing in drawn::SHARINGS {
            visit(&drawn, drawn.setup(sharing, None));
        }
        let cycles = Cycles {
            interval: Duration(700_000_000),
            seed,
        };
        visit(
            &drawn,
            drawn.setup(
                drawn::SHARINGS[seed as usize % drawn::SHARINGS.len()],
                Some(cycles),
            ),
        );
    }
}

/// The fluid engine against a program that keeps every single thread and knows
/// nothing of groups, events or nanoseconds.
#[test]
fn a_slow_program_gives_the_same_times() {
    let mut compared = 0;
    for seed in 0..40 {
        let drawn = RandomWorkflow::new(seed);
        let mut random = Random::new(seed, 9);
        for sharing in drawn::SHARINGS {
            let setup = drawn.setup(sharing, None);
            let servers = setup.server_setup.servers.len() as u64;
            let jobs = setup.workload.len();
            let mapping: Vec<_> = (0..jobs)
                .map(|_| ServerId::new(random.below(servers) as usize))
                .collect();
            let mut policy = Mapping::new(&mapping, jobs).unwrap();
            let found = run(setup, &mut policy, &mut ());
            let expected = oracle::completions(&setup, &mapping);
            for (job, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let found = found.unwrap().seconds();
                let error = (found - expected).abs();
                assert!(error < 1e-8, "{seed} {sharing:?} {job}: {found} {expected}");
                compared += 1;
            }
        }
    }
    assert!(compared > 2000, "{compared}");
}

/// Times when jobs entered the queue, started and ended.
#[derive(Default)]
struct Times(Vec<[Option<Time>; 3]>);

impl Sink for Times {
    fn record(&mut self, at: Time, event: Event) {
        let index = match event {
            Event::Submitted(_) => 0,
            Event::Started(..) => 1,
            Event::Completed(_) => 2,
            _ => panic!("{event:?}"),
        };
        let job = event.job().index();
        self.0.resize(self.0.len().max(job + 1), [None; 3]);
        assert_eq!(self.0[job][index].replace(at), None, "{event:?} twice");
    }
}

#[test]
fn a_job_starts_when_the_last_it_follows_has_completed_and_not_before() {
    everywhere(|_, setup| {
        Buffers::new(&setup).policies(|mut policy| {
            let mut times = Times::default();
            run(setup, &mut policy, &mut times);
            assert_eq!(times.0.len(), setup.workload.len(), "no job is lost");
            for (job, [entered, started, completed]) in times.0.iter().enumerate() {
                let before = setup.precedence.of(JobId::new(job)).iter();
                let ready = before.map(|before| times.0[before.index()][2].unwrap());
                let ready = ready.fold(setup.workload[job].submit, Time::max);
                assert_eq!((*entered, *started), (Some(ready), Some(ready)));
                assert!(*completed > *started);
            }
        });
    });
}

/// A sink that wants all reports.
struct ReasonSink;

impl Sink for ReasonSink {
    fn record(&mut self, _: Time, _: Event) {}

    fn wants_reasons(&self) -> bool {
        true
    }
}

/// A look-ahead that stops when it cannot be the best any more, and skips servers equal to
/// others, decides as one that sees everything to its end.
#[test]
fn reporting_keys_changes_nothing() {
    everywhere(|_, setup| {
        let (mut plain, mut requested) = (Vec::new(), Vec::new());
        Buffers::new(&setup).policies(|mut policy| {
            let mut digest = Digest::default();
            run(setup, &mut policy, &mut digest);
            plain.push(digest);
        });
        Buffers::new(&setup).policies(|mut policy| {
            let mut digest = (Digest::default(), ReasonSink);
            run(setup, &mut policy, &mut digest);
            requested.push(digest.0);
        });
        assert_eq!(plain, requested);
    });
}

/// SLF does not depend on the knowledge of a look-ahead; nor does MOM where threads are
/// known from the table.
#[test]
fn knowledge_of_runtimes_does_not_matter_with_known_threads() {
    everywhere(|_, setup| {
        let exact = setup.with_knowledge(Knowledge::Exact);
        let mut digests = [Vec::new(), Vec::new()];
        for (setup, digests) in [setup, exact].into_iter().zip(&mut digests) {
            Buffers::new(&setup).policies(|mut policy| {
                let mut digest = Digest::default();
                run(setup, &mut policy, &mut digest);
                digests.push(digest);
            });
        }
        assert_eq!(digests[0], digests[1]);
    });
}

/// Keys as reported.
#[derive(Default)]
struct Keys(Vec<(JobId, Vec<f64>)>);

impl Sink for Keys {
    fn record(&mut self, _: Time, _: Event) {}

    fn wants_reasons(&self) -> bool {
        true
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::ServerKeys { job, keys } = *detail {
            self.weighed(job, keys);
        }
    }
}

impl Keys {
    fn weighed(&mut self, job: JobId, keys: &[f64]) {
        self.0.push((job, keys.to_vec()));
    }
}

/// The job that is placed last of all meets no new job: its look-ahead comes true, to the
/// nanosecond.
#[test]
fn a_look_ahead_comes_true_without_later_jobs() {
    everywhere(|_, setup| {
        if setup.server_setup.cycles.is_some() {
            return; // the look ahead is fluid
        }
        let mut buffers = Buffers::new(&setup);
        let (servers, threads) = (buffers.keys.len(), buffers.scratch.len());
        let goal = Goal::EarliestCompletion;
        let policy = LookAhead::new(
            goal,
            &mut buffers.keys,
            servers,
            &mut buffers.scratch,
            threads,
        );
        let mut sink = (Times::default(), Keys::default());
        let ends = run(setup, &mut policy.unwrap(), &mut sink);
        let (job, keys) = sink.1.0.last().unwrap();
        let started = sink.0.0[job.index()][1].unwrap();
        let least = keys.iter().copied().fold(f64::INFINITY, f64::min);
        let found = ends[job.index()].unwrap().since(started).seconds();
        assert!((found - least).abs() < 2e-9, "{found} {keys:?}");
    });
}

/// Precedence is kept on exclusive nodes, too.
#[test]
fn precedence_is_kept_on_nodes() {
    for seed in 0..40 {
        let drawn = RandomWorkflow::new(seed);
        let setup = Setup::cluster(&drawn.jobs, 64)
            .with_precedence(drawn.setup(drawn::SHARINGS[0], None).precedence);
        let mut times = Times::default();
        run(setup, &mut Fcfs::new(), &mut times);
        assert_eq!(times.0.len(), drawn.jobs.len());
        for (job, [entered, started, _]) in times.0.iter().enumerate() {
            for before in setup.precedence.of(JobId::new(job)) {
                assert!(times.0[before.index()][2] <= *entered);
            }
            assert!(entered <= started);
        }
    }
}
