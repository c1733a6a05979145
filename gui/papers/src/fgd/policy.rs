//! Policies that place a pod on a node and its GPUs (fixtures/papers/fgd.md, 9.3): the node with the greatest score, of equal ones the first by name.

use cosched_core::random::Random;

use super::super::trials::Treatment;
use super::cluster::{Left, Shape};
use super::fragmentation::Workload;

/// Policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Policy {
    /// Any node that has room, and any GPU.
    Random,
    /// The least product of what is asked for and what is left.
    DotProduct,
    /// Pods that ask for the same number of GPUs together.
    Clustering,
    /// GPUs in use before free ones on nodes in use, before free nodes.
    Packing,
    /// The least left of cores and GPUs.
    BestFit,
    /// The least increase of fragmentation, as the artifact rounds it.
    Fgd,
    /// The least increase of fragmentation, not rounded.
    ExactFgd,
    /// The first node that has room.
    FirstFit,
}

impl Policy {
    /// All policies, those of the paper first.
    pub(super) const ALL: [Self; 8] = [
        Self::Random,
        Self::DotProduct,
        Self::Clustering,
        Self::Packing,
        Self::BestFit,
        Self::Fgd,
        Self::ExactFgd,
        Self::FirstFit,
    ];

    /// Name in tables and figures.
    pub(super) const fn name(self) -> Treatment {
        match self {
            Self::Random => "Random",
            Self::DotProduct => "DotProd",
            Self::Clustering => "Clustering",
            Self::Packing => "Packing",
            Self::BestFit => "BestFit",
            Self::Fgd => "FGD",
            Self::ExactFgd => "FGD, not rounded",
            Self::FirstFit => "FirstFit",
        }
    }

    /// Score of a node on which a pod has room, and whose fragmentation is `before`.
    pub(super) fn score(self, node: &Left, pod: &Shape, workload: &Workload, before: f64) -> f64 {
        match self {
            Self::Random | Self::FirstFit => 0.0,
            Self::DotProduct => dot_product(node, pod),
            Self::Clustering => clustering(node, pod),
            Self::Packing => packing(node, pod),
            Self::BestFit => best_fit(node, pod),
            Self::Fgd | Self::ExactFgd => {
                let choices = self.descents(node, pod, workload, before);
                let scores = choices.into_iter().map(|(score, _)| score);
                scores.fold(f64::NEG_INFINITY, f64::max)
            }
        }
    }

    /// GPUs of a node on which a pod has room that it gets.
    pub(super) fn gpus(
        self,
        node: &Left,
        pod: &Shape,
        workload: &Workload,
        random: &mut Random,
    ) -> Vec<usize> {
        if !pod.is_part() {
            return node.first_free(pod);
        }
        let mut candidates = node.with_part(pod);
        match self {
            Self::Random => {
                let all: Vec<_> = candidates.collect();
                vec![all[random.below(all.len() as u64) as usize]]
            }
            Self::Fgd | Self::ExactFgd => {
                let before = workload.fragmentation(node);
                let choices = self.descents(node, pod, workload, before);
                let mut best: Option<(f64, Vec<usize>)> = None;
                for (score, gpus) in choices {
                    if best.as_ref().is_none_or(|(least, _)| score > *least) {
                        best = Some((score, gpus));
                    }
                }
                best.map_or_else(Vec::new, |(_, gpus)| gpus)
            }
            _ => {
                let first = candidates.next();
                let tightest = candidates.fold(first, |best, one| {
                    best.filter(|best| node.gpus[*best] <= node.gpus[one])
                        .or(Some(one))
                });
                tightest.into_iter().collect()
            }
        }
    }

    /// Scores of the choices of GPUs on a node by the descent of fragmentation: of part of a GPU each
    /// that has room, of whole ones the first.
    fn descents(
        self,
        node: &Left,
        pod: &Shape,
        workload: &Workload,
        before: f64,
    ) -> Vec<(f64, Vec<usize>)> {
        let scored = |gpus: Vec<usize>| {
            let after = workload.fragmentation(&node.without(pod, &gpus));
            let descent = before - after;
            let score = match self {
                // A whole number from 0 to 100, of a sigmoid of GPUs.
                Self::Fgd => (100.0 * (1.0 / (1.0 + (-descent / 1000.0).exp()))).trunc(),
                _ => descent,
            };
            (score, gpus)
        };
        if pod.is_part() {
            let each = node.with_part(pod).map(|gpu| vec![gpu]);
            each.map(scored).collect()
        } else {
            vec![scored(node.first_free(pod))]
        }
    }
}

