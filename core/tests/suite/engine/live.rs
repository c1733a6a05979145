//! Jobs that come one by one: starts by the verbs and the stream equal those of the
//! simulation.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cosched_core::engine::{Detail, Engine, Phase, Setup, Stream, Ticket};
use cosched_core::error::{EngineError, SubmitError};
use cosched_core::machine::Intervals;
use cosched_core::policy::{Fcfs, Order};
use cosched_core::random::Random;
use cosched_core::{Duration, Event, JobId, JobSpec, Metrics, Simulation, Sink, Time};

use crate::common::{Boxed, Buffers, Choice, every_choice, job, workload};
use crate::queue::long::burst;
use crate::watch::NODES;

/// Start of a job and its intervals of nodes.
type Start = (Time, Vec<(u32, u32)>);

/// Start and nodes of each job, by order of submission.
#[derive(Default)]
struct Starts {
    // Index of the job in each slot.
    places: Vec<usize>,
    submitted: usize,
    of: Vec<Option<Start>>,
    // Starts that the driver has not seen yet.
    fresh: Vec<(JobId, usize)>,
    killed: Vec<usize>,
}

impl Starts {
    fn index(&self, job: JobId) -> usize {
        self.places[job.index()]
    }
}

impl Sink for Starts {
    fn record(&mut self, at: Time, event: Event) {
        let slot = event.job().index();
        match event {
            Event::Submitted(_) => {
                if self.places.len() <= slot {
                    self.places.resize(slot + 1, usize::MAX);
                }
                self.places[slot] = self.submitted;
                self.submitted += 1;
                self.of.push(None);
            }
            Event::Started(job, _) => {
                let index = self.index(job);
                assert_eq!(self.of[index], None, "a job starts once");
                self.of[index] = Some((at, Vec::new()));
                self.fresh.push((job, index));
            }
            Event::Killed(job, _) => self.killed.push(self.index(job)),
            _ => {}
        }
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { job, ref nodes } = *detail {
            self.holds(job, nodes.clone());
        }
    }
}

impl Starts {
    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        let index = self.index(job);
        if let Some((_, held)) = &mut self.of[index] {
            held.extend(nodes);
        }
    }
}

/// Result of the simulation, and the maximum number of jobs in the system.
fn simulated(setup: Setup<'_>, choice: Choice) -> (Starts, Metrics, usize) {
    let jobs = setup.workload.len();
    let (mut storage, mut buffers) = (Boxed::of(&setup), Buffers::new(jobs));
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let mut policy = buffers.policy(choice);
    let mut sink = (Starts::default(), Metrics::new());
    let mut most = 0;
    // As slots are given back only after a pass, ended jobs count until then.
    let mut before = 0;
    while simulation.step(&mut policy, &mut sink).is_some() {
        let submitted = sink.0.submitted;
        most = most.max(submitted - before);
        before = sink.1.jobs as usize;
    }
    sink.0.fresh.clear();
    (sink.0, sink.1, most)
}

fn streamed(setup: Setup<'_>, choice: Choice, slots: usize) -> (Starts, Metrics) {
    let open = setup.with_slots(slots as u32).with_workload(&[]);
    let mut storage = Boxed::new(slots, setup.nodes as usize, 0, 1);
    let mut buffers = Buffers::new(slots);
    let mut stream = Stream::new(open, storage.as_storage()).unwrap();
    let mut sink = (Starts::default(), Metrics::new());
    let mut source = setup.workload.iter().copied().enumerate().peekable();
    stream
        .run(&mut source, &mut buffers.policy(choice), &mut sink)
        .unwrap();
    sink.0.fresh.clear();
    (sink.0, sink.1)
}

