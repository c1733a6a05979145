//! Real commands on this machine's processors, scheduled by the policies that are simulated elsewhere.

mod children;
mod history;
mod jobs;

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration as Span, Instant, SystemTime};

use cosched_core::engine::{BoxedStorage, Detail, Engine, KillReason, Setup, Ticket};
use cosched_core::machine::Intervals;
use cosched_core::policy::Policy;
use cosched_core::workload::Request;
use cosched_core::{Event, JobId, JobSpec, Memory, Simulation, Sink, Time};

use crate::base::problem::Problem;
use crate::export::append;
use crate::family::owned::OwnedPolicy;
use crate::record::choice::Choice;
use crate::run::stream;
use children::{Heard, Running};
pub(crate) use history::{End, Record, swf};
pub(crate) use jobs::{Asked, read};

/// How often what is shown is brought up to date, and those who do not end are ended.
const TICK: Span = Span::from_millis(200);

/// What came of it.
pub(crate) struct Lived {
    /// What became of each command.
    pub(crate) records: Vec<Record>,
    /// Whether somebody stopped it.
    pub(crate) is_stopped: bool,
    /// The second of the epoch at which it began.
    pub(crate) began: u64,
}

/// What `show` is told: everything so far, and what time it is.
pub(crate) type Shown<'s> = &'s [Record];

/// The machine: so many processors, and whether who outruns the estimate is killed.
fn setup(jobs: &[Asked], nodes: u32, choice: &Choice) -> Setup<'static> {
    Setup {
        kill_at_estimate: choice.parameters.kill_at_estimate,
        ..Setup::open(jobs.len() as u32, nodes)
    }
}

fn owned(choice: &Choice, setup: &Setup<'_>) -> Result<OwnedPolicy, Problem> {
    stream::check(choice)?;
    OwnedPolicy::queue(choice.policy, &choice.parameters, setup)
}

/// When each of `jobs` would start, and on which processors, if all ran as long as
/// they are estimated to.
///
/// # Errors
/// What is wrong with the policy.
pub(crate) fn foresee(jobs: &[Asked], nodes: u32, choice: &Choice) -> Result<Vec<Record>, Problem> {
    let specs = jobs.iter().map(|job| JobSpec {
        submit: Time(job.submit.0),
        runtime: job.estimate,
        estimate: job.estimate,
        nodes: job.nodes,
        memory: Memory::ZERO,
    });
    let specs: Vec<JobSpec> = specs.collect();
    let setup = Setup::cluster(&specs, nodes);
    let mut policy = owned(choice, &setup)?;
    let mut policy = policy.policy(&setup)?;
    let mut storage = BoxedStorage::new(&setup);
    let simulation = Simulation::new(setup, storage.as_storage());
    let mut simulation = simulation.map_err(|error| Problem::input(error.to_string()))?;
    let mut book = Book::new(jobs.len());
    simulation.run(&mut policy, &mut book);
    Ok(book.records)
}

