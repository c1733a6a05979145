//! A whole run simulated, with the ticks of a real scheduler, and with random ticks.

use std::collections::{HashMap, HashSet};

use cosched_core::engine::{BoxedStorage, Policy, Setup};
use cosched_core::policy::slurm::{BoxedShared, Clearing, Delays, PassTimes, Slurm};
use cosched_core::{Duration, JobSpec, Simulation, Time};

use super::agreement::Replay;
use super::logged_cluster::{LoggedCluster, least_nodes};
use super::logged_priority::LoggedPriority;
use super::pass_durations::{ends_of_sleeps, look_duration, pass_durations};
use super::state::{SECOND, time_of};
use crate::base::problem::Problem;
use crate::family::slurm::buffers::{
    OwnedPlanner, OwnedUserLimit, depth, pace, shared_nodes, with_limit,
};
use crate::family::slurm::yields::{OwnedYields, with_yields};
use crate::load::slurm::decisions::{Event, Instant, Number};
use crate::load::slurm::measured::{Job, MeasuredRun, node_set};

/// Largest number of ticks behind the end of a log.
const MOST_TICKS_BEHIND: u64 = 100_000;

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// The mean wait, in seconds.
    pub wait: f64,
    /// Number of pairs of jobs that started in the other order than in reality.
    pub inverted: usize,
    /// The first start that differs from the real one, by the earlier of both; `None` if none does.
    pub first_other: Option<OtherStart>,
}

/// A job that starts in another second than in reality, both from the first submission on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherStart {
    /// Its number.
    pub job: Number,
    /// The real second.
    pub real: u64,
    /// The second in the simulation.
    pub simulated: u64,
}

/// The jobs of a log for a simulation, with their actual submit times and runtimes.
#[derive(Clone, Debug)]
pub struct LoggedJobs {
    // Where more than the number of nodes of a job counts.
    cluster: Option<LoggedCluster>,
    priority: Option<LoggedPriority>,
    numbers: Vec<Number>,
    users: Vec<String>,
    nodes: u32,
    origin: Instant,
    workload: Vec<JobSpec>,
    // Whole seconds from the first submission on, for each job of the workload.
    started: Vec<u64>,
    main: Vec<Time>,
    backfill: Vec<Time>,
    // The first main pass, if it started a job before any backfill pass did.
    first: Option<Time>,
    // Time between two looks of the background loop, if it can be estimated.
    look: Option<Duration>,
    // Durations of backfill passes.
    passes: Vec<Duration>,
    // Ends of sleeps of passes that yield.
    sleeps: Vec<Time>,
}

