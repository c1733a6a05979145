//! Every verb of the context, in runs small enough to check by hand.

use crate::common::Boxed;
use cosched_core::engine::{Fate, KillReason, Placement, Policy, Setup, StartReason};
use cosched_core::{
    Context, Duration, Event, Exact, JobId, JobSpec, Rate, ServerId, Simulation, Sink, StartError,
    Time,
};

/// A policy as a closure.
pub(crate) struct ClosurePolicy<F>(pub(crate) F);

impl<F: FnMut(&mut Context<'_, '_>)> Policy for ClosurePolicy<F> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        (self.0)(context);
    }
}

/// Records every event.
#[derive(Default)]
pub(crate) struct Log(pub(crate) Vec<(u64, Event)>);

impl Sink for Log {
    fn record(&mut self, at: Time, event: Event) {
        self.0.push((at.0 / 1_000_000_000, event));
    }
}

pub(crate) fn run(
    setup: Setup<'_>,
    schedule: impl FnMut(&mut Context<'_, '_>),
) -> (Vec<Option<Time>>, Log) {
    let jobs = setup.workload.len();
    let mut storage = Boxed::new(
        jobs,
        setup.nodes as usize,
        setup.server_setup.servers.len(),
        4,
    );
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let mut log = Log::default();
    simulation.run(&mut ClosurePolicy(schedule), &mut log);
    let ends = (0..jobs).map(|index| simulation.completed(index)).collect();
    (ends, log)
}

pub(crate) fn at(seconds: u64) -> Option<Time> {
    Some(Time::from_seconds(seconds))
}

pub(crate) const fn exact(submit: u64, nodes: u32, runtime: u64) -> JobSpec {
    JobSpec::exact(
        Time::from_seconds(submit),
        Duration::from_seconds(runtime),
        nodes,
    )
}

/// A moldable job of 12 s at full rate on half the rate takes 24 s, and leaves
/// the other two nodes free: the second job starts beside it.
#[test]
fn start_on_takes_other_nodes_at_another_rate() {
    let work = [exact(0, 4, 12), exact(0, 2, 5)];
    let (ends, _) = run(Setup::cluster(&work, 4), |context| {
        if let Some(job) = context.head() {
            let half = Rate::new(1, 2);
            let started = context.start_on(job, 2, half, StartReason::Head);
            assert_eq!(started, Ok(()));
            assert_eq!((context.nodes_of(job), context.free_nodes()), (2, 2));
            let next = context.head().unwrap();
            assert_eq!(context.start(next, StartReason::Head), Ok(()));
            assert_eq!(context.free_nodes(), 0);
            assert_eq!(
                context.start(next, StartReason::Head),
                Err(StartError::NotWaiting)
            );
        }
    });
    assert_eq!(ends, [at(24), at(5)]);
}

/// Two machine-wide jobs of 3 s that take turns of 1 s: 5 and 6.
#[test]
fn admit_and_set_rate_let_a_policy_keep_its_own_matrix() {
    let work = [exact(0, 8, 3), exact(0, 8, 3)];
    let mut turn = 0;
    let (ends, log) = run(Setup::cluster(&work, 8), |context| {
        while let Some(job) = context.head() {
            context.admit(job).unwrap();
        }
        let running: Vec<JobId> = context.running().collect();
        for (index, &job) in running.iter().enumerate() {
            let on = index == turn % running.len();
            context
                .set_rate(job, if on { Rate::FULL } else { Rate::STOPPED })
                .unwrap();
        }
        turn += 1;
        if !running.is_empty() {
            let next = context.now().after(Duration::from_seconds(1));
            context.wake_at(next).unwrap();
        }
    });
    assert_eq!(ends, [at(5), at(6)]);
    assert!(
        log.0
            .contains(&(0, Event::Started(JobId::new(0), StartReason::Admitted)))
    );
}

/// Job 0 runs 0-4 on nodes 0-2, leaves them to job 1 for 4-6, and goes on 6-12.
#[test]
fn suspend_lends_nodes_and_resume_takes_the_same_ones() {
    let work = [exact(0, 3, 10), exact(4, 3, 2)];
    let (first, second) = (JobId::new(0), JobId::new(1));
    let mut refused = false;
    let setup = Setup::cluster(&work, 4).with_suspended(1);
    let (ends, log) = run(setup, |context| match context.now().0 / 1_000_000_000 {
        0 => context.start(first, StartReason::Head).unwrap(),
        4 => {
            assert_eq!(
                context.resume(first, Rate::FULL),
                Err(StartError::NotSuspended)
            );
            context.suspend(first).unwrap();
            assert_eq!(context.suspended().collect::<Vec<_>>(), [first]);
            assert_eq!(
                context.set_rate(first, Rate::FULL),
                Err(StartError::NotRunning)
            );
            context.start(second, StartReason::Head).unwrap();
            refused = context.resume(first, Rate::FULL) == Err(StartError::NoRoom);
        }
        6 => {
            context.resume(first, Rate::FULL).unwrap();
            assert_eq!(context.held(first).collect::<Vec<_>>(), [(0, 3)]);
        }
        _ => {}
    });
    assert!(refused, "the nodes were lent");
    assert_eq!(ends, [at(12), at(6)]);
    assert!(log.0.contains(&(4, Event::Suspended(first))));
    assert!(log.0.contains(&(6, Event::Resumed(first))));
}

