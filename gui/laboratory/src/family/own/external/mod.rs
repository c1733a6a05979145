//! Policies that are other programs, which answer questions in lines of JSON.

mod answer;
mod process;
mod question;
mod remarks;
mod signals;

use std::path::PathBuf;
use std::sync::Arc;

use cosched_core::engine::{
    Context, Explanation, MAX_QUANTITIES, Policy, Quantity, Setup, StartReason, WaitReason,
};
use cosched_core::{Duration, StartError, Time};

use crate::base::problem::Problem;
use crate::family::own::reasons::interned;
use crate::family::ready_policy::{FalliblePolicy, ReadyPolicy};
use crate::family::room::Buffers;
use crate::record::Experiment;
use crate::scenario::policy::external::External;
use crate::scenario::policy::registry::Registry;
use crate::scenario::{LONGEST, nanoseconds};
use answer::{Answer, Hold, Start, Value};
use process::Process;
use question::{Labels, ProgramKnowledge};

/// Largest number of questions in a row without news that start no job: more than one in every
/// second of a day.
const MOST_IDLE: u32 = 100_000;

/// Checks that `external` may be started.
fn check_permission(external: External) -> Result<(), Problem> {
    if Registry::current().may_start_programs() {
        return Ok(());
    }
    Err(Problem::input(format!(
        "the scenario wants to start the program `{}`; if you trust it, open the window with `cosched --allow-external`",
        external.command().join(" ")
    )))
}

/// A program that is to decide, before it has been started.
#[derive(Debug)]
pub(super) struct ExternalBuffers {
    external: External,
    folder: Option<PathBuf>,
    labels: Arc<Labels>,
}

impl ExternalBuffers {
    /// Makes the program of `external`, for the jobs of `experiment`.
    ///
    /// # Errors
    /// Scenarios may not start programs here.
    pub(super) fn new(experiment: &Experiment, external: External) -> Result<Self, Problem> {
        check_permission(external)?;
        let source = experiment
            .source
            .as_ref()
            .filter(|_| !external.runs_in_current_folder());
        let folder = source.and_then(|source| source.parent()).map(PathBuf::from);
        Ok(Self {
            external,
            // The current folder has an empty path.
            folder: folder.filter(|folder| !folder.as_os_str().is_empty()),
            labels: Arc::new(experiment.labels.clone()),
        })
    }
}

impl Buffers for ExternalBuffers {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        Ok(ReadyPolicy::External(Box::new(ExternalPolicy {
            external: self.external,
            folder: self.folder.clone(),
            first: question::first_line(setup),
            process: None,
            known: ProgramKnowledge::new(Arc::clone(&self.labels)),
            idle: 0,
            failure: None,
        })))
    }
}

/// A policy decided by a program.
#[derive(Debug)]
struct ExternalPolicy {
    external: External,
    folder: Option<PathBuf>,
    first: String,
    /// Started at the first decision: a check of the setup starts nothing.
    process: Option<Process>,
    known: ProgramKnowledge,
    /// Number of questions in a row without news that started no job.
    idle: u32,
    failure: Option<Problem>,
}

impl ExternalPolicy {
    /// Asks for decisions and applies them.
    fn decide(
        &mut self,
        process: &mut Process,
        context: &mut Context<'_, '_>,
    ) -> Result<(), String> {
        let question = self.known.question(context);
        self.idle = if self.known.has_news() {
            0
        } else {
            self.idle + 1
        };
        if self.idle > MOST_IDLE {
            return Err(format!(
                "it has wanted to be asked {MOST_IDLE} times in a row though nothing had happened, and started nothing: `wake` is for instants at which it will"
            ));
        }
        let answer = process.request(question)?;
        let answer = Answer::read(&answer)?;
        for start in answer.start {
            self.start(context, start)?;
        }
        for Hold { job, why, values } in answer.hold {
            let job = self.known.waiting(job)?;
            let why = self.explanation(&why, &values)?;
            context.explain_wait(job, WaitReason::Other { why, behind: None });
        }
        match answer.wake {
            None => context.cancel_wake(),
            Some(seconds) => set_wake(context, seconds)?,
        }
        Ok(())
    }

