//! Greedy parallel and fair-shared scheduling: idle processors for everybody, or for the first.

use super::Moldable;
use crate::engine::Context;
use crate::exact::Amount;
use crate::ids::JobId;
use crate::machine::tiers::Tier;

impl Moldable<'_> {
    /// One pass of greedy parallel scheduling: shares as even as possible. A job
    /// in the background uses up its share even where it stays there.
    pub(super) fn parallel(&mut self, context: &mut Context<'_, '_>) {
        self.list(context, true);
        self.sort(|job| job);
        let mut left = self.idle(Tier::Foreground);
        for place in 0..self.len {
            let Some(job) = self.listed(place) else { break };
            let share = self.even_share(context, job, left, self.len - place);
            if self.tiers.can_promote(job) {
                self.promote(context, job);
            } else if left == 0 {
                continue;
            } else if self.is_waiting(job) || self.gains(context, job, share) {
                let size = share.min(self.idle(Tier::Foreground));
                if size == 0 {
                    continue;
                }
                self.deploy(context, job, size);
            }
            left = left.saturating_sub(share);
        }
        let key = |context: &Context<'_, '_>, _: &[u32], job| Self::work(context, job);
        self.fill_background(context, key, |policy, context, job, left| {
            let idle = policy.idle(Tier::Background);
            Some(policy.even_share(context, job, idle, left))
        });
    }

    /// One pass of fair-shared scheduling as the paper describes it: all that is
    /// of use to the first job, then to the next; `weighted` by the work it cites.
    pub(super) fn fair(&mut self, context: &mut Context<'_, '_>, weighted: bool) {
        self.list(context, true);
        self.sort(|job| job);
        let all = self.all_work(context);
        for place in 0..self.len {
            let Some(job) = self.listed(place) else { break };
            let idle = self.idle(Tier::Foreground);
            if idle == 0 {
                break;
            }
            let most = self.fair_share(context, job, weighted, all);
            let size = idle.min(most);
            let stays = !self.is_waiting(job) && !self.tiers.can_promote(job);
            if !stays || self.gains(context, job, size) {
                self.deploy(context, job, size);
            }
        }
        let key = |context: &Context<'_, '_>, _: &[u32], job| Self::work(context, job);
        self.fill_background(context, key, |policy, context, job, _| {
            let most = policy.fair_share(context, job, weighted, all);
            Some(most.min(policy.idle(Tier::Background)))
        });
    }

    /// Time on one processor.
    fn work(context: &Context<'_, '_>, job: JobId) -> Amount {
        let spec = context.mold_spec(job);
        spec.map_or(Amount::ZERO, |spec| spec.amount())
    }

    /// An even part of `left` processors for one of so many jobs, no more than is
    /// of use, and one at least.
    fn even_share(&self, context: &Context<'_, '_>, job: JobId, left: u32, jobs: usize) -> u32 {
        let even = left.div_ceil(jobs.max(1) as u32);
        even.min(self.saturation(context, job)).max(1)
    }

    /// All work of those listed and of those that run.
    fn all_work(&self, context: &Context<'_, '_>) -> Amount {
        let waiting = context.queue();
        let jobs = waiting.chain(context.running());
        jobs.map(|job| Self::work(context, job))
            .fold(Amount::ZERO, Amount::plus)
    }

    /// The most processors that `job` may have; `weighted`: its part of all work,
    /// of all processors (Srinivasan and others, "Effective selection of partition
    /// sizes for moldable scheduling of parallel jobs", 2002).
    fn fair_share(
        &self,
        context: &Context<'_, '_>,
        job: JobId,
        weighted: bool,
        all: Amount,
    ) -> u32 {
        let useful = self.saturation(context, job);
        if !weighted {
            return useful;
        }
        let part = Self::work(context, job).parts_of(all, self.tiers.processors());
        useful.min(part.max(1))
    }

    /// Whether `job` would be done sooner from the start on so many processors
    /// than where it is: without this, jobs would be killed again and again.
    fn gains(&self, context: &Context<'_, '_>, job: JobId, size: u32) -> bool {
        let stays = context.left_of(job).time_at(self.tiers.rate(job));
        Self::time(context, job, size) < stays
    }
}
