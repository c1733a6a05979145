//! The engine with the additions for C: tickets as numbers, and decisions to be read.

use core::ptr;

use cosched_core::engine::{Engine, Setup, Ticket};
use cosched_core::policy::{Conservative, Easy, Fcfs};
use cosched_core::workload::Request;
use cosched_core::{Duration, Event, JobId, Profile, Sink, Storage, Time};

use crate::codes::Code;

/// Policies, by the numbers of the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    Fcfs,
    Easy,
    Conservative,
}

impl Policy {
    /// Any number may come from C.
    pub(crate) const fn of(number: i32) -> Result<Self, Code> {
        match number {
            0 => Ok(Self::Fcfs),
            1 => Ok(Self::Easy),
            2 => Ok(Self::Conservative),
            _ => Err(Code::NoPolicy),
        }
    }
}

/// A policy with its state.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one in each handle, and no allocator to box it with"
)]
pub(crate) enum PolicyState {
    Fcfs(Fcfs),
    Easy(Easy<'static>),
    Conservative(Conservative<'static>),
}

impl PolicyState {
    pub(crate) fn new(
        policy: Policy,
        times: &'static mut [Time],
        free: &'static mut [u32],
        jobs: usize,
    ) -> Result<Self, Code> {
        let profile = Profile::new(times, free);
        let refused = |_| Code::Refused;
        Ok(match policy {
            Policy::Fcfs => Self::Fcfs(Fcfs::new()),
            Policy::Easy => Self::Easy(Easy::new(profile, jobs).map_err(refused)?),
            Policy::Conservative => {
                Self::Conservative(Conservative::new(profile, jobs).map_err(refused)?)
            }
        })
    }
}

/// Names of the job that has a slot, or had it last.
#[derive(Clone, Copy)]
pub(crate) struct JobNames {
    ticket: u64,
    tag: u64,
    // Whether its start has yet to be read.
    unread: bool,
}

impl JobNames {
    pub(crate) const EMPTY: Self = Self {
        ticket: 0,
        tag: 0,
        unread: false,
    };
}

/// Decision on a job in the last pass. Its names are copied, as its slot may be reused
/// before this is read.
#[derive(Clone, Copy)]
pub(crate) struct Decision {
    ticket: u64,
    tag: u64,
    started: bool,
}

impl Decision {
    pub(crate) const NONE: Self = Self {
        ticket: 0,
        tag: 0,
        started: false,
    };
}

/// Consecutive nodes, as C sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(crate) struct Interval {
    /// The first of them.
    pub(crate) first: u32,
    /// Number of nodes.
    pub(crate) count: u32,
}

impl Interval {
    pub(crate) const NONE: Self = Self { first: 0, count: 0 };
}

/// A decision, as C sees it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct DecisionEvent {
    /// The job.
    pub(crate) ticket: u64,
    /// The caller's tag for it.
    pub(crate) tag: u64,
    /// Time of the decision, in nanoseconds.
    pub(crate) at: u64,
    /// [`STARTED`] or [`KILLED`].
    pub(crate) kind: i32,
    /// Number of nodes it got; 0 if it was killed.
    pub(crate) nodes: u32,
    /// These nodes, ascending; NULL if there are none.
    pub(crate) intervals: *const Interval,
    /// Number of intervals.
    pub(crate) interval_count: u32,
}

/// The job starts on these nodes.
pub(crate) const STARTED: i32 = 1;
/// The job has run for its estimate and is to be stopped.
pub(crate) const KILLED: i32 = 2;

/// Buffers besides those of the engine and of the policy.
pub(crate) struct OwnBuffers {
    // By slot.
    pub(crate) known: &'static mut [JobNames],
    // One for each slot: in one pass a job is started or killed, not both.
    pub(crate) decisions: &'static mut [Decision],
    // Intervals of the start that was read last.
    pub(crate) intervals: &'static mut [Interval],
}

/// Marks memory as a handle, combined with its address.
const MAGIC: u64 = 0x636f_7363_6865_6421; // "cosched!"

/// All state of one scheduler, at the beginning of its arena.
#[repr(C)]
pub(crate) struct Handle {
    // First field, so that it can be read alone.
    magic: u64,
    engine: Engine<'static>,
    policy: PolicyState,
    spare: OwnBuffers,
    // Numbers of decisions in the last pass, and of those read.
    made: usize,
    read: usize,
    // Time of that pass.
    decided: Time,
}

impl Handle {
    pub(crate) fn new(
        setup: Setup<'static>,
        storage: Storage<'static>,
        policy: PolicyState,
        spare: OwnBuffers,
        address: usize,
    ) -> Result<Self, Code> {
        Ok(Self {
            magic: Self::magic(address),
            engine: Engine::new(setup, storage).map_err(|_| Code::Refused)?,
            policy,
            spare,
            made: 0,
            read: 0,
            decided: Time::ZERO,
        })
    }

    /// Word of a handle at `address`: a copy at another address has the wrong one, as the
    /// buffers it points to are not its own.
    pub(crate) const fn magic(address: usize) -> u64 {
        MAGIC ^ address as u64
    }

    /// Invalidates the handle.
    pub(crate) fn close(&mut self) {
        self.magic = 0;
    }

