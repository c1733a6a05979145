//! From an experiment to runs.

pub mod check;
pub mod explain;
#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod standstill;
pub(crate) mod stream;
pub(crate) mod time_bound;

use std::sync::Arc;

use cosched_core::engine::{BoxedStorage, Phase, Policy, Setup};
use cosched_core::machine::MemorySetup;
use cosched_core::workload::{Class, MoldSpec};
use cosched_core::{Digest, Event, Exact, JobId, Metrics, Simulation, Sink, Time};

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::family::buffers as owned;
use crate::family::buffers::OwnedPolicy;
use crate::family::coscheduling::processes::ProcessData;
use crate::family::coscheduling::record::QuantumSink;
use crate::family::moldable::record::MoldSink;
use crate::family::placement::record::{Bound, PlacementSink};
use crate::family::slicing::record::MemorySink;
use crate::family::slots::market::Market;
use crate::family::slots::record::WindowSink;
use crate::record::outages::OutageSink;
use crate::record::segments::Segments;
use crate::record::{Experiment, LoadSpan, Outcome, Overhead, Run};
use crate::scenario::moldable::Deadlines;
use crate::scenario::{Parameters, PolicyName};
use standstill::Standstill;

pub use crate::record::choice::{Choice, choices};

/// Runs `choice`; `None` if cancelled. `with_segments` also keeps who ran
/// where and when, which a Gantt chart needs.
///
/// # Errors
/// What the engine says is wrong with the experiment.
pub fn simulate(
    experiment: &Arc<Experiment>,
    choice: &Choice,
    with_segments: bool,
    progress: &Progress,
) -> Result<Option<Run>, Problem> {
    let jobs = experiment.jobs.len();
    let mut metrics = Metrics::new();
    let mut digest = Digest::default();
    let mut segments = Segments::new(if with_segments { jobs } else { 0 }, experiment.nodes);
    let mut ledger = Ledger::new(choice.policy.shares_nodes(), jobs, with_segments);
    let mut memory = MemorySink::new(experiment, with_segments && choice.policy.shares_nodes());
    let mut molds = MoldSink::new(experiment, choice);
    let mut windows = WindowSink::new(experiment, choice);
    let has_outages = experiment.outages.as_outages().are_possible();
    let mut outages = has_outages.then(|| OutageSink::new(jobs, experiment.nodes));
    let mut quanta = QuantumSink::new(experiment, choice, with_segments);
    let (mut outcomes, mut spun) = (Vec::new(), 0);
    let mut placements = PlacementSink::new(experiment, with_segments);
    let finished = {
        let mut machine = (&mut memory, (&mut placements, (&mut quanta, &mut molds)));
        let mut machine = (&mut machine, (&mut windows, &mut outages));
        let mut kept = (&mut segments, (&mut ledger, &mut machine));
        let mut sink = ((&mut metrics, &mut digest), &mut kept);
        drive(experiment, choice, progress, &mut sink, |simulation| {
            outcomes.extend((0..jobs).map(|job| outcome(simulation, job)));
            spun = simulation.view().spun();
        })?
    };
    let (placements, bars) = match placements {
        None => (None, Vec::new()),
        Some(sink) => {
            let (record, bars) = sink.finish(bound(experiment, choice));
            (Some(Arc::new(record)), bars)
        }
    };
    let mut segments = segments.finish();
    segments.extend(bars);
    Ok(finished.then(|| Run {
        experiment: Arc::clone(experiment),
        label: choice.label.clone(),
        policy: choice.policy,
        parameters: choice.parameters.clone(),
        outcomes,
        segments,
        placements,
        quanta: quanta.map(|sink| Arc::new(sink.finish())),
        molds: molds.map(|sink| Arc::new(sink.finish())),
        windows: windows.map(|sink| Arc::new(sink.finish())),
        outages: outages.map(|sink| Arc::new(sink.finish())),
        spun: spun as f64 / 1e9,
        loads: ledger.loads,
        overheads: ledger.overheads,
        memory: memory.finish().map(Arc::new),
        classes: classes(experiment, &choice.parameters),
        metrics,
        digest: digest.0,
    }))
}

/// Times that no schedule on the servers can beat.
fn bound(experiment: &Experiment, choice: &Choice) -> Bound {
    let bound = owned::bound(&setup(experiment, choice, None, &[]));
    bound.map_or_else(Bound::default, |bound| Bound {
        path: bound.path.seconds(),
        processors: bound.processors.seconds(),
        bandwidth: bound.bandwidth.seconds(),
    })
}

/// Steps between two looks at the wish to stop: some tens of microseconds.
const STEPS: usize = 256;

