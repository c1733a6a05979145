//! Real commands on this machine's processors, scheduled by the simulated policies.

mod children;
mod history;
mod jobs;
mod record_sink;

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration as Span;

use cosched_core::engine::{BoxedStorage, Engine, Policy, Setup, Ticket};
use cosched_core::workload::Request;
use cosched_core::{Duration, JobSpec, Simulation, Time};

use crate::base::problem::Problem;
use crate::base::system::clock::Stopwatch;
use crate::family::policy_buffers::OwnedPolicy;
use crate::record::choice::Choice;
use crate::run::stream;
use children::{Message, Running};
pub use history::{End, Log, Record};
pub use jobs::{QueuedCommand, read};
use record_sink::RecordSink;

/// Longest time between two updates of the screen, and between checks for unended commands.
const TICK: Span = Span::from_millis(200);

/// Outcome of a live run.
pub struct LiveResult {
    /// Outcome of each command.
    pub records: Vec<Record>,
    /// Whether it was stopped by the user.
    pub is_stopped: bool,
}

/// All records so far, as passed to `show`.
pub(crate) type RecordSlice<'s> = &'s [Record];

/// The machine: `nodes` processors, and whether jobs are killed at their estimates.
fn setup(jobs: &[QueuedCommand], nodes: u32, choice: &Choice) -> Setup<'static> {
    Setup::open(jobs.len() as u32, nodes).with_kill_at_estimate(choice.parameters.kill_at_estimate)
}

fn owned(choice: &Choice, setup: &Setup<'_>) -> Result<OwnedPolicy, Problem> {
    stream::check(choice)?;
    OwnedPolicy::queue(choice.policy, &choice.parameters, setup)
}

/// Computes when each of `jobs` would start, and on which processors, if all ran as long as
/// estimated.
///
/// # Errors
/// The policy's parameters are invalid.
pub fn predicted_records(
    jobs: &[QueuedCommand],
    nodes: u32,
    choice: &Choice,
) -> Result<Vec<Record>, Problem> {
    let specs = jobs
        .iter()
        .map(|job| JobSpec::exact(Time(job.submit.0), job.estimate, job.nodes));
    let specs: Vec<JobSpec> = specs.collect();
    let setup = Setup::cluster(&specs, nodes);
    let mut policy = owned(choice, &setup)?;
    let mut policy = policy.policy(&setup)?;
    let mut storage = BoxedStorage::new(&setup);
    let simulation = Simulation::new(setup, storage.as_storage());
    let mut simulation = simulation.map_err(|error| Problem::input(error.to_string()))?;
    let mut book = RecordSink::new(jobs.len());
    simulation.run(&mut policy, &mut book);
    Ok(book.records)
}