    /// The program's reason, with a quantity for each `{}` in it.
    fn explanation(&self, why: &str, values: &[Value]) -> Result<Explanation, String> {
        if values.len() > MAX_QUANTITIES {
            return Err(format!(
                "`values` has {} entries for `{why}`: {MAX_QUANTITIES} are allowed",
                values.len()
            ));
        }
        let mut explanation = Explanation::new(interned(why));
        for value in values {
            explanation = explanation.with(self.quantity(*value)?);
        }
        Ok(explanation)
    }

    fn quantity(&self, value: Value) -> Result<Quantity, String> {
        let within = |name, seconds| {
            if (0.0..=LONGEST).contains(&seconds) {
                return Ok(nanoseconds(seconds));
            }
            Err(format!(
                "`{name}` in `values` is {seconds}, which is not between 0 and {LONGEST}"
            ))
        };
        Ok(match value {
            Value::Number(number) => Quantity::Number(number),
            Value::Nodes(nodes) => Quantity::Nodes(nodes),
            Value::Job(job) => Quantity::Job(self.known.submitted(job)?),
            Value::Time(at) => Quantity::Time(Time(within("time", at)?)),
            Value::Duration(span) => Quantity::Duration(Duration(within("duration", span)?)),
        })
    }

    fn start(&mut self, context: &mut Context<'_, '_>, start: Start) -> Result<(), String> {
        let job = self.known.waiting(start.job)?;
        let passed = start.passed.map(|passed| self.known.waiting(passed));
        let passed = passed.transpose()?;
        let why = start.why.as_deref().unwrap_or("as the program says");
        let why = self.explanation(why, &start.values)?;
        let (needs, free) = (context.nodes_of(job), context.free_nodes());
        match context.start(job, StartReason::Other { why, passed }) {
            Ok(()) => {
                self.known.note_start(job);
                self.idle = 0;
            }
            Err(StartError::NoRoom) if needs > free => {
                let job = start.job;
                return Err(format!("job {job} needs {needs} nodes and {free} are free"));
            }
            // The program cannot know which nodes would be in maintenance.
            Err(StartError::NoRoom) => self.known.note_refusal(job),
            Err(error) => return Err(format!("job {} cannot start: {error}", start.job)),
        }
        Ok(())
    }
}

impl FalliblePolicy for ExternalPolicy {
    fn failure(&self) -> Option<Problem> {
        self.failure.clone()
    }
}

impl Policy for ExternalPolicy {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if self.failure.is_some() {
            return;
        }
        let process = match self.process.take() {
            Some(process) => Ok(process),
            None => Process::start(self.external, self.folder.as_deref(), &self.first),
        };
        let decided = process.and_then(|mut process| {
            let now = context.now();
            let decided = self.decide(&mut process, context);
            self.process = Some(process);
            decided
                .map_err(|why| program_problem(self.external, &format!("asked at {now} s"), &why))
        });
        self.failure = decided.err();
    }
}

/// A problem with the program of `external`, and when it occurred.
fn program_problem(external: External, when: &str, why: &str) -> Problem {
    let command = external.command().join(" ");
    Problem::output(format!("the policy `{command}`, {when}: {why}"))
}

/// Sets the timer so that the program is asked again at so many seconds of the clock.
fn set_wake(context: &mut Context<'_, '_>, seconds: f64) -> Result<(), String> {
    let now = context.now();
    let later = (0.0..=LONGEST).contains(&seconds);
    let woken = later.then(|| context.wake_at(Time(nanoseconds(seconds))).ok());
    woken.flatten().ok_or_else(|| {
        format!(
            "`wake` is {seconds}, which is not between {now} and {LONGEST}; it is a time, not a span"
        )
    })
}
