//! Inflation of a trace (fixtures/papers/fgd.md, 9.4): pods arrive one by one beyond what the cluster has, and what is allocated and of no use is recorded.

use cosched_core::random::Random;

use super::cluster::{Left, Trace};
use super::fragmentation::Workload;
use super::policy::Policy;

/// Arrived demand at which it ends, as a part of all GPUs.
pub(super) const UNTIL: f64 = 1.3;

/// Streams of random numbers: the order of the pods, and choices of policies.
const ORDER: u64 = 1;
const CHOICES: u64 = 2;

/// Mean state of a cluster while so much demand has arrived, in per cent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Level {
    /// GPUs that are allocated, of all.
    pub(super) allocated: f64,
    /// GPUs that are left and of no use, of those that are left.
    pub(super) fragmented: f64,
    /// GPUs that are left and of no use, of all.
    pub(super) amount: f64,
}

/// Shapes of the pods in the order in which they arrive: all of the trace, shuffled, then others
/// drawn from it until the demand would exceed [`UNTIL`].
pub(super) fn arrivals(trace: &Trace, seed: u64) -> Vec<usize> {
    let mut random = Random::new(seed, ORDER);
    let mut pods = trace.pods.clone();
    for last in (1..pods.len()).rev() {
        pods.swap(last, random.below(last as u64 + 1) as usize);
    }
    let most = UNTIL * trace.capacity() as f64;
    let mut demand = trace.demand();
    loop {
        let drawn = trace.pods[random.below(trace.pods.len() as u64) as usize];
        let shape = &trace.shapes[drawn];
        // The artifact counts one GPU of a pod here, and all of them afterwards.
        if (demand + u64::from(shape.share)) as f64 > most {
            return pods;
        }
        demand += u64::from(shape.gpu());
        pods.push(drawn);
    }
}

/// A cluster that is being filled.
struct Filling<'a> {
    trace: &'a Trace,
    workload: &'a Workload,
    policy: Policy,
    nodes: Vec<Left>,
    /// Fragmentation of each node.
    fragmentation: Vec<f64>,
    /// Scores of the nodes by shape, if they have room; absent where not known.
    scores: Vec<Vec<Option<Option<f64>>>>,
    random: Random,
}

impl<'a> Filling<'a> {
    fn new(trace: &'a Trace, workload: &'a Workload, policy: Policy, seed: u64) -> Self {
        let nodes = trace.nodes.clone();
        let each = nodes.iter().map(|node| workload.fragmentation(node));
        Self {
            fragmentation: each.collect(),
            scores: vec![vec![None; nodes.len()]; trace.shapes.len()],
            random: Random::new(seed, CHOICES),
            trace,
            workload,
            policy,
            nodes,
        }
    }

    /// Node for a pod with this shape, if there is room.
    fn node_for(&mut self, shape: usize) -> Option<usize> {
        let pod = &self.trace.shapes[shape];
        let scores = &mut self.scores[shape];
        let mut best: Option<(f64, usize)> = None;
        let mut with_room = 0;
        for (index, known) in scores.iter_mut().enumerate() {
            let node = &self.nodes[index];
            let score = *known.get_or_insert_with(|| {
                let before = self.fragmentation[index];
                let score = || self.policy.score(node, pod, self.workload, before);
                node.fits(pod).then(score)
            });
            let Some(score) = score else { continue };
            with_room += 1;
            let is_drawn = self.policy == Policy::Random && self.random.below(with_room) == 0;
            if is_drawn || best.is_none_or(|(most, _)| score > most) {
                best = Some((score, index));
            }
        }
        best.map(|(_, index)| index)
    }

    /// Places a pod with this shape; returns whether there was room.
    fn place(&mut self, shape: usize) -> bool {
        let Some(index) = self.node_for(shape) else {
            return false;
        };
        let pod = &self.trace.shapes[shape];
        let node = &mut self.nodes[index];
        let gpus = self.policy.gpus(node, pod, self.workload, &mut self.random);
        *node = node.without(pod, &gpus);
        self.fragmentation[index] = self.workload.fragmentation(node);
        for scores in &mut self.scores {
            scores[index] = None;
        }
        true
    }
}