/// Drives an engine through its verbs, called in any legal order.
fn live(setup: Setup<'_>, choice: Choice, slots: usize, random: &mut Random) -> Starts {
    let open = setup.with_slots(slots as u32).with_workload(&[]);
    let mut storage = Boxed::new(slots, setup.nodes as usize, 0, 1);
    let mut buffers = Buffers::new(slots);
    let mut policy = buffers.policy(choice);
    let mut engine = Engine::new(open, storage.as_storage()).unwrap();
    let mut sink = Starts::default();
    // Jobs that really run, by their ends.
    let mut running: BinaryHeap<Reverse<(Time, usize)>> = BinaryHeap::new();
    let mut tickets: Vec<Ticket> = Vec::new();
    let mut next = 0;
    loop {
        let submit = setup.workload.get(next).map(|spec| spec.submit);
        let end = running.peek().map(|&Reverse((at, _))| at);
        let Some(now) = [submit, end, engine.next_timeout()]
            .into_iter()
            .flatten()
            .min()
        else {
            return sink;
        };
        engine.advance(now).unwrap();
        let mut ended = Vec::new();
        while let Some(&Reverse((at, index))) = running.peek()
            && at == now
        {
            running.pop();
            ended.push(index);
        }
        loop {
            let arrives = setup
                .workload
                .get(next)
                .is_some_and(|spec| spec.submit == now);
            if arrives && (ended.is_empty() || random.below(2) == 0) {
                let request = setup.workload[next].request();
                tickets.push(engine.submit(request, next as u64, &mut sink).unwrap());
                next += 1;
            } else if !ended.is_empty() {
                let index = ended.swap_remove(random.below(ended.len() as u64) as usize);
                engine.complete(tickets[index], &mut sink).unwrap();
                let again = engine.complete(tickets[index], &mut sink);
                assert_eq!(again, Err(EngineError::NoSuchJob));
            } else {
                break;
            }
        }
        engine.decide(&mut policy, &mut sink).unwrap();
        for (job, index) in std::mem::take(&mut sink.fresh) {
            let spec = &setup.workload[index];
            assert_eq!(engine.ticket(job), Some(tickets[index]));
            // A job that outruns its estimate is killed by the engine, if kills are on.
            if !setup.kill_at_estimate || spec.runtime <= spec.estimate {
                running.push(Reverse((now.after(spec.runtime), index)));
            }
        }
    }
}

#[test]
fn live_equals_simulated() {
    let plain = [
        Choice::Fcfs(Order::Submitted),
        Choice::Easy(Order::Submitted, None, usize::MAX),
        Choice::Conservative(Order::Submitted, usize::MAX),
    ];
    let choices = every_choice();
    for seed in 0..2_000 {
        let mut random = Random::new(seed, 31);
        let jobs = workload(&mut random, 40, NODES);
        // All under each policy, and alternating with other orders and depths.
        let others = choices.iter().skip(seed as usize % 7).step_by(7);
        for &choice in plain.iter().chain(others) {
            let setup = Setup::cluster(&jobs, NODES).with_kill_at_estimate(random.below(2) == 0);
            let (expected, metrics, most) = simulated(setup, choice);
            assert!(most < 40, "slots are used again");
            let (starts, sums) = streamed(setup, choice, most);
            assert_eq!(starts.of, expected.of, "{seed} {choice:?} streamed");
            assert_eq!(starts.killed, expected.killed, "{seed} {choice:?} streamed");
            assert_eq!(sums, metrics, "{seed} {choice:?} streamed");
            let starts = live(setup, choice, most, &mut random);
            assert_eq!(starts.of, expected.of, "{seed} {choice:?} live");
            assert_eq!(starts.killed, expected.killed, "{seed} {choice:?} live");
        }
    }
}

#[test]
fn long_queues_live_equal_simulated() {
    for seed in 0..8 {
        let mut random = Random::new(seed, 32);
        let jobs = burst(&mut random);
        let setup = Setup::cluster(&jobs, NODES).with_kill_at_estimate(seed % 2 == 0);
        for choice in [
            Choice::Easy(
                Order::ALL[seed as usize % Order::ALL.len()],
                None,
                usize::MAX,
            ),
            Choice::Conservative(Order::Submitted, usize::MAX),
        ] {
            let (expected, _, most) = simulated(setup, choice);
            let starts = live(setup, choice, most, &mut random);
            assert_eq!(starts.of, expected.of, "{seed} {choice:?}");
            assert_eq!(starts.killed, expected.killed, "{seed} {choice:?}");
        }
    }
}

