//! The experiment of the paper on random domains: the model, and the results.

use super::cutting::alternatives;
use super::plain;
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
    let sum = |index: usize| windows.iter().map(|window| window[index]).sum::<f64>();
    [0, 1, 2, 3, 4].map(|index| sum(index) / windows.len() as f64)
}

fn figures(window: &OwnedWindow) -> [f64; 5] {
    [
        window.start.seconds(),
        window.length.seconds(),
        window.finish().seconds(),
        window.cost.units(),
        window.quality.units(),
    ]
}

/// The targets and tolerances of fixtures/papers/slots.md, 4.4, T-S2.
#[test]
fn the_papers_figures_come_out() {
    let model = DomainModel::default();
    let mut found = Criterion::ALL.map(|_| Vec::new());
    let mut multiple = Vec::new();
    let rounds = 300;
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

/// Against the plain scheme, on domains of the experiment made smaller.
#[test]
fn the_fast_search_agrees_on_the_papers_domains() {
    for seed in 0..40 {
        let model = DomainModel {
            whole: seed % 2 == 0,
            ..DomainModel::default()
        };
        let mut environment = environment(&model, seed, 30);
        environment.request = Request::new(4, 800, 350);
        for criterion in Criterion::ALL {
            let expected = plain::find(&environment, criterion, None);
            assert_eq!(
                environment.find(criterion),
                expected,
                "{criterion:?}, {seed}"
            );
        }
    }
}

/// Mean and variance.
fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2));
    (mean, squares.sum::<f64>() / count)
}

/// Whether a mean of `values` is as expected, to five standard errors.
fn check_mean(values: &[f64], expected: f64) {
    let (mean, variance) = moments(values);
    let error = (variance / values.len() as f64).sqrt();
    assert!(
        (mean - expected).abs() < 5.0 * error,
        "{mean}, not {expected}"
    );
}

#[test]
fn nodes_follow_the_model() {
    let model = DomainModel::default();
    let mut nodes = vec![Node::default(); 20_000];
    model.nodes(7, &mut nodes);
    for performance in 2..=10 {
        let of = |node: &&Node| node.performance == Performance::from_units(performance);
        let count = nodes.iter().filter(of).count() as f64;
        // Nine in all, equally likely.
        assert!((count - 20_000.0 / 9.0).abs() < 5.0 * 45.0, "{count}");
    }
    let qualities: Vec<f64> = nodes.iter().map(|node| node.quality.units()).collect();
    check_mean(&qualities, 5.0);
    assert!(
        qualities
            .iter()
            .all(|quality| (0.0..=10.0).contains(quality))
    );
    let factor = |node: &Node| node.price.units() / node.performance.units() / 0.116;
    let factors: Vec<f64> = nodes.iter().map(factor).collect();
    // The part that is cut off below 0.2, 3.6 standard deviations off, is negligible.
    check_mean(&factors, 1.0);
    assert!((moments(&factors).1.sqrt() - 0.22).abs() < 0.005);
    assert!(factors.iter().all(|factor| *factor >= 0.2 - 1e-6));
    let real = DomainModel {
        whole: false,
        ..model
    };
    real.nodes(7, &mut nodes);
    let performances: Vec<f64> = nodes.iter().map(|node| node.performance.units()).collect();
    check_mean(&performances, 6.0);
    assert!((moments(&performances).1 - 64.0 / 12.0).abs() < 0.1);
}

/// Loads are 3 % times a number with the hypergeometric distribution, plus the excess of
/// the last task: on 10 draws from 20 of which 10 are marked, a mean of 5 and a variance of
/// 10 * 1/2 * 1/2 * 10/19.
#[test]
fn schedules_follow_the_model() {
    let model = DomainModel::default();
    let count = 20_000;
    let mut booked = vec![Slot::EMPTY; model.booked_for(count)];
    let found = model.booked(7, count, &mut booked).unwrap();
    let mut busy = vec![0.0; count];
    for slot in &booked[..found] {
        assert!(slot.start < slot.end && slot.end <= model.horizon.into());
        let length = slot.length().seconds();
        assert!(length <= 100.0);
        let cut = slot.start == Exact::ZERO || slot.end == model.horizon.into();
        assert!(cut || length >= 20.0);
        busy[slot.node as usize] += length;
    }
    // Tasks are added until a multiple of 36 s is reached; the last one goes beyond
    // by less than its length.
    let (mean, variance) = moments(&busy);
    assert!((180.0 + 20.0..180.0 + 45.0).contains(&mean), "{mean}");
    let least = 36.0 * 36.0 * 25.0 / 19.0;
    assert!((least..2.0 * least).contains(&variance), "{variance}");
    // They are apart, or there would be no idle slots.
    let mut idle = vec![Slot::EMPTY; idle_for(count, found)];
    idle_slots(count, &mut booked[..found], model.horizon, &mut idle).unwrap();
    let mut few = vec![Slot::EMPTY; model.booked_for(2) - 1];
    let error = model.booked(7, 2, &mut few).unwrap_err().to_string();
    assert_eq!(error, "buffer `booked` holds 41 entries, 42 are needed");
}

#[test]
fn a_model_out_of_range_is_refused() {
    assert_eq!(DomainModel::default().check(), Ok(()));
    let with = |change: fn(&mut DomainModel)| {
        let mut model = DomainModel::default();
        change(&mut model);
        model.check().unwrap_err().to_string()
    };
    assert_eq!(
        with(|model| model.load = 1.5),
        "a load of 1.5 is not allowed: it must be from 0 to 1"
    );
    assert_eq!(
        with(|model| model.price = f64::NAN),
        "a price of NaN is not allowed: it must be from 0 to 1000"
    );
    assert_eq!(
        with(|model| model.performance = [2.2, 2.8]),
        "a greatest performance of 2.8 is not allowed: it must be such that a whole number is in its range"
    );
    assert_eq!(
        with(|model| model.draws = 21),
        "a number of draws of 21 is not allowed: it must be from 1 to the population"
    );
    assert!(with(|model| model.task = [20, 10].map(Duration::from_seconds)).contains("longest"));
    assert!(with(|model| model.horizon = Time::ZERO).contains("horizon"));
}

/// A window ends in time if its slots do, so a deadline acts as if all nodes stopped being
/// idle at it.
#[test]
fn a_deadline_is_as_if_all_slots_ended_by_it() {
    let model = DomainModel::default();
    let (mut found, mut none) = (0, 0);
    for seed in 0..25 {
        for deadline in [90, 150, 400, 1100] {
            let mut environment = environment(&model, seed, 30);
            let mut cut = environment.clone();
            environment.request.deadline = seconds(deadline);
            cut.slots
                .retain(|slot| slot.start < seconds(deadline).into());
            for slot in &mut cut.slots {
                slot.end = slot.end.min(seconds(deadline).into());
            }
            for criterion in Criterion::ALL {
                let window = environment.find(criterion);
                assert_eq!(
                    window,
                    cut.find(criterion),
                    "{seed} {deadline} {criterion:?}"
                );
                match window {
                    Some(_) => found += 1,
                    None => none += 1,
                }
            }
        }
    }
    assert!(found > 100 && none > 50, "{found} {none}");
}
