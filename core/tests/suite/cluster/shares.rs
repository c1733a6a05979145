//! Parts of GPUs: against the slow program, with the GPUs that jobs get one by one.

use cosched_core::engine::{Policy as _, Setup};
use cosched_core::machine::cluster::{
    Amounts, ClusterRequest, ClusterSetup, Limits, NodeKind, Partition,
};
use cosched_core::policy::{Order, cluster, plan};
use cosched_core::random::Random;
use cosched_core::{Duration, JobId, JobSpec, Simulation, Time};

use super::draw::{Case, LimitKind, case};
use super::node_choice::Choice;
use super::oracle::{AMOUNTS, Policy, Run, World, watched};
use super::storage::SetupStorage;
use super::{Buffers, compare, wrong};

impl World<'_> {
    fn has_shares(&self) -> bool {
        self.case.jobs.iter().any(|job| job.share > 0) || matches!(self.case.choice, Choice::Fgd(_))
    }

    /// Thousandths of each GPU of `node` that are free if these jobs run there.
    pub(super) fn gpus<'r>(&self, node: usize, runs: impl Iterator<Item = &'r Run>) -> Vec<u32> {
        let mut free = vec![1000; self.case.kinds[self.case.kind_of(node)].room[2] as usize];
        for &(other, gpu, amount) in runs.flat_map(|run| &run.gpus) {
            if other == node {
                free[gpu] -= amount;
            }
        }
        free
    }

    /// `free` of `node` with the GPUs that nobody has a part of.
    pub(super) fn with_whole_gpus<'r>(
        &self,
        node: usize,
        mut free: [u32; AMOUNTS],
        runs: impl Iterator<Item = &'r Run>,
    ) -> [u32; AMOUNTS] {
        if self.has_shares() {
            let whole = self
                .gpus(node, runs)
                .into_iter()
                .filter(|free| *free == 1000);
            free[2] = whole.count() as u32;
        }
        free
    }

    /// Units of `job` for which the GPUs of `node` suffice if these jobs run there.
    pub(super) fn gpu_units<'r>(
        &self,
        job: usize,
        node: usize,
        runs: impl Iterator<Item = &'r Run>,
    ) -> u32 {
        match self.case.jobs[job].share {
            0 => u32::MAX,
            share => self.gpus(node, runs).iter().map(|free| free / share).sum(),
        }
    }

    /// `job`, started now on these nodes.
    pub(super) fn run(&self, job: usize, places: Vec<(usize, u32)>) -> Run {
        let mut gpus = Vec::new();
        for &(node, units) in places.iter().filter(|_| self.has_shares()) {
            let requested = &self.case.jobs[job];
            let mut free = self.gpus(node, self.running.iter());
            if self.takes_whole(job) {
                gpus.extend(
                    free.iter()
                        .enumerate()
                        .map(|(gpu, free)| (node, gpu, *free)),
                );
                continue;
            }
            // One unit after the other, on the GPU chosen by fragmentation, if any, while it suffices.
            let first = self.least_fragmented(job, node, &free);
            for _ in 0..units {
                if requested.share > 0 {
                    let suffice = (0..free.len()).filter(|&gpu| free[gpu] >= requested.share);
                    // The first of those with the least left. What is tried may have no room.
                    let tightest = suffice.min_by_key(|&gpu| free[gpu]);
                    let first = first.filter(|&gpu| free[gpu] >= requested.share);
                    if let Some(gpu) = first.or(tightest) {
                        free[gpu] -= requested.share;
                        gpus.push((node, gpu, requested.share));
                    }
                }
                for _ in 0..requested.each[2] {
                    if let Some(gpu) = free.iter().position(|free| *free == 1000) {
                        free[gpu] = 0;
                        gpus.push((node, gpu, 1000));
                    }
                }
            }
        }
        let start = self.now;
        Run {
            job,
            start,
            up: start,
            places,
            gpus,
        }
    }
}

/// Case `number` with more GPUs, of which two of three jobs ask for a part, and so many cores and so
/// much memory that these seldom keep anybody waiting, as jobs run for longer.
pub(super) fn shared(number: u64) -> Case {
    let mut case = case(number);
    let mut random = Random::new(number, 25);
    for kind in &mut case.kinds {
        kind.room[0] += 8;
        kind.room[1] += 12;
        kind.room[2] = 1 + random.below(2) as u32;
    }
    for limits in case.limits.iter_mut().flatten() {
        *limits = Limits {
            gpus: u32::MAX,
            ..*limits
        };
    }
    for job in &mut case.jobs {
        if random.below(3) > 0 {
            const SHARES: [u32; 8] = [150, 250, 300, 400, 500, 700, 850, 1000];
            job.share = SHARES[random.below(8) as usize];
            job.each = [1, job.each[1].min(1), 0];
        } else {
            job.each[2] = random.below(3) as u32;
        }
        if job.reservation.is_none() {
            job.runtime *= 3;
            job.estimate *= 3;
        }
    }
    let owned = SetupStorage::new(&case);
    let (partitions, advance) = (owned.partitions(), owned.advance());
    let setup = owned.setup(&partitions, &advance);
    for (job, request) in case.jobs.iter_mut().zip(&owned.requests) {
        // Those that could never start do without.
        if setup.room_for(request) < u64::from(job.count) {
            (job.share, job.each[2]) = (0, 0);
        }
    }
    case
}

