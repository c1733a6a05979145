//! Kernel network: one small perceptron scores every waiting job of a window (fixtures/papers/rlscheduler.md, 10.6).

use super::episode::Episode;
use super::log::Job;
use cosched_core::random::Random;

/// Largest number of waiting jobs that are scored.
const WINDOW: usize = 128;
/// Features of a job, and neurons of the two hidden layers.
const FEATURES: usize = 6;
const FIRST: usize = 16;
const SECOND: usize = 8;
/// Weights, with the biases of the hidden layers; one of the output would change no choice.
pub(super) const WEIGHTS: usize = (FEATURES + 1) * FIRST + (FIRST + 1) * SECOND + SECOND;

/// Longest wait and longest requested time that are told apart, in seconds.
const LONGEST: f64 = 12.0 * 3600.0;

/// Weights of the network, layer by layer, biases first.
pub(super) type Weights = [f32; WEIGHTS];

/// Normal variates of `random`. Box and Muller, 1958.
pub(super) fn normal(random: &mut Random) -> f32 {
    let (radius, angle) = (1.0 - random.uniform(), random.uniform());
    let turn = libm::cos(std::f64::consts::TAU * angle);
    (libm::sqrt(-2.0 * libm::log(radius)) * turn) as f32
}

/// Weights drawn with the deviation of He and others, 2015; biases of 0.
pub(super) fn first_weights(random: &mut Random) -> Weights {
    let mut weights = [0.0; WEIGHTS];
    let mut rest = &mut weights[..];
    for [inputs, outputs] in [[FEATURES, FIRST], [FIRST, SECOND], [SECOND, 1]] {
        let biases = if outputs > 1 { outputs } else { 0 };
        let (layer, later) = rest.split_at_mut(biases + inputs * outputs);
        for weight in &mut layer[biases..] {
            *weight = normal(random) * libm::sqrtf(2.0 / inputs as f32);
        }
        rest = later;
    }
    weights
}

/// Index in the queue of the job with the greatest score; of equal ones, the first.
pub(super) fn choose(weights: &Weights, episode: &Episode<'_>) -> usize {
    if episode.queue.len() == 1 {
        return 0;
    }
    let mut best = (0, f32::NEG_INFINITY);
    let mut consider = |index: usize| {
        let value = score(weights, &features(&episode.queue[index], episode));
        if value > best.1 {
            best = (index, value);
        }
    };
    if episode.queue.len() <= WINDOW {
        (0..episode.queue.len()).for_each(consider);
    } else {
        window(&episode.queue).into_iter().for_each(&mut consider);
    }
    best.0
}

/// Indices of [`WINDOW`] jobs of a longer queue: by turns the shortest requested time and the fewest
/// processors.
fn window(queue: &[Job]) -> Vec<usize> {
    let sorted = |key: fn(&Job) -> i64| {
        let mut indices: Vec<usize> = (0..queue.len()).collect();
        indices.sort_by_key(|&index| key(&queue[index]));
        indices
    };
    let shortest = sorted(|job| job.requested_time);
    let smallest = sorted(|job| job.processors);
    let mut is_seen = vec![false; queue.len()];
    let by_turns = shortest.into_iter().zip(smallest);
    let by_turns = by_turns.flat_map(|(one, other)| [one, other]);
    let new = by_turns.filter(|&index| !std::mem::replace(&mut is_seen[index], true));
    new.take(WINDOW).collect()
}

/// Part of the logarithm of [`LONGEST`] that a time in seconds has, 0 to 1.
fn share_of_time(seconds: i64) -> f32 {
    let seconds = (seconds.max(0) as f64).min(LONGEST);
    (libm::log1p(seconds) / libm::log1p(LONGEST)) as f32
}

/// Features of a waiting job, 0 to 1 each.
fn features(job: &Job, episode: &Episode<'_>) -> [f32; FEATURES] {
    let all = episode.processors as f64;
    let logarithm = libm::log1p(job.processors as f64) / libm::log1p(all);
    [
        share_of_time(episode.now - job.submit),
        share_of_time(job.requested_time),
        (job.processors as f64 / all) as f32,
        logarithm as f32,
        f32::from(u8::from(job.processors <= episode.free)),
        (episode.free as f64 / all) as f32,
    ]
}

fn score(weights: &Weights, features: &[f32; FEATURES]) -> f32 {
    let (first, rest) = weights.split_at((FEATURES + 1) * FIRST);
    let (second, output) = rest.split_at((FIRST + 1) * SECOND);
    let hidden = layer::<FIRST>(first, features);
    let hidden = layer::<SECOND>(second, &hidden);
    let mut sum = 0.0;
    for (value, weight) in hidden.iter().zip(output) {
        sum += value * weight;
    }
    sum
}

/// Values of a layer of rectified linear neurons: their biases, then a row of weights for each input.
fn layer<const N: usize>(weights: &[f32], inputs: &[f32]) -> [f32; N] {
    let (rows, _) = weights.as_chunks::<N>();
    let mut values = rows[0];
    for (input, row) in inputs.iter().zip(&rows[1..]) {
        // By index: with iterators here and below, some of which are not inlined, all takes twice as long.
        for index in 0..N {
            values[index] += input * row[index];
        }
    }
    for value in &mut values {
        *value = value.max(0.0);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::super::episode::run;
    use super::super::heuristic::Heuristic;
    use super::*;

    fn jobs(count: i64) -> Vec<Job> {
        let job = |index: i64| Job {
            submit: index / 7,
            runtime: 1 + index * 37 % 900,
            requested_time: 1 + index * 53 % 1900,
            processors: 1 + index * 29 % 64,
        };
        (0..count).map(job).collect()
    }

    /// One neuron of each layer that passes on 1 less the requested time: the network is SJF, as long
    /// as all jobs are in its window.
    #[test]
    fn weights_by_hand_make_it_sjf() {
        let mut weights = [0.0; WEIGHTS];
        // Bias 1 of the first neuron; its weight of the second feature, -1.
        weights[0] = 1.0;
        weights[FIRST + FIRST] = -1.0;
        let second = (FEATURES + 1) * FIRST;
        weights[second + SECOND] = 1.0;
        weights[second + (FIRST + 1) * SECOND] = 1.0;
        let jobs = jobs(WINDOW as i64);
        for backfills in [false, true] {
            let machine = (64, backfills);
            let own = run(&jobs, machine, |episode| choose(&weights, episode));
            let sjf = run(&jobs, machine, |episode| Heuristic::Sjf.choose(episode));
            assert_eq!(own, sjf);
        }
    }

    /// A long queue is seen through its shortest and its smallest jobs, each once.
    #[test]
    fn a_window_takes_shortest_and_smallest_by_turns() {
        let queue = jobs(400);
        let seen = window(&queue);
        assert_eq!(seen.len(), WINDOW);
        let mut once = seen.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), WINDOW);
        for key in [|job: &Job| job.requested_time, |job: &Job| job.processors] {
            let mut order: Vec<usize> = (0..queue.len()).collect();
            order.sort_by_key(|&index| key(&queue[index]));
            assert!(order[..WINDOW / 2].iter().all(|one| seen.contains(one)));
        }
    }
}