/// Cores and GPUs of the largest node, in thousandths, to which the artifact norms.
const LARGEST: [f64; 2] = [128_000.0, 8_000.0];

/// Cores and GPUs of a node and of a pod, as parts of the largest node's.
fn normed(node: &Left, pod: &Shape) -> [[f64; 2]; 2] {
    let [cpu, gpu] = LARGEST;
    [[node.cpu, node.gpu()], [pod.cpu, pod.gpu()]]
        .map(|[cores, gpus]| [f64::from(cores) / cpu, f64::from(gpus) / gpu])
}

fn best_fit(node: &Left, pod: &Shape) -> f64 {
    let [cpu, gpu] = LARGEST;
    let cores = f64::from(node.cpu - pod.cpu) / cpu;
    let gpus = f64::from(node.gpu() - pod.gpu()) / gpu;
    (100.0 * (1.0 - (0.5 * cores + 0.5 * gpus))).trunc()
}

fn dot_product(node: &Left, pod: &Shape) -> f64 {
    let [left, asked] = normed(node, pod);
    let product = left[0] * asked[0] + left[1] * asked[1];
    (100.0 * (1.0 - product / 2.0)).trunc()
}

fn clustering(node: &Left, pod: &Shape) -> f64 {
    if pod.gpus == 0 {
        return 0.0;
    }
    let base = match (node.classes.contains(&pod.class()), node.classes.len()) {
        (true, 1) => 75,
        (true, _) => 50,
        (false, 0) => 25,
        (false, _) => 0,
    };
    f64::from(base + 25 * (8000_u32.saturating_sub(node.gpu())) / 8000)
}

fn packing(node: &Left, pod: &Shape) -> f64 {
    if pod.gpus == 0 {
        return 0.0;
    }
    let free = node.free_gpus();
    if free == node.gpus.len() {
        return (33 - free as i64).max(free as i64) as f64;
    }
    let mut lefts = node.gpus.clone();
    lefts.sort_unstable();
    let suitable = lefts.into_iter().filter(|left| *left >= pod.share);
    let chosen: Vec<u32> = suitable.take(pod.gpus as usize).collect();
    let opened = chosen.iter().filter(|left| **left == 1000).count();
    if opened > 0 {
        return (50 - opened as i64).max(33) as f64;
    }
    let percent: u32 = chosen.iter().map(|left| left / 10).sum();
    f64::from((100 - percent / 10).max(50))
}

#[cfg(test)]
mod tests {
    use super::super::fragmentation::tests::{node, shape};
    use super::*;

    fn workload(classes: &[(Shape, f64)]) -> Workload {
        Workload {
            classes: classes.to_vec(),
            pods: 0,
        }
    }

    #[test]
    fn scores_by_hand() {
        let used = node(64_000, &[1000, 300, 1000, 600]);
        let (part, whole) = (shape(8000, 1, 500), shape(8000, 2, 1000));
        // Cores 56 of 128, GPUs 2.4 of 8: 100 × (1 - (0.4375 + 0.3) / 2) = 63.1.
        assert_eq!(best_fit(&used, &part), 63.0);
        // 100 × (1 - (0.5 × 0.0625 + 0.3625 × 0.0625) / 2) = 97.3.
        assert_eq!(dot_product(&used, &part), 97.0);
        // On the GPU with 600: 100 - 6. Two free GPUs of a node in use: 50 - 2. A free node: 33 - 2.
        assert_eq!(packing(&used, &part), 94.0);
        assert_eq!(packing(&used, &whole), 48.0);
        assert_eq!(packing(&node(64_000, &[1000, 1000]), &part), 31.0);
        // 25 × (8000 - 2900) / 8000 = 15.9 on top of what the pods there are.
        let with = |classes: &[u32]| Left {
            classes: classes.to_vec(),
            ..used.clone()
        };
        assert_eq!(clustering(&with(&[0]), &part), 90.0);
        assert_eq!(clustering(&with(&[0, 2]), &part), 65.0);
        assert_eq!(clustering(&with(&[]), &part), 40.0);
        assert_eq!(clustering(&with(&[2]), &part), 15.0);
        // Pods without GPUs go to the first node that has room.
        let none = shape(8000, 0, 0);
        assert_eq!([clustering(&used, &none), packing(&used, &none)], [0.0; 2]);
    }