/// Steps through a whole simulation; whether it came to its end.
pub(crate) fn drive(
    experiment: &Experiment,
    choice: &Choice,
    progress: &Progress,
    sink: &mut dyn Sink,
    at_end: impl FnOnce(&Simulation<'_>),
) -> Result<bool, Problem> {
    let jobs = experiment.jobs.len();
    let processes = processes(experiment, choice)?;
    let molds = molds(experiment, choice);
    let setup = setup(experiment, choice, processes.as_ref(), &molds);
    let mut policy = policy(experiment, choice, &setup)?;
    let mut policy = policy.policy(&setup)?;
    let mut storage = BoxedStorage::new(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage())
        .map_err(|error| Problem::input(error.to_string()))?;
    let suits = simulation.check(&policy);
    suits.map_err(|error| Problem::input(error.to_string()))?;
    let mut standstill = Standstill::new(experiment, choice);
    loop {
        if simulation.steps(&mut policy, sink, STEPS) < STEPS {
            all_ended(&simulation, jobs)?;
            at_end(&simulation);
            return Ok(true);
        }
        let view = simulation.view();
        let left = [
            view.waiting(),
            view.running(),
            view.placed(),
            view.suspended(),
        ];
        let left: u64 = left.into_iter().map(u64::from).sum();
        let queued = view.queued();
        let done = 2 * queued - left.min(queued);
        progress.report(done, 2 * jobs as u64);
        standstill.look(done, view.now())?;
        if progress.is_cancelled() {
            return Ok(false);
        }
    }
}

/// Whether `experiment` can be run under `choice`, found out before anything is
/// printed or written.
///
/// # Errors
/// What is wrong with the experiment, or does not suit the policy.
pub fn check(experiment: &Experiment, choice: &Choice) -> Result<(), Problem> {
    let processes = processes(experiment, choice)?;
    let molds = molds(experiment, choice);
    let setup = setup(experiment, choice, processes.as_ref(), &molds);
    let mut policy = policy(experiment, choice, &setup)?;
    let policy = policy.policy(&setup)?;
    let suits = policy.check(&setup);
    suits.map_err(|error| Problem::input(error.to_string()))
}

/// Whether each of `jobs` jobs has ended, in whatever way, while time could be counted.
///
/// # Errors
/// Nothing happens any more, but some have not: what came out is no result.
fn all_ended(simulation: &Simulation<'_>, jobs: usize) -> Result<(), Problem> {
    let view = simulation.view();
    let has_ended = |job: &usize| {
        let ended = [Phase::Completed, Phase::Killed, Phase::Rejected];
        let job = JobId::new(*job);
        let in_time = view.completed(job).is_none_or(|at| at <= time_bound::LAST);
        ended.contains(&view.phase(job)) && in_time
    };
    match jobs - (0..jobs).filter(has_ended).count() {
        0 => Ok(()),
        left => Err(Problem::output(format!(
            "given up at {} s: nothing happens any more, but {left} of {jobs} jobs have not ended within the {} s that are counted",
            view.now(),
            time_bound::LAST
        ))),
    }
}

/// The policy of `choice` with its buffers, for the `setup` of [`setup`].
///
/// # Errors
/// What is wrong with the setup or the parameters.
pub fn policy(
    experiment: &Experiment,
    choice: &Choice,
    setup: &Setup<'_>,
) -> Result<OwnedPolicy, Problem> {
    setup
        .check()
        .map_err(|error| Problem::input(error.to_string()))?;
    time_bound::check(experiment, choice)?;
    let rows = match choice.policy.has_quanta() {
        true => 2 * setup.workload.len(),
        false => 0,
    };
    owned::check_room(setup, rows)?;
    let market = match choice.policy == PolicyName::Windows {
        true => Market::of(experiment, &choice.parameters.windows),
        false => Market::default(),
    };
    OwnedPolicy::new(
        choice.policy,
        &choice.parameters,
        setup,
        &classes(experiment, &choice.parameters),
        experiment.memory,
        market,
    )
}

/// The processes of all jobs, if the policy of `choice` asks for them.
///
/// # Errors
/// They do not suit the policy.
pub fn processes(experiment: &Experiment, choice: &Choice) -> Result<Option<ProcessData>, Problem> {
    ProcessData::new(experiment, choice.policy, &choice.parameters.coscheduling)
}

/// What is known of moldable jobs, if the policy of `choice` decides how long jobs
/// run, deadlines are hard, or runtimes by speed-ups are no whole nanoseconds.
pub fn molds<'e>(experiment: &'e Experiment, choice: &Choice) -> Vec<MoldSpec<'e>> {
    let molding = &choice.parameters.molding;
    if choice.policy.knows_runtimes() {
        return crate::family::moldable::molds::molds(experiment, molding.loss);
    }
    let has_parts = || {
        let jobs = experiment.jobs.iter().zip(&experiment.molds);
        let mut times = jobs.filter_map(|(job, mold)| Some(mold.as_ref()?.time(job.nodes)));
        times.any(|time| !time.is_whole())
    };
    match molding.deadlines == Deadlines::Hard || has_parts() {
        // Virtual machines are those of policies that have them.
        true => crate::family::moldable::molds::molds(experiment, 0.0),
        false => Vec::new(),
    }
}