#[test]
fn too_few_slots_are_an_error_with_the_job() {
    let jobs = [job(0, 1, 10, 10), job(5, 1, 10, 10)];
    let mut storage = Boxed::new(1, 4, 0, 1);
    let mut stream = Stream::new(Setup::open(1, 4), storage.as_storage()).unwrap();
    let mut source = jobs.iter().copied().enumerate().peekable();
    let error = stream
        .run(&mut source, &mut Fcfs::new(), &mut ())
        .unwrap_err();
    assert_eq!((error.tag, error.error), (1, SubmitError::NoSlot));
    assert_eq!(error.at, Time::from_seconds(5));
}

#[test]
fn a_stream_that_runs_backwards_is_refused() {
    let jobs = [job(5, 1, 10, 10), job(4, 1, 10, 10)];
    let mut storage = Boxed::new(2, 4, 0, 1);
    let mut stream = Stream::new(Setup::open(2, 4), storage.as_storage()).unwrap();
    let mut source = jobs.iter().copied().enumerate().peekable();
    let error = stream
        .run(&mut source, &mut Fcfs::new(), &mut ())
        .unwrap_err();
    let (submit, now) = (Time::from_seconds(4), Time::from_seconds(5));
    assert_eq!(error.error, SubmitError::OutOfOrder { submit, now });
}

/// An engine on four nodes with a running job of three of them and a waiting one.
fn busy(storage: &mut Boxed) -> (Engine<'_>, Ticket, Ticket) {
    let mut engine = Engine::new(Setup::open(4, 4), storage.as_storage()).unwrap();
    let request = |job: JobSpec| job.request();
    let first = engine
        .submit(request(job(0, 3, 60, 60)), 1, &mut ())
        .unwrap();
    let second = engine
        .submit(request(job(0, 2, 60, 60)), 2, &mut ())
        .unwrap();
    engine.decide(&mut Fcfs::new(), &mut ()).unwrap();
    (engine, first, second)
}

#[test]
fn a_cancelled_job_frees_its_nodes_and_slot() {
    let mut storage = Boxed::new(4, 4, 0, 1);
    let (mut engine, first, second) = busy(&mut storage);
    engine.advance(Time::from_seconds(20)).unwrap();
    engine.cancel(first, &mut ()).unwrap();
    engine.decide(&mut Fcfs::new(), &mut ()).unwrap();
    let started = engine.view().started(second.job());
    assert_eq!(started, Some(Time::from_seconds(20)));
    assert_eq!(engine.cancel(first, &mut ()), Err(EngineError::NoSuchJob));
    // Its slot goes to the next; the old ticket does not name that one.
    let third = engine
        .submit(job(0, 1, 9, 9).request(), 3, &mut ())
        .unwrap();
    assert_eq!(third.job(), first.job());
    assert_eq!(engine.complete(first, &mut ()), Err(EngineError::NoSuchJob));
}

#[test]
fn a_new_estimate_moves_the_kill() {
    let mut storage = Boxed::new(4, 4, 0, 1);
    let (mut engine, first, second) = busy(&mut storage);
    engine.advance(Time::from_seconds(20)).unwrap();
    engine
        .set_estimate(first, Duration::from_seconds(90))
        .unwrap();
    assert_eq!(engine.next_timeout(), Some(Time::from_seconds(90)));
    // Shorter than it has run: it is killed now.
    engine
        .set_estimate(first, Duration::from_seconds(15))
        .unwrap();
    assert_eq!(engine.next_timeout(), Some(Time::from_seconds(20)));
    engine.decide(&mut Fcfs::new(), &mut ()).unwrap();
    let started = engine.view().started(second.job());
    assert_eq!(started, Some(Time::from_seconds(20)));
}

#[test]
fn invalid_calls_are_refused_without_effect() {
    let mut storage = Boxed::new(4, 4, 0, 1);
    let (mut engine, first, second) = busy(&mut storage);
    engine.advance(Time::from_seconds(20)).unwrap();
    let before = format!("{engine:?}");
    let earlier = engine.advance(Time::from_seconds(19));
    let (now, then) = (Time::from_seconds(19), Time::from_seconds(20));
    assert_eq!(earlier, Err(EngineError::Backwards { now, before: then }));
    assert_eq!(
        engine.complete(second, &mut ()),
        Err(EngineError::NotRunning)
    );
    let none = engine.set_estimate(first, Duration::ZERO);
    assert_eq!(none, Err(EngineError::NoEstimate));
    let cases = [
        (job(0, 0, 9, 9), SubmitError::NoWidth),
        (
            job(0, 5, 9, 9),
            SubmitError::TooWide {
                nodes: 5,
                machine: 4,
            },
        ),
        (job(0, 1, 9, 0), SubmitError::NoEstimate),
        (job(0, 1, 9, 8_000_000_000), SubmitError::NoEstimate),
    ];
    for (job, error) in cases {
        assert_eq!(engine.submit(job.request(), 9, &mut ()), Err(error));
    }
    assert_eq!(format!("{engine:?}"), before);
}

