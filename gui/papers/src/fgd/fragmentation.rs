//! Fragmentation of a node (fixtures/papers/fgd.md, 9.2): what is left of its GPUs and of no use to pods as they usually come.

use super::cluster::{Left, Shape, Trace};

/// Part of all pods, the most frequent ones, that is taken for the workload.
pub(super) const COVERED: f64 = 0.95;

/// Task classes with their popularity, which add up to 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Workload {
    /// Request of each, memory left out, and its popularity.
    pub(super) classes: Vec<(Shape, f64)>,
    /// Number of pods in them.
    pub(super) pods: usize,
}

impl Workload {
    /// The most frequent task classes of a trace that have [`COVERED`] of its pods; of equally
    /// frequent ones, the first in the table.
    pub(super) fn typical(trace: &Trace) -> Self {
        let mut counts: Vec<(Shape, usize)> = Vec::new();
        for &pod in &trace.pods {
            let class = Shape {
                memory: 0,
                ..trace.shapes[pod].clone()
            };
            match counts.iter_mut().find(|(known, _)| *known == class) {
                Some((_, count)) => *count += 1,
                None => counts.push((class, 1)),
            }
        }
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let wanted = COVERED * trace.pods.len() as f64;
        let mut covered = 0;
        let typical = counts.into_iter().take_while(|(_, count)| {
            let is_short = (covered as f64) < wanted;
            covered += if is_short { *count } else { 0 };
            is_short
        });
        let typical: Vec<_> = typical.collect();
        let classes = typical.into_iter();
        let classes = classes.map(|(class, count)| (class, count as f64 / covered as f64));
        Self {
            classes: classes.collect(),
            pods: covered,
        }
    }

    /// Thousandths of GPUs of a node that are left and of no use, in the mean over the classes.
    pub(super) fn fragmentation(&self, node: &Left) -> f64 {
        let left = node.gpu();
        let each = self.classes.iter();
        each.map(|(class, popularity)| popularity * f64::from(unusable(node, left, class)))
            .sum()
    }
}

/// Thousandths of GPUs of a node that a class of tasks cannot have, of `left` in all: everything
/// that is left if such a task has no room or asks for no GPU, else what is left of those GPUs that
/// have less than it asks for of each.
fn unusable(node: &Left, left: u32, class: &Shape) -> u32 {
    let can_run = node.cpu >= class.cpu && node.suits(class) && node.has_gpus(class);
    if class.gpus == 0 || !can_run {
        return left;
    }
    let too_small = node.gpus.iter().filter(|one| **one < class.share);
    too_small.sum()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::fgd) fn node(cpu: u32, gpus: &[u32]) -> Left {
        Left {
            cpu,
            memory: 1 << 20,
            gpus: gpus.to_vec(),
            model: 1,
            classes: Vec::new(),
        }
    }

    pub(in crate::fgd) fn shape(cpu: u32, gpus: u32, share: u32) -> Shape {
        Shape {
            cpu,
            memory: 0,
            gpus,
            share,
            models: None,
        }
    }

    fn workload(classes: &[(Shape, f64)]) -> Workload {
        Workload {
            classes: classes.to_vec(),
            pods: 0,
        }
    }

    /// Of 2700 thousandths on GPUs with 200, 1000, 1000 and 500.
    #[test]
    fn each_case_by_hand() {
        let used = node(8000, &[200, 1000, 1000, 500]);
        for (class, expected) in [
            // Without a GPU none of them is of use.
            (shape(1000, 0, 0), 2700),
            // Half a GPU: 200 on the first is too little.
            (shape(1000, 1, 500), 200),
            (shape(1000, 1, 501), 700),
            // One GPU, two: the first and the last are too small. Three: all are.
            (shape(1000, 1, 1000), 700),
            (shape(1000, 2, 1000), 700),
            (shape(1000, 3, 1000), 2700),
            // Too few cores for anything.
            (shape(8001, 1, 200), 2700),
            (shape(8000, 1, 200), 0),
            // GPUs of another model, and of its own.
            (
                Shape {
                    models: Some(2),
                    ..shape(1000, 1, 500)
                },
                2700,
            ),
            (
                Shape {
                    models: Some(3),
                    ..shape(1000, 1, 500)
                },
                200,
            ),
        ] {
            assert_eq!(unusable(&used, used.gpu(), &class), expected, "{class:?}");
        }
        // 1/4 of 200 and 3/4 of 2700: 50 + 2025.
        let both = workload(&[(shape(1000, 1, 500), 0.25), (shape(1000, 0, 0), 0.75)]);
        assert_eq!(both.fragmentation(&used), 2075.0);
    }

    /// Values of the tests of the artifact (pkg/utils/frag_test.go, TestNodeGpuShareFragAmountScore
    /// and TestNodeGpuShareFragAmountWithNonGpu), on its task classes.
    #[test]
    fn values_of_the_artifact() {
        let one = workload(&[(shape(6000, 1, 465), 0.0933)]);
        let lacks_cores = node(1000, &[200, 1000, 1000, 500]);
        assert!((one.fragmentation(&lacks_cores) - 251.91).abs() < 0.01);
        // On the first, 9.54 % ask for no GPU and 1.55 % for more cores: 11.09 % of 8000.
        let classes = with_tasks_without_gpus();
        for (cpu, idle, expected) in [(64_000, 8, 887.2), (32_000, 4, 554.4), (0, 4, 4000.0)] {
            let mut gpus = vec![1000; idle];
            gpus.resize(8, 0);
            let found = classes.fragmentation(&node(cpu, &gpus));
            assert!((found - expected).abs() < 0.01, "{found} {expected}");
        }
    }

    /// Task classes of the artifact's TestingGenerateGetTypicalPodsWithNonGpu: cores, GPUs, share and
    /// per cent.
    fn with_tasks_without_gpus() -> Workload {
        const CLASSES: [(u32, u32, u32, f64); 31] = [
            (15_700, 1, 1000, 28.69),
            (11_900, 1, 1000, 18.93),
            (11_400, 1, 1000, 12.27),
            (1_000, 0, 0, 7.36),
            (18_710, 1, 1000, 4.85),
            (8_200, 1, 1000, 3.79),
            (16_400, 1, 1000, 3.31),
            (9_810, 1, 1000, 1.97),
            (15_200, 1, 1000, 1.87),
            (11_200, 1, 1000, 1.81),
            (14_200, 1, 1000, 1.76),
            (12_000, 0, 0, 1.65),
            (14_900, 1, 1000, 1.39),
            (60_200, 4, 1000, 1.23),
            (64_200, 8, 1000, 1.07),
            (32_200, 4, 1000, 1.01),
            (17_400, 2, 1000, 0.91),
            (30_200, 2, 1000, 0.69),
            (16_000, 1, 1000, 0.64),
            (15_000, 1, 1000, 0.59),
            (64_000, 8, 1000, 0.53),
            (15_000, 0, 0, 0.53),
            (11_910, 1, 1000, 0.53),
            (120_200, 8, 1000, 0.48),
            (11_300, 1, 1000, 0.37),
            (30_000, 2, 1000, 0.32),
            (9_800, 1, 1000, 0.32),
            (8_000, 1, 1000, 0.32),
            (2_000, 1, 1000, 0.27),
            (2_000, 1, 80, 0.27),
            (1_000, 1, 1000, 0.27),
        ];
        let classes = CLASSES.map(|(cpu, gpus, share, percent)| {
            let class = shape(cpu, gpus, share);
            (class, percent / 100.0)
        });
        workload(&classes)
    }
}
