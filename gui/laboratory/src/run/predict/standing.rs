//! A queue as it stands, whatever it was read from: its predictions, and how a start moves if the
//! job asks for something else.

use cosched_core::machine::cluster::UnitCount;
use cosched_core::{Duration, JobSpec, Time};

use super::first_starts::starts_of;
use super::futures::Futures;
use super::history::RuntimeHistory;
use super::reasons::{NodeWords, WaitExplanation, explain_waits_in};
use super::state::{NEXT, State};
use super::{SampleSource, Settings, Start, check, predict_starts};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::cluster::ClusterData;
use crate::record::{Experiment, JobLabel, Run};
use crate::run::explain::snapshot::choice_of;

/// A queue at an instant.
#[derive(Clone, Copy)]
pub struct StandingQueue<'q> {
    /// Past, as a run that goes on under its policy from any instant.
    pub run: &'q Run,
    /// The instant.
    pub at: Time,
    /// Waiting jobs in the order in which they are tried, by their indices in the run; in that of
    /// submission if `None`.
    pub order: Option<&'q [usize]>,
    /// Name of the job at an index.
    pub name: &'q dyn Fn(usize) -> String,
    /// Unit of the machine's size: "node" or "core".
    pub unit: &'q str,
}

/// Alternative request of a waiting job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A limit of time, shorter than its own.
    Limit(Duration),
    /// A number of nodes or cores, smaller than its own; it is taken to run as long on them.
    Size(u32),
}

/// Start of a job that asks for something else, against its start as it is, draw by draw.
#[derive(Clone, PartialEq, Debug)]
pub struct ChangedStart {
    /// Its start.
    pub start: Start,
    /// Median, over the draws, of the time by which it starts sooner, in seconds.
    pub sooner: f64,
    /// Share of the draws in which it would run beyond its new limit, and so be killed, from 0 to 1.
    pub cut_short: f64,
}

