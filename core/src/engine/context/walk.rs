//! Ordering of the queue, and walks through lists that change on the way.

use core::cmp::Ordering;

use super::Context;
use crate::engine::state::State;
use crate::units::ids::JobId;
use crate::workload::Request;

/// A waiting job, as comparisons that order the queue see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitingJob {
    /// The job.
    pub job: JobId,
    /// Its request.
    pub request: Request,
    /// Number of jobs submitted before it.
    pub order: u32,
}

/// A walk through a list of jobs that may change on the way; see [`Context::walk`].
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    next: Option<JobId>,
}

impl Walk {
    /// Moves to the next job. The one before may have been started or killed since; the one
    /// behind it may not.
    #[inline]
    pub fn next(&mut self, context: &Context<'_, '_>) -> Option<JobId> {
        let job = self.next?;
        self.next = context.after(job);
        Some(job)
    }
}

impl Context<'_, '_> {
    /// A walk through the queue on which jobs may be started and killed.
    ///
    /// ```
    /// # use cosched_core::{Context, engine::StartReason};
    /// # fn with(context: &mut Context<'_, '_>) {
    /// let mut queue = context.walk();
    /// while let Some(job) = queue.next(context) {
    ///     let _ = context.start(job, StartReason::Head);
    /// }
    /// # }
    /// ```
    pub fn walk(&self) -> Walk {
        Walk { next: self.head() }
    }

    /// A walk through the running jobs.
    pub fn walk_running(&self) -> Walk {
        Walk {
            next: self.first_running(),
        }
    }

    /// Orders the queue by `compare`; equal jobs keep their order. No storage is needed,
    /// and the order lasts until the next call.
    pub fn order_queue(&mut self, mut compare: impl FnMut(&WaitingJob, &WaitingJob) -> Ordering) {
        self.order_by(|waiting| *waiting, |a, b| compare(a, b));
    }

    fn order_by<T>(
        &mut self,
        key: impl Fn(&WaitingJob) -> T,
        compare: impl FnMut(&T, &T) -> Ordering,
    ) {
        let State {
            waiting,
            jobs,
            specs,
            queue_grew,
            ordered,
            passes,
            ..
        } = &mut *self.state;
        let look = |job: JobId| {
            key(&WaitingJob {
                job,
                request: specs.of(job).request(),
                order: specs.order(job),
            })
        };
        waiting.sort(jobs, look, compare);
        (*queue_grew, *ordered) = (false, *passes);
    }

    /// Orders the queue by any key, the least first; equal jobs keep their order.
    ///
    /// ```
    /// use cosched_core::engine::Policy;
    /// use cosched_core::policy::Easy;
    /// # fn with(easy: &mut Easy<'_>, context: &mut cosched_core::Context<'_, '_>) {
    /// // EASY, but the jobs that request most nodes go first.
    /// context.order_queue_by_key(|waiting| core::cmp::Reverse(waiting.request.nodes));
    /// easy.schedule(context);
    /// # }
    /// ```
    pub fn order_queue_by_key<K: Ord>(&mut self, key: impl Fn(&WaitingJob) -> K) {
        self.order_by(key, Ord::cmp);
    }
}
