//! Runs in many eras, with the same results as in one.

use std::iter::{Enumerate, Peekable};

use cosched_core::engine::{Setup, Source, Stream};
use cosched_core::policy::Fcfs;
use cosched_core::random::Random;
use cosched_core::{Digest, Duration, Event, JobSpec, Metrics, Sink, Time, View};

use crate::common::{Boxed, Buffers, Choice, every_choice, job, workload};
use crate::watch::NODES;

/// Begins an era whenever possible.
struct EraSource<I: Iterator> {
    jobs: Peekable<Enumerate<I>>,
    // Begin of the present era.
    from: Time,
}

impl<I: Iterator<Item = JobSpec>> Source for EraSource<I> {
    fn next_submit(&mut self) -> Option<Time> {
        let submit = self.jobs.next_submit()?;
        Some(Time(submit.since(self.from).0))
    }

    fn submit(&mut self) -> Option<(u64, JobSpec)> {
        let (tag, job) = self.jobs.submit()?;
        let submit = Time(job.submit.since(self.from).0);
        Some((tag, job.with_submit(submit)))
    }

    fn begins_era(&mut self, now: Time) -> bool {
        self.from = self.from.after(Duration(now.0));
        true
    }
}

/// Every event by one clock, and the metrics.
#[derive(Default)]
struct OneClock {
    from: u64,
    eras: u32,
    digest: Digest,
    metrics: Metrics,
}

impl Sink for OneClock {
    fn record(&mut self, at: Time, event: Event) {
        self.digest
            .record(Time(self.from.wrapping_add(at.0)), event);
        self.metrics.record(at, event);
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        self.metrics.instant(view);
    }

    fn era(&mut self, from: Time) {
        assert!(
            from > Time::ZERO,
            "an era has begun at this instant already"
        );
        self.from = self.from.wrapping_add(from.0);
        self.eras += 1;
        self.metrics.era(from);
    }
}

fn run(source: &mut impl Source, choice: Choice) -> OneClock {
    let slots = 40;
    let mut storage = Boxed::new(slots, NODES as usize, 0, 1);
    let mut buffers = Buffers::new(slots);
    let setup = Setup::open(slots as u32, NODES);
    let mut sink = OneClock::default();
    Stream::new(setup, storage.as_storage())
        .unwrap()
        .run(source, &mut buffers.policy(choice), &mut sink)
        .unwrap();
    sink
}

/// All metrics except the first and last instants.
fn metrics_without_bounds(metrics: &Metrics) -> impl PartialEq + std::fmt::Debug {
    (
        [metrics.jobs, metrics.killed, metrics.backfilled],
        [metrics.total_wait, metrics.total_response, metrics.work],
        metrics.longest_wait,
        (metrics.span(), metrics.makespan()),
        [
            metrics.mean_slowdown(),
            metrics.mean_bounded_slowdown(),
            metrics.utilisation(NODES),
        ]
        .map(f64::to_bits),
    )
}

#[test]
fn many_eras_are_as_one() {
    let choices = every_choice();
    for seed in 0..300 {
        let mut random = Random::new(seed, 41);
        let mut jobs = workload(&mut random, 60, NODES);
        // Gaps in which the machine falls idle, and some in which it may not.
        let mut later = Duration::ZERO;
        for job in &mut jobs {
            later.0 += match random.below(6) {
                0 => random.below(400_000_000_000),
                _ => 0,
            };
            job.submit = job.submit.after(later);
        }
        let choice = choices[seed as usize % choices.len()];
        let one = run(&mut jobs.iter().copied().enumerate().peekable(), choice);
        let mut restless = EraSource {
            jobs: jobs.iter().copied().enumerate().peekable(),
            from: Time::ZERO,
        };
        let many = run(&mut restless, choice);
        assert!(one.eras == 0 && many.eras > 2, "{seed}: {}", many.eras);
        assert_eq!(many.digest, one.digest, "{seed} {choice:?}");
        assert_eq!(
            metrics_without_bounds(&many.metrics),
            metrics_without_bounds(&one.metrics),
            "{seed} {choice:?}"
        );
    }
}

/// Jobs on two nodes for ten seconds, two hundred years from one to the next.
struct Rarely {
    left: u32,
    next: Time,
}

const CENTURY: u64 = 100 * 365 * 86_400;

impl Source for Rarely {
    fn next_submit(&mut self) -> Option<Time> {
        (self.left > 0).then_some(self.next)
    }

    fn submit(&mut self) -> Option<(u64, JobSpec)> {
        let submit = self.next_submit()?;
        self.left -= 1;
        self.next = submit.after(Duration::from_seconds(2 * CENTURY));
        Some((0, job(0, 2, 10, 10).with_submit(submit)))
    }

    fn begins_era(&mut self, now: Time) -> bool {
        self.next = Time(self.next.since(now).0);
        true
    }
}

#[test]
fn the_clock_bounds_no_run_that_is_idle_now_and_then() {
    let mut storage = Boxed::new(1, 4, 0, 1);
    let mut sink = OneClock::default();
    let mut source = Rarely {
        left: 50,
        next: Time::ZERO,
    };
    let stream = Stream::new(Setup::open(1, 4), storage.as_storage());
    let ended = stream
        .unwrap()
        .run(&mut source, &mut Fcfs::new(), &mut sink);
    // An era begins at the end of each job but the last, ten seconds into the two
    // hundred years.
    assert_eq!(ended, Ok(Time::from_seconds(2 * CENTURY)));
    let OneClock { metrics, eras, .. } = sink;
    // 9 800 years, where the clock holds 584, and the last ten seconds.
    let span = (49 * 2 * u128::from(CENTURY) + 10) * 1_000_000_000;
    assert_eq!((metrics.jobs, eras, metrics.span()), (50, 49, span));
    assert_eq!(metrics.makespan(), Duration::MAX);
    let useful = 50.0 * 2.0 * 10.0 * 1e9;
    assert_eq!(metrics.utilisation(4), useful / (4.0 * span as f64));
}
