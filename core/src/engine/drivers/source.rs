//! Sources of jobs that are not known beforehand.

use core::iter::{Enumerate, Peekable};

use crate::units::time::Time;
use crate::workload::JobSpec;

/// Jobs one by one, in order of submit time: a log that is read as it runs, a model without
/// end, users who react to the results.
pub trait Source {
    /// Submit time of the next job, as far as it is known: that of a user who waits for a
    /// job to end is not. Never before the present instant.
    fn next_submit(&mut self) -> Option<Time>;

    /// That job, with the source's tag for it; `None` only if there is none.
    fn submit(&mut self) -> Option<(u64, JobSpec)>;

    /// Reports that the job of that `tag` has ended now, by itself if `completed`;
    /// otherwise it was killed or refused. A reaction of the user may be submitted at this
    /// instant.
    fn ended(&mut self, tag: u64, now: Time, completed: bool) {
        let _ = (tag, now, completed);
    }

    /// Nothing is in the system `now` nor will be until the next submission: whether to
    /// count all times from here on, so that `now` is the instant 0 of a new era. Called
    /// before every submission to an idle machine, for sources that last longer than the
    /// clock; one that returns true gives all times in the new era from then on, and the
    /// sink is informed ([`era`](crate::engine::Sink::era)).
    ///
    /// ```
    /// use cosched_core::engine::{Slot, Source, Stream};
    /// use cosched_core::policy::Fcfs;
    /// use cosched_core::{Duration, JobSpec, Metrics, Setup, StaticStorage, Storage, Time};
    ///
    /// /// Jobs of one second, a hundred years from one to the next.
    /// struct Rarely {
    ///     left: u32,
    ///     next: Time,
    /// }
    ///
    /// const YEAR: Duration = Duration::from_seconds(365 * 86_400);
    ///
    /// impl Source for Rarely {
    ///     fn next_submit(&mut self) -> Option<Time> {
    ///         (self.left > 0).then_some(self.next)
    ///     }
    ///
    ///     fn submit(&mut self) -> Option<(u64, JobSpec)> {
    ///         let job = JobSpec::exact(self.next_submit()?, Duration::from_seconds(1), 1);
    ///         (self.left, self.next) = (self.left - 1, self.next.after(Duration(100 * YEAR.0)));
    ///         Some((0, job))
    ///     }
    ///
    ///     fn begins_era(&mut self, now: Time) -> bool {
    ///         self.next = Time(self.next.since(now).0);
    ///         true
    ///     }
    /// }
    ///
    /// let (mut storage, mut slots) = (StaticStorage::<1, 2, 1, 1>::new(), [Slot::EMPTY; 1]);
    /// let storage = Storage { slots: &mut slots, ..storage.as_storage() };
    /// let mut jobs = Rarely { left: 11, next: Time::ZERO };
    /// let mut metrics = Metrics::new();
    /// Stream::new(Setup::open(1, 1), storage)?.run(&mut jobs, &mut Fcfs::new(), &mut metrics)?;
    /// assert_eq!(metrics.jobs, 11);
    /// // A thousand years and one second.
    /// assert_eq!(metrics.span(), 1000 * u128::from(YEAR.0) + 1_000_000_000);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    fn begins_era(&mut self, now: Time) -> bool {
        let _ = now;
        false
    }
}

/// Jobs of an iterator (a slice, a reader of a log, a model), in order of submit time, with
/// their index as tag.
///
/// ```
/// use cosched_core::engine::Source;
/// use cosched_core::{Duration, JobSpec, Time};
/// let workload = [JobSpec::exact(Time::from_seconds(5), Duration::from_seconds(1), 1)];
/// let mut jobs = workload.iter().copied().enumerate().peekable();
/// assert_eq!(jobs.next_submit(), Some(Time::from_seconds(5)));
/// assert_eq!(jobs.submit(), Some((0, workload[0])));
/// assert_eq!(jobs.next_submit(), None);
/// ```
impl<I: Iterator<Item = JobSpec>> Source for Peekable<Enumerate<I>> {
    #[inline]
    fn next_submit(&mut self) -> Option<Time> {
        self.peek().map(|(_, job)| job.submit)
    }

    #[inline]
    fn submit(&mut self) -> Option<(u64, JobSpec)> {
        self.next().map(|(index, job)| (index as u64, job))
    }
}
