//! The experiment of the paper on random domains: the model, and what comes out.

use super::cutting::alternatives;
use super::*;
use cosched_core::slots::{DomainModel, idle_for, idle_slots};

/// The domain of a seed, with the request of the paper.
pub(super) fn environment(model: &DomainModel, seed: u64, count: usize) -> Environment {
    let mut nodes = vec![Node::default(); count];
    model.nodes(seed, &mut nodes);
    let mut booked = vec![Slot::EMPTY; model.booked_for(count)];
    let found = model.booked(seed, count, &mut booked).unwrap();
    let mut slots = vec![Slot::EMPTY; idle_for(count, found)];
    let found = idle_slots(count, &mut booked[..found], model.horizon, &mut slots).unwrap();
    slots.truncate(found);
    Environment {
        nodes,
        slots,
        request: Request::new(7, 800, 644),
    }
}

/// Means of start, length, finish, cost and quality.
fn means(windows: &[[f64; 5]]) -> [f64; 5] {
    let sum = |place: usize| windows.iter().map(|window| window[place]).sum::<f64>();
    [0, 1, 2, 3, 4].map(|place| sum(place) / windows.len() as f64)
}

fn figures(window: &Owned) -> [f64; 5] {
    [
        window.start.seconds(),
        window.length.seconds(),
        window.start.after(window.length).seconds(),
        window.cost.units(),
        window.quality.units(),
    ]
}

/// The targets and tolerances of the specification, 4.4.
#[test]
fn the_papers_figures_come_out() {
    let model = DomainModel::default();
    let mut found = Criterion::ALL.map(|_| Vec::new());
    let mut multiple = Vec::new();
    let rounds = std::env::var("ROUNDS").map_or(300, |rounds| rounds.parse().unwrap());
    for seed in 0..rounds {
        let environment = environment(&model, seed, 100);
        for (criterion, list) in Criterion::ALL.into_iter().zip(&mut found) {
            list.push(figures(&environment.find(criterion).unwrap()));
        }
        let (_, best) = alternatives(&environment);
        let best = best.unwrap();
        multiple.push([
            best.earliest.start.seconds(),
            best.shortest.length.seconds(),
            best.first_done.finish().seconds(),
            best.cheapest.cost.units(),
            best.finest.quality.units(),
        ]);
    }
    let [first, _, finish, runtime, cost, quality] = &found.each_ref().map(|list| means(list));
    let multiple = means(&multiple);
    println!("{first:?}\n{finish:?}\n{runtime:?}\n{cost:?}\n{quality:?}\n{multiple:?}");
    let near = |found: f64, expected: f64, tolerance: f64| {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    };
    let at_once = found[0].iter().filter(|window| window[0] == 0.0).count();
    assert!(at_once as f64 >= 0.97 * rounds as f64, "{at_once}");
    near(cost[3], 477.0, 0.03 * 477.0);
    near(1.0 - cost[3] / multiple[3], 0.17, 0.03);
    let dearest = [first, finish, runtime, quality].map(|means| means[3]);
    near(
        1.0 - cost[3] / dearest.into_iter().fold(0.0, f64::max),
        0.24,
        0.03,
    );
    near(quality[4], 61.8, 1.5);
    near(1.0 - multiple[4] / quality[4], 0.18, 0.02);
    for others in [first, finish, runtime, cost] {
        near(others[4], 35.0, 0.7);
        near(1.0 - others[4] / quality[4], 0.44, 0.03);
    }
    assert!(runtime[1] <= finish[1]);
}