/// Job 0 is sent back at 3 and starts again from nothing at 5, when job 1, which got its
/// nodes, has ended: 5 + 10. Its position in the queue is its old one, ahead of job 2.
#[test]
fn kill_requeues_at_the_old_position_with_nothing_done() {
    let work = [exact(0, 4, 10), exact(3, 4, 2), exact(3, 4, 1)];
    let id = JobId::new;
    let (ends, log) = run(Setup::cluster(&work, 4), |context| {
        match context.now().0 / 1_000_000_000 {
            0 => context.start(id(0), StartReason::Head).unwrap(),
            3 => {
                context.kill(id(0), Fate::Requeue).unwrap();
                assert_eq!(context.queue().collect::<Vec<_>>(), [id(0), id(1), id(2)]);
                context.start(id(1), StartReason::Head).unwrap();
            }
            _ => {
                while let Some(job) = context.head() {
                    if context.start(job, StartReason::Head).is_err() {
                        break;
                    }
                }
            }
        }
    });
    assert_eq!(ends, [at(15), at(5), at(16)]);
    assert!(
        log.0
            .contains(&(3, Event::Killed(id(0), KillReason::Requeued)))
    );
}

/// A running job and a waiting one are dropped; the machine is free at once.
#[test]
fn kill_drops_for_good() {
    let work = [exact(0, 4, 10), exact(1, 4, 10), exact(2, 4, 1)];
    let id = JobId::new;
    let (ends, log) = run(Setup::cluster(&work, 4), |context| {
        match context.now().0 / 1_000_000_000 {
            0 => context.start(id(0), StartReason::Head).unwrap(),
            2 => {
                context.kill(id(0), Fate::Drop).unwrap();
                context.kill(id(1), Fate::Drop).unwrap();
                assert_eq!(context.kill(id(1), Fate::Drop), Err(StartError::NotRunning));
                context.start(id(2), StartReason::Head).unwrap();
            }
            _ => {}
        }
    });
    // A job that never started has no end.
    assert_eq!(ends, [at(2), None, at(3)]);
    let dropped = log
        .0
        .iter()
        .filter(|(_, event)| matches!(event, Event::Killed(..)));
    assert_eq!(dropped.count(), 2);
}

#[test]
fn wake_at_is_refused_for_now_and_the_past() {
    let work = [exact(5, 1, 1)];
    let mut woken = Vec::new();
    run(Setup::cluster(&work, 1), |context| {
        woken.push(context.now().0 / 1_000_000_000);
        if context.waiting() == 1 {
            let now = context.now();
            assert!(context.wake_at(now).is_err());
            assert!(context.wake_at(Time::ZERO).is_err());
            if woken.len() == 1 {
                context.wake_at(Time::from_seconds(6)).unwrap();
                context.wake_at(Time::from_seconds(9)).unwrap();
            } else {
                context.start(JobId::new(0), StartReason::Head).unwrap();
            }
        }
    });
    assert_eq!(woken, [5, 9, 10], "the later wish replaces the earlier one");
}

/// At half the rate since 0, suspended 2 to 4 with 9 s of work left, resumed at
/// a third: 4 + 27.
#[test]
fn resume_continues_at_the_requested_rate() {
    let work = [exact(0, 2, 10)];
    let id = JobId::new(0);
    let setup = Setup::cluster(&work, 2).with_suspended(1);
    let (ends, _) = run(setup, |context| match context.now().0 / 1_000_000_000 {
        0 => {
            let half = Rate::new(1, 2);
            context.start_on(id, 2, half, StartReason::Head).unwrap();
            context.wake_at(Time::from_seconds(2)).unwrap();
        }
        2 => {
            context.suspend(id).unwrap();
            context.wake_at(Time::from_seconds(4)).unwrap();
        }
        4 => context.resume(id, Rate::new(1, 3)).unwrap(),
        _ => {}
    });
    assert_eq!(ends, [at(31)]);
}

/// With room for one suspended job, and not one interval more than is needed.
#[test]
fn a_second_job_is_not_suspended_without_room_for_it() {
    let work = [exact(0, 1, 10), exact(0, 1, 10), exact(1, 2, 3)];
    let id = JobId::new;
    let setup = Setup::cluster(&work, 2).with_suspended(1);
    let mut storage = Boxed::new(3, 2, 0, 2);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let mut policy = ClosurePolicy(|context: &mut Context<'_, '_>| {
        if context.now() == Time::ZERO {
            context.start(id(0), StartReason::Head).unwrap();
            context.start(id(1), StartReason::Head).unwrap();
        } else if context.now() == Time::from_seconds(1) {
            context.suspend(id(0)).unwrap();
            let refused = context.suspend(id(1));
            assert_eq!(refused, Err(StartError::TooManySuspended));
        } else if context.resume(id(0), Rate::FULL).is_ok() {
            context.start(id(2), StartReason::Head).unwrap_err();
        } else if let Some(job) = context.head() {
            context.start(job, StartReason::Head).unwrap();
        }
    });
    simulation.run(&mut policy, &mut ());
    let ends = [0, 1, 2].map(|index| simulation.completed(index));
    assert_eq!(ends, [at(19), at(10), at(22)]);
}

#[test]
fn an_unknown_job_is_refused() {
    let work = [exact(0, 1, 1)];
    let unknown = JobId::new(7);
    run(Setup::cluster(&work, 1), |context| {
        let refused = Err(StartError::NotWaiting);
        assert_eq!(context.start(unknown, StartReason::Head), refused);
        assert_eq!(context.admit(unknown), refused);
        assert_eq!(
            context.start_on_server(unknown, ServerId::new(0), Placement::Mapped),
            refused
        );
        assert_eq!(
            context.set_rate(unknown, Rate::FULL),
            Err(StartError::NotRunning)
        );
        assert_eq!(
            context.kill(unknown, Fate::Drop),
            Err(StartError::NotRunning)
        );
        context.set_plan(unknown, Exact::ZERO);
        if let Some(job) = context.head() {
            context.start(job, StartReason::Head).unwrap();
        }
    });
}