#[test]
fn parts_of_gpus_under_fcfs_as_the_slow_program_has_it() {
    compare(Policy::Fcfs, (0..1500).map(shared));
}

#[test]
fn parts_of_gpus_under_easy_as_the_slow_program_has_it() {
    compare(Policy::Easy, (0..1500).map(shared));
}

/// Node, GPU and thousandths of what jobs have when they start.
type Parts = Vec<Vec<(usize, usize, u32)>>;

/// Parts of GPUs that jobs have under FCFS.
fn parts_had(case: &Case) -> Parts {
    let lent = SetupStorage::new(case);
    let (partitions, advance) = (lent.partitions(), lent.advance());
    let setup = Setup::cluster(&lent.workload, case.nodes() as u32)
        .with_cluster(lent.setup(&partitions, &advance))
        .with_kill_at_estimate(case.kills);
    let mut blocked = vec![0; case.nodes().div_ceil(64)];
    let mut fcfs = cluster::Fcfs::new(Order::Submitted, &mut blocked);
    let mut buffers = Buffers::new(&setup);
    let mut simulation = Simulation::new(setup, buffers.as_storage()).unwrap();
    let mut parts = vec![Vec::new(); case.jobs.len()];
    while simulation.step(&mut fcfs, &mut ()).is_some() {
        let mut now = vec![Vec::new(); case.jobs.len()];
        let cluster = simulation.view().cluster().unwrap();
        for node in 0..case.nodes() {
            let mut left = vec![1000; cluster.free_of_gpus(node as u32).count()];
            for (gpu, job, amount) in cluster.gpu_parts(node as u32) {
                now[job.index()].push((node, gpu as usize, amount));
                left[gpu as usize] -= amount;
            }
            let free: Vec<u32> = cluster.free_of_gpus(node as u32).collect();
            assert_eq!(free, left, "node {node}: {case:?}");
        }
        for (had, now) in parts.iter_mut().zip(now) {
            if had.is_empty() {
                *had = now;
            }
        }
    }
    parts
}

#[test]
fn each_job_gets_the_gpus_that_the_slow_program_gives_it() {
    let mut several = 0;
    for number in 0..600 {
        let mut case = shared(number);
        case.windows.clear();
        let mut expected: Parts = vec![Vec::new(); case.jobs.len()];
        watched(Policy::Fcfs, &case, |world| {
            for run in &world.running {
                // The parts of one GPU together.
                let mut all = run.gpus.clone();
                all.sort();
                let mut sums: Vec<(usize, usize, u32)> = Vec::new();
                for (node, gpu, amount) in all.into_iter().filter(|one| one.2 > 0) {
                    match sums
                        .last_mut()
                        .filter(|last| (last.0, last.1) == (node, gpu))
                    {
                        Some(last) => last.2 += amount,
                        None => sums.push((node, gpu, amount)),
                    }
                }
                expected[run.job] = sums;
            }
        });
        let found = parts_had(&case);
        several += found.iter().filter(|parts| parts.len() > 1).count();
        assert_eq!(found, expected, "case {number}: {case:?}");
    }
    assert!(several > 300, "{several} have parts of several GPUs");
}

