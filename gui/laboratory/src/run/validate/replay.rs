//! Replay of every pass of a real scheduler, from the state in its log, decision by decision.

use std::collections::HashMap;

use cosched_core::policy::slurm::{PassDepth, Planner};
use cosched_core::{Duration, Time};

use super::cycle::{JobDecision, PassState, RunningJob, SECOND, WaitingJob};
use crate::base::problem::Problem;
use crate::family::slurm::buffers::{OwnedPlanner, depth};
use crate::load::slurm::decisions::{Event, Instant, Line, Number};
use crate::load::slurm::measured::{Job, MeasuredRun};

/// Cause of a deviation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DifferenceCause {
    /// The real start is a second later, on the same nodes, in the second after a job ended: its
    /// nodes were still being cleared.
    Clearing,
    /// A consequence of an earlier deviation in the pass: equal after the real decisions.
    Follows,
    /// No known cause.
    Unknown,
}

/// A decision that differs from the real one.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Its instant, by the clock of the log, in milliseconds.
    pub at: Instant,
    /// The job.
    pub job: Number,
    /// The real decision of Slurm, if there was one.
    pub real: Option<JobDecision>,
    /// The decision of the policy, if there is one.
    pub simulated: Option<JobDecision>,
    /// Its cause.
    pub why: DifferenceCause,
}

/// Agreement with Slurm's decisions.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// Planned starts: equal ones, and all.
    pub planned: [usize; 2],
    /// Starts: equal ones, and all.
    pub started: [usize; 2],
    /// Main passes that started a job, and backfill passes.
    pub passes: [usize; 2],
    /// The deviations.
    pub differences: Vec<Difference>,
}

/// Replays all passes of `measured`.
///
/// # Errors
/// The log names jobs that the table does not have, or gives a node to two jobs at once.
pub fn replay(measured: &MeasuredRun) -> Result<Replay, Problem> {
    let settings = &measured.settings.slurm;
    let mut owned = OwnedPlanner::new(measured.hosts.count(), depth(settings).backfill)?;
    let origin = measured.decisions.first_submission().unwrap_or_default();
    let clock = Duration::from_seconds(origin.max(0).unsigned_abs());
    let planner = owned.planner(settings, clock)?;
    let jobs = measured.jobs.iter().map(|job| (job.id, job));
    let mut replayed = Replayer {
        planner,
        jobs: jobs.collect(),
        depth: depth(settings),
        origin,
        queue: Vec::new(),
        running: Vec::new(),
        last_done: Instant::MIN,
        replay: Replay::default(),
    };
    let mut lines = measured.decisions.lines.as_slice();
    while let Some((line, rest)) = lines.split_first() {
        lines = match line.event {
            Event::Begins => replayed.backfill(line, rest)?,
            Event::Allocated(..) => replayed.allocation(lines)?,
            _ => {
                replayed.apply_line(line)?;
                rest
            }
        };
    }
    Ok(replayed.replay)
}

struct Replayer<'m> {
    planner: Planner<'m>,
    jobs: HashMap<Number, &'m Job>,
    depth: PassDepth,
    origin: Instant,
    queue: Vec<Number>,
    running: Vec<RunningJob>,
    last_done: Instant,
    replay: Replay,
}