impl StandingQueue<'_> {
    pub(super) fn state(&self) -> State {
        let state = State::of(self.run, self.at);
        match self.order {
            Some(order) => state.in_order(order.to_vec()),
            None => state,
        }
    }

    /// Waiting jobs by their indices in the run, in the order of the queue.
    pub fn waiting(&self) -> Vec<usize> {
        self.state().waiting
    }

    /// Running jobs by their indices in the run, in the order of their starts.
    pub fn running(&self) -> Vec<usize> {
        self.state().running
    }

    /// When each waiting job may start, in the order of the queue; `None` if cancelled.
    ///
    /// # Errors
    /// Errors of [`check`] and of the runs.
    pub fn starts(
        &self,
        settings: Settings,
        progress: &Progress,
    ) -> Result<Option<Vec<Start>>, Problem> {
        check(self.run)?;
        predict_starts(self.run, &self.state(), settings, progress)
    }

    /// Why each waiting job waits, in the order of the queue; `None` if cancelled.
    ///
    /// # Errors
    /// Errors of the run.
    pub fn reasons(&self, progress: &Progress) -> Result<Option<Vec<WaitExplanation>>, Problem> {
        let words = NodeWords {
            name: self.name,
            unit: self.unit,
        };
        explain_waits_in(self.run, &self.state(), words, progress)
    }

    /// How the start of the waiting job `job` moves with each of `changes`, made alone; `None` if
    /// cancelled. Each is tried in the same draws of the future as the job as it is.
    ///
    /// # Errors
    /// The job does not wait, a change asks for more, or sizes are changed on shared nodes, where
    /// they are more than a number; errors of [`check`] and of the runs.
    pub fn changed(
        &self,
        job: usize,
        changes: &[Change],
        settings: Settings,
        progress: &Progress,
    ) -> Result<Option<Vec<ChangedStart>>, Problem> {
        check(self.run)?;
        let state = self.state();
        let waiting = state.waiting.iter().position(|&one| one == job);
        let waiting = waiting.ok_or_else(|| Problem::input("that job does not wait"))?;
        // In a drawn future those that run come first.
        let index = state.running.len() + waiting;
        for change in changes {
            self.check_change(job, *change)?;
        }
        let past = RuntimeHistory::of(self.run, self.at);
        let futures = Futures::of(self.run, &state, &past, settings.seed);
        let (samples, source) = futures.sources_of_waiting()[waiting].size();
        let mut waits = vec![Vec::new(); changes.len()];
        let mut sooner = vec![Vec::new(); changes.len()];
        let mut cut_short = vec![0_u32; changes.len()];
        for draw in 0..settings.draws {
            let future = futures.draw(draw);
            let Some(as_it_is) = start_in(self.run, &future, index, progress)? else {
                return Ok(None);
            };
            for (number, change) in changes.iter().enumerate() {
                let mut other = future.clone();
                cut_short[number] += u32::from(apply(*change, &mut other.jobs[index]));
                if let (Change::Size(size), Some(cluster)) = (change, &mut other.cluster) {
                    cluster.requests[index].shape = UnitCount::Nodes(*size);
                }
                let Some(start) = start_in(self.run, &other, index, progress)? else {
                    return Ok(None);
                };
                waits[number].push(start);
                sooner[number].push(as_it_is - start);
            }
        }
        let found = waits.into_iter().zip(sooner).zip(cut_short);
        let found = found.map(|((waits, sooner), cut)| ChangedStart {
            start: ascending(job, waits, samples, source),
            sooner: ascending(job, sooner, 0, source).quantile(0.5),
            cut_short: f64::from(cut) / f64::from(settings.draws.max(1)),
        });
        Ok(Some(found.collect()))
    }

    /// When a job of that size and limit would start if it were submitted now, behind those that
    /// wait; `None` if cancelled.
    ///
    /// # Errors
    /// It is larger than the machine, or nodes are shared there; errors of [`check`] and of the
    /// runs.
    pub fn newcomer(
        &self,
        (size, limit): (u32, Duration),
        settings: Settings,
        progress: &Progress,
    ) -> Result<Option<Start>, Problem> {
        check(self.run)?;
        let has = self.run.experiment.nodes;
        if size == 0 || size > has {
            let unit = self.unit;
            return Err(Problem::input(format!(
                "{size} {unit}s: 1 to {has} are allowed there"
            )));
        }
        self.check_plain()?;
        let state = self.state();
        let past = RuntimeHistory::of(self.run, self.at);
        let futures = Futures::of(self.run, &state, &past, settings.seed);
        let index = state.running.len() + state.waiting.len();
        let mut waits = Vec::new();
        for draw in 0..settings.draws {
            let mut future = futures.draw(draw);
            // Its runtime decides nothing before its start.
            let spec = JobSpec::exact(NEXT, limit, size);
            future.jobs.insert(index, spec);
            future.labels = (1..)
                .map(JobLabel::numbered)
                .take(future.jobs.len())
                .collect();
            let Some(start) = start_in(self.run, &future, index, progress)? else {
                return Ok(None);
            };
            waits.push(start);
        }
        Ok(Some(ascending(usize::MAX, waits, 0, SampleSource::Uniform)))
    }

    /// Whether a size is a number of nodes or cores, whichever these are.
    pub fn counts_units(&self) -> bool {
        let cluster = self.run.experiment.cluster.as_ref();
        cluster.is_none_or(ClusterData::has_equal_cores)
    }

    fn check_plain(&self) -> Result<(), Problem> {
        match self.run.experiment.cluster {
            None => Ok(()),
            Some(_) => Err(Problem::input(
                "on shared nodes another size or partition is not simulated; another limit is",
            )),
        }
    }

    fn check_change(&self, job: usize, change: Change) -> Result<(), Problem> {
        let spec = self.run.experiment.jobs[job];
        match change {
            Change::Limit(limit) if limit.0 == 0 || limit > spec.estimate => {
                Err(Problem::input(format!(
                    "a limit of {} s: more than 0 and at most its {} s are allowed",
                    limit.seconds(),
                    spec.estimate.seconds()
                )))
            }
            Change::Size(size) if size == 0 || size > spec.nodes => Err(Problem::input(format!(
                "{size} {}s: 1 to its {} are allowed",
                self.unit, spec.nodes
            ))),
            Change::Limit(_) => Ok(()),
            Change::Size(_) if self.counts_units() => Ok(()),
            Change::Size(_) => self.check_plain(),
        }
    }
}

