//! Slices without memory: equal to backfilling, and outside of nodes out of service.

use cosched_core::engine::Setup;
use cosched_core::policy::slicing::{Backfilling, Classes, ScojoPect, Slicing};
use cosched_core::random::Random;
use cosched_core::workload::Class;
use cosched_core::{Simulation, Time};

use super::{NODES, PolicyStorage, every_slicing, exact, memory, shared_workload, slices};
use crate::common::{Boxed, Buffers, Choice, run};
use crate::outages::{Guard, draw};

#[test]
fn without_classes_or_memory_it_is_backfilling() {
    for seed in 0..600 {
        let jobs = exact(&mut Random::new(seed, 20), 40);
        let classes = vec![Class::Long; jobs.len()];
        let setup = Setup::cluster(&jobs, NODES);
        let shared = setup.with_memory(memory());
        let length = 1 + seed % 97;
        let pairs = [
            (
                Backfilling::Easy,
                Choice::Easy(Default::default(), None, usize::MAX),
            ),
            (
                Backfilling::Conservative,
                Choice::Conservative(Default::default(), usize::MAX),
            ),
        ];
        for (backfilling, choice) in pairs {
            let slicing = Slicing {
                backfilling,
                ..Slicing::new(slices([0, 0, length]))
            };
            let mut own = PolicyStorage::new(jobs.len());
            let mut sliced =
                ScojoPect::new(&slicing, Classes::Given(&classes), own.buffers(), &shared).unwrap();
            let mut buffers = Buffers::new(jobs.len());
            let expected = run(setup, &mut buffers.policy(choice), &mut ());
            let found = run(shared, &mut sliced, &mut ());
            assert_eq!(found, expected, "seed {seed}, {choice:?}");
        }
    }
}

#[test]
fn slices_respect_nodes_out_of_service() {
    let mut requeues = 0;
    for seed in 0..60 {
        let (jobs, classes) = shared_workload(seed);
        let drawn = draw(&mut Random::new(seed, 22));
        for (slicing, memory) in every_slicing() {
            let setup = Setup::cluster(&jobs, NODES)
                .with_memory(memory)
                .with_outages(drawn.outages());
            let mut own = PolicyStorage::new(jobs.len());
            let given = Classes::Given(&classes);
            let mut policy = ScojoPect::new(&slicing, given, own.buffers(), &setup).unwrap();
            let mut storage = Boxed::with_outages(&setup);
            let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
            let mut guard = Guard::new(setup);
            let name = format!("seed {seed}, {slicing:?}");
            while simulation.step(&mut policy, &mut guard).is_some() {
                let now = simulation.view().now();
                assert!(now < Time::from_seconds(1_000_000), "{name} does not end");
            }
            guard.ends(&name);
            requeues += guard.requeues;
        }
    }
    assert!(requeues > 1_000, "{requeues} requeues");
}
