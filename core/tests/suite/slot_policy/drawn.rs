//! Random clusters and jobs: against the batch search on rebuilt idle slots, and among
//! other policies.

use super::*;
use crate::slots::seconds;
use crate::watch::{NODES, Watch};
use cosched_core::engine::Policy;
use cosched_core::machine::profile::points_for;
use cosched_core::policy::{Easy, Fcfs};
use cosched_core::random::Random;
use cosched_core::slots::{Domain, Performance, Search, idle_for, idle_slots, room_for};
use cosched_core::{Exact, Profile};

/// Up to eight nodes, jobs of all criteria, and a horizon at which some are refused.
/// All are submitted at time 0 if `at_once`.
fn drawn(random: &mut Random, at_once: bool) -> (Vec<Node>, Vec<SlotJob>, Time) {
    let mut draw = |bound: u64| random.below(bound);
    let count = 1 + draw(8);
    let nodes = (0..count).map(|_| {
        let mut node = Node::new(1 + draw(6), draw(6), draw(9));
        node.performance.0 += draw(3) * 100_000_000;
        node.price.0 += draw(1_000);
        node
    });
    let nodes: Vec<Node> = nodes.collect();
    let mut submit = 0;
    let requested = (0..1 + draw(16)).map(|_| {
        submit += if at_once { 0 } else { draw(8) };
        let size = 1 + draw(count.min(4)) as u32;
        let request = Request {
            least: Performance::from_units(draw(3)),
            scale: 1 + draw(2) as u32,
            ..Request::new(size, 1 + draw(40), draw(200))
        };
        let criterion = Criterion::ALL[draw(6) as usize];
        (seconds(submit), request, criterion)
    });
    let requested = requested.collect();
    (nodes, requested, seconds(20 + draw(60)))
}

/// Windows placed by the batch search instead: for the jobs of each instant on idle slots
/// rebuilt from all windows so far, without past time.
fn batches(nodes: &[Node], requested: &[SlotJob], horizon: Time) -> Vec<Option<OwnedWindow>> {
    let mut windows: Vec<Option<OwnedWindow>> = Vec::new();
    for group in requested.chunk_by(|one, next| one.0 == next.0) {
        let now = group[0].0;
        let all = windows.iter().flatten().flat_map(|window| {
            let end = window.finish();
            let slot = move |&node| Slot::new(node, window.start, end);
            window.nodes.iter().map(slot)
        });
        let mut booked: Vec<Slot> = all.collect();
        let mut idle = vec![Slot::EMPTY; idle_for(nodes.len(), booked.len())];
        let found = idle_slots(nodes.len(), &mut booked, horizon, &mut idle).unwrap();
        idle.truncate(found);
        idle.iter_mut()
            .for_each(|slot| slot.start = slot.start.max(now.into()));
        idle.retain(|slot| slot.start < slot.end);
        let requests: Vec<_> = group
            .iter()
            .map(|requested| (requested.1, requested.2))
            .collect();
        let room = room_for(idle.len(), cuts_of(&requests));
        let (mut by_start, mut by_end) = (vec![Slot::EMPTY; room], vec![Slot::EMPTY; room]);
        let mut domain = Domain::new(nodes, &idle, &mut by_start, &mut by_end).unwrap();
        let mut boxed = boxed(nodes.len(), &greatest(&requests));
        let mut search = Search::new(boxed.as_buffers());
        let report = |_, window: Option<&Window<'_>>| windows.push(window.map(OwnedWindow::from));
        search.batch(&mut domain, &requests, report).unwrap();
    }
    windows
}

#[test]
fn windows_are_those_of_a_batch() {
    let mut random = Random::new(2018, 9);
    let (mut placed, mut refused, mut later) = (0, 0, 0);
    for round in 0..4_000 {
        let (nodes, requested, horizon) = drawn(&mut random, round % 2 == 0);
        let (windows, sums) = run(&nodes, &requested, horizon);
        assert_eq!(
            windows,
            batches(&nodes, &requested, horizon),
            "round {round}"
        );
        placed += sums.found;
        refused += sums.skipped;
        let waits =
            |(window, requested): (&OwnedWindow, &SlotJob)| window.start > requested.0.into();
        let all = windows.iter().zip(&requested);
        let kept = all.filter_map(|(window, requested)| Some((window.as_ref()?, requested)));
        later += kept.filter(|pair| waits(*pair)).count();
    }
    // Enough of each kind for the comparison to be meaningful.
    assert!(placed > 10_000, "{placed}");
    assert!(refused > 3_000, "{refused}");
    assert!(later > 3_000, "{later}");
}

/// The policy and others take turns: it finds nodes on which others have started jobs, and
/// plans around them. No job is lost, and no node has two jobs.
#[test]
fn other_policies_may_take_over() {
    for seed in 0..200 {
        let mut random = Random::new(seed, 10);
        let mut draw = |bound: u64| random.below(bound);
        let nodes: Vec<Node> = (0..NODES).map(|_| Node::new(1 + draw(3), 1, 1)).collect();
        let mut submit = 0;
        let requested = (0..40).map(|_| {
            submit += draw(6);
            let request = at_any_price(1 + draw(6) as u32, 1 + draw(30));
            (seconds(submit), request, Criterion::FirstFit)
        });
        let requested: Vec<SlotJob> = requested.collect();
        let (specs, requests) = jobs(&requested);
        let molds = molds(&specs);
        let setup = setup(&specs, &molds, nodes.len());
        let mut buffers = Buffers::new(nodes.len(), &requests);
        let horizon = seconds(1_000_000);
        let windows = Slots::new(&setup, &nodes, &requests, horizon, buffers.buffers());
        let room = points_for(requested.len());
        let (mut times, mut free) = (vec![Time::ZERO; room], vec![0; room]);
        let easy = Easy::new(Profile::new(&mut times, &mut free), requested.len());
        let (mut windows, mut easy, mut fcfs) = (windows.unwrap(), easy.unwrap(), Fcfs::new());
        let mut storage = common::Boxed::of(&setup);
        let storage = Storage {
            molded: &mut vec![Exact::ZERO; specs.len()],
            ..storage.as_storage()
        };
        let mut simulation = Simulation::new(setup, storage).unwrap();
        let mut watch = Watch::default();
        'run: loop {
            let policies: [&mut dyn Policy; 3] = [&mut windows, &mut easy, &mut fcfs];
            for policy in policies {
                for _ in 0..=random.below(8) {
                    if simulation.step(policy, &mut watch).is_none() {
                        break 'run;
                    }
                }
            }
        }
        assert_eq!(watch.ended, requested.len());
    }
}
