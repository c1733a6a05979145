//! What follows from the true runtimes: only for policies that are simulated as if they knew them.

use super::Context;
use crate::engine::state::State;
use crate::exact::Exact;
use crate::families;
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::Duration;
use crate::workload::MoldSpec;

/// What a policy knows that is told true runtimes.
///
/// A policy that never asks for it ([`Context::foresight`]) decides by what users say
/// alone; so whether a policy could run on a real machine is seen in its text. Two kinds
/// of policies ask. Those that mold jobs take speed-ups and work to be known, as their
/// papers do. Those whose jobs take turns do not decide by it: they pass over cycles in
/// which nothing changes at once, and say in charts what a quantum was used for.
///
/// Where runtimes are known to nobody ([`crate::engine::Engine`]) jobs have the longest
/// time left that there is.
#[derive(Clone, Copy, Debug)]
pub struct Foresight<'s, 'a> {
    state: &'s State<'a>,
}

impl<'a> Context<'_, 'a> {
    /// What follows from the true runtimes.
    #[inline]
    pub fn foresight(&self) -> Foresight<'_, 'a> {
        Foresight { state: self.state }
    }
}

impl<'a> Foresight<'_, 'a> {
    /// What is known of the moldable `job`, its work included; nothing if none is
    /// moldable.
    pub fn mold_spec(&self, job: JobId) -> Option<&'a MoldSpec<'a>> {
        match families::MOLDABLE {
            true => self.state.setup.molds().get(job.index()),
            false => None,
        }
    }

    /// Work that `job` has left, at the size it has.
    pub fn left_of(&self, job: JobId) -> Exact {
        self.state.left(job)
    }

    /// When the running `job` will be done at the rate of one.
    pub fn end_of(&self, job: JobId) -> Exact {
        match self.state.jobs[job.index()].rate == Rate::FULL {
            true => self.state.updated(job) + self.state.remaining(job),
            false => self.state.exact_now() + self.state.left(job),
        }
    }

    /// How much of the `span` from now on `job` needs at full rate.
    pub fn needs_of(&self, job: JobId, span: Duration) -> Duration {
        self.state.left(job).up().min(span)
    }

    /// How many times `cycle` can pass before a job ends, by the rates that
    /// jobs have now, or is submitted.
    pub fn whole_cycles(&self, cycle: Duration) -> u64 {
        // Nobody may end within the last cycle, not even at its end.
        let end = self.state.timers.next();
        let end = end.map(|end| end.since(self.state.now).0.saturating_sub(1) / cycle.0.max(1));
        end.map_or(0, |end| end.min(self.cycles_to_submission(cycle)))
    }

    /// How many times `cycle` can pass before the next submission, or to the
    /// very instant of it.
    pub fn cycles_to_submission(&self, cycle: Duration) -> u64 {
        let next = self.state.next_submit();
        next.map_or(u64::MAX, |submit| {
            submit.since(self.state.now).0 / cycle.0.max(1)
        })
    }

    /// How many times `cycle` can pass before the next submission or before anything
    /// befalls nodes, or to the very instant of it.
    pub fn cycles_undisturbed(&self, cycle: Duration) -> u64 {
        let cycles = self.cycles_to_submission(cycle);
        match self.state.setup.outages.are_possible() {
            false => cycles,
            true => cycles.min(self.undisturbed(Duration::MAX).0 / cycle.0.max(1)),
        }
    }

    /// How much of `span` from now on passes before anything befalls nodes, be it by
    /// chance: who gives processor time beforehand gives no more.
    pub fn undisturbed(&self, span: Duration) -> Duration {
        let next = self.state.next_outage();
        next.map_or(span, |next| span.min(next.since(self.state.now)))
    }

    /// How many cycles can pass before `job` ends if all of its processes are
    /// served for `share` in each; not even at the end of the last one.
    pub fn cycles_to_end(&self, job: JobId, share: Duration) -> u64 {
        let left = self.state.jobs[job.index()].remaining;
        match share {
            Duration::ZERO => u64::MAX,
            share => left.0.saturating_sub(1) / share.0,
        }
    }
}