/// Fills the cluster of a trace with `arrivals` by a policy; returns the mean state at each of
/// `levels`, per cent of all GPUs that have arrived, rounded.
pub(super) fn fill<const N: usize>(
    trace: &Trace,
    workload: &Workload,
    policy: Policy,
    (arrivals, seed): (&[usize], u64),
    levels: [u32; N],
) -> [Option<Level>; N] {
    let mut filling = Filling::new(trace, workload, policy, seed);
    let capacity = trace.capacity() as f64;
    let (mut arrived, mut allocated) = (0_u64, 0_u64);
    let mut sums = [[0.0; 3]; N];
    let mut counts = [0_u32; N];
    for &shape in arrivals {
        let gpu = u64::from(trace.shapes[shape].gpu());
        arrived += gpu;
        allocated += if filling.place(shape) { gpu } else { 0 };
        let percent = (100.0 * arrived as f64 / capacity).round_ties_even();
        let Some(level) = levels.iter().position(|level| f64::from(*level) == percent) else {
            continue;
        };
        let fragmented: f64 = filling.fragmentation.iter().sum();
        let left = capacity - allocated as f64;
        let state = [
            allocated as f64 / capacity,
            // Where nothing is left, nothing is of no use.
            if left > 0.0 { fragmented / left } else { 0.0 },
            fragmented / capacity,
        ];
        for (sum, value) in sums[level].iter_mut().zip(state) {
            *sum += 100.0 * value;
        }
        counts[level] += 1;
    }
    std::array::from_fn(|level| {
        let count = f64::from(counts[level]);
        let [allocated, fragmented, amount] = sums[level].map(|sum| sum / count);
        (count > 0.0).then_some(Level {
            allocated,
            fragmented,
            amount,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::fragmentation::tests::{node, shape};
    use super::*;

    /// Two nodes with two GPUs each; a half, two halves of another kind, a whole.
    fn small() -> Trace {
        Trace {
            nodes: vec![node(8000, &[1000, 1000]), node(8000, &[1000, 1000])],
            shapes: vec![
                shape(1000, 1, 500),
                shape(1000, 1, 1000),
                shape(1000, 2, 1000),
            ],
            pods: vec![0, 1, 2],
        }
    }

    /// Demand of 3.5 GPUs of 4; up to 5.2, three halves or what there is room for are drawn.
    #[test]
    fn all_pods_arrive_before_others_are_drawn() {
        let trace = small();
        assert_eq!((trace.capacity(), trace.demand()), (4000, 3500));
        let pods = arrivals(&trace, 3);
        let mut first = pods[..3].to_vec();
        first.sort_unstable();
        assert_eq!(first, [0, 1, 2]);
        let demand: u32 = pods.iter().map(|&pod| trace.shapes[pod].gpu()).sum();
        // One GPU of a pod of two may be beyond.
        assert!((4200..=6200).contains(&demand), "{demand}");
        assert_ne!(arrivals(&trace, 3), arrivals(&trace, 4));
    }

    /// A half on the first node, a whole beside it (the only GPU left there that is free), then two
    /// on the second node: 3.5 of 4 GPUs, where the half that is left is of no use to one of two
    /// classes. A further whole has no room.
    #[test]
    fn a_filling_by_hand() {
        let trace = small();
        let workload = Workload {
            classes: vec![(shape(1000, 1, 500), 0.5), (shape(1000, 1, 1000), 0.5)],
            pods: 0,
        };
        let found = fill(
            &trace,
            &workload,
            Policy::BestFit,
            (&[0, 1, 2, 1], 1),
            [12, 38, 88, 112],
        );
        let expected = [
            // 250 of 3500 and of 4000 thousandths.
            [12.5, 100.0 / 14.0, 6.25],
            [37.5, 10.0, 6.25],
            [87.5, 50.0, 6.25],
            [87.5, 50.0, 6.25],
        ];
        for (level, expected) in found.into_iter().zip(expected) {
            let level = level.unwrap();
            let found = [level.allocated, level.fragmented, level.amount];
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-9, "{level:?}");
            }
        }
    }
}
