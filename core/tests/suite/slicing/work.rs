//! Work and overheads: every second executed and every load counted once.

use std::collections::HashMap;

use cosched_core::engine::{Policy, Setup, StartReason};
use cosched_core::exact::Sum;
use cosched_core::machine::MemorySetup;
use cosched_core::policy::slicing::{Classes, ScojoPect};
use cosched_core::{
    Context, Digest, Duration, Event, JobId, JobSpec, Memory, Metrics, Rate, Simulation, Sink,
    Time, TransferRate,
};

use super::{NODES, PolicyStorage, every_slicing, everywhere, shared_workload};
use crate::common::{Boxed, run};

/// Progress of each job, and its payments.
#[derive(Default)]
struct Work {
    since: HashMap<JobId, Time>,
    done: HashMap<JobId, u64>,
    paid: HashMap<JobId, u64>,
}

impl Sink for Work {
    fn record(&mut self, at: Time, event: Event) {
        let job = event.job();
        match event {
            Event::Started(..) | Event::Resumed(_) | Event::Loaded(_) => {
                self.since.insert(job, at);
            }
            Event::Loading(..) => {
                self.since.remove(&job);
            }
            Event::Suspended(_) | Event::Completed(_) | Event::Killed(..) => {
                if let Some(since) = self.since.remove(&job) {
                    *self.done.entry(job).or_default() += at.since(since).0;
                }
            }
            Event::SwappedOut(_, swap) => {
                *self.paid.entry(job).or_default() += swap.time.round_up().0
            }
            _ => {}
        }
    }
}

#[test]
fn time_executed_is_work_and_what_was_paid_for_swapping() {
    let mut paid = 0;
    everywhere(Work::default, |work, setup, _| {
        if setup.has_parts() {
            return; // what is reported of it is rounded
        }
        for (index, spec) in setup.workload.iter().enumerate() {
            let job = JobId::new(index);
            let limit = if setup.kill_at_estimate {
                spec.runtime.min(spec.estimate)
            } else {
                spec.runtime
            };
            let owed = work.paid.get(&job).copied().unwrap_or(0);
            assert_eq!(work.done[&job], limit.0 + owed, "job {index}");
            paid += owed;
        }
    });
    assert!(paid > 0, "somebody is swapped out");
}

/// Time spent loading, from instant to instant, and paid for swapping.
#[derive(Default)]
struct OverheadRecorder {
    since: HashMap<JobId, Time>,
    loading: u64,
    swapping: u64,
}

impl Sink for OverheadRecorder {
    fn record(&mut self, at: Time, event: Event) {
        let job = event.job();
        match event {
            Event::Loading(..) => {
                self.since.insert(job, at);
            }
            Event::Loaded(_) | Event::LoadCut(..) => {
                let since = self.since.remove(&job).unwrap();
                self.loading += at.since(since).0;
            }
            Event::SwappedOut(_, swap) => self.swapping += swap.time.round_up().0,
            _ => {}
        }
    }
}

#[test]
fn metrics_count_every_job_and_every_load_once() {
    let mut parts = [0; 3];
    everywhere(
        || (Metrics::new(), OverheadRecorder::default()),
        |(metrics, paid), setup, _| {
            if setup.has_parts() {
                return; // what is reported of it is rounded
            }
            assert_eq!(metrics.jobs as usize, setup.workload.len());
            let overhead = metrics.overhead;
            assert_eq!(overhead.total(), u128::from(paid.loading + paid.swapping));
            assert_eq!(overhead.swap_out.nanoseconds(), u128::from(paid.swapping));
            assert!(overhead.of_nodes.nanoseconds() >= overhead.total());
            let found = [overhead.first_load, overhead.reload, overhead.swap_out];
            for (sum, part) in parts.iter_mut().zip(found) {
                *sum += part.nanoseconds();
            }
        },
    );
    assert!(
        parts.iter().all(|part| *part > 0),
        "each happens: {parts:?}"
    );
}

#[test]
fn used_buffers_give_the_same_digest_again() {
    let (jobs, classes) = shared_workload(3);
    let (slicing, memory) = every_slicing().remove(0);
    let setup = Setup::cluster(&jobs, NODES).with_memory(memory);
    let mut own = PolicyStorage::new(jobs.len());
    let mut storage = Boxed::new(jobs.len(), NODES as usize, 0, 3);
    let mut digests = Vec::new();
    for _ in 0..2 {
        let given = Classes::Given(&classes);
        let mut policy = ScojoPect::new(&slicing, given, own.buffers(), &setup).unwrap();
        let mut digest = Digest::default();
        Simulation::new(setup, storage.as_storage())
            .unwrap()
            .run(&mut policy, &mut digest);
        digests.push(digest);
    }
    assert_eq!(digests[0], digests[1]);
}

/// Suspended at 4 s in the middle of a load of 10 s, resumed at 6.
struct InTheMiddle;

impl Policy for InTheMiddle {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let job = JobId::new(0);
        match context.now().0 / 1_000_000_000 {
            0 => {
                context.start_at(job, &[1, 3], StartReason::Head).unwrap();
                context.wake_at(Time::from_seconds(4)).unwrap();
            }
            4 => {
                assert_eq!(context.suspend(job), Ok(()));
                assert_eq!(context.load_time(job), Duration::from_seconds(6).into());
                assert!(context.can_resume(job));
                context.wake_at(Time::from_seconds(6)).unwrap();
            }
            6 => assert_eq!(context.resume(job, Rate::FULL), Ok(())),
            _ => {}
        }
    }
}

#[test]
fn a_load_cut_short_keeps_what_was_loaded() {
    let ten = Memory::from_mebibytes(10);
    let jobs = [JobSpec::exact(Time::ZERO, Duration::from_seconds(5), 2).with_memory(ten)];
    let memory = MemorySetup::new(ten, TransferRate::from_mebibytes(1), 1);
    let setup = Setup::cluster(&jobs, 4).with_memory(memory);
    let mut sink = (Metrics::new(), OverheadRecorder::default());
    let times = run(setup, &mut InTheMiddle, &mut sink);
    // 4 s and 6 s of loading, 5 s of work.
    assert_eq!(times, [(Time::ZERO, Time::from_seconds(17))]);
    let ten_seconds = 10_000_000_000;
    let overhead = sink.0.overhead;
    assert_eq!(overhead.first_load.nanoseconds(), u128::from(ten_seconds));
    assert_eq!((overhead.reload, sink.1.loading), (Sum::ZERO, ten_seconds));
}
