//! Invariants of coscheduling, on random workloads.

use super::*;
use cosched_core::engine::{Detail, QuantumUse, View};
use cosched_core::{Digest, Event, JobId};

/// fixtures/papers/agile.md, 3.6, T-A1: where processes must run at once, there is nothing
/// for flexible coscheduling to fill gaps with, and Agile is gang scheduling.
#[test]
fn fine_grain_is_gang_scheduled_by_all() {
    for seed in 0..100 {
        let (nodes, jobs) = drawn(seed, Fine);
        for turns in [PLAIN, TurnRules::of(SECOND)] {
            let mut digests = [Digest::default(); 3];
            let [by_gang, by_flexible, by_agile] = &mut digests;
            gang_with(nodes, &jobs, turns, by_gang);
            flexible_with(nodes, &jobs, turns, by_flexible);
            agile_with(nodes, &jobs, Rules { turns, ..RULES }, by_agile);
            assert_eq!(digests, [digests[0]; 3], "{seed}");
        }
    }
}

/// Skipping cycles in which nothing changes has no effect.
#[test]
fn the_plain_way_gives_the_same() {
    let mut fewer = 0;
    for seed in 0..300 {
        let (nodes, jobs) = drawn(seed, Independent);
        // Short compared with the runtimes, which are not multiples of it.
        let quantum = Duration([SECOND.0, 70_000_000, 333_333_333][seed as usize % 3]);
        for turns in [TurnRules::of(quantum), TurnRules { quantum, ..PLAIN }] {
            let workload = Workload::new(&jobs);
            let mut digests = [Digest::default(); 2];
            let mut passes = [0; 2];
            for (fast, (digest, passes)) in digests.iter_mut().zip(&mut passes).enumerate() {
                let mut rows = BoxedRows::with_sizes(&RowSizes {
                    shares: fast * jobs.len(),
                    ..rows(nodes, jobs.len())
                });
                let gang = Gang::new(turns, nodes, jobs.len(), rows.as_buffers()).unwrap();
                let mut counted = CallCounter(gang, 0);
                workload.run(nodes, &mut counted, digest);
                *passes = counted.1;
            }
            assert_eq!(digests[0], digests[1], "{seed} {turns:?}");
            assert!(passes[1] <= passes[0]);
            fewer += usize::from(passes[1] < passes[0] / 2);
        }
    }
    assert!(fewer > 200, "{fewer}");
}

/// A policy, and the number of its calls.
struct CallCounter<P>(P, usize);

impl<P: Policy> Policy for CallCounter<P> {
    fn schedule(&mut self, context: &mut cosched_core::Context<'_, '_>) {
        self.1 += 1;
        self.0.schedule(context);
    }
}

/// Checks that no two jobs have a node in the same quantum.
struct ExclusivityGuard {
    // Time until which each node is taken.
    nodes: Vec<Time>,
}

impl Sink for ExclusivityGuard {
    fn record(&mut self, _: Time, _: Event) {}

    fn wants_quanta(&self) -> bool {
        true
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Occupies {
            job, nodes, until, ..
        } = *detail
        {
            self.occupies(job, nodes, until);
        }
    }
}

impl ExclusivityGuard {
    fn occupies(&mut self, job: JobId, nodes: &[u64], until: Time) {
        for (node, taken) in self.nodes.iter_mut().enumerate() {
            if nodes[node / 64] >> (node % 64) & 1 == 1 {
                assert!(*taken < until, "{job:?} on node {node}");
                *taken = until;
            }
        }
    }
}

/// No job ends sooner than it can, no job is lost, and a node is shared only with a job
/// that does not use all of it.
#[test]
fn no_job_gets_more_than_its_share() {
    for seed in 0..60 {
        for class in [Fine, Medium, Coarse, Independent] {
            let (nodes, jobs) = drawn(seed, class);
            let alone = || ExclusivityGuard {
                nodes: vec![Time::ZERO; nodes as usize],
            };
            let turns = TurnRules::of(SECOND);
            let mut ends = vec![gang_with(nodes, &jobs, turns, &mut alone())];
            ends.push(match class {
                Medium => flexible(nodes, &jobs, turns),
                _ => flexible_with(nodes, &jobs, turns, &mut alone()),
            });
            ends.push(agile_with(nodes, &jobs, RULES, &mut alone()));
            for schedule in ends {
                for (&(started, ended), job) in schedule.iter().zip(&jobs) {
                    let soonest = started * 1_000_000 + job.2;
                    assert!(started >= job.0 && ended >= soonest, "{seed} {class:?}");
                }
            }
        }
    }
}

/// A digest that may request a report of every quantum, so that none is skipped, checks the
/// use of their time, and counts instants.
#[derive(Default)]
struct QuantumSink {
    to_all: bool,
    digest: Digest,
    instants: usize,
}

impl Sink for QuantumSink {
    fn record(&mut self, at: Time, event: Event) {
        self.digest.record(at, event);
    }

    fn wants_quanta(&self) -> bool {
        self.to_all
    }

    fn instant(&mut self, _: &View<'_, '_>) {
        self.instants += 1;
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        if let Detail::Occupies {
            nodes, until, used, ..
        } = *detail
        {
            self.occupies(at, nodes, until, used);
        }
    }
}

impl QuantumSink {
    fn occupies(&mut self, at: Time, nodes: &[u64], until: Time, used: QuantumUse) {
        let count: u32 = nodes.iter().map(|word| word.count_ones()).sum();
        let all = u128::from(until.since(at).0) * u128::from(count);
        assert!(used.given <= all);
        assert!(used.switching + used.useful + used.spinning <= used.given);
    }
}

/// Flexible coscheduling and Agile may also skip quanta in which nothing changes, with one
/// grain or mixed.
#[test]
fn quanta_passed_at_once_change_nothing() {
    let mut instants = [0; 2];
    for seed in 0..150 {
        for class in [Fine, Medium, Coarse, Independent] {
            let (nodes, mut jobs) = drawn(seed, class);
            if seed % 3 == 0 {
                let (others, more) = drawn(seed + 1000, Coarse);
                let fitting = more.into_iter().filter(|job| job.1 <= nodes.min(others));
                jobs.extend(fitting);
                jobs.sort_by_key(|job| job.0);
            }
            let quantum = Duration([SECOND.0, 70_000_000, 333_333_333][seed as usize % 3]);
            let turns = TurnRules::of(quantum);
            let lists = RULES.lists.map(|lists| ListRules { quantum, ..lists });
            let shares = Shares::Quanta([1, 2, 1, 3]);
            let rules = Rules {
                turns,
                lists,
                shares,
            };
            for (by, rules) in [("flexible", None), ("Agile", Some(rules))] {
                let run = |sink: &mut dyn Sink| match rules {
                    None => flexible_with(nodes, &jobs, turns, sink),
                    Some(rules) => agile_with(nodes, &jobs, rules, sink),
                };
                let [fast, plain] = [false, true].map(|to_all| {
                    let mut sink = QuantumSink {
                        to_all,
                        ..QuantumSink::default()
                    };
                    let times = run(&mut sink);
                    (times, sink)
                });
                assert_eq!(fast.0, plain.0, "{by} {seed} {class:?}");
                assert_eq!(fast.1.digest, plain.1.digest, "{by} {seed} {class:?}");
                instants[0] += fast.1.instants;
                instants[1] += plain.1.instants;
            }
        }
    }
    assert!(instants[0] < instants[1], "{instants:?}");
}
