//! Logs in which jobs follow others after think times.

use crate::engine::Source;
use crate::units::memory::Memory;
use crate::units::time::{Duration, Time};
use crate::workload::JobSpec;

/// A job of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoggedJob {
    /// Its tag: in a log, its number.
    pub tag: u64,
    /// Its specification; the submit time applies if it has no predecessor.
    pub spec: JobSpec,
    /// Its predecessor.
    pub after: Option<Predecessor>,
}

/// Predecessor of a job, and the think time after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Predecessor {
    /// Tag of the job that must have ended, which comes earlier in the log.
    pub tag: u64,
    /// Think time until the next submission.
    pub think: Duration,
}

/// An entry for a job that was read and is not submitted yet.
#[derive(Clone, Copy, Debug)]
pub struct ReadJob {
    job: LoggedJob,
    // Number of jobs read before it, which breaks ties.
    order: u64,
    // Its submit time; unknown while its predecessor has not ended.
    due: Option<Time>,
}

impl ReadJob {
    /// A free entry.
    pub const EMPTY: Self = Self {
        job: LoggedJob {
            tag: 0,
            spec: JobSpec::exact(Time::ZERO, Duration::ZERO, 0).with_memory(Memory::ZERO),
            after: None,
        },
        order: 0,
        due: None,
    };
}

/// An entry for the end of a past job.
#[derive(Clone, Copy, Debug)]
pub struct PastEnd {
    tag: u64,
    ended: Time,
}

impl PastEnd {
    /// A free entry.
    pub const EMPTY: Self = Self {
        tag: 0,
        ended: Time::MAX,
    };
}

/// A log that is read as it runs, in which some jobs follow others: such a job is submitted
/// a think time after the end of its predecessor here; all others at the time in the log.
///
/// A job can be submitted earlier than in the log only if it has been read: as many as
/// there is room for are read ahead. One that is read too late is submitted at once
/// ([`late`](Self::late)). If the end of its predecessor is unknown, because there is no
/// such job or its end has been forgotten, a job is submitted at the time in the log, or at
/// once ([`unknown`](Self::unknown)). Completed and killed predecessors count equally.
///
/// The time per job is proportional to the room that is used.
///
/// ```
/// use cosched_core::engine::{Slot, Stream, each};
/// use cosched_core::policy::Fcfs;
/// use cosched_core::users::{Feedback, LoggedJob, PastEnd, Predecessor, ReadJob};
/// use cosched_core::{Duration, Event, JobSpec, Setup, StaticStorage, Storage, Time};
///
/// let job = |submit| JobSpec::exact(Time::from_seconds(submit), Duration::from_seconds(60), 1);
/// let think = Duration::from_seconds(10);
/// let log = [
///     LoggedJob { tag: 1, spec: job(0), after: None },
///     // In the log, the first job waited for 200 s; here it ends at 60 s.
///     LoggedJob { tag: 2, spec: job(270), after: Some(Predecessor { tag: 1, think }) },
/// ];
/// let (mut ahead, mut inside, mut past) = ([ReadJob::EMPTY; 8], [0; 2], [PastEnd::EMPTY; 8]);
/// let mut source = Feedback::new(log.into_iter(), &mut ahead, &mut inside, &mut past);
///
/// let (mut storage, mut slots) = (StaticStorage::<2, 3, 1, 1>::new(), [Slot::EMPTY; 2]);
/// let storage = Storage { slots: &mut slots, ..storage.as_storage() };
/// let mut submitted = Time::ZERO;
/// let mut sink = each(|at, event| {
///     if let Event::Submitted(_) = event {
///         submitted = at;
///     }
/// });
/// Stream::new(Setup::open(2, 1), storage)?.run(&mut source, &mut Fcfs::new(), &mut sink)?;
/// assert_eq!(submitted, Time::from_seconds(60 + 10));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Feedback<'a, I> {
    jobs: I,
    ahead: &'a mut [ReadJob],
    // Number of used entries.
    read: usize,
    // The next job to be submitted, and when.
    next: Option<(Time, usize)>,
    // Tags of the jobs in the system.
    inside: &'a mut [u64],
    submitted: usize,
    // Jobs that ended last; the oldest is overwritten.
    past: &'a mut [PastEnd],
    ended: usize,
    now: Time,
    count: u64,
    late: u64,
    unknown: u64,
}

