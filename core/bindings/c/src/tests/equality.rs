//! Decisions through C's functions equal those without them, in arenas of any alignment,
//! with invalid calls in between.

use std::vec;
use std::vec::Vec;

use cosched_core::engine::storage::{Job, TimerEntry};
use cosched_core::engine::{Detail, Engine, Setup, Sizes, Slot, Ticket};
use cosched_core::machine::Intervals;
use cosched_core::machine::profile::points_for;
use cosched_core::policy::{Conservative, Easy, Fcfs};
use cosched_core::random::Random;
use cosched_core::workload::Request;
use cosched_core::{Duration, Event, JobId, Profile, Sink, Storage, Time, machine};

use super::scheduler::{Machine, Scheduler};
use crate::calls::NEVER;
use crate::codes::Code;
use crate::handle::{DecisionEvent, KILLED, LAST, STARTED};

/// A decision on a job: its slot, whether it starts, and its nodes.
type Decision = (JobId, bool, Vec<(u32, u32)>);

/// Decisions of the engine itself.
#[derive(Default)]
struct Decisions(Vec<Decision>);

impl Sink for Decisions {
    fn record(&mut self, _: Time, event: Event) {
        match event {
            Event::Started(job, _) => self.0.push((job, true, Vec::new())),
            Event::Killed(job, _) => self.0.push((job, false, Vec::new())),
            _ => {}
        }
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { ref nodes, .. } = *detail {
            self.holds(nodes.clone());
        }
    }
}

impl Decisions {
    fn holds(&mut self, nodes: Intervals<'_>) {
        let last = self.0.last_mut().expect("it has just started");
        last.2.extend(nodes);
    }
}

/// Decisions of the engine itself under the policy with this number.
fn decide(number: i32, engine: &mut Engine<'_>, policy: &mut Reference<'_>) -> Vec<Decision> {
    let mut sink = Decisions::default();
    let result = match number {
        0 => engine.decide(&mut policy.0, &mut sink),
        1 => engine.decide(&mut policy.1, &mut sink),
        _ => engine.decide(&mut policy.2, &mut sink),
    };
    result.expect("the policy suits");
    sink.0
}

type Reference<'a> = (Fcfs, Easy<'a>, Conservative<'a>);

/// A span that is often usual, and sometimes the longest.
fn span(random: &mut Random) -> u64 {
    match random.below(40) {
        0 => LAST / 2,
        1 => LAST / 2 + 1,
        2 => random.below(LAST),
        3 => 0,
        _ => 1 + random.below(30),
    }
}

fn run(machine: Machine, begin: usize, steps: u64, random: &mut Random) {
    let setup = Setup::open(machine.slots, machine.nodes).with_kill_at_estimate(machine.kill);
    let points = points_for(setup.jobs());
    let (mut times, mut free) = (vec![Time::ZERO; 2 * points], vec![0; 2 * points]);
    let (times, free) = (times.split_at_mut(points), free.split_at_mut(points));
    let easy = Easy::new(Profile::new(times.0, free.0), setup.jobs()).unwrap();
    let planned = Conservative::new(Profile::new(times.1, free.1), setup.jobs()).unwrap();
    let mut policy = (Fcfs::new(), easy, planned);
    let sizes = Sizes::of(&setup);
    let storage = Storage {
        jobs: &mut vec![Job::EMPTY; sizes.jobs],
        slots: &mut vec![Slot::EMPTY; sizes.slots],
        free_words: &mut vec![0; sizes.free_words],
        intervals: &mut vec![machine::Interval::EMPTY; sizes.intervals],
        heap: &mut vec![TimerEntry::EMPTY; sizes.heap],
        heap_positions: &mut vec![0; sizes.heap],
        ..Storage::default()
    };
    let mut engine = Engine::new(setup, storage).unwrap();
    let mut scheduler = Scheduler::new(machine, begin);
    // All jobs ever, by their tags: C's ticket, and the engine's.
    let mut jobs: Vec<(u64, Ticket)> = Vec::new();
    for _ in 0..steps {
        call_both(&mut engine, &mut scheduler, &mut jobs, machine, random);
        if random.below(3) == 0 {
            let expected = decide(machine.policy, &mut engine, &mut policy);
            let found = scheduler.decide();
            compare(&expected, &found, &jobs, engine.now());
        }
        let now = engine.next_timeout().map_or(NEVER, |at| at.0);
        assert_eq!(scheduler.next_timeout(), now);
        assert_eq!(scheduler.now(), engine.now().0);
        let view = engine.view();
        let expected = [view.free_nodes(), view.waiting(), view.running()];
        assert_eq!(scheduler.counts(), expected);
    }
}

