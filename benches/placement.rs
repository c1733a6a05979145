//! Workflows on servers: rates under contention, look-aheads, placement of whole workflows.

use std::fmt;
use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::load;
use cosched::run::{Choice, simulate};
use cosched::scenario::placement::server_data::{Precedents, ThreadData};
use cosched::scenario::placement::servers::Servers;
use cosched::scenario::placement::workflow::{Batch, Shape, Wide, WorkflowWorkload};
use cosched::scenario::{Machine, Parameters, PolicyName, Scenario, Workload};
use cosched_core::engine::{BoxedStorage, Placement, Policy};
use cosched_core::machine::ServerSetup;
use cosched_core::machine::contention::{Rates, ServerSpec, Sharing, Threads};
use cosched_core::random::Random;
use cosched_core::workflow::{Stream, StreamBandwidth};
use cosched_core::{Context, Duration, JobSpec, ServerId, Setup, Simulation, Time};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Number of jobs on one server.
const RESIDENTS: [usize; 4] = [1, 5, 20, 100];

const SERVER: ServerSpec = ServerSpec::new(56, 80.0);

/// New rates for all threads of a server after a change, always busy (one division each) or
/// not (halving until the cores are used up).
#[divan::bench(args = RESIDENTS, consts = [true, false])]
fn change_of_rates<const BUSY: bool>(bencher: Bencher<'_, '_>, residents: usize) {
    let mut random = Random::new(1, 0);
    let mut threads: Vec<_> = (0..residents)
        .map(|_| {
            let mut threads = Threads::EMPTY;
            threads.count = 4 + random.below(25) as u32;
            threads.utilisation = if BUSY {
                1.0
            } else {
                0.5 + 0.5 * random.uniform()
            };
            threads.bandwidth = 3.6 + 6.9 * random.uniform();
            threads.left = 30.0 + 90.0 * random.uniform();
            threads
        })
        .collect();
    let rates = Rates {
        server: SERVER,
        sharing: Sharing::default(),
    };
    bencher.bench_local(|| rates.share(black_box(&mut threads)));
}

/// Looks ahead to the end of all jobs when all but one are on the server.
struct LooksAhead<'b, 'a, 'c>(Option<Bencher<'a, 'c>>, &'b mut [Threads]);

impl Policy for LooksAhead<'_, '_, '_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let server = ServerId::new(0);
        while let Some(job) = context.head() {
            if context.waiting() == 1
                && let Some(bencher) = self.0.take()
            {
                let scratch = &mut *self.1;
                bencher.bench_local(|| {
                    let mut fork = context.fork_with(server, job, scratch).ok()?;
                    fork.run_out(|_| true, Duration::MAX)
                });
            }
            if context
                .start_on_server(job, server, Placement::Mapped)
                .is_err()
            {
                return;
            }
        }
    }
}

/// One look-ahead on a server with `residents` jobs, to the end of the last: threads always
/// busy, or not.
#[divan::bench(args = RESIDENTS, consts = [true, false])]
fn look_ahead<const BUSY: bool>(bencher: Bencher<'_, '_>, residents: usize) {
    let mut random = Random::new(1, 0);
    let stream = Stream::new(StreamBandwidth::Uniform, &mut random);
    let (mut threads, precedents) = (ThreadData::default(), Precedents::default());
    threads.kinds = 1;
    let jobs: Vec<_> = (0..=residents)
        .map(|_| {
            let mut group = stream.draw(&mut random);
            if !BUSY {
                group.utilisation = 0.5 + 0.5 * random.uniform();
            }
            threads.push(&[group]);
            JobSpec::exact(Time::ZERO, group.demand, group.count)
        })
        .collect();
    let setup = Setup::cluster(&jobs, 0)
        .with_server_setup(ServerSetup {
            servers: &[SERVER],
            threads: threads.as_core(),
            ..ServerSetup::NONE
        })
        .with_precedence(precedents.as_core());
    let mut storage = BoxedStorage::new(&setup);
    let mut scratch = vec![Threads::EMPTY; 2 * jobs.len()];
    let Ok(mut simulation) = Simulation::new(setup, storage.as_storage()) else {
        return;
    };
    simulation.run(&mut LooksAhead(Some(bencher), &mut scratch), &mut ());
}

/// A workflow to be placed by a policy on a number of servers.
struct Case(PolicyName, u32, Shape);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(policy, servers, shape) = self;
        let (jobs, shape) = shape.to_core();
        write!(
            f,
            "{} {jobs} jobs, {servers} servers, {shape:?}",
            policy.title()
        )
    }
}

fn cases() -> impl Iterator<Item = Case> {
    let batch = |jobs| Shape::Batch(Batch { jobs, window: 12 });
    let layers = Shape::Layers(Wide {
        jobs: 10_000,
        width: 400,
    });
    let workflows = [(5, batch(100)), (64, batch(10_000)), (64, layers)];
    let policies = [
        PolicyName::Slf,
        PolicyName::Let,
        PolicyName::Mom,
        PolicyName::LoadAverage,
    ];
    workflows
        .into_iter()
        .flat_map(move |(servers, shape)| policies.map(|policy| Case(policy, servers, shape)))
}

#[divan::bench(args = cases(), sample_count = 10)]
fn whole_workflow(bencher: Bencher<'_, '_>, case: &Case) {
    let &Case(policy, servers, shape) = case;
    let scenario = Scenario::of(
        Machine::Servers(Servers::of(servers)),
        Workload::Workflow(WorkflowWorkload {
            shape: Some(shape),
            ..WorkflowWorkload::default()
        }),
    );
    let Ok(experiment) = load::prepare(&scenario, None, &Progress::default()) else {
        return;
    };
    let experiment = Arc::new(experiment);
    let choice = Choice::plain(policy, &Parameters::default());
    bencher.bench_local(|| simulate(&experiment, &choice, false, &Progress::default()));
}
