//! Searches of a pass that remember vain ones, held against searches that know of none.

use cosched_core::policy::slurm::{BoxedPlanner, Grid, Planner, Selection, WindowGrowth};
use cosched_core::random::Random;
use cosched_core::{Duration, Time};

/// A pass's state: the running jobs, each with its end and nodes, and what it has decided.
struct Pass {
    nodes: u32,
    grid: Grid,
    selection: Selection,
    running: Vec<(Time, Vec<u32>)>,
    decided: Vec<(Time, Duration, Vec<u64>)>,
}

impl Pass {
    fn drawn(random: &mut Random) -> Self {
        let nodes = 2 + random.below(150) as u32;
        let mut free: Vec<u32> = (0..nodes).collect();
        let mut running = Vec::new();
        while random.below(8) > 0 && !free.is_empty() {
            let count = 1 + random.below(free.len() as u64 / 2 + 1) as usize;
            let first = random.below((free.len() - count + 1) as u64) as usize;
            let end = Time::from_seconds(60 + 60 * random.below(300));
            running.push((end, free.drain(first..first + count).collect()));
        }
        let growths = [
            WindowGrowth::Doubling,
            WindowGrowth::By(Duration::from_seconds(90)),
        ];
        let [doubling, by] = growths.map(Selection::ConsTres);
        let all = [Selection::Linear, Selection::Linear, doubling, by];
        Self {
            nodes,
            grid: Grid {
                resolution: Duration::from_seconds([1, 60, 300][random.below(3) as usize]),
                origin: Duration::from_seconds(random.below(1000)),
                window: Duration::from_seconds(
                    60 * [100, 300, 1440, 10_080][random.below(4) as usize],
                ),
            },
            selection: all[random.below(4) as usize],
            running,
            decided: Vec::new(),
        }
    }

    /// Begins the pass, and decides again what it has decided.
    fn begin(&self, planner: &mut Planner<'_>) {
        let mut free = vec![0; (self.nodes as usize).div_ceil(64)];
        (0..self.nodes).for_each(|node| free[node as usize / 64] |= 1 << (node % 64));
        let held = self.running.iter().flat_map(|(_, nodes)| nodes);
        held.for_each(|&node| free[node as usize / 64] &= !(1 << (node % 64)));
        let running = self.running.iter().zip(0..);
        let running = running.map(|((end, _), index)| (*end, index, index));
        let nodes_of = |index: u32| self.running[index as usize].1.iter().copied();
        planner.begin(Time::ZERO, &free, running, nodes_of);
        for (order, (start, limit, nodes)) in (1000..).zip(&self.decided) {
            if *start == Time::ZERO {
                planner.start(order, *limit, nodes);
            } else {
                planner.plan(*start, *limit, nodes);
            }
        }
    }
}

#[test]
fn a_search_finds_what_one_without_memory_does() {
    const JOBS: usize = 60;
    let (mut searches, mut vain, mut passed_over) = (0, 0, 0);
    for seed in 0..3000 {
        let mut random = Random::new(seed, 0);
        let mut pass = Pass::drawn(&mut random);
        let mut buffers = [0; 2].map(|_| BoxedPlanner::new(pass.nodes, JOBS));
        let planners = buffers.each_mut().map(|buffers| {
            let buffers = buffers.as_buffers();
            Planner::new(pass.nodes, JOBS, pass.grid, pass.selection, buffers).unwrap()
        });
        let [mut remembering, mut fresh] = planners;
        pass.begin(&mut remembering);
        for job in 0..JOBS {
            let nodes = 1 + random.below(u64::from(pass.nodes)) as u32 / (1 << random.below(6));
            let limit = Duration::from_seconds(60 * (1 + random.below(400)));
            pass.begin(&mut fresh);
            let is_vain = remembering.is_vain(nodes, limit);
            let known = remembering.earliest(nodes, limit);
            let found = fresh.earliest(nodes, limit);
            assert_eq!(known, found, "seed {seed}, job {job}");
            searches += 1;
            if is_vain {
                assert_eq!(found, None, "seed {seed}, job {job}");
                passed_over += 1;
            }
            let Some(found) = found else {
                vain += 1;
                continue;
            };
            let decision = (found.start, limit, found.nodes.to_vec());
            if found.start == Time::ZERO {
                remembering.start(1000 + pass.decided.len() as u32, limit, &decision.2);
            } else {
                remembering.plan(found.start, limit, &decision.2);
            }
            pass.decided.push(decision);
        }
    }
    assert!(vain < searches / 2, "{vain} of {searches}");
    assert!(passed_over > vain / 2, "{passed_over} of {vain}");
}