/// A job of 30 s by its estimate is overdue at 195 s, as there was no call meanwhile; then
/// its estimate becomes 200. It started at 0: so it is to be killed at 200, whatever
/// estimates came in between.
#[test]
fn a_new_estimate_of_an_overdue_job_counts_from_its_start() {
    let seconds = Time::from_seconds;
    let mut storage = Boxed::new(4, 4, 0, 1);
    let mut engine = Engine::new(Setup::open(4, 4), storage.as_storage()).unwrap();
    let request = job(0, 3, 30, 30).request();
    let late = engine.submit(request, 1, &mut ()).unwrap();
    engine.decide(&mut Fcfs::new(), &mut ()).unwrap();
    engine.advance(seconds(195)).unwrap();
    let mut set = |estimate| {
        let estimate = Duration::from_seconds(estimate);
        engine.set_estimate(late, estimate).unwrap();
        engine.next_timeout()
    };
    assert_eq!(set(200), Some(seconds(200)));
    // The time it has run is not forgotten.
    assert_eq!(set(100), Some(seconds(195)), "now");
    assert_eq!(set(250), Some(seconds(250)));
    assert_eq!(set(200), Some(seconds(200)));
    engine.decide(&mut Fcfs::new(), &mut ()).unwrap();
    assert_eq!(engine.next_timeout(), Some(seconds(200)), "it runs on");
    engine.advance(seconds(200)).unwrap();
    engine.decide(&mut Fcfs::new(), &mut ()).unwrap();
    let over = engine.complete(late, &mut ());
    assert_eq!(over, Err(EngineError::NoSuchJob), "it was killed");
}

/// A clock at its last instant: nothing overflows, and a job submitted then is refused.
#[test]
fn the_last_instant_there_is_can_be_reached() {
    for choice in every_choice() {
        let mut storage = Boxed::new(4, 4, 0, 1);
        let mut engine = Engine::new(Setup::open(4, 4), storage.as_storage()).unwrap();
        let mut buffers = Buffers::new(4);
        let mut policy = buffers.policy(choice);
        let request = job(0, 3, 30, 30).request();
        let first = engine.submit(request, 1, &mut ()).unwrap();
        engine.decide(&mut policy, &mut ()).unwrap();
        engine.advance(Time::MAX).unwrap();
        // It would end out of range.
        let refused = engine.submit(request, 2, &mut ());
        assert_eq!(refused.unwrap_err(), SubmitError::TooLong, "{choice:?}");
        let _ = engine.set_estimate(first, Duration(u64::MAX));
        engine.decide(&mut policy, &mut ()).unwrap();
        assert_eq!(engine.advance(Time::MAX), Ok(()), "{choice:?}");
    }
}

/// A view answers for any id; for a job that does not exist, with empty values.
#[test]
fn a_view_answers_for_unknown_ids() {
    let mut storage = Boxed::new(4, 4, 0, 1);
    let (engine, ..) = busy(&mut storage);
    let view = engine.view();
    for index in [4, 77, u32::MAX as usize - 1] {
        let nobody = JobId::new(index);
        assert_eq!(view.phase(nobody), Phase::Future);
        assert_eq!((view.nodes_of(nobody), view.request(nobody).nodes), (0, 0));
        assert_eq!(view.entered(nobody), None);
        assert_eq!((view.started(nobody), view.completed(nobody)), (None, None));
        assert_eq!(view.tag(nobody), index as u64);
        assert_eq!(view.held(nobody).count(), 0);
        assert_eq!(view.executed(nobody), Duration::ZERO);
        assert_eq!(view.server_of(nobody), None);
    }
}
