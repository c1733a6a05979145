//! Gaps filled from queues of processes, against a look at all jobs in every quantum.

use super::*;
use cosched_core::engine::{Detail, QuantumUse};
use cosched_core::policy::coscheduling::{GapTurnBuffers, Measurement, MeasuringRules};
use cosched_core::{Event, JobId};

/// All that happens, and who has which nodes in each quantum, in order.
#[derive(Default, PartialEq, Debug)]
struct AllQuanta {
    events: Vec<(Time, Event)>,
    quanta: Vec<(Time, JobId, Vec<u64>, QuantumUse)>,
}

impl Sink for AllQuanta {
    fn record(&mut self, at: Time, event: Event) {
        self.events.push((at, event));
    }

    fn wants_quanta(&self) -> bool {
        true
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        if let Detail::Occupies {
            job, nodes, used, ..
        } = *detail
        {
            self.quanta.push((at, job, nodes.to_vec(), used));
        }
    }
}

/// Jobs of several grains, some of which use a part of their nodes.
fn mixed(seed: u64) -> (u32, Vec<Job>) {
    let of = [Medium, Coarse, Independent, Fine].map(|class| drawn(seed, class));
    let nodes = of.iter().map(|(nodes, _)| *nodes).min().unwrap();
    let jobs = of.into_iter().flat_map(|(_, jobs)| jobs);
    let mut jobs: Vec<Job> = jobs.filter(|job| job.1 <= nodes).collect();
    jobs.sort_by_key(|job| job.0);
    (nodes, jobs)
}

#[test]
fn queues_of_gaps_change_nothing() {
    let mut filled = 0;
    for seed in 0..300 {
        let (nodes, jobs) = mixed(seed);
        let turns = TurnRules {
            switch: Duration([0, 100_000_000][seed as usize % 2]),
            alternates: seed % 3 > 0,
            ..TurnRules::of(SECOND)
        };
        let measuring = (seed % 5 < 2).then_some(MeasuringRules {
            granularity: SECOND,
            efficiency: 800,
            quanta: 1,
            reset: Some(Duration(3 * SECOND.0)),
        });
        let [kept, looked_for] = [true, false].map(|is_kept| {
            let workload = Workload::new(&jobs);
            let (count, processes) = (jobs.len(), workload.processes());
            let mut buffers =
                BoxedFlexible::new(rows(nodes, count), nodes as usize, processes.len());
            let mut buffers = buffers.as_buffers();
            if !is_kept {
                buffers.gap_turns = GapTurnBuffers::default();
            }
            let mut measured = vec![Measurement::EMPTY; count];
            let classes = match measuring {
                None => Classes::ByGrain,
                Some(measuring) => Classes::Measured(measuring, &mut measured),
            };
            let flexible = Flexible::new(turns, nodes, count, processes, classes, buffers);
            let mut all = AllQuanta::default();
            workload.run(nodes, &mut flexible.unwrap(), &mut all);
            all
        });
        assert_eq!(kept, looked_for, "{seed}");
        filled += kept.quanta.len();
    }
    assert!(filled > 10_000, "{filled}");
}