/// Two nodes of four cores and two GPUs. Parts of 0.6, 0.5 and 0.4: the third goes to the GPU with
/// the least left that suffices, the first, and fills it. Two whole GPUs are free on the second node
/// only; one beside what is left of the first node, on none until the second job has left.
#[test]
fn parts_by_hand() {
    let kinds = [NodeKind {
        count: 2,
        room: Amounts::new(4, 8, 2),
        features: 0,
    }];
    let partitions = [Partition::of(&[0b11])];
    let part = |gpu_share| ClusterRequest {
        gpu_share,
        ..ClusterRequest::nodes(1, Amounts::new(1, 0, 0))
    };
    let whole = |gpus| ClusterRequest::nodes(1, Amounts::new(1, 0, gpus));
    let requests = [part(600), part(500), part(400), whole(2), whole(1)];
    let runtimes = [100, 50, 100, 100, 10];
    let workload =
        runtimes.map(|seconds| JobSpec::exact(Time::ZERO, Duration::from_seconds(seconds), 1));
    let setup = Setup::cluster(&workload, 2).with_cluster(ClusterSetup::new(
        &kinds,
        &partitions,
        &requests,
    ));
    let mut blocked = [0];
    let mut buffers = Buffers::new(&setup);
    let mut simulation = Simulation::new(setup, buffers.as_storage()).unwrap();
    let mut fcfs = cluster::Fcfs::new(Order::Submitted, &mut blocked);
    simulation.step(&mut fcfs, &mut ()).unwrap();
    let cluster = simulation.view().cluster().unwrap();
    let mut parts: Vec<_> = (0..2)
        .flat_map(|node| cluster.gpu_parts(node).map(move |part| (node, part)))
        .collect();
    parts.sort();
    let expected = [
        (0, (0, JobId::new(0), 600)),
        (0, (0, JobId::new(2), 400)),
        (0, (1, JobId::new(1), 500)),
        (1, (0, JobId::new(3), 1000)),
        (1, (1, JobId::new(3), 1000)),
    ];
    assert_eq!(parts, expected);
    assert_eq!(cluster.free(0), Amounts::new(1, 8, 0));
    simulation.run(&mut fcfs, &mut ());
    assert_eq!(simulation.started(4), Some(Time::from_seconds(50)));
}

/// As in fixtures/by_hand/gpus/parts.ron: the fourth job would get what is left of the GPU
/// that the third, which is the head, is to have at 50.
#[test]
fn easy_counts_the_gpu_that_a_job_would_get() {
    let kinds = [NodeKind {
        count: 1,
        room: Amounts::new(8, 8, 2),
        features: 0,
    }];
    let partitions = [Partition::of(&[0b1])];
    let part = |gpu_share| ClusterRequest {
        gpu_share,
        ..ClusterRequest::nodes(1, Amounts::new(1, 0, 0))
    };
    let whole = ClusterRequest::nodes(1, Amounts::new(1, 0, 1));
    let requests = [part(500), part(600), whole, part(400), part(400)];
    let times = [(0, 1000), (0, 50), (10, 100), (20, 100), (30, 20)];
    let workload = times.map(|(submit, runtime)| {
        let runtime = Duration::from_seconds(runtime);
        JobSpec::exact(Time::from_seconds(submit), runtime, 1)
    });
    let setup = Setup::cluster(&workload, 1).with_cluster(ClusterSetup::new(
        &kinds,
        &partitions,
        &requests,
    ));
    let mut heads = cluster::BoxedHeads::new(&setup);
    let mut easy = cluster::Easy::new(Order::Submitted, heads.as_buffers());
    let found = super::simulate(setup, &mut easy);
    let starts = found.iter().map(|ran| ran.as_ref().unwrap().0);
    assert_eq!(starts.collect::<Vec<_>>(), [0, 0, 50, 50, 30]);
}

#[test]
fn parts_that_cannot_be_had_are_refused_with_a_sentence() {
    let part = |gpu_share, gpus| ClusterRequest {
        gpu_share,
        ..ClusterRequest::nodes(1, Amounts::new(1, 0, gpus))
    };
    let said = wrong(part(1001, 0), 1, 1);
    assert!(said.contains("1 to 1000 thousandths are allowed"), "{said}");
    let said = wrong(part(500, 1), 1, 1);
    assert!(said.contains("one of the two is allowed"), "{said}");
    let said = wrong(part(500, 0), 1, 1);
    assert!(said.contains("has room for 0"), "no node has a GPU: {said}");
    let mut case = shared(1);
    let limits = Limits {
        gpus: 2,
        ..Limits::NONE
    };
    case.limits[LimitKind::User as usize] = vec![limits; 3];
    let owned = SetupStorage::new(&case);
    let (partitions, advance) = (owned.partitions(), owned.advance());
    let setup = owned.setup(&partitions, &advance);
    let checked = setup.check(case.nodes() as u32, &owned.workload);
    let said = checked.unwrap_err().to_string();
    assert!(said.contains("a limit counts whole ones"), "{said}");
    // Those who plan whole GPUs say so.
    let said = refusal_by_conservative(&shared(2));
    assert!(said.contains("FCFS and EASY place such jobs"), "{said}");
}

/// Why conservative backfilling refuses `case`.
pub(super) fn refusal_by_conservative(case: &Case) -> String {
    let owned = SetupStorage::new(case);
    let (partitions, advance) = (owned.partitions(), owned.advance());
    let setup = Setup::cluster(&owned.workload, case.nodes() as u32)
        .with_cluster(owned.setup(&partitions, &advance));
    let mut plan = plan::BoxedPlan::new(&setup, usize::MAX);
    let conservative = cluster::Conservative::new(Order::Submitted, plan.as_buffers());
    conservative.check(&setup).unwrap_err().to_string()
}
