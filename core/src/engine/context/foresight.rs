//! Information from true runtimes, for policies that are simulated as if they knew them.

use super::Context;
use crate::engine::state::State;
use crate::exact::Exact;
use crate::families;
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::Duration;
use crate::workload::MoldSpec;

/// Access to true runtimes.
///
/// A policy that never uses it ([`Context::foresight`]) decides by the users' estimates
/// alone, so its source shows whether it could run on a real machine. Two kinds of policies
/// use it. Those that mold jobs take speed-ups and work to be known, as their papers do.
/// Those that time-slice jobs do not decide by it: they skip cycles in which nothing
/// changes, and report how a quantum was used.
///
/// Where runtimes are unknown ([`crate::engine::Engine`]) jobs have the longest possible
/// time left.
#[derive(Clone, Copy, Debug)]
pub struct Foresight<'s, 'a> {
    state: &'s State<'a>,
}

impl<'a> Context<'_, 'a> {
    /// Gives access to the true runtimes.
    #[inline]
    pub fn foresight(&self) -> Foresight<'_, 'a> {
        Foresight { state: self.state }
    }
}

impl<'a> Foresight<'_, 'a> {
    /// Specification of the moldable `job`, with its work; `None` if jobs are not moldable.
    pub fn mold_spec(&self, job: JobId) -> Option<&'a MoldSpec<'a>> {
        if families::MOLDABLE {
            self.state.setup.molds().get(job.index())
        } else {
            None
        }
    }

    /// Work that `job` has left, at its present size.
    pub fn work_left(&self, job: JobId) -> Exact {
        self.state.work_left(job)
    }

    /// Completion of the running `job` at the full rate.
    pub fn end_at_full_rate(&self, job: JobId) -> Exact {
        if self.state.jobs[job.index()].rate == Rate::FULL {
            self.state.updated(job) + self.state.remaining(job)
        } else {
            self.state.exact_now() + self.state.work_left(job)
        }
    }

    /// Part of the `span` from now on that `job` needs at full rate.
    pub fn need_within(&self, job: JobId, span: Duration) -> Duration {
        self.state.work_left(job).round_up().min(span)
    }

    /// Number of times `cycle` can pass before a job ends, at present rates, or is
    /// submitted.
    pub fn cycles_to_end_or_submission(&self, cycle: Duration) -> u64 {
        // No job may end within the last cycle, not even at its end.
        let end = self.state.timers.next();
        let end = end.map(|end| end.since(self.state.now).0.saturating_sub(1) / cycle.0.max(1));
        end.map_or(0, |end| end.min(self.cycles_to_submission(cycle)))
    }

    /// Number of times `cycle` can pass before the next submission or exactly up to it.
    pub fn cycles_to_submission(&self, cycle: Duration) -> u64 {
        let next = self.state.next_submit();
        next.map_or(u64::MAX, |submit| {
            submit.since(self.state.now).0 / cycle.0.max(1)
        })
    }

    /// Number of times `cycle` can pass before, or exactly up to, the next submission or
    /// change of a node's state.
    pub fn cycles_to_disturbance(&self, cycle: Duration) -> u64 {
        let cycles = self.cycles_to_submission(cycle);
        if self.state.setup.outages.are_possible() {
            cycles.min(self.time_to_outage(Duration::MAX).0 / cycle.0.max(1))
        } else {
            cycles
        }
    }

    /// Part of `span` from now on that passes before the next change of a node's state,
    /// also by chance: a policy that assigns processor time in advance must assign no more.
    pub fn time_to_outage(&self, span: Duration) -> Duration {
        let next = self.state.next_outage();
        next.map_or(span, |next| span.min(next.since(self.state.now)))
    }

    /// Number of cycles that can pass before `job` ends if all of its processes are served
    /// for `share` in each; it does not end at the end of the last one either.
    pub fn cycles_to_end(&self, job: JobId, share: Duration) -> u64 {
        let left = self.state.jobs[job.index()].remaining;
        match share {
            Duration::ZERO => u64::MAX,
            share => left.0.saturating_sub(1) / share.0,
        }
    }
}
