//! Jobs listed for the foreground, and waiting jobs that fill the background.

use super::{Moldable, Rule};
use crate::engine::Context;
use crate::exact::Exact;
use crate::machine::tiers::Tier;
use crate::units::ids::JobId;
use crate::units::time::Time;

/// A quarter of the range of time.
const FAR_FROM_END: Exact = Exact::whole(u64::MAX / 4);

/// How long the keys of jobs stay what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keys {
    /// For as long as a job waits.
    Fixed,
    /// In one pass.
    OfPass,
}

impl Moldable<'_> {
    /// Notes whether passes were missed, after which nothing listed earlier is of use; nor
    /// is it where checkpoints change runtimes.
    pub(super) fn note_missed(&mut self, context: &Context<'_, '_>) {
        self.has_missed_pass = self.last_pass.next(context).is_none();
        if self.has_missed_pass || context.may_lose_nodes() {
            self.order.clear();
            self.ranked.clear();
            self.all_end_in_time = true;
        }
    }

    /// Lists the jobs that wait or are in the background: under ADaSA the most urgent
    /// first, otherwise in the order of the workload.
    pub(super) fn list(&mut self, context: &Context<'_, '_>) {
        let tiers = &self.tiers;
        let belongs = |job| context.is_waiting(job) || tiers.tier_of(job) == Some(Tier::Background);
        let in_background = || tiers.in_background();
        if !matches!(self.rule, Rule::Adasa { .. }) {
            return (self.order).update(context, in_background, belongs, |_| (), |_| {});
        }
        let urgency = |job| context.deadline_of(job);
        let (all_end_in_time, sizes) = (&mut self.all_end_in_time, &mut *self.sizes);
        let listed = |job: JobId| {
            *all_end_in_time &= Self::time(context, job, 1) < FAR_FROM_END;
            sizes[job.index()] = 1;
        };
        (self.order).update(context, in_background, belongs, urgency, listed);
    }

    pub(super) fn listed(&self, index: usize) -> Option<JobId> {
        self.order.get(index)
    }

    /// Whether the least size of `job` is 1 whatever happens: it has no deadline, and it
    /// ends within the range of time. That holds for all jobs listed behind it as well.
    pub(super) fn is_never_urgent(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        let is_far = self.all_end_in_time && context.exact_now() < FAR_FROM_END;
        is_far && context.deadline_of(job) == Time::MAX
    }

    /// Sends waiting jobs to the background while machines are idle there, in the order of
    /// `key`, which gets the least sizes; `fits` is whether there are enough machines for a
    /// job, `size` the number it gets with a given number of jobs still to be served.
    ///
    /// Where keys are fixed, so is the order, which is kept from pass to pass.
    pub(super) fn fill_background<K: Ord>(
        &mut self,
        context: &mut Context<'_, '_>,
        (keys, key): (Keys, impl Fn(&Context<'_, '_>, &[u32], JobId) -> K),
        fits: impl Fn(&Self, &Context<'_, '_>, JobId) -> bool,
        size: impl Fn(&Self, &Context<'_, '_>, JobId, usize) -> u32,
    ) {
        if self.idle(Tier::Background) == 0 {
            return;
        }
        // What has maintenance ahead may lose nodes, and lists everything anew.
        if keys == Keys::Fixed && !context.may_lose_nodes() {
            let is_waiting = |job| context.is_waiting(job);
            let key = |job| key(context, self.sizes, job);
            let others = core::iter::empty;
            (self.ranked).update(context, others, is_waiting, key, |_| {});
            return self.serve_ranked(context, 0..self.ranked.len(), &fits, &size);
        }
        self.ranked.list_waiting(context);
        let mut index = 0;
        while index < self.ranked.len() && self.idle(Tier::Background) > 0 {
            // A job without enough machines now gets none in this pass.
            let mut ranked = core::mem::take(&mut self.ranked);
            ranked.retain(index, |job| fits(self, context, job));
            // Each served job gets one machine at least.
            let most = self.idle(Tier::Background) as usize;
            let next = ranked.put_first(index, most, |job| key(context, self.sizes, job));
            self.ranked = ranked;
            self.serve_ranked(context, index..next, &fits, &size);
            index = next;
        }
        self.ranked.clear();
    }

    /// Serves waiting jobs in their order while machines are idle in the background.
    fn serve_ranked(
        &mut self,
        context: &mut Context<'_, '_>,
        range: core::ops::Range<usize>,
        fits: &impl Fn(&Self, &Context<'_, '_>, JobId) -> bool,
        size: &impl Fn(&Self, &Context<'_, '_>, JobId, usize) -> u32,
    ) {
        for index in range {
            if self.idle(Tier::Background) == 0 {
                break;
            }
            if let Some(job) = self
                .ranked
                .get(index)
                .filter(|&job| fits(self, context, job))
            {
                let size = size(self, context, job, self.ranked.len() - index);
                if size > 0 {
                    self.dispatch(context, job, size, Tier::Background);
                }
            }
        }
    }
}