impl<'a, I: Iterator<Item = LoggedJob>> Feedback<'a, I> {
    /// The jobs of an iterator in the order of the log, with room for jobs read `ahead`,
    /// for those `inside` the system, as many as the stream has slots, and for the ends of
    /// `past` jobs.
    pub fn new(
        jobs: I,
        ahead: &'a mut [ReadJob],
        inside: &'a mut [u64],
        past: &'a mut [PastEnd],
    ) -> Self {
        past.fill(PastEnd::EMPTY);
        let mut feedback = Self {
            jobs,
            ahead,
            read: 0,
            next: None,
            inside,
            submitted: 0,
            past,
            ended: 0,
            now: Time::ZERO,
            count: 0,
            late: 0,
            unknown: 0,
        };
        feedback.read();
        feedback
    }

    /// Number of jobs without a predecessor that were read after their submit time, so far.
    pub fn late(&self) -> u64 {
        self.late
    }

    /// Number of jobs whose predecessor has an unknown end, so far.
    pub fn unknown(&self) -> u64 {
        self.unknown
    }

    /// Reads as many jobs as there is room for.
    fn read(&mut self) {
        while self.read < self.ahead.len()
            && let Some(job) = self.jobs.next()
        {
            let due = self.due(&job);
            if let Some(index) = self.ahead.get_mut(self.read) {
                let order = self.count;
                *index = ReadJob { job, order, due };
            }
            self.read += 1;
            self.count += 1;
        }
        self.find_next();
    }

    /// Submit time of a job that is read now, if known.
    fn due(&mut self, job: &LoggedJob) -> Option<Time> {
        let planned = job.spec.submit;
        let Some(Predecessor { tag, think }) = job.after else {
            self.late += u64::from(planned < self.now);
            return Some(planned.max(self.now));
        };
        let read = self.ahead.iter().take(self.read);
        let mut inside = self.inside.iter().take(self.submitted);
        if inside.any(|&other| other == tag)
            || read.map(|ahead| ahead.job.tag).any(|other| other == tag)
        {
            return None;
        }
        // The last with that tag, if there are several.
        let past = self
            .past
            .iter()
            .filter(|past| past.tag == tag && past.ended < Time::MAX);
        let after = match past.map(|past| past.ended).max() {
            Some(ended) => ended.after(think),
            None => {
                self.unknown += 1;
                planned
            }
        };
        Some(after.max(self.now))
    }

    /// Finds the next job.
    fn find_next(&mut self) {
        let read = self.ahead.iter().take(self.read).enumerate();
        let due = read.filter_map(|(index, ahead)| Some((ahead.due?, ahead.order, index)));
        self.next = due.min().map(|(at, _, index)| (at, index));
    }
}

impl<I: Iterator<Item = LoggedJob>> Source for Feedback<'_, I> {
    fn next_submit(&mut self) -> Option<Time> {
        self.next.map(|(at, _)| at)
    }

    fn submit(&mut self) -> Option<(u64, JobSpec)> {
        let (at, index) = self.next?;
        let LoggedJob { tag, spec, .. } = self.ahead.get(index)?.job;
        self.now = at;
        if let Some(inside) = self.inside.get_mut(self.submitted) {
            *inside = tag;
            self.submitted += 1;
        }
        self.read -= 1;
        let last = self.ahead.get(self.read).copied();
        if let (Some(last), Some(free)) = (last, self.ahead.get_mut(index)) {
            *free = last;
        }
        self.read();
        Some((tag, spec.with_submit(at)))
    }

    fn ended(&mut self, tag: u64, now: Time, _completed: bool) {
        self.now = now;
        let mut inside = self.inside.iter().take(self.submitted);
        if let Some(index) = inside.position(|&other| other == tag) {
            self.submitted -= 1;
            self.inside.swap(index, self.submitted);
        }
        let index = self.ended.checked_rem(self.past.len()).unwrap_or(0);
        if let Some(past) = self.past.get_mut(index) {
            *past = PastEnd { tag, ended: now };
        }
        self.ended = self.ended.wrapping_add(1);
        let mut follows = false;
        for ahead in self.ahead.iter_mut().take(self.read) {
            if let (Some(after), None) = (ahead.job.after, ahead.due)
                && after.tag == tag
            {
                ahead.due = Some(now.after(after.think));
                follows = true;
            }
        }
        if follows {
            self.find_next();
        }
    }
}