/// Makes the change; whether the job is killed at its new limit.
fn apply(change: Change, spec: &mut JobSpec) -> bool {
    match change {
        Change::Limit(limit) => {
            let is_cut = spec.runtime > limit;
            let runtime = spec.runtime.min(limit);
            *spec = spec.with_runtime(runtime).with_estimate(limit);
            is_cut
        }
        Change::Size(size) => {
            spec.nodes = size;
            false
        }
    }
}

/// When the job at `index` of `future` starts, in seconds; `None` if cancelled.
fn start_in(
    run: &Run,
    future: &Experiment,
    index: usize,
    progress: &Progress,
) -> Result<Option<f64>, Problem> {
    if progress.is_cancelled() {
        return Ok(None);
    }
    let starts = starts_of(future, &choice_of(run), index..index + 1)?;
    Ok(starts.first().copied())
}

fn ascending(job: usize, mut waits: Vec<f64>, samples: usize, source: SampleSource) -> Start {
    waits.sort_by(f64::total_cmp);
    Start {
        job,
        waits,
        samples,
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::runs;
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    /// At 10 s job 0 has three of four nodes, by its estimate until 100 s; job 1 wants all four, so
    /// job 2 may start on the fourth only if it ends before 100 s.
    const QUEUE: &str = "(machine: Cluster(nodes: 4), policies: [Easy], workload: Jobs([
        (submit: 0, runtime: 80, estimate: 100, nodes: 3),
        (submit: 1, runtime: 100, nodes: 4),
        (submit: 2, runtime: 150, estimate: 200, nodes: 1),
    ]))";

    fn with_queue(judge: impl Fn(&StandingQueue<'_>)) {
        let run = &runs(QUEUE)[0];
        judge(&StandingQueue {
            run,
            at: Time(10 * SECOND),
            order: None,
            name: &|job| job.to_string(),
            unit: "node",
        });
    }

    fn changed(standing: &StandingQueue<'_>, job: usize, change: Change) -> ChangedStart {
        let settings = Settings::default();
        let found = standing.changed(job, &[change], settings, &Progress::default());
        found.unwrap().unwrap().remove(0)
    }

    #[test]
    fn a_limit_within_the_shadow_time_lets_a_job_start_at_once() {
        with_queue(|standing| {
            let limit = |seconds| Change::Limit(Duration::from_seconds(seconds));
            let within = changed(standing, 2, limit(89));
            assert!(within.start.quantile(1.0) < 1e-3 && within.sooner > 1.0);
            // No job has run yet: any runtime up to 200 s is as likely.
            assert!((within.cut_short - 111.0 / 200.0).abs() < 0.12);
            let beyond = changed(standing, 2, limit(91));
            assert!(beyond.start.quantile(0.0) > 1e-3);
        });
    }

    #[test]
    fn a_job_that_asks_for_the_free_node_starts_at_once() {
        with_queue(|standing| {
            let one = changed(standing, 1, Change::Size(1));
            assert!(one.start.quantile(1.0) < 1e-3 && one.sooner > 1.0);
            let same = changed(standing, 1, Change::Size(4));
            assert_eq!((same.sooner, same.cut_short), (0.0, 0.0));
        });
    }

    #[test]
    fn a_newcomer_is_behind_those_who_wait_and_may_pass_them() {
        with_queue(|standing| {
            let start = |size, seconds| {
                let request = (size, Duration::from_seconds(seconds));
                standing.newcomer(request, Settings::default(), &Progress::default())
            };
            assert!(start(1, 89).unwrap().unwrap().quantile(1.0) < 1e-3);
            assert!(start(1, 91).unwrap().unwrap().quantile(0.0) > 1e-3);
            assert!(start(5, 10).is_err());
        });
    }

    #[test]
    fn what_asks_for_more_is_refused() {
        with_queue(|standing| {
            for (job, change) in [
                (1, Change::Size(5)),
                (1, Change::Size(0)),
                (2, Change::Limit(Duration::from_seconds(201))),
                (0, Change::Size(1)),
            ] {
                let settings = Settings::default();
                let found = standing.changed(job, &[change], settings, &Progress::default());
                assert!(found.is_err(), "{change:?}");
            }
        });
    }
}