impl LoggedJobs {
    /// The jobs of `measured` that started and ended within its log.
    ///
    /// # Errors
    /// There are none, or the shares in the log are no tree.
    pub fn of(measured: &MeasuredRun) -> Result<Self, Problem> {
        let origin = measured.decisions.first_submission().unwrap_or_default();
        let (mut main, mut backfill) = (Vec::new(), Vec::new());
        let (mut is_in_backfill, mut in_grace) = (false, HashSet::new());
        let mut known: HashMap<Number, [Option<Time>; 3]> = HashMap::new();
        for line in &measured.decisions.lines {
            let at = time_of(line.at, origin);
            match line.event {
                Event::Submitted(job) => known.entry(job).or_default()[0] = at,
                Event::Started(job, _) => known.entry(job).or_default()[1] = at,
                Event::Allocated(job, _) => {
                    known.entry(job).or_default()[1] = at;
                    main.extend(at);
                }
                // To passes that sleep, main passes are changes, whether they start jobs or not.
                Event::MainPass if measured.settings.slurm.has_long_passes() => main.extend(at),
                // A main pass that starts no job, but preempts others, now or once their grace is over.
                Event::Grace(job, _) => {
                    main.extend(at.filter(|_| !is_in_backfill));
                    in_grace.insert(job);
                }
                Event::Requeued(job) => {
                    let is_pass = !in_grace.remove(&job) && !is_in_backfill;
                    main.extend(at.filter(|_| is_pass));
                }
                Event::Done(job) => known.entry(job).or_default()[2] = at,
                Event::Begins => {
                    backfill.extend(at);
                    is_in_backfill = true;
                }
                Event::Completed | Event::NoJobs => is_in_backfill = false,
                _ => {}
            }
        }
        main.dedup();
        backfill.dedup();
        let (look, passes) = (look_duration(&main), pass_durations(measured));
        let starts = known.values().filter_map(|[_, start, _]| *start);
        let first = starts.min().filter(|start| main.first() == Some(start));
        let mut jobs = Vec::new();
        for job in &measured.jobs {
            // Tasks are submitted with their array.
            let array = job.array.and_then(|array| known.get(&array)?[0]);
            let [submit, start, end] = known.get(&job.id).copied().unwrap_or_default();
            // Where a number was used twice, or a clock was put back, a start may lie before.
            if let (Some(submit), Some(start), Some(end)) = (array.or(submit), start, end)
                && start.0 / SECOND.0 >= submit.0 / SECOND.0
            {
                let nodes = least_nodes(job, &measured.machine);
                let spec = JobSpec::exact(submit, end.since(start), nodes)
                    .with_estimate(Duration::from_seconds(job.limit));
                jobs.push((submit, job.id, spec, start.0 / SECOND.0, job));
            }
        }
        if jobs.is_empty() {
            return Err(Problem::input(
                "no job of the table starts and ends in the log",
            ));
        }
        // Tasks have numbers of their own, given as they start.
        jobs.sort_by_key(|&(submit, id, .., job)| (submit, job.array.unwrap_or(id), job.task, id));
        // Jobs that have not started when the log ends start at regular ticks behind it.
        let interval = (measured.settings.slurm.bf_interval.max(1.0) * SECOND.0 as f64) as u64;
        let works = jobs.iter().map(|(_, _, spec, ..)| spec.runtime.0);
        let work = works.fold(0, u64::saturating_add);
        let last = main.last().max(backfill.last()).copied();
        let last = last.unwrap_or(Time::ZERO);
        let behind = (1..=(work / interval).saturating_add(1).min(MOST_TICKS_BEHIND))
            .map(|tick| last.after(Duration(tick.saturating_mul(interval))));
        for ticks in [&mut main, &mut backfill] {
            ticks.extend(behind.clone());
        }
        let mut specs = jobs.iter().map(|(_, _, spec, ..)| spec);
        let outrun = specs.any(|spec| spec.runtime > spec.estimate);
        let own: Vec<&Job> = jobs.iter().map(|(.., job)| *job).collect();
        Ok(Self {
            cluster: LoggedCluster::of(&measured.machine, &measured.settings, (&own, outrun)),
            priority: LoggedPriority::of(measured, origin, &own)?,
            nodes: measured.hosts.count(),
            origin,
            workload: jobs.iter().map(|&(_, _, spec, ..)| spec).collect(),
            started: jobs.iter().map(|&(.., started, _)| started).collect(),
            numbers: jobs.iter().map(|&(_, number, ..)| number).collect(),
            users: jobs.iter().map(|(.., job)| job.user.clone()).collect(),
            main,
            backfill,
            first,
            look,
            passes,
            sleeps: ends_of_sleeps(measured, origin),
        })
    }

    /// Returns the number of jobs.
    pub fn jobs(&self) -> usize {
        self.workload.len()
    }

    /// Returns the actual mean wait, in seconds: times are whole seconds, as Slurm keeps them.
    pub fn real_wait(&self) -> f64 {
        self.mean_wait(&self.started)
    }

    fn mean_wait(&self, started: &[u64]) -> f64 {
        let submitted = self.workload.iter().map(|job| job.submit.0 / SECOND.0);
        let waits = started
            .iter()
            .zip(submitted)
            .map(|(started, submitted)| started - submitted);
        waits.sum::<u64>() as f64 / started.len() as f64
    }

    /// Simulates the run with the passes at the instants of the log, and with the nodes that
    /// `replay` has found to be still cleared in them.
    ///
    /// # Errors
    /// The jobs are no valid scenario.
    pub fn with_logged_ticks(
        &self,
        measured: &MeasuredRun,
        replay: &Replay,
    ) -> Result<Trajectory, Problem> {
        let index = |node: &u32| match &self.cluster {
            Some(cluster) => cluster.index_of(*node),
            None => *node,
        };
        let sets = replay.clearing.iter().filter_map(|(at, nodes)| {
            let nodes: Vec<u32> = nodes.iter().map(index).collect();
            Some((time_of(*at, self.origin)?, node_set(&nodes, self.nodes)))
        });
        let sets: Vec<(Time, Vec<u64>)> = sets.collect();
        let clearing = sets.iter().map(|(at, nodes)| Clearing { at: *at, nodes });
        let ticks = PassTimes::At {
            main: &self.main,
            backfill: &self.backfill,
            clearing: &clearing.collect::<Vec<_>>(),
        };
        self.run(measured, ticks, &self.sleeps)
    }

