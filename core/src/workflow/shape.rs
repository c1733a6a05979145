//! Shapes of workflows, drawn at random or regular.

use crate::random::Random;

/// A shape of a workflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Every job but the first follows 1 or 2 of the `window` jobs ahead of
    /// it.
    Batch {
        /// Maximum distance of a job's predecessors, at least 1.
        window: u32,
    },
    /// One job, `width` jobs that follow it, one that follows them all, and so on.
    ForkJoin {
        /// Jobs side by side, at least 1.
        width: u32,
    },
    /// Every job follows the one ahead of it.
    Chain,
    /// Layers of 1 to 2 `width` - 1 jobs, each of which follows 1 to 3 of the layer above.
    Layers {
        /// Jobs side by side on average, at least 1.
        width: u32,
    },
}

impl Shape {
    /// Calls `follows(job, predecessor)` for every pair of `jobs` jobs, job by
    /// job; a pair may come twice.
    pub fn draw(self, jobs: usize, random: &mut Random, mut follows: impl FnMut(usize, usize)) {
        let below = |random: &mut Random, bound: usize| random.below(bound as u64) as usize;
        match self {
            Self::Batch { window } => {
                for job in 1..jobs {
                    let back = job.min(window.max(1) as usize);
                    for _ in 0..1 + below(random, 2) {
                        follows(job, job - 1 - below(random, back));
                    }
                }
            }
            Self::ForkJoin { width } => {
                let stage = width.max(1) as usize + 1;
                for job in 1..jobs {
                    match job % stage {
                        0 => (job - stage + 1..job).for_each(|before| follows(job, before)),
                        _ => follows(job, job / stage * stage),
                    }
                }
            }
            Self::Chain => (1..jobs).for_each(|job| follows(job, job - 1)),
            Self::Layers { width } => {
                let most = 2 * width.max(1) as usize - 1;
                let (mut above, mut first) = (0..0, 0);
                while first < jobs {
                    let layer = first..jobs.min(first + 1 + below(random, most));
                    for job in layer.clone().filter(|_| !above.is_empty()) {
                        for _ in 0..1 + below(random, 3) {
                            follows(job, above.start + below(random, above.len()));
                        }
                    }
                    first = layer.end;
                    above = layer;
                }
            }
        }
    }
}
