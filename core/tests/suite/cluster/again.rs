//! Starts of jobs on given nodes: a schedule is repeated, and starts that do not fit are
//! refused.

use cosched_core::engine::{Context, Detail, Policy, Setup, StartReason};
use cosched_core::error::StartError;
use cosched_core::machine::cluster::NodeUnits;
use cosched_core::policy::{Order, cluster};
use cosched_core::{Event, JobId, Simulation, Sink, Time};

use super::{Buffers, draw, simulate};

/// Start and nodes of each job, with the units on each.
#[derive(Default)]
struct Starts(Vec<(Time, JobId, Vec<NodeUnits>)>);

impl Sink for Starts {
    fn record(&mut self, _: Time, _: Event) {}

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        if let Detail::Shares { job, places } = *detail {
            self.0.push((at, job, places.to_vec()));
        }
    }
}

/// Starts each job at its time and on its nodes.
struct Replay(Starts);

impl Policy for Replay {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let due = self.0.0.partition_point(|&(at, ..)| at <= context.now());
        for (_, job, places) in self.0.0.drain(..due) {
            let at = |places: &[NodeUnits], context: &mut Context<'_, '_>| {
                context.start_on_node_units(job, places, StartReason::Admitted)
            };
            // One unit less or more than requested, and nodes that are not in order.
            let mut wrong = places.clone();
            wrong[0].units += 1;
            assert_eq!(at(&wrong, context), Err(StartError::NoRoom));
            assert_eq!(at(&places[1..], context), Err(StartError::NoRoom));
            let twice = [&places[..], &places[..]].concat();
            assert_eq!(at(&twice, context), Err(StartError::NoRoom));
            let nowhere = NodeUnits {
                node: context.nodes(),
                ..places[0]
            };
            assert_eq!(at(&[nowhere], context), Err(StartError::NoRoom));
            at(&places, context).unwrap();
            assert_eq!(at(&places, context), Err(StartError::NotWaiting));
        }
        if let Some((next, ..)) = self.0.0.first() {
            context.wake_at(*next).unwrap();
        }
    }
}

#[test]
fn a_schedule_can_be_replayed() {
    let mut started = 0;
    for number in 0..300 {
        let case = draw::case(number);
        let lent = super::storage::SetupStorage::new(&case);
        let (partitions, advance) = (lent.partitions(), lent.advance());
        let setup = Setup::cluster(&lent.workload, case.nodes() as u32)
            .with_cluster(lent.setup(&partitions, &advance))
            .with_kill_at_estimate(case.kills);
        let mut heads = cluster::BoxedHeads::new(&setup);
        let mut easy = cluster::Easy::new(Order::Submitted, heads.as_buffers());
        let mut starts = Starts::default();
        let mut buffers = Buffers::new(&setup);
        let mut simulation = Simulation::new(setup, buffers.as_storage()).unwrap();
        simulation.run(&mut easy, &mut starts);
        started += starts.0.len();
        let was = simulate(setup, &mut easy);
        assert_eq!(simulate(setup, &mut Replay(starts)), was, "case {number}");
    }
    assert!(started > 1000, "{started}");
}
