//! Sessions: simulations that stop wherever a waiting job could start, and let the caller choose.

mod backfill;
pub mod environment;
mod head;
mod observe;
mod owned;
mod replay;
mod steps;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use cosched_core::{Duration, JobId, Metrics, Time};

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::choice::Choice;
use crate::record::{Experiment, Run};
use crate::run::all_ended;
use crate::run::warm_up::CountedMetrics;
use crate::scenario::{Machine, Parameters};
pub use observe::{Maxima, Observation};
use owned::OwnedSimulation;
use replay::name;
pub use replay::{ChosenSchedule, ChosenStart};

/// A simulation that stops at choices. It owns all it needs and may be sent to another thread.
///
/// ```
/// # use std::sync::Arc;
/// # use cosched_laboratory::{base::progress::Progress, load, run::session::Session, scenario};
/// let text = "(machine: Cluster(nodes: 4), policies: [Fcfs], workload: Jobs([
///     (submit: 0, runtime: 10, nodes: 3), (submit: 1, runtime: 5, nodes: 4), (submit: 2, runtime: 3, nodes: 1),
/// ]))";
/// let scenario = scenario::parse(text, None)?;
/// let experiment = Arc::new(load::prepare(&scenario, None, &Progress::default())?);
/// let mut session = Session::new(&experiment, &scenario.parameters)?;
/// // Whoever fits starts: the third job passes the second.
/// while session.until_choice(usize::MAX)? {
///     let first = session.queue().iter().position(|job| job.fits).expect("one fits");
///     session.start(first)?;
/// }
/// let run = session.finish("First fit")?;
/// assert_eq!(run.outcomes[2].started.seconds(), 2.0);
/// assert_eq!(run.outcomes[1].started.seconds(), 10.0);
/// # Ok::<(), cosched_laboratory::base::problem::Problem>(())
/// ```
pub struct Session {
    experiment: Arc<Experiment>,
    choice: Choice,
    // None only after an error that keeps it from being restarted.
    simulation: Option<OwnedSimulation>,
    metrics: CountedMetrics,
    chosen: Vec<ChosenStart>,
    queue: Vec<WaitingJob>,
    window: usize,
    // Whether jobs may still be chosen at the present instant.
    is_open: bool,
    // Time that all jobs together have waited, in nanoseconds, and as much of it as was reported.
    waited: u128,
    reported: u128,
}

/// A waiting job at a choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WaitingJob {
    /// The job.
    pub job: JobId,
    /// How long it has waited.
    pub waited: Duration,
    /// Its estimate.
    pub estimate: Duration,
    /// Nodes it requests.
    pub nodes: u32,
    /// Whether it could start now.
    pub fits: bool,
}

/// A running job at a choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunningJob {
    /// The job.
    pub job: JobId,
    /// Nodes it has.
    pub nodes: u32,
    /// Rest of its estimate.
    pub left: Duration,
}

/// The state of a session, to which it can be [restored](Session::restore).
#[derive(Clone, Debug)]
pub struct Snapshot {
    experiment: Arc<Experiment>,
    chosen: Vec<ChosenStart>,
    at: Option<Time>,
    window: usize,
    is_open: bool,
    reported: u128,
}

impl Session {
    /// Begins a session of `experiment`, on its machine, with `parameters`.
    ///
    /// # Errors
    /// The engine refuses the experiment.
    pub fn new(experiment: &Arc<Experiment>, parameters: &Parameters) -> Result<Self, Problem> {
        if matches!(experiment.scenario.machine, Machine::Servers(_)) {
            let sentence = "on servers jobs are placed beside others, and not chosen one by one: a session is of `machine: Cluster(…)`";
            return Err(Problem::input(sentence));
        }
        let choice = Choice::plain(name(), parameters);
        Ok(Self {
            simulation: Some(OwnedSimulation::new(experiment, &choice)?),
            metrics: CountedMetrics::of(experiment),
            experiment: Arc::clone(experiment),
            choice,
            chosen: Vec::new(),
            queue: Vec::new(),
            window: 0,
            is_open: false,
            waited: 0,
            reported: 0,
        })
    }

