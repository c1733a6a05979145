//! Random runs of Slurm, for the policy and its slow reference.

use cosched_core::random::Random;

use super::slurm::{Case, Job, Nodes};
use super::windows::Plugin;

impl Case {
    /// The run of this number.
    pub(crate) fn drawn(seed: u64) -> Self {
        let mut random = Random::new(seed, 7);
        let mut below = |bound: u64| random.below(bound);
        // Of the large machines some have several blocks of running jobs.
        let most = if seed.is_multiple_of(20) { 600 } else { 80 };
        let nodes = 2 + below(most) as u32 / (1 + below(4) as u32);
        let count = 5 + below(20);
        let mut submit = 0;
        let jobs = (0..count).map(|_| {
            submit += below(60);
            let limit = 30 + below(600);
            Job {
                submit,
                // Some outrun their limits: there are no kills here.
                runtime: 1 + below(limit + limit / 8),
                limit,
                nodes: 1 + below(u64::from(nodes)) as u32 / (1 + below(3) as u32),
                start: None,
                on: Nodes::new(),
            }
        });
        let jobs = jobs.collect();
        let mut ticks = |step: u64| {
            let first = below(step);
            (0..900)
                .map(|tick| first + tick * step)
                .filter(|&at| at < 20_000)
                .collect()
        };
        let (main, backfill) = (ticks(37), ticks(30));
        let mut beyond = Random::new(seed, 8);
        let overrun = (beyond.below(3) > 0).then(|| beyond.below(200));
        Self {
            nodes,
            resolution: [1, 30, 60, 300][below(4) as usize],
            origin: below(1000),
            window: 60 * [5, 10, 20, 1440][below(4) as usize],
            depth: 3 + below(30) as usize,
            jobs,
            main,
            backfill,
            overrun,
            plugin: Plugin::drawn(below(120)),
            exclusive: below(3) == 0,
            users: (0..count).map(|_| below(3) as u32).collect(),
            per_user: if below(2) == 0 {
                usize::MAX
            } else {
                1 + below(4) as usize
            },
            most_starts: if below(3) == 0 {
                1 + below(2) as usize
            } else {
                usize::MAX
            },
        }
    }
}