    pub(crate) fn engine(&self) -> &Engine<'static> {
        &self.engine
    }

    /// Decisions that have yet to be read.
    pub(crate) fn unread(&self) -> usize {
        self.made - self.read
    }

    pub(crate) fn advance(&mut self, now: u64) -> Result<(), Code> {
        if now > LAST {
            return Err(Code::TooLate);
        }
        Ok(self.engine.advance(Time(now))?)
    }

    pub(crate) fn submit(&mut self, nodes: u32, estimate: u64, tag: u64) -> Result<u64, Code> {
        let request = Request::new(Duration(estimate), nodes).with_submit(self.engine.now());
        let job = self.engine.submit(request, tag, &mut ())?.job();
        // Number of the job and its slot, from 1: unique for each job, and never 0.
        let number = self.engine.view().submitted() as u64 - 1;
        let slot = job.index();
        let ticket = number << 32 | (slot as u64 + 1);
        self.spare.known[slot] = JobNames {
            ticket,
            tag,
            unread: false,
        };
        Ok(ticket)
    }

    pub(crate) fn complete(&mut self, ticket: u64) -> Result<(), Code> {
        let job = self.find_read(ticket)?;
        Ok(self.engine.complete(job, &mut ())?)
    }

    pub(crate) fn cancel(&mut self, ticket: u64) -> Result<(), Code> {
        let job = self.find_read(ticket)?;
        Ok(self.engine.cancel(job, &mut ())?)
    }

    pub(crate) fn set_estimate(&mut self, ticket: u64, estimate: u64) -> Result<(), Code> {
        let (job, _) = self.find(ticket)?;
        // The engine checks this itself only at submission.
        let end = self.engine.now().0.checked_add(estimate);
        if estimate <= LONGEST && end.is_none_or(|end| end > LAST) {
            return Err(Code::TooLong);
        }
        Ok(self.engine.set_estimate(job, Duration(estimate))?)
    }

    pub(crate) fn decide(&mut self) -> Result<(), Code> {
        if self.unread() > 0 {
            return Err(Code::Unread);
        }
        (self.made, self.read) = (0, 0);
        self.decided = self.engine.now();
        let mut sink = Recorder {
            spare: &mut self.spare,
            made: &mut self.made,
        };
        let result = match &mut self.policy {
            PolicyState::Fcfs(policy) => self.engine.decide(policy, &mut sink),
            PolicyState::Easy(policy) => self.engine.decide(policy, &mut sink),
            PolicyState::Conservative(policy) => self.engine.decide(policy, &mut sink),
        };
        result.map_err(|_| Code::Refused)
    }

    /// The next decision, if there is one.
    pub(crate) fn poll(&mut self) -> Option<DecisionEvent> {
        let read = self.spare.decisions[..self.made].get(self.read).copied();
        let Decision {
            ticket,
            tag,
            started,
        } = read?;
        self.read += 1;
        let mut decided = DecisionEvent {
            ticket,
            tag,
            at: self.decided.0,
            kind: if started { STARTED } else { KILLED },
            nodes: 0,
            intervals: ptr::null(),
            interval_count: 0,
        };
        if started {
            let slot = slot_of(ticket)?;
            self.spare.known[slot].unread = false;
            self.write_nodes(JobId::new(slot), &mut decided);
        }
        Some(decided)
    }

    /// Writes the nodes of `job`: it still has them, as a job whose start is unread cannot
    /// be ended.
    fn write_nodes(&mut self, job: JobId, decided: &mut DecisionEvent) {
        let view = self.engine.view();
        let room = self.spare.intervals.iter_mut();
        for (interval, (first, count)) in room.zip(view.held(job)) {
            *interval = Interval { first, count };
            decided.interval_count += 1;
        }
        decided.nodes = view.nodes_of(job);
        decided.intervals = self.spare.intervals.as_ptr();
    }

    /// The engine's ticket for that of C, if the job has not ended.
    fn find(&self, ticket: u64) -> Result<(Ticket, &JobNames), Code> {
        let slot = slot_of(ticket).ok_or(Code::NoJob)?;
        let known = self.spare.known.get(slot).ok_or(Code::NoJob)?;
        if known.ticket != ticket {
            return Err(Code::NoJob);
        }
        let job = self.engine.ticket(JobId::new(slot));
        job.map(|job| (job, known)).ok_or(Code::NoJob)
    }

    /// The engine's ticket, if the start of the job is not unread.
    fn find_read(&self, ticket: u64) -> Result<Ticket, Code> {
        match self.find(ticket)? {
            (_, JobNames { unread: true, .. }) => Err(Code::Unread),
            (job, _) => Ok(job),
        }
    }
}

/// Last instant in range: half the range, so that sums stay within the other half.
pub(crate) const LAST: u64 = u64::MAX / 2;

/// Longest estimate accepted by the engine.
const LONGEST: u64 = u64::MAX / 4;

/// The slot of the job that has this ticket.
fn slot_of(ticket: u64) -> Option<usize> {
    (ticket as u32 as usize).checked_sub(1)
}

/// Records the decisions of one pass.
struct Recorder<'h> {
    spare: &'h mut OwnBuffers,
    made: &'h mut usize,
}

impl Sink for Recorder<'_> {
    fn record(&mut self, _: Time, event: Event) {
        let started = match event {
            Event::Started(..) => true,
            Event::Killed(..) => false,
            _ => return,
        };
        let known = &mut self.spare.known[event.job().index()];
        known.unread = started;
        self.spare.decisions[*self.made] = Decision {
            ticket: known.ticket,
            tag: known.tag,
            started,
        };
        *self.made += 1;
    }
}