    /// Goes on to the next instant at which one of the first `window` jobs of the queue could
    /// start, which may be the present one; returns whether there is one. Where there is none
    /// though jobs wait, nothing more happens that could let them start.
    ///
    /// # Errors
    /// An earlier error has ended the session.
    pub fn until_choice(&mut self, window: usize) -> Result<bool, Problem> {
        loop {
            if let Some(found) = self.search_choice(window, usize::MAX)? {
                return Ok(found);
            }
        }
    }

    /// Goes on likewise, through `instants` instants at most: none if more are left then.
    ///
    /// # Errors
    /// As of [`until_choice`](Self::until_choice), or no job is in the window.
    pub fn search_choice(
        &mut self,
        window: usize,
        instants: usize,
    ) -> Result<Option<bool>, Problem> {
        self.set_window(window)?;
        for _ in 0..instants {
            if self.is_open && self.queue.iter().any(|job| job.fits) {
                return Ok(Some(true));
            }
            if !self.advance()? {
                self.queue.clear();
                return Ok(Some(false));
            }
        }
        Ok(None)
    }

    /// The first jobs of the queue at this choice, in its order.
    pub fn queue(&self) -> &[WaitingJob] {
        &self.queue
    }

    /// Starts the job at `index` of the [queue](Self::queue); the others may still be chosen.
    ///
    /// # Errors
    /// There is none, or it does not fit; nothing changes.
    pub fn start(&mut self, index: usize) -> Result<(), Problem> {
        let WaitingJob {
            job, nodes, fits, ..
        } = self.waiting(index)?;
        if !fits || !self.look(Some(job))? {
            let number = self.experiment.labels[job.index()].number();
            let free = self.free_nodes();
            return Err(Problem::input(format!(
                "choice {index}: job {number}, which asks for {nodes} nodes, cannot start now, when {free} are free; only jobs that fit can be chosen"
            )));
        }
        self.chosen.push(ChosenStart {
            at: self.now(),
            job,
        });
        Ok(())
    }

    /// Lets no more jobs start at this instant.
    pub fn pass(&mut self) {
        self.is_open = false;
    }

    /// The present instant.
    pub fn now(&self) -> Time {
        let now = |simulation: &OwnedSimulation| simulation.read(|one| one.view().now());
        self.simulation.as_ref().map_or(Time::ZERO, now)
    }

    /// Seconds that all jobs together have waited since this was asked last.
    pub fn waited(&mut self) -> f64 {
        let waited = self.waited - std::mem::replace(&mut self.reported, self.waited);
        waited as f64 / 1e9
    }

    /// Simulated experiment.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Nodes that no job has and that are in service; 0 after an error that has ended the session.
    pub fn free_nodes(&self) -> u32 {
        let free = |simulation: &OwnedSimulation| simulation.read(|one| one.view().free_nodes());
        self.simulation.as_ref().map_or(0, free)
    }

    /// Number of jobs in the queue, in the window or not; 0 after an error that has ended the session.
    pub fn queue_length(&self) -> u32 {
        let waiting = |simulation: &OwnedSimulation| simulation.read(|one| one.view().waiting());
        self.simulation.as_ref().map_or(0, waiting)
    }

    /// The running jobs, in the order of their starts; none after an error that has ended the session.
    pub fn running(&self) -> Vec<RunningJob> {
        let running = |simulation: &OwnedSimulation| {
            simulation.read(|simulation| {
                let view = simulation.view();
                let left = |job| {
                    let started = view.started(job).unwrap_or(view.now());
                    started.after(view.request(job).estimate).since(view.now())
                };
                let running = |job| RunningJob {
                    job,
                    nodes: view.nodes_of(job),
                    left: left(job),
                };
                view.on_nodes().map(running).collect()
            })
        };
        self.simulation.as_ref().map_or_else(Vec::new, running)
    }

    /// The jobs chosen so far.
    pub fn chosen(&self) -> &[ChosenStart] {
        &self.chosen
    }