/// Runs `jobs` on `nodes` processors under `choice` until all have ended, or the function given to
/// `stops` is called; `show` is called at every change and tick, and each end is appended to `log`.
///
/// # Errors
/// The policy's parameters are invalid.
pub fn run(
    jobs: &[QueuedCommand],
    nodes: u32,
    choice: &Choice,
    log: Option<&mut Log<'_>>,
    stops: impl FnOnce(Box<dyn Fn() + Send>),
    mut show: impl FnMut(RecordSlice<'_>, Span),
) -> Result<LiveResult, Problem> {
    let setup = setup(jobs, nodes, choice);
    let mut policy = owned(choice, &setup)?;
    let mut policy = policy.policy(&setup)?;
    let mut storage = BoxedStorage::new(&setup);
    let engine = Engine::new(setup, storage.as_storage());
    let engine = engine.map_err(|error| Problem::input(error.to_string()))?;
    let (heard, messages) = channel();
    let stop = heard.clone();
    stops(Box::new(move || {
        // At the very end the receiver is gone.
        let _ = stop.send(Message::Stop);
    }));
    let mut live = LiveRun {
        jobs,
        engine,
        book: RecordSink::new(jobs.len()),
        tickets: Vec::new(),
        running: HashMap::new(),
        sender: heard,
        kills: choice.parameters.kill_at_estimate,
        log,
        begin: Stopwatch::start(),
        is_stopped: false,
    };
    live.drive(&mut policy, &messages, &mut show)?;
    Ok(LiveResult {
        records: live.book.records,
        is_stopped: live.is_stopped,
    })
}

/// State of a live run.
struct LiveRun<'j, 'a, 'l, 'p> {
    jobs: &'j [QueuedCommand],
    engine: Engine<'a>,
    book: RecordSink,
    tickets: Vec<Ticket>,
    running: HashMap<usize, Running>,
    sender: Sender<Message>,
    // Whether jobs are killed at their estimates.
    kills: bool,
    log: Option<&'l mut Log<'p>>,
    begin: Stopwatch,
    is_stopped: bool,
}

/// Commands that have ended, by index, and whether with status 0.
type EndedCommands = Vec<(usize, bool)>;

impl LiveRun<'_, '_, '_, '_> {
    fn drive<P: Policy>(
        &mut self,
        policy: &mut P,
        messages: &Receiver<Message>,
        show: &mut impl FnMut(RecordSlice<'_>, Span),
    ) -> Result<(), Problem> {
        loop {
            // However long this program was held up: a command that has ended by now is not killed
            // for a timer that fell due meanwhile.
            let passed = self.begin.elapsed();
            let mut ended = self.take_ended();
            // Timers and submissions take effect at their own instants, so that the same log leads
            // to the same starts.
            while let Some(due) = self.due().filter(|due| due.0 <= nanoseconds(passed)) {
                self.advance(due)?;
                let over = ended.extract_if(.., |&mut (index, _)| self.deadline(index) <= due);
                let over: EndedCommands = over.collect();
                self.complete(over);
                self.extend_late(due)?;
                self.submit(due)?;
                self.decide(policy)?;
            }
            if !ended.is_empty() {
                self.advance(Time(nanoseconds(passed)).max(self.engine.now()))?;
                self.complete(ended);
                self.decide(policy)?;
            }
            show(&self.book.records, passed);
            if self.running.is_empty() && (self.is_stopped || self.due().is_none()) {
                return Ok(());
            }
            self.running.values_mut().for_each(Running::kill_if_overdue);
            if self.must_stop(messages) {
                self.stop()?;
            }
        }
    }

    /// When the next submission or timer is due.
    fn due(&self) -> Option<Time> {
        let next = self.jobs.get(self.tickets.len());
        let next = next.filter(|_| !self.is_stopped);
        let submit = next.map(|job| Time(job.submit.0));
        [submit, self.engine.next_timeout()]
            .into_iter()
            .flatten()
            .min()
    }

    /// Waits for a message or the next due instant; returns whether the run shall stop.
    fn must_stop(&self, messages: &Receiver<Message>) -> bool {
        let passed = nanoseconds(self.begin.elapsed());
        let due = self
            .due()
            .map(|due| Span::from_nanos(due.0.saturating_sub(passed)));
        let patience = due.map_or(TICK, |due| due.min(TICK));
        let first = messages.recv_timeout(patience).ok();
        let all: Vec<Message> = first.into_iter().chain(messages.try_iter()).collect();
        all.iter().any(|heard| matches!(heard, Message::Stop))
    }

    /// Takes the commands that have ended out of those running.
    fn take_ended(&mut self) -> EndedCommands {
        let mut ended = EndedCommands::new();
        self.running.retain(|&index, running| {
            let end = running.end();
            ended.extend(end.map(|is_well| (index, is_well)));
            end.is_none()
        });
        ended.sort_unstable();
        ended
    }

    /// When the job at index `index`, which has started, is killed.
    fn deadline(&self, index: usize) -> Time {
        let record = &self.book.records[index];
        let started = record.started.filter(|_| self.kills);
        let allowed = record.allowed(&self.jobs[index]);
        started.map_or(Time::MAX, |started| {
            Time(started.0.saturating_add(allowed.0))
        })
    }

    /// Advances the engine's clock.
    fn advance(&mut self, now: Time) -> Result<(), Problem> {
        self.engine
            .advance(now)
            .map_err(|error| output_problem(&error))
    }

    /// Completes the jobs of ended commands.
    fn complete(&mut self, ended: EndedCommands) {
        for (index, is_well) in ended {
            self.book.ends_successfully = is_well;
            // A job killed at its estimate is already complete.
            let _ = self.engine.complete(self.tickets[index], &mut self.book);
        }
    }

    /// Extends the estimates of jobs that would be killed now but whose commands began late, as the
    /// machine was held up, by that delay.
    fn extend_late(&mut self, now: Time) -> Result<(), Problem> {
        for (&index, running) in &self.running {
            let record = &self.book.records[index];
            if self.deadline(index) > now || record.ended.is_some() {
                continue;
            }
            let began = self.begin.elapsed().saturating_sub(running.age());
            let late = record
                .started
                .map(|started| Time(nanoseconds(began)).since(started));
            // Not beyond that: the estimate was extended already, or the delay is too small to
            // count.
            let late = late.filter(|late| late.0 > record.extension.0 + LATE.0);
            let Some(late) = late else { continue };
            let record = &mut self.book.records[index];
            record.extension = late;
            let estimate = record.allowed(&self.jobs[index]);
            let extended = self.engine.set_estimate(self.tickets[index], estimate);
            extended.map_err(|error| output_problem(&error))?;
        }
        Ok(())
    }

    /// Submits the jobs that are due.
    fn submit(&mut self, now: Time) -> Result<(), Problem> {
        while let Some(job) = self.jobs.get(self.tickets.len())
            && !self.is_stopped
            && job.submit.0 <= now.0
        {
            let request = Request::new(job.estimate, job.nodes).with_submit(now);
            let tag = self.tickets.len() as u64;
            let ticket = self.engine.submit(request, tag, &mut self.book);
            self.tickets
                .push(ticket.map_err(|error| output_problem(&error))?);
        }
        Ok(())
    }

    /// Lets the policy decide, and starts and stops commands accordingly.
    fn decide<P: Policy>(&mut self, policy: &mut P) -> Result<(), Problem> {
        let decided = self.engine.decide(policy, &mut self.book);
        decided.map_err(|error| output_problem(&error))?;
        self.log_ends();
        for index in std::mem::take(&mut self.book.to_stop) {
            if let Some(running) = self.running.get_mut(&index) {
                running.stop();
            }
        }
        for index in std::mem::take(&mut self.book.to_start) {
            let processors = &self.book.records[index].processors;
            let command = &self.jobs[index].command;
            let running = Running::start(index, command, processors, &self.sender);
            self.running.insert(index, running);
        }
        Ok(())
    }

    /// Appends the jobs that have ended to the log.
    fn log_ends(&mut self) {
        for index in std::mem::take(&mut self.book.to_note) {
            if let Some(log) = &mut self.log {
                log.append_record(index, &self.jobs[index], &self.book.records[index]);
            }
        }
    }

    /// Cancels waiting jobs and stops running commands.
    fn stop(&mut self) -> Result<(), Problem> {
        if std::mem::replace(&mut self.is_stopped, true) {
            return Ok(());
        }
        let now = Time(nanoseconds(self.begin.elapsed())).max(self.engine.now());
        self.advance(now)?;
        let ended = self.take_ended();
        self.complete(ended);
        for ticket in &self.tickets {
            // Jobs that have ended are unknown to the engine.
            let _ = self.engine.cancel(*ticket, &mut self.book);
        }
        self.log_ends();
        self.book.to_stop.clear();
        self.running.values_mut().for_each(Running::stop);
        Ok(())
    }
}

/// Longest delay of a command against its job that does not extend its estimate.
const LATE: Duration = Duration(10_000_000);

fn output_problem(error: &dyn std::fmt::Display) -> Problem {
    Problem::output(error.to_string())
}

fn nanoseconds(span: Span) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}