/// Runs `jobs` on `nodes` processors under `choice` until all have ended, or
/// `stops` is told to; `show` is called now and then.
///
/// # Errors
/// What is wrong with the policy.
pub(crate) fn run(
    jobs: &[Asked],
    nodes: u32,
    choice: &Choice,
    stops: impl FnOnce(Box<dyn Fn() + Send>),
    mut show: impl FnMut(Shown<'_>, Span),
) -> Result<Lived, Problem> {
    let setup = setup(jobs, nodes, choice);
    let mut policy = owned(choice, &setup)?;
    let mut policy = policy.policy(&setup)?;
    let mut storage = BoxedStorage::new(&setup);
    let engine = Engine::new(setup, storage.as_storage());
    let engine = engine.map_err(|error| Problem::input(error.to_string()))?;
    let (heard, told) = channel();
    let stop = heard.clone();
    stops(Box::new(move || {
        // Nobody listens any more at the very end.
        let _ = stop.send(Heard::Stop);
    }));
    let began = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let mut live = Live {
        jobs,
        engine,
        book: Book::new(jobs.len()),
        tickets: Vec::new(),
        running: HashMap::new(),
        heard,
        begin: Instant::now(),
        is_stopped: false,
    };
    live.drive(&mut policy, &told, &mut show)?;
    Ok(Lived {
        records: live.book.records,
        is_stopped: live.is_stopped,
        began: began.map_or(0, |span| span.as_secs()),
    })
}

/// Everything while commands run.
struct Live<'j, 'a> {
    jobs: &'j [Asked],
    engine: Engine<'a>,
    book: Book,
    tickets: Vec<Ticket>,
    running: HashMap<usize, Running>,
    heard: Sender<Heard>,
    begin: Instant,
    is_stopped: bool,
}

impl Live<'_, '_> {
    fn drive<P: Policy>(
        &mut self,
        policy: &mut P,
        told: &Receiver<Heard>,
        show: &mut impl FnMut(Shown<'_>, Span),
    ) -> Result<(), Problem> {
        let mut ended = Vec::new();
        loop {
            // What was due while nobody looked happens at its own instants, so that the
            // same log leads to the same starts.
            let passed = self.begin.elapsed();
            while let Some(due) = self.due().filter(|due| due.0 <= nanoseconds(passed)) {
                self.step(due, &mut Vec::new(), policy)?;
            }
            if !ended.is_empty() {
                let now = Time(nanoseconds(passed)).max(self.engine.now());
                self.step(now, &mut ended, policy)?;
            }
            show(&self.book.records, passed);
            if self.running.is_empty() && (self.is_stopped || self.due().is_none()) {
                return Ok(());
            }
            self.running.values_mut().for_each(Running::insist);
            self.listen(told, &mut ended);
        }
    }

    /// When something is due that nobody need tell.
    fn due(&self) -> Option<Time> {
        let next = self.jobs.get(self.tickets.len());
        let next = next.filter(|_| !self.is_stopped);
        let submit = next.map(|job| Time(job.submit.0));
        [submit, self.engine.next_timeout()]
            .into_iter()
            .flatten()
            .min()
    }

    /// Waits until something is told or due; what has ended goes to `ended`.
    fn listen(&mut self, told: &Receiver<Heard>, ended: &mut Vec<(usize, bool)>) {
        let passed = nanoseconds(self.begin.elapsed());
        let due = self
            .due()
            .map(|due| Span::from_nanos(due.0.saturating_sub(passed)));
        let patience = due.map_or(TICK, |due| due.min(TICK));
        let mut heard = told.recv_timeout(patience).ok();
        while let Some(one) = heard {
            match one {
                Heard::Ended(place, is_well) => {
                    if let Some(running) = self.running.remove(&place) {
                        running.leave_nothing();
                    }
                    ended.push((place, is_well));
                }
                Heard::Stop => self.stop(),
            }
            heard = told.try_recv().ok();
        }
    }

    /// It is `now`: jobs are submitted, those in `ended` have ended, and the policy
    /// decides.
    fn step<P: Policy>(
        &mut self,
        now: Time,
        ended: &mut Vec<(usize, bool)>,
        policy: &mut P,
    ) -> Result<(), Problem> {
        let wrong = |error: &dyn std::fmt::Display| Problem::output(error.to_string());
        self.engine.advance(now).map_err(|error| wrong(&error))?;
        for (place, is_well) in ended.drain(..) {
            self.book.ends_well = is_well;
            // Who was killed at the estimate is told to have ended, too.
            let _ = self.engine.complete(self.tickets[place], &mut self.book);
        }
        while let Some(job) = self.jobs.get(self.tickets.len())
            && !self.is_stopped
            && job.submit.0 <= now.0
        {
            let request = Request {
                submit: now,
                estimate: job.estimate,
                nodes: job.nodes,
                memory: Memory::ZERO,
            };
            let tag = self.tickets.len() as u64;
            let ticket = self.engine.submit(request, tag, &mut self.book);
            self.tickets.push(ticket.map_err(|error| wrong(&error))?);
        }
        let decided = self.engine.decide(policy, &mut self.book);
        decided.map_err(|error| wrong(&error))?;
        for place in std::mem::take(&mut self.book.to_stop) {
            if let Some(running) = self.running.get_mut(&place) {
                running.stop();
            }
        }
        for place in std::mem::take(&mut self.book.to_start) {
            let processors = &self.book.records[place].processors;
            let command = &self.jobs[place].command;
            let running = Running::start(place, command, processors, &self.heard);
            self.running.insert(place, running);
        }
        Ok(())
    }

    /// Nothing starts any more, and what runs is stopped.
    fn stop(&mut self) {
        if std::mem::replace(&mut self.is_stopped, true) {
            return;
        }
        let now = Time(nanoseconds(self.begin.elapsed())).max(self.engine.now());
        // It does not run backwards.
        let _ = self.engine.advance(now);
        for ticket in &self.tickets {
            // Those that have ended are not there any more.
            let _ = self.engine.cancel(*ticket, &mut self.book);
        }
        self.book.to_stop.clear();
        self.running.values_mut().for_each(Running::stop);
    }
}

fn nanoseconds(span: Span) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}

/// A sink that keeps what became of each job, and what is to be done.
#[derive(Default)]
struct Book {
    // The place of the job that has each slot.
    places: Vec<usize>,
    submitted: usize,
    records: Vec<Record>,
    to_start: Vec<usize>,
    to_stop: Vec<usize>,
    // Whether the job that completes now has ended well.
    ends_well: bool,
}

impl Book {
    fn new(jobs: usize) -> Self {
        Self {
            records: vec![Record::default(); jobs],
            ends_well: true,
            ..Self::default()
        }
    }

    fn place(&self, job: JobId) -> usize {
        self.places[job.index()]
    }
}

impl Sink for Book {
    fn record(&mut self, at: Time, event: Event) {
        let slot = event.job().index();
        if let Event::Submitted(_) = event {
            if self.places.len() <= slot {
                self.places.resize(slot + 1, 0);
            }
            self.places[slot] = self.submitted;
            self.submitted += 1;
        }
        let place = self.place(event.job());
        let record = &mut self.records[place];
        match event {
            Event::Submitted(_) => record.submitted = Some(at),
            Event::Started(..) => {
                record.started = Some(at);
                self.to_start.push(place);
            }
            Event::Completed(_) => {
                let end = match self.ends_well {
                    true => End::Completed,
                    false => End::Failed,
                };
                record.ended = Some((at, end));
            }
            Event::Killed(_, why) => {
                let end = match why {
                    KillReason::EstimateReached => End::Killed,
                    _ => End::Cancelled,
                };
                record.ended = Some((at, end));
                self.to_stop.push(place);
            }
            _ => {}
        }
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { job, ref nodes } = *detail {
            self.holds(job, nodes.clone());
        }
    }
}

impl Book {
    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        let place = self.place(job);
        let processors = &mut self.records[place].processors;
        nodes.for_each(|nodes| append(processors, nodes));
    }
}
