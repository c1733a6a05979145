//! Nodes: never more memory resident than there is, never two jobs of a class.

use std::collections::HashMap;

use cosched_core::engine::{Detail, Policy, Setup, StartReason, View};
use cosched_core::machine::{MemorySetup, Swapping};
use cosched_core::{
    Context, Duration, Event, JobId, JobSpec, Rate, Sink, StartError, Time, TransferRate,
};

use super::{CAPACITY, NODES, everywhere};
use crate::common::run;

/// Nodes held by each job, checked after every instant.
#[derive(Default)]
struct Nodes {
    held: HashMap<JobId, Vec<u32>>,
    running: HashMap<u32, JobId>,
    instants: usize,
}

impl Sink for Nodes {
    fn record(&mut self, _: Time, event: Event) {
        match event {
            Event::Suspended(job) => self.running.retain(|_, other| *other != job),
            Event::Completed(job) | Event::Killed(job, _) => {
                self.running.retain(|_, other| *other != job);
                self.held.remove(&job);
            }
            _ => {}
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        self.instants += 1;
        let memory = view.memory().unwrap();
        for node in 0..NODES {
            let here = memory.residents(node).map(|(job, _)| job);
            for job in here {
                assert!(self.held[&job].contains(&node));
            }
            assert!(memory.resident(node) <= CAPACITY);
            if memory.setup().swapping == Swapping::Exact {
                let sum: u32 = memory
                    .residents(node)
                    .map(|(_, resident)| resident.resident().0)
                    .sum();
                assert!(sum <= CAPACITY.0, "{sum}");
            }
        }
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { job, ref nodes } = *detail {
            self.holds(job, nodes.clone());
        }
    }
}

impl Nodes {
    fn holds(&mut self, job: JobId, nodes: cosched_core::machine::Intervals<'_>) {
        let nodes: Vec<u32> = nodes
            .flat_map(|(first, count)| first..first + count)
            .collect();
        for node in &nodes {
            let before = self.running.insert(*node, job);
            assert_eq!(before, None, "one job runs on a node at a time");
        }
        let before = self.held.insert(job, nodes.clone());
        assert!(
            before.is_none_or(|before| before == nodes),
            "jobs never move"
        );
    }
}

#[test]
fn memory_resident_on_a_node_never_exceeds_it() {
    everywhere(Nodes::default, |nodes, _, _| {
        assert!(nodes.instants > 50 && nodes.held.is_empty());
    });
}

/// Start times and nodes of jobs, and ends.
#[derive(Default)]
struct StartRecorder {
    starts: Vec<(Time, JobId, Vec<u32>)>,
    ends: HashMap<JobId, Time>,
    now: Time,
}

impl Sink for StartRecorder {
    fn record(&mut self, at: Time, event: Event) {
        self.now = at;
        if let Event::Completed(job) | Event::Killed(job, _) = event {
            self.ends.insert(job, at);
        }
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { job, ref nodes } = *detail {
            self.holds(job, nodes.clone());
        }
    }
}

impl StartRecorder {
    fn holds(&mut self, job: JobId, nodes: cosched_core::machine::Intervals<'_>) {
        if self.starts.iter().all(|(_, other, _)| *other != job) {
            let nodes = nodes.flat_map(|(first, count)| first..first + count);
            self.starts.push((self.now, job, nodes.collect()));
        }
    }
}

#[test]
fn two_jobs_of_a_class_never_share_a_node() {
    let mut shared = 0;
    everywhere(
        StartRecorder::default,
        |StartRecorder { starts, ends, .. }, _, classes| {
            for (index, (from, job, nodes)) in starts.iter().enumerate() {
                for (_, other, theirs) in &starts[..index] {
                    let meet =
                        ends[other] > *from && nodes.iter().any(|node| theirs.contains(node));
                    let one_class = classes[job.index()] == classes[other.index()];
                    assert!(!(meet && one_class), "{job:?} and {other:?}");
                    shared += usize::from(meet);
                }
            }
        },
    );
    assert!(
        shared > 1000,
        "jobs of different classes do share: {shared}"
    );
}

#[test]
fn a_node_takes_no_more_jobs_than_it_may() {
    struct Second;
    impl Policy for Second {
        fn schedule(&mut self, context: &mut Context<'_, '_>) {
            if context.now() == Time::ZERO {
                let [first, second] = [JobId::new(0), JobId::new(1)];
                context.start_at(first, &[0], StartReason::Head).unwrap();
                context.suspend(first).unwrap();
                let refused = context.start_at(second, &[0], StartReason::Head);
                assert_eq!(refused, Err(StartError::NoRoom));
                for nodes in [[1, 0].as_slice(), &[1, 1], &[9], &[]] {
                    let refused = context.start_at(second, nodes, StartReason::Head);
                    assert_eq!(refused, Err(StartError::NoRoom), "{nodes:?}");
                }
                context.start_at(second, &[1], StartReason::Head).unwrap();
                context.resume(first, Rate::FULL).unwrap();
            }
        }
    }
    let job = JobSpec::exact(Time::ZERO, Duration::from_seconds(5), 1);
    let jobs = [job, job];
    let setup = Setup::cluster(&jobs, 2).with_memory(MemorySetup::new(
        CAPACITY,
        TransferRate::per_second(1),
        1,
    ));
    let five = Time::from_seconds(5);
    let times = run(setup, &mut Second, &mut ());
    assert_eq!(times, [(Time::ZERO, five), (Time::ZERO, five)]);
}