    /// Half a GPU on two GPUs, one of which has 600 left, where whole GPUs are asked for: on the
    /// first, 600 are of no use before and 100 after; on the other, 600 before and 1100 after.
    #[test]
    fn descent_by_hand() {
        let used = node(64_000, &[600, 1000]);
        let wanted = workload(&[(shape(1000, 1, 1000), 1.0)]);
        let part = shape(1000, 1, 500);
        let before = wanted.fragmentation(&used);
        assert_eq!(before, 600.0);
        let choices = Policy::ExactFgd.descents(&used, &part, &wanted, before);
        assert_eq!(choices, [(500.0, vec![0]), (-500.0, vec![1])]);
        // 1 / (1 + e^-0.5) = 0.6225, and 0.3775.
        let rounded = Policy::Fgd.descents(&used, &part, &wanted, before);
        assert_eq!(rounded, [(62.0, vec![0]), (37.0, vec![1])]);
        let mut random = Random::new(1, 1);
        for policy in [Policy::Fgd, Policy::BestFit] {
            assert_eq!(policy.gpus(&used, &part, &wanted, &mut random), [0]);
        }
        let two = shape(1000, 2, 1000);
        let free = node(64_000, &[1000, 600, 1000, 1000]);
        assert_eq!(Policy::Fgd.gpus(&free, &two, &wanted, &mut random), [0, 2]);
    }

    /// Against an oracle that counts each thousandth of each GPU by itself, on random nodes.
    #[test]
    fn descent_is_that_of_a_slow_oracle() {
        let mut random = Random::new(7, 1);
        let mut below = |bound: u64| random.below(bound) as u32;
        for _ in 0..300 {
            let gpus: Vec<u32> = (0..=below(4)).map(|_| 100 * below(11)).collect();
            let before = node(1000 * below(9), &gpus);
            let classes = (0..5).map(|_| {
                let gpus = below(4);
                let share = if gpus == 1 {
                    100 * (1 + below(10))
                } else {
                    1000
                };
                (
                    shape(1000 * below(9), gpus, if gpus == 0 { 0 } else { share }),
                    0.2,
                )
            });
            let classes = workload(&classes.collect::<Vec<_>>());
            let gpus = below(3);
            let share = if gpus == 1 {
                100 * (1 + below(10))
            } else {
                1000 * gpus.min(1)
            };
            let pod = shape(1000 * below(5), gpus, share);
            if !before.fits(&pod) {
                continue;
            }
            let fragmentation = classes.fragmentation(&before);
            let choices = Policy::ExactFgd.descents(&before, &pod, &classes, fragmentation);
            for (descent, gpus) in choices {
                let after = before.without(&pod, &gpus);
                let expected = slow(&before, &classes) - slow(&after, &classes);
                assert!((descent - expected).abs() < 1e-6, "{before:?} {pod:?}");
            }
        }
    }

    /// Fragmentation by the definition: of each thousandth that is left, the part of the tasks that
    /// could not have it.
    fn slow(node: &Left, workload: &Workload) -> f64 {
        let mut sum = 0.0;
        for &left in &node.gpus {
            for _ in 0..left {
                for (class, popularity) in &workload.classes {
                    let enough = node.gpus.iter().filter(|one| **one >= class.share).count();
                    let runs =
                        class.gpus > 0 && class.cpu <= node.cpu && enough >= class.gpus as usize;
                    if !(runs && left >= class.share) {
                        sum += popularity;
                    }
                }
            }
        }
        sum
    }
}