/// What the engine simulates of `experiment` for `choice`, with `processes` if
/// it asks for them.
pub fn setup<'e>(
    experiment: &'e Experiment,
    choice: &Choice,
    processes: Option<&'e ProcessData>,
    molds: &'e [MoldSpec<'e>],
) -> Setup<'e> {
    let hosting = &experiment.hosting;
    let nodes = match hosting.servers.is_empty() {
        true => experiment.nodes,
        false => 0,
    };
    Setup {
        // How long a job runs at its size, or on its nodes, may be known.
        kill_at_estimate: choice.parameters.kill_at_estimate && !choice.policy.knows_runtimes(),
        memory: choice
            .policy
            .shares_nodes()
            .then(|| memory_setup(experiment, choice)),
        hosting: hosting.as_hosting(),
        precedence: experiment.precedents.as_precedence(),
        processes: processes.map(ProcessData::as_table),
        molds,
        outages: experiment.outages.as_outages(),
        ..Setup::cluster(&experiment.jobs, nodes)
    }
}

fn memory_setup(experiment: &Experiment, choice: &Choice) -> MemorySetup {
    let slicing = &choice.parameters.slicing;
    MemorySetup {
        swapping: slicing.swapping,
        charge: slicing.charge,
        ..MemorySetup::new(experiment.memory, experiment.transfer, Class::COUNT as u32)
    }
}

/// The class of each job: as the scenario says, or by its estimate.
pub fn classes(experiment: &Experiment, parameters: &Parameters) -> Vec<Class> {
    let bounds = parameters.slicing.bounds();
    let jobs = experiment.jobs.iter().zip(&experiment.labels);
    jobs.map(|(job, label)| label.class.unwrap_or_else(|| bounds.class_of(job.estimate)))
        .collect()
}

fn outcome(simulation: &Simulation<'_>, job: usize) -> Outcome {
    let (view, job) = (simulation.view(), JobId::new(job));
    let (phase, entered) = (view.phase(job), view.entered(job).unwrap_or(Time::MAX));
    let refused = phase == Phase::Rejected;
    let or_entered = |time: Option<Time>| match refused {
        true => entered,
        false => time.unwrap_or(Time::MAX),
    };
    Outcome {
        entered,
        started: or_entered(view.started(job)),
        completed: or_entered(view.completed(job)),
        executed: view.executed(job),
        killed: phase == Phase::Killed,
        refused,
    }
}

/// A sink that keeps what each job's memory cost it.
#[derive(Debug)]
struct Ledger {
    overheads: Vec<Overhead>,
    loads: Vec<LoadSpan>,
    keeps_loads: bool,
    // Per job, when it was suspended last and where its last load is kept.
    last: Vec<(Time, usize)>,
}

impl Ledger {
    /// With so many jobs; nothing is kept if there is no node memory.
    fn new(has_memory: bool, jobs: usize, keeps_loads: bool) -> Self {
        let jobs = if has_memory { jobs } else { 0 };
        Self {
            overheads: vec![Overhead::default(); jobs],
            loads: Vec::new(),
            keeps_loads,
            last: vec![(Time::MAX, 0); jobs],
        }
    }

    fn load(&mut self, job: JobId, first: bool, change: impl Fn(Exact) -> Exact) {
        let Some(overhead) = self.overheads.get_mut(job.index()) else {
            return;
        };
        let part = match first {
            true => &mut overhead.first_load,
            false => &mut overhead.reload,
        };
        *part = change(*part);
    }
}

impl Sink for Ledger {
    fn record(&mut self, at: Time, event: Event) {
        if self.overheads.is_empty() {
            return;
        }
        match event {
            Event::Loading(job, load) => {
                self.load(job, load.first, |sum| sum + load.time);
                if self.keeps_loads {
                    self.last[job.index()].1 = self.loads.len();
                    self.loads.push(LoadSpan {
                        job: job.index() as u32,
                        from: at,
                        until: at.after(load.time.up()),
                    });
                }
            }
            Event::LoadCut(job, load) => {
                self.load(job, load.first, |sum| sum - load.time);
                if let Some(span) = self.loads.get_mut(self.last[job.index()].1) {
                    span.until = at;
                }
            }
            Event::SwappedOut(job, swap) => {
                let sum = &mut self.overheads[job.index()].swap_out;
                *sum = *sum + swap.time;
            }
            Event::Suspended(job) => self.last[job.index()].0 = at,
            Event::Resumed(job) if self.last[job.index()].0 != at => {
                self.overheads[job.index()].preempted += 1;
            }
            _ => {}
        }
    }
}
