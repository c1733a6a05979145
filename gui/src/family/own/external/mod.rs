//! Policies that are other programs: asked and answering in lines of JSON.

mod answer;
mod permission;
mod process;
mod question;

use std::path::PathBuf;
use std::sync::Arc;

use cosched_core::engine::{Context, HoldReason, Policy, Setup, StartReason};
use cosched_core::{JobId, StartError, Time};

use crate::base::problem::Problem;
use crate::family::ready::{Outside, ReadyPolicy};
use crate::family::room::Buffers;
use crate::record::Experiment;
use crate::scenario::nanoseconds;
use crate::scenario::policy::external::External;
use answer::{Answer, Hold, Start};
use process::Process;
use question::{Known, Labels};

pub use permission::allow;

/// A program that is to decide, before it has been started.
#[derive(Debug)]
pub(super) struct Program {
    external: External,
    folder: Option<PathBuf>,
    labels: Arc<Labels>,
}

impl Program {
    /// That of `external`, for the jobs of `experiment`.
    ///
    /// # Errors
    /// Other programs are not allowed to be started here.
    pub(super) fn new(experiment: &Experiment, external: External) -> Result<Self, Problem> {
        permission::check(external)?;
        let source = experiment
            .source
            .as_ref()
            .filter(|_| !external.is_from_here());
        let folder = source.and_then(|source| source.parent()).map(PathBuf::from);
        Ok(Self {
            external,
            // The current folder has no name.
            folder: folder.filter(|folder| !folder.as_os_str().is_empty()),
            labels: Arc::new(experiment.labels.clone()),
        })
    }
}

impl Buffers for Program {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let process = Process::start(
            self.external,
            self.folder.as_deref(),
            question::first(setup),
        )?;
        Ok(ReadyPolicy::External(Box::new(ExternalPolicy {
            external: self.external,
            process,
            known: Known::new(Arc::clone(&self.labels)),
            failure: None,
        })))
    }
}

/// A program that decides.
#[derive(Debug)]
struct ExternalPolicy {
    external: External,
    process: Process,
    known: Known,
    failure: Option<Problem>,
}

impl ExternalPolicy {
    /// Asks what is to be done now, and does it.
    fn decide(&mut self, context: &mut Context<'_, '_>) -> Result<(), String> {
        let answer = self.process.ask(self.known.question(context))?;
        let answer = Answer::read(&answer)?;
        for start in answer.start {
            self.start(context, start)?;
        }
        for Hold { job, why } in answer.hold {
            let job = self.known.waiting(job)?;
            let why = answer::interned(&why);
            context.hold(job, HoldReason::Other { why, behind: None });
        }
        match answer.wake {
            None => context.sleep(),
            Some(seconds) => wake(context, seconds)?,
        }
        Ok(())
    }

    fn start(&mut self, context: &mut Context<'_, '_>, start: Start) -> Result<(), String> {
        let job = self.known.waiting(start.job)?;
        let passed = start.passed.map(|passed| self.known.waiting(passed));
        let passed = passed.transpose()?;
        let why = answer::interned(start.why.as_deref().unwrap_or("as the program says"));
        let (needs, free) = (context.nodes_of(job), context.free_nodes());
        let started = context.start(job, StartReason::Other { why, passed });
        started.map_err(|error| match error {
            StartError::NoRoom if needs > free => {
                format!("job {} needs {needs} nodes and {free} are free", start.job)
            }
            StartError::NoRoom => format!(
                "job {} needs {needs} nodes and would run into maintenance on some of the {free} that are free",
                start.job
            ),
            error => format!("job {} cannot start: {error}", start.job),
        })?;
        self.known.note_start(job);
        Ok(())
    }
}

impl Outside for ExternalPolicy {
    fn failure(&self) -> Option<Problem> {
        self.failure.clone()
    }
}

impl Policy for ExternalPolicy {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if self.failure.is_some() {
            return;
        }
        let now = context.now();
        if let Err(why) = self.decide(context) {
            let command = self.external.command().join(" ");
            let sentence = format!("the policy `{command}`, asked at {now} s: {why}");
            self.failure = Some(Problem::output(sentence));
        }
    }
}

/// Has the program asked again in any case after so many seconds of the clock.
fn wake(context: &mut Context<'_, '_>, seconds: f64) -> Result<(), String> {
    let now = context.now();
    let later = seconds.is_finite() && seconds >= 0.0;
    let woken = later.then(|| context.wake_at(Time(nanoseconds(seconds))).ok());
    woken.flatten().ok_or_else(|| {
        format!("`wake` is {seconds}, which is not later than {now}; it is a time, not a span")
    })
}

/// The job of that number among those told.
fn job_of(number: u64, jobs: usize) -> Option<JobId> {
    let place = usize::try_from(number).ok().filter(|place| *place < jobs)?;
    Some(JobId::new(place))
}
