//! Replay of every pass of a real scheduler, from the state in its log, decision by decision.

use std::cmp::Reverse;
use std::collections::HashMap;

use cosched_core::Duration;
use cosched_core::policy::slurm::SharedPlanner;

use super::agreement::{DifferenceCause, Replay};
use super::clearing::{ClearedNode, EndedLately, left_out, put_off};
use super::cycle::{Follows, Pass, PassRules};
use super::decision::{Decisions, JobDecision};
use super::job_list::JobList;
use super::state::{MachineState, RunningJob, WaitingJob, second_of};
use crate::base::problem::Problem;
use crate::family::slurm::buffers::{OwnedSharedPlanner, depth};
use crate::load::slurm::decisions::{Event, Instant, Line, Number};
use crate::load::slurm::measured::MeasuredRun;
use crate::scenario::slurm::Select;

/// Replays all passes of `measured`.
///
/// # Errors
/// The log names jobs that the table does not have, or gives CPUs to two jobs at once.
pub fn replay(measured: &MeasuredRun) -> Result<Replay, Problem> {
    let settings = &measured.settings.slurm;
    let depth = depth(settings);
    // No more run at once than have ever started in the log, and, on a CPU or more, in its place.
    let cpus = measured.machine.nodes.iter().map(|node| node.cpus as usize);
    let pieces = measured
        .decisions
        .lines
        .iter()
        .map(|line| match &line.event {
            Event::Allocated(_, nodes) | Event::Started(_, nodes) => nodes.len(),
            _ => 0,
        });
    let size = (
        measured.hosts.count(),
        depth.backfill,
        pieces.chain(cpus).sum(),
    );
    let mut owned = OwnedSharedPlanner::new(size)?;
    let origin = measured.decisions.first_submission().unwrap_or_default();
    let clock = Duration::from_seconds(origin.max(0).unsigned_abs());
    let most = |count: Option<u32>| count.map_or(usize::MAX, |count| count as usize);
    let mut replayed = Replayer {
        planner: owned
            .planner(settings, clock)?
            .with_busy_nodes(measured.settings.slurm.bf_busy_nodes),
        rules: PassRules {
            depth,
            per_user: most(settings.bf_max_job_user),
            per_array: measured.settings.tasks_planned,
            plans_whole: settings.select != Select::Linear,
        },
        jobs: JobList::new(measured),
        state: MachineState::new(&measured.machine),
        origin,
        queue: Vec::new(),
        priorities: HashMap::new(),
        ended: EndedLately::default(),
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

struct Replayer<'m, 'b> {
    planner: SharedPlanner<'b>,
    rules: PassRules,
    jobs: JobList<'m>,
    state: MachineState<'m>,
    origin: Instant,
    // Waiting jobs and arrays, in order of submission.
    queue: Vec<Number>,
    // By priority/multifactor, as in the log.
    priorities: HashMap<Number, u32>,
    ended: EndedLately,
    replay: Replay,
}

impl<'m, 'b> Replayer<'m, 'b> {
    /// Updates the state by a line.
    fn apply_line(&mut self, line: &Line) -> Result<(), Problem> {
        match &line.event {
            Event::Submitted(job) => {
                self.jobs.get(*job)?;
                self.jobs.submit(*job);
                self.queue.push(*job);
            }
            Event::Priority(job, priority) => {
                self.priorities.insert(*job, *priority);
            }
            Event::Allocated(job, nodes) | Event::Started(job, nodes) => {
                self.jobs.get(*job)?;
                let array = self.jobs.array_of(*job);
                let now = second_of(line.at, self.origin);
                let runs = self.jobs.start(array, *job, now, nodes);
                self.check_free(&runs)?;
                let used = self.ended.at(line.at);
                let used = used.filter(|one| nodes.contains(&one.node));
                self.replay.clearing_times.note_used(used);
                if self.jobs.have_all_started(array) {
                    self.queue.retain(|waits| *waits != array);
                }
                self.state.start(runs);
            }
            Event::Requeued(job) => {
                self.note_end(*job, line.at);
                self.state.end(*job);
                let waits = self.jobs.requeue(*job, line.at);
                if !self.queue.contains(&waits) {
                    self.queue.push(waits);
                }
            }
            Event::Grace(job, seconds) => {
                let now = second_of(line.at, self.origin);
                let grace = Duration::from_seconds((*seconds).into());
                self.state.leave(*job, now.after(grace));
            }
            Event::Done(job) => {
                self.note_end(*job, line.at);
                self.state.end(*job);
                self.jobs.end(*job);
            }
            Event::MainPass
            | Event::Begins
            | Event::NoJobs
            | Event::Tested(_)
            | Event::Yields
            | Event::Planned(..)
            | Event::Completed => {}
        }
        Ok(())
    }

    /// # Errors
    /// CPUs on which the job starts are those of a job that has not ended by the log.
    fn check_free(&self, starts: &RunningJob) -> Result<(), Problem> {
        for &(node, cpus) in &starts.pieces {
            let held = |one: &RunningJob| one.pieces.iter().any(|(other, _)| *other == node);
            let pieces = self.state.running().iter().flat_map(|one| &one.pieces);
            let taken = pieces.filter(|(other, _)| *other == node);
            let taken: u32 = taken.map(|(_, cpus)| cpus).sum();
            if taken.saturating_add(cpus) > self.state.machine.nodes[node as usize].cpus
                && let Some(other) = self.state.running().iter().find(|one| held(one))
            {
                return Err(Problem::input(format!(
                    "job {} starts on a node of job {}, of which the log has no end: its lines about ends are needed, as SlurmctldDebug=debug writes them",
                    starts.job, other.job
                )));
            }
        }
        Ok(())
    }

    /// Jobs that may start in a pass at `at` with these lines, in the order of the queue: by the
    /// tier of the partition, by priority, by number.
    fn queue(&self, at: Instant, lines: &[Line]) -> Result<Vec<WaitingJob>, Problem> {
        let until = lines.last().map_or(at, |line| line.at);
        let mut queue = Vec::new();
        for &job in &self.queue {
            queue.extend(self.jobs.waiting(job, until)?);
        }
        queue.sort_by_key(|waits| {
            let tier = self.state.machine.partitions[waits.partition].tier;
            let priority = self.priorities.get(&waits.job).copied().unwrap_or(0);
            (Reverse(tier), Reverse(priority), waits.job)
        });
        Ok(queue)
    }

    /// The pass at `at` over the `queue`, with its lines and the nodes being cleared.
    fn pass<'p>(
        &'p mut self,
        queue: &'p [WaitingJob],
        at: Instant,
        (lines, cleared): (&'p [Line], &'p [ClearedNode]),
    ) -> Pass<'p, 'm, 'b> {
        Pass {
            rules: self.rules,
            planner: &mut self.planner,
            queue,
            state: self.state.clone(),
            jobs: self.jobs.clone(),
            lines,
            now: second_of(at, self.origin),
            origin: self.origin,
            cleared,
        }
    }

    /// Notes that a job ends at `at`.
    fn note_end(&mut self, job: Number, at: Instant) {
        let ends = self.state.running().iter().find(|one| one.job == job);
        if let Some(ends) = ends {
            self.ended.note(ends, at);
        }
    }

    /// Replays the main pass whose starts are the first of `lines`. Returns the lines behind it.
    fn allocation<'l>(&mut self, lines: &'l [Line]) -> Result<&'l [Line], Problem> {
        let count = lines
            .iter()
            .take_while(|line| matches!(line.event, Event::Allocated(..)))
            .count();
        let (own, rest) = lines.split_at(count);
        let at = own.first().map_or(0, |line| line.at);
        let queue = self.queue(at, own)?;
        // Passes over the whole queue look like others in the log.
        let depth = self.rules.depth.main.saturating_add(1).max(count);
        let real = self.real_decisions(own, main_start);
        let ours = self.pass(&queue, at, (&[], &[])).main(depth, &[]);
        let (cleared, without) = self.without_cleared((&queue, at, depth), [&real, &ours]);
        self.replay.passes[0] += 1;
        for job in jobs_of(&queue, &real) {
            let cause = |task, [real, ours]: [Option<&JobDecision>; 2]| {
                let out = left_out(&cleared, real, ours);
                if nth(&without, job, task) != real {
                    DifferenceCause::Unknown
                } else if out.is_empty() {
                    DifferenceCause::Follows
                } else {
                    DifferenceCause::Clearing(out)
                }
            };
            self.replay.compare(at, job, [&real, &ours], cause);
        }
        for line in own {
            self.apply_line(line)?;
        }
        Ok(rest)
    }

    /// Nodes that the main pass at `at` may have left out, as they were still being cleared: no job
    /// starts there, and in `ours` one does. And its decisions without them.
    fn without_cleared(
        &mut self,
        (queue, at, depth): (&[WaitingJob], Instant, usize),
        [real, ours]: [&Decisions; 2],
    ) -> (Vec<ClearedNode>, Decisions) {
        if real == ours {
            return Default::default();
        }
        let starts = |all: &Decisions, node| {
            let mut all = all.values().flatten();
            all.any(|one| matches!(one, JobDecision::Starts(nodes) if nodes.contains(&node)))
        };
        let lately = self.ended.at(at);
        let unused = lately.filter(|one| starts(ours, one.node) && !starts(real, one.node));
        let cleared: Vec<ClearedNode> = unused.collect();
        let nodes: Vec<u32> = cleared.iter().map(|one| one.node).collect();
        let without = self.pass(queue, at, (&[], &[])).main(depth, &nodes);
        (cleared, without)
    }

    /// Replays the backfill pass that begins with `begins`. Returns the lines behind it.
    fn backfill<'l>(&mut self, begins: &Line, lines: &'l [Line]) -> Result<&'l [Line], Problem> {
        let ends =
            |line: &Line| matches!(line.event, Event::Completed | Event::NoJobs | Event::Begins);
        let count = lines.iter().position(ends).unwrap_or(lines.len());
        let (own, rest) = lines.split_at(count);
        if matches!(rest.first().map(|line| &line.event), Some(Event::NoJobs)) {
            return Ok(rest);
        }
        let mut queue = self.queue(begins.at, own)?;
        let real = self.real_decisions(own, backfill_decision);
        // Main passes run while it yields.
        let starts_elsewhere = |job| {
            let starts = |line: &Line| match main_start(&line.event) {
                Some((task, _)) => self.jobs.array_of(task) == job,
                None => false,
            };
            !real.contains_key(&job) && own.iter().any(starts)
        };
        queue.retain(|waits| !starts_elsewhere(waits.job));
        if own.iter().any(|line| line.event == Event::Yields) {
            // It ends early if something has changed meanwhile, or its time is over: it has tested
            // these, the last perhaps not to the end.
            let tested = own.iter().filter_map(|line| match line.event {
                Event::Tested(job) => Some(job),
                _ => None,
            });
            let last = tested.clone().next_back();
            queue.retain(|waits| {
                let is_last = last == Some(waits.job);
                tested.clone().any(|job| job == waits.job)
                    && (!is_last || real.contains_key(&waits.job))
            });
        }
        let cleared: Vec<ClearedNode> = self.ended.at(begins.at).collect();
        let ours = self.pass(&queue, begins.at, (own, &cleared));
        let ours = ours.backfill(&real, Follows::Own);
        let given = if real == ours {
            Decisions::new()
        } else {
            let after_real = self.pass(&queue, begins.at, (own, &cleared));
            after_real.backfill(&real, Follows::Real)
        };
        self.replay.passes[1] += 1;
        for job in jobs_of(&queue, &real) {
            let cause = |task, [real, ours]: [Option<&JobDecision>; 2]| {
                let second = begins.at.div_euclid(1000);
                let later = put_off((second, &cleared), real, ours);
                if !later.is_empty() {
                    DifferenceCause::Clearing(later)
                } else if nth(&given, job, task) == real {
                    DifferenceCause::Follows
                } else {
                    DifferenceCause::Unknown
                }
            };
            self.replay.compare(begins.at, job, [&real, &ours], cause);
        }
        let mut lines = own;
        while let Some((line, behind)) = lines.split_first() {
            lines = if matches!(line.event, Event::Allocated(..)) {
                self.allocation(lines)?
            } else {
                self.apply_line(line)?;
                behind
            };
        }
        Ok(rest)
    }

    /// Decisions in the lines of a pass, by what a line has of them.
    fn real_decisions(
        &self,
        lines: &[Line],
        decision: fn(&Event) -> Option<(Number, JobDecision)>,
    ) -> Decisions {
        let mut real = Decisions::new();
        for (job, decision) in lines.iter().filter_map(|line| decision(&line.event)) {
            let own = real.entry(self.jobs.array_of(job)).or_default();
            own.push(decision);
        }
        real
    }
}