    /// Sums over the jobs that have ended, as its run will have them.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics.sums
    }

    /// Refuses an end at which jobs still wait.
    fn check_end(&self) -> Result<(), Problem> {
        let ended = |simulation: &OwnedSimulation| {
            simulation.read(|simulation| all_ended(simulation, &self.experiment))
        };
        self.simulation.as_ref().map_or(Ok(()), ended)
    }

    /// Begins again; with another experiment, if one is given.
    ///
    /// # Errors
    /// The engine refuses the experiment.
    pub fn reset(&mut self, other: Option<&Arc<Experiment>>) -> Result<(), Problem> {
        let before = self.simulation.take();
        if let Some(other) = other {
            self.experiment = Arc::clone(other);
        }
        let simulation = match (other, before) {
            (None, Some(before)) => before.restarted()?,
            (Some(other), Some(before)) => before.restarted_with(other)?,
            (_, None) => OwnedSimulation::new(&self.experiment, &self.choice)?,
        };
        self.simulation = Some(simulation);
        self.metrics = CountedMetrics::of(&self.experiment);
        self.chosen.clear();
        self.queue.clear();
        (self.is_open, self.waited, self.reported) = (false, 0, 0);
        Ok(())
    }

    /// The present state.
    pub fn snapshot(&self) -> Snapshot {
        let at = self.simulation.as_ref().map(|simulation| {
            simulation.read(|simulation| (simulation.view().queued() > 0).then(|| self.now()))
        });
        Snapshot {
            experiment: Arc::clone(&self.experiment),
            chosen: self.chosen.clone(),
            at: at.flatten(),
            window: self.window,
            is_open: self.is_open,
            reported: self.reported,
        }
    }

    /// Goes back, or on, to a state of this session, by choosing the same again from the beginning.
    ///
    /// # Errors
    /// It is a state of another session.
    pub fn restore(&mut self, state: &Snapshot) -> Result<(), Problem> {
        let foreign = || Problem::input("the snapshot is not of this session's experiment");
        if !Arc::ptr_eq(&self.experiment, &state.experiment) {
            return Err(foreign());
        }
        self.reset(None)?;
        self.window = state.window;
        let mut chosen = state.chosen.iter().peekable();
        while state
            .at
            .is_some_and(|at| self.now() < at || self.queue_is_unseen())
        {
            if !self.advance()? {
                return Err(foreign());
            }
            while let Some(next) = chosen.next_if(|next| next.at == self.now()) {
                if !self.look(Some(next.job))? {
                    return Err(foreign());
                }
                self.chosen.push(*next);
            }
        }
        if chosen.next().is_some() {
            return Err(foreign());
        }
        (self.is_open, self.reported) = (state.is_open, state.reported);
        Ok(())
    }

    /// Runs the whole again as it was chosen, and returns it with its metrics and schedule.
    ///
    /// # Errors
    /// Jobs still wait.
    pub fn finish(&self, label: &str) -> Result<Run, Problem> {
        self.schedule().run(label, &Progress::default())
    }

    /// All that was chosen so far, to be run again.
    pub fn schedule(&self) -> ChosenSchedule {
        ChosenSchedule {
            experiment: Arc::clone(&self.experiment),
            choice: self.choice.clone(),
            chosen: self.chosen.clone(),
        }
    }

    /// Whether no instant has been looked at.
    fn queue_is_unseen(&self) -> bool {
        let queued = |simulation: &OwnedSimulation| simulation.read(|one| one.view().queued());
        self.simulation
            .as_ref()
            .is_none_or(|simulation| queued(simulation) == 0)
    }

    /// The job at `index` of the queue.
    fn waiting(&self, index: usize) -> Result<WaitingJob, Problem> {
        let waiting = self.queue.get(index).filter(|_| self.is_open);
        waiting.copied().ok_or_else(|| {
            Problem::input(format!(
                "choice {index}: {} jobs can be chosen now, counted from 0",
                if self.is_open { self.queue.len() } else { 0 }
            ))
        })
    }

    /// Looks at the first `window` jobs from now on.
    fn set_window(&mut self, window: usize) -> Result<(), Problem> {
        if window == 0 {
            let sentence = "a window of 0 jobs has nobody to choose; 1 and more are allowed";
            return Err(Problem::input(sentence));
        }
        if self.window != window {
            (self.window, self.queue) = (window, Vec::new());
            self.is_open = self.is_open && self.look(None)?;
        }
        Ok(())
    }
}