impl Replayer<'_> {
    /// Updates the state by a line.
    fn apply_line(&mut self, line: &Line) -> Result<(), Problem> {
        match &line.event {
            Event::Submitted(job) => {
                self.job(*job)?;
                self.queue.push(*job);
            }
            Event::Allocated(job, nodes) | Event::Started(job, nodes) => {
                let limit = minutes(self.job(*job)?.limit);
                self.check_free(*job, nodes)?;
                self.queue.retain(|waits| waits != job);
                let runs = RunningJob {
                    job: *job,
                    end: self.second_of(line.at).after(limit),
                    nodes: nodes.clone(),
                };
                self.running.push(runs);
            }
            Event::Done(job) => {
                self.running.retain(|runs| runs.job != *job);
                self.last_done = line.at;
            }
            Event::Begins | Event::NoJobs | Event::Planned(..) | Event::Completed => {}
        }
        Ok(())
    }

    /// # Errors
    /// One of `nodes`, on which `job` starts, is that of a job that has not ended by the log.
    fn check_free(&self, job: Number, nodes: &[u32]) -> Result<(), Problem> {
        let holds = |runs: &&RunningJob| runs.nodes.iter().any(|node| nodes.contains(node));
        self.running.iter().find(holds).map_or(Ok(()), |RunningJob { job: other, .. }| {
            Err(Problem::input(format!(
                "job {job} starts on a node of job {other}, of which the log has no end: runs in which jobs are preempted, or killed at their limits, are not compared"
            )))
        })
    }

    fn job(&self, job: Number) -> Result<&Job, Problem> {
        self.jobs.get(&job).copied().ok_or_else(|| {
            Problem::input(format!(
                "the log speaks of job {job}, which the table of jobs does not have"
            ))
        })
    }

    /// The whole second of `at`, counted from the first submission.
    fn second_of(&self, at: Instant) -> Time {
        Time::from_seconds((at.div_euclid(1000) - self.origin).max(0).unsigned_abs())
    }

    fn state(&self, at: Instant) -> Result<PassState, Problem> {
        let waits = self.queue.iter().map(|&job| {
            let settings = self.job(job)?;
            Ok(WaitingJob {
                job,
                submit: Time::from_seconds(settings.submit),
                nodes: settings.nodes,
                limit: minutes(settings.limit),
            })
        });
        Ok(PassState {
            origin: self.origin,
            now: self.second_of(at),
            queue: waits.collect::<Result<_, Problem>>()?,
            running: self.running.clone(),
        })
    }

    /// Replays the main pass whose starts are the first of `lines`. Returns the lines behind it.
    fn allocation<'l>(&mut self, lines: &'l [Line]) -> Result<&'l [Line], Problem> {
        let count = lines
            .iter()
            .take_while(|line| matches!(line.event, Event::Allocated(..)))
            .count();
        let (own, rest) = lines.split_at(count);
        let at = own.first().map_or(0, |line| line.at);
        let state = self.state(at)?;
        // Passes over the whole queue look like others in the log.
        let depth = self.depth.main.saturating_add(1).max(count);
        let ours = state.main_pass(&mut self.planner, depth, self.depth.least_age);
        let mut ours: HashMap<Number, JobDecision> = ours.into_iter().collect();
        self.replay.passes[0] += 1;
        for line in own {
            if let Event::Allocated(job, nodes) = &line.event {
                let real = JobDecision::Starts(nodes.clone());
                let found = ours.remove(job);
                self.compare(at, *job, (Some(real), found), || false);
            }
            self.apply_line(line)?;
        }
        for (job, decided) in ours {
            self.compare(at, job, (None, Some(decided)), || false);
        }
        Ok(rest)
    }

    /// Replays the backfill pass that begins with `begins`. Returns the lines behind it.
    fn backfill<'l>(&mut self, begins: &Line, lines: &'l [Line]) -> Result<&'l [Line], Problem> {
        let ends =
            |line: &Line| matches!(line.event, Event::Completed | Event::NoJobs | Event::Begins);
        let count = lines.iter().position(ends).unwrap_or(lines.len());
        let (own, rest) = lines.split_at(count);
        if matches!(
            rest.first(),
            Some(Line {
                event: Event::NoJobs,
                ..
            })
        ) {
            return Ok(rest);
        }
        let mut real = HashMap::new();
        for line in own {
            match &line.event {
                Event::Planned(job, times, nodes) => {
                    let times = times.map(|time| time.div_euclid(1000));
                    real.insert(*job, JobDecision::Planned(times, nodes.clone()));
                }
                Event::Started(job, nodes) => {
                    real.insert(*job, JobDecision::Starts(nodes.clone()));
                }
                _ => {}
            }
        }
        let state = self.state(begins.at)?;
        let ours = state.backfill_pass(&mut self.planner, self.depth, None);
        let given = if real == ours {
            HashMap::new()
        } else {
            state.backfill_pass(&mut self.planner, self.depth, Some(&real))
        };
        self.replay.passes[1] += 1;
        for waits in &state.queue {
            let both = (real.get(&waits.job).cloned(), ours.get(&waits.job).cloned());
            let follows = || given.get(&waits.job) == real.get(&waits.job);
            self.compare(begins.at, waits.job, both, follows);
        }
        for line in own {
            self.apply_line(line)?;
        }
        Ok(rest)
    }

    /// Counts a decision; where it differs, finds the cause.
    fn compare(
        &mut self,
        at: Instant,
        job: Number,
        (real, ours): (Option<JobDecision>, Option<JobDecision>),
        follows: impl FnOnce() -> bool,
    ) {
        let counted = match &real {
            Some(JobDecision::Starts(_)) => Some(&mut self.replay.started),
            Some(JobDecision::Planned(..)) => Some(&mut self.replay.planned),
            None => None,
        };
        let is_ours = real == ours;
        if let Some([same, all]) = counted {
            *same += usize::from(is_ours);
            *all += 1;
        }
        if is_ours {
            return;
        }
        let why = if self.is_clearing(at, real.as_ref(), ours.as_ref()) {
            DifferenceCause::Clearing
        } else if follows() {
            DifferenceCause::Follows
        } else {
            DifferenceCause::Unknown
        };
        self.replay.differences.push(Difference {
            at,
            job,
            real,
            simulated: ours,
            why,
        });
    }

    /// Whether Slurm plans for the next second what starts now, just after a job has ended.
    fn is_clearing(
        &self,
        at: Instant,
        real: Option<&JobDecision>,
        ours: Option<&JobDecision>,
    ) -> bool {
        let (Some(JobDecision::Planned([start, _], there)), Some(ours)) = (real, ours) else {
            return false;
        };
        let here = match ours {
            JobDecision::Starts(nodes) => (at.div_euclid(1000), nodes),
            JobDecision::Planned([start, _], nodes) => (*start, nodes),
        };
        // Planned starts behind it are a second later, too.
        here.1 == there && *start == here.0 + 1 && at - self.last_done <= 2000
    }
}

/// A limit in whole minutes, rounded up.
fn minutes(limit: u64) -> Duration {
    Duration(60 * SECOND.0 * limit.div_ceil(60))
}