    /// Durations of passes on that machine: those of its log, where it has them.
    fn delays(&self, is_asleep: bool) -> Delays<'_> {
        let usual = Delays::default();
        Delays {
            look: self.look.unwrap_or(usual.look),
            // A pass that sleeps takes as long as it sleeps.
            pass: if self.passes.is_empty() || is_asleep {
                usual.pass
            } else {
                &self.passes
            },
        }
    }

    /// Simulates the run with passes at random instants, which take as long as in the log.
    ///
    /// # Errors
    /// The jobs are no valid scenario.
    pub fn with_random_ticks(
        &self,
        measured: &MeasuredRun,
        phase: u64,
    ) -> Result<Trajectory, Problem> {
        let ticks = PassTimes::Free {
            seed: phase,
            delays: self.delays(measured.settings.slurm.has_long_passes()),
            first: self.first,
        };
        self.run(measured, ticks, &[])
    }

    /// Simulates the run with passes at `ticks`, of which sleeps end at `sleeps`.
    fn run(
        &self,
        measured: &MeasuredRun,
        ticks: PassTimes<'_>,
        sleeps: &[Time],
    ) -> Result<Trajectory, Problem> {
        let settings = &measured.settings.slurm;
        let clock = Duration::from_seconds(self.origin.max(0).unsigned_abs());
        let known = |user| Some(user).filter(|user: &&String| !user.is_empty());
        let users = self.users.iter().map(known);
        let mut limit = OwnedUserLimit::new(settings, users, self.workload.len());
        let limit = limit.as_limit();
        let mut yields = OwnedYields::new(settings, self.nodes);
        let yields = yields.as_yields()?;
        let yields = yields.map(|yields| yields.with_ends_of_sleeps(sleeps));
        let setup = Setup::cluster(&self.workload, self.nodes).with_kill_at_estimate(false);
        let partitions = self.cluster.as_ref().map(LoggedCluster::partitions);
        let started = match (&self.cluster, &partitions) {
            (Some(cluster), Some(partitions)) => {
                let setup = setup.with_cluster(cluster.setup(partitions));
                let plans = depth(settings).backfill.min(self.workload.len());
                let mut boxed = BoxedShared::new(&setup, plans);
                let buffers = boxed.as_buffers();
                let nodes = shared_nodes(&setup, settings, plans, clock, buffers)?;
                let policy = Slurm::with_resources(nodes, depth(settings), ticks, pace(settings));
                self.starts(setup, with_yields(with_limit(policy, limit), yields))?
            }
            _ => {
                let mut owned = OwnedPlanner::new(self.nodes, depth(settings).backfill)?;
                let mut list = vec![0; self.nodes as usize];
                let planner = owned.planner(settings, clock)?;
                let policy = Slurm::new(planner, depth(settings), ticks, pace(settings), &mut list);
                let policy = policy.map_err(problem)?;
                self.starts(setup, with_yields(with_limit(policy, limit), yields))?
            }
        };
        Ok(Trajectory {
            wait: self.mean_wait(&started),
            inverted: self.inverted(&started),
            first_other: self.first_other(&started),
        })
    }

    /// The first start that differs from the real one.
    fn first_other(&self, started: &[u64]) -> Option<OtherStart> {
        let starts = self.numbers.iter().zip(&self.started).zip(started);
        let starts = starts.map(|((&job, &real), &simulated)| OtherStart {
            job,
            real,
            simulated,
        });
        let others = starts.filter(|one| one.real != one.simulated);
        others.min_by_key(|one| (one.real.min(one.simulated), one.job))
    }

    /// The whole seconds at which jobs start under `policy`, by priority if there is one.
    fn starts(&self, setup: Setup<'_>, mut policy: impl Policy) -> Result<Vec<u64>, Problem> {
        let Some(priority) = &self.priority else {
            return self.starts_in_order(setup, &mut policy);
        };
        let mut buffers = priority.buffers();
        self.starts_in_order(setup, &mut priority.wrap(policy, &mut buffers)?)
    }

    fn starts_in_order(
        &self,
        setup: Setup<'_>,
        policy: &mut dyn Policy,
    ) -> Result<Vec<u64>, Problem> {
        let mut storage = BoxedStorage::new(&setup);
        let simulation = Simulation::new(setup, storage.as_storage());
        let mut simulation = simulation.map_err(problem)?;
        simulation.check(policy).map_err(problem)?;
        simulation.run(policy, &mut ());
        let started = (0..self.workload.len()).map(|index| simulation.started(index));
        let started: Option<Vec<u64>> = started.map(|at| at.map(|at| at.0 / SECOND.0)).collect();
        started.ok_or_else(|| Problem::input("not every job of the log starts"))
    }

    /// Number of pairs of jobs that started in the other order.
    fn inverted(&self, started: &[u64]) -> usize {
        let both: Vec<_> = started.iter().zip(&self.started).collect();
        let pairs = both
            .iter()
            .enumerate()
            .flat_map(|(index, one)| both[..index].iter().map(move |other| (*one, *other)));
        let inverted = pairs.filter(|((ours, real), (our_other, real_other))| {
            (ours > our_other && real < real_other) || (ours < our_other && real > real_other)
        });
        inverted.count()
    }
}

fn problem(error: impl std::fmt::Display) -> Problem {
    Problem::input(error.to_string())
}