/// Makes one call to both, which accept or refuse equally.
fn call_both(
    engine: &mut Engine<'_>,
    scheduler: &mut Scheduler,
    jobs: &mut Vec<(u64, Ticket)>,
    machine: Machine,
    random: &mut Random,
) {
    let recent = jobs.len().saturating_sub(2 * machine.slots as usize);
    let among = (jobs.len() - recent).max(1) as u64;
    let chosen = jobs.get(recent + random.below(among) as usize).copied();
    match (random.below(6), chosen) {
        (0, _) => {
            let now = match random.below(3) {
                0 => engine.next_timeout().map_or(0, |at| at.0),
                1 => engine.now().0 + random.below(10),
                _ => engine.now().0.saturating_sub(random.below(2)),
            };
            let expected = if now > LAST {
                Code::TooLate
            } else {
                code(engine.advance(Time(now)).map_err(Code::from))
            };
            let found = scheduler.advance(now);
            assert_eq!(found, expected as i32);
        }
        (1, Some((ticket, job))) => {
            let expected = code(engine.complete(job, &mut ()).map_err(Code::from));
            let found = scheduler.complete(ticket);
            assert_eq!(found, expected as i32);
        }
        (2, Some((ticket, job))) if random.below(2) == 0 => {
            let expected = code(engine.cancel(job, &mut ()).map_err(Code::from));
            let found = scheduler.cancel(ticket);
            assert_eq!(found, expected as i32);
        }
        (3, Some((ticket, job))) => set_estimate(engine, scheduler, ticket, job, random),
        _ => submit(engine, scheduler, jobs, machine, random),
    }
}

fn set_estimate(
    engine: &mut Engine<'_>,
    scheduler: &mut Scheduler,
    ticket: u64,
    job: Ticket,
    random: &mut Random,
) {
    let estimate = span(random);
    let found = scheduler.set_estimate(ticket, estimate);
    // The engine itself accepts jobs that end out of range.
    if found != Code::TooLong as i32 {
        let expected = engine.set_estimate(job, Duration(estimate));
        assert_eq!(found, code(expected.map_err(Code::from)) as i32);
    }
}

fn submit(
    engine: &mut Engine<'_>,
    scheduler: &mut Scheduler,
    jobs: &mut Vec<(u64, Ticket)>,
    machine: Machine,
    random: &mut Random,
) {
    let (tag, estimate) = (jobs.len() as u64, span(random));
    let nodes = match random.below(10) {
        0 => random.below(u64::from(machine.nodes) + 2) as u32,
        _ => 1 + random.below(u64::from(machine.nodes.div_ceil(2))) as u32,
    };
    let request = Request::new(Duration(estimate), nodes);
    let expected = engine.submit(request, tag, &mut ()).map_err(Code::from);
    let (found, ticket) = scheduler.submit(nodes, estimate, tag);
    assert_eq!(found, code(expected.map(|_| ())) as i32);
    match expected {
        Ok(job) => {
            assert!(jobs.iter().all(|&(other, _)| other != ticket) && ticket != 0);
            jobs.push((ticket, job));
        }
        Err(_) => assert_eq!(ticket, 0),
    }
}

fn code(result: Result<(), Code>) -> Code {
    result.into()
}

fn compare(
    expected: &[Decision],
    found: &[(DecisionEvent, Vec<(u32, u32)>)],
    jobs: &[(u64, Ticket)],
    now: Time,
) {
    assert_eq!(expected.len(), found.len());
    for ((job, started, nodes), (event, held)) in expected.iter().zip(found) {
        let (ticket, of) = jobs[event.tag as usize];
        assert_eq!((event.ticket, of.job(), event.at), (ticket, *job, now.0));
        assert_eq!(event.kind, if *started { STARTED } else { KILLED });
        assert_eq!(held, nodes);
        let count: u32 = nodes.iter().map(|&(_, count)| count).sum();
        assert_eq!(event.nodes, count);
    }
}

#[test]
fn decisions_are_those_of_the_engine() {
    // The interpreter that looks for undefined behaviour is a thousand times slower.
    let (seeds, steps) = if cfg!(miri) { (40, 60) } else { (3_000, 300) };
    for seed in 0..seeds {
        let mut random = Random::new(seed, 41);
        let machine = Machine {
            nodes: 1 + random.below(90) as u32,
            slots: 1 + random.below(12) as u32,
            policy: random.below(3) as i32,
            kill: random.below(2) == 0,
        };
        run(machine, seed as usize % 17, steps, &mut random);
    }
}
