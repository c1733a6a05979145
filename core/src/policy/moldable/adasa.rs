//! ADaSA: least sizes that meet deadlines, the most urgent job first.

use super::Moldable;
use super::background::Keys;
use super::outlook::SizeSearch;
use crate::engine::Context;
use crate::machine::tiers::Tier;
use crate::units::ids::JobId;

impl Moldable<'_> {
    /// One pass: the most urgent first, each with the least size that meets its deadline,
    /// in the foreground; then jobs that pass the blocked head of them; then the
    /// background. Where all machines of both tiers are busy there is nothing to decide,
    /// and sizes need not be known.
    pub(super) fn adasa(&mut self, context: &mut Context<'_, '_>, expand: bool) {
        if self.idle(Tier::Foreground) + self.idle(Tier::Background) == 0 {
            return;
        }
        self.list(context);
        let all_sized_one = (self.listed(0)).is_none_or(|job| self.is_never_urgent(context, job));
        let keys = if all_sized_one {
            Keys::Fixed
        } else {
            Keys::OfPass
        };
        self.find_sizes(context);
        let index = self.start_urgent(context, expand);
        // Without an idle foreground no job can pass.
        let head = self.listed(index);
        if let Some(head) = head.filter(|_| self.idle(Tier::Foreground) > 0) {
            self.pass_head(context, head, index);
        }
        let key = |context: &Context<'_, '_>, sizes: &[u32], job: JobId| {
            Self::time(context, job, sizes[job.index()])
        };
        let fits = |policy: &Self, context: &Context<'_, '_>, job: JobId| {
            policy.most(context, job, Tier::Background) >= policy.sizes[job.index()]
        };
        self.fill_background(context, (keys, key), fits, |policy, context, job, _| {
            policy.most(context, job, Tier::Background)
        });
    }

    /// Number of idle virtual machines that are useful to `job` and stay in service for it.
    pub(super) fn most(&self, context: &Context<'_, '_>, job: JobId, tier: Tier) -> u32 {
        self.fitting(context, job, tier, self.saturation(context, job))
    }

    /// Starts jobs at their least sizes while there is room; returns the index of the first
    /// for which there is none. With `expand`, if there is no such job, processors that are
    /// left go to the jobs just started.
    fn start_urgent(&mut self, context: &mut Context<'_, '_>, expand: bool) -> usize {
        let mut index = 0;
        // The jobs just started come first again, to be expanded.
        let mut started = 0;
        while let Some(job) = self.listed(index) {
            let size = self.sizes[job.index()];
            if !self.can_promote(context, job) && !self.fits(context, job, Tier::Foreground, size) {
                return index;
            }
            let waited = self.is_waiting(job);
            self.deploy(context, job, size);
            if waited {
                self.order.set(started, job);
                started += 1;
            }
            index += 1;
        }
        if expand {
            self.expand(context, started);
        }
        index
    }

    /// Gives idle processors to the first `started` of the order.
    fn expand(&mut self, context: &mut Context<'_, '_>, started: usize) {
        for index in 0..started {
            let Some(job) = self.listed(index) else { break };
            let (idle, size) = (self.idle(Tier::Foreground), context.nodes_of(job));
            let larger = (size + idle).min(self.saturation(context, job));
            if larger > size {
                self.tiers.release(job);
                // The processors it had are available to it as well.
                let larger = self.fitting(context, job, Tier::Foreground, larger);
                self.dispatch(context, job, larger, Tier::Foreground);
            }
        }
    }

    /// Lets jobs pass the blocked `head` if they end before it can start.
    fn pass_head(&mut self, context: &mut Context<'_, '_>, head: JobId, index: usize) {
        let mut shadow = None;
        for index in index + 1..self.order.len() {
            let Some(job) = self.listed(index) else { break };
            if self.idle(Tier::Foreground) == 0 {
                break;
            }
            let size = self.most(context, job, Tier::Foreground);
            let run = if self.can_promote(context, job) {
                context.foresight().work_left(job)
            } else if size < self.sizes[job.index()] {
                continue;
            } else {
                Self::time(context, job, size)
            };
            // Computed only when needed: often no job is small enough.
            let (at, _) =
                shadow.get_or_insert_with(|| self.shadow(context, head, self.sizes[head.index()]));
            if context.exact_now() + run <= *at {
                self.deploy(context, job, size);
            }
        }
    }

    /// Finds the least size of each listed job with which it meets its deadline behind
    /// those ahead of it, or otherwise with which it completes first.
    fn find_sizes(&mut self, context: &Context<'_, '_>) {
        let mut index = 0;
        while let Some(job) = self.listed(index)
            && !self.is_never_urgent(context, job)
        {
            if index == 0 {
                self.reset_profile(context);
            }
            let outlook = SizeSearch::of(context, job, self.saturation(context, job));
            let found = outlook.on_time(&self.profile);
            let best = found.unwrap_or_else(|| outlook.soonest(&self.profile));
            self.sizes[job.index()] = best.size;
            self.profile.take(best.start, best.end, best.size);
            index += 1;
        }
    }
}