/// Start by a main pass.
fn main_start(event: &Event) -> Option<(Number, JobDecision)> {
    match event {
        Event::Allocated(job, nodes) => Some((*job, JobDecision::Starts(nodes.clone()))),
        _ => None,
    }
}

/// Decision of a backfill pass.
fn backfill_decision(event: &Event) -> Option<(Number, JobDecision)> {
    match event {
        Event::Planned(job, times, nodes) => {
            let times = times.map(|time| time.div_euclid(1000));
            Some((*job, JobDecision::Planned(times, nodes.clone())))
        }
        Event::Started(job, nodes) => Some((*job, JobDecision::Starts(nodes.clone()))),
        _ => None,
    }
}

/// The decision about a task of `job`.
fn nth(all: &Decisions, job: Number, task: usize) -> Option<&JobDecision> {
    all.get(&job)?.get(task)
}

/// The jobs of `queue`, and those that the log decides about besides.
fn jobs_of(queue: &[WaitingJob], real: &Decisions) -> Vec<Number> {
    let mut jobs: Vec<Number> = queue.iter().map(|waits| waits.job).collect();
    let others = real.keys().filter(|job| !jobs.contains(job));
    let mut others: Vec<Number> = others.copied().collect();
    others.sort_unstable();
    jobs.append(&mut others);
    jobs
}
