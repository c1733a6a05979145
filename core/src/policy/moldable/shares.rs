//! Greedy parallel and fair-shared scheduling: idle processors for all jobs, or for the
//! first.

use super::Moldable;
use super::background::Keys;
use crate::engine::Context;
use crate::exact::Amount;
use crate::machine::tiers::Tier;
use crate::units::ids::JobId;

impl Moldable<'_> {
    /// One pass of greedy parallel scheduling: shares as even as possible. A job in the
    /// background uses up its share even where it stays there.
    pub(super) fn parallel(&mut self, context: &mut Context<'_, '_>) {
        self.share_foreground(context);
        let key = |context: &Context<'_, '_>, _: &[u32], job| Self::work(context, job);
        let fits = Self::fits_background;
        self.fill_background(
            context,
            (Keys::Fixed, key),
            fits,
            |policy, context, job, left| {
                let share = policy.even_share(context, job, policy.idle(Tier::Background), left);
                policy.fitting(context, job, Tier::Background, share)
            },
        );
    }

    /// Gives each job an even share of the foreground, in order.
    fn share_foreground(&mut self, context: &mut Context<'_, '_>) {
        let mut left = self.idle(Tier::Foreground);
        if left == 0 {
            return;
        }
        self.list(context);
        for index in 0..self.order.len() {
            let Some(job) = self.listed(index) else { break };
            if self.idle(Tier::Foreground) == 0 {
                break;
            }
            let share = match left {
                0 => 0,
                _ => self.even_share(context, job, left, self.order.len() - index),
            };
            if self.can_promote(context, job) {
                self.promote(context, job);
            } else if left == 0 {
                continue;
            } else {
                // It may get less than its share: those promoted before it keep their
                // processors, and some nodes may be in service for too short a time.
                let size = self.fitting(context, job, Tier::Foreground, share);
                if size > 0 && (self.is_waiting(job) || self.gains(context, job, size)) {
                    self.deploy(context, job, size);
                } else if size < share && context.has_maintenance_ahead() {
                    continue;
                }
            }
            left = left.saturating_sub(share);
        }
    }

    /// One pass of fair-shared scheduling as the paper describes it: all that is useful to
    /// the first job, then to the next; `weighted` by the work it cites.
    pub(super) fn fair(&mut self, context: &mut Context<'_, '_>, weighted: bool) {
        let all = weighted.then(|| self.all_work(context));
        if self.idle(Tier::Foreground) > 0 {
            self.serve_first(context, all);
        }
        let key = |context: &Context<'_, '_>, _: &[u32], job| Self::work(context, job);
        let fits = Self::fits_background;
        self.fill_background(
            context,
            (Keys::Fixed, key),
            fits,
            |policy, context, job, _| {
                let most = policy.fair_share(context, job, all);
                policy.fitting(context, job, Tier::Background, most)
            },
        );
    }

    /// Gives the foreground to the first jobs in order.
    fn serve_first(&mut self, context: &mut Context<'_, '_>, all: Option<Amount>) {
        self.list(context);
        for index in 0..self.order.len() {
            let Some(job) = self.listed(index) else { break };
            let idle = self.idle(Tier::Foreground);
            if idle == 0 {
                break;
            }
            let most = self.fair_share(context, job, all);
            let size = self.fitting(context, job, Tier::Foreground, most);
            let promotes = self.can_promote(context, job);
            if size == 0 && !promotes {
                continue; // maintenance is in its way
            }
            let stays = !self.is_waiting(job) && !promotes;
            if !stays || self.gains(context, job, size) {
                self.deploy(context, job, size);
            }
        }
    }

    /// Whether there is a machine in the background for `job`.
    fn fits_background(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        !context.has_maintenance_ahead() || self.most(context, job, Tier::Background) > 0
    }

    /// Runtime on one processor.
    fn work(context: &Context<'_, '_>, job: JobId) -> Amount {
        let spec = context.foresight().mold_spec(job);
        spec.map_or(Amount::ZERO, |spec| spec.amount())
    }

    /// Even part of `left` processors for one of `jobs` jobs, no more than is useful, and
    /// at least one.
    fn even_share(&self, context: &Context<'_, '_>, job: JobId, left: u32, jobs: usize) -> u32 {
        let even = left.div_ceil(jobs.max(1) as u32);
        even.min(self.saturation(context, job)).max(1)
    }

    /// Sum of the work of all waiting and running jobs.
    fn all_work(&self, context: &Context<'_, '_>) -> Amount {
        let waiting = context.queue();
        let jobs = waiting.chain(context.running());
        jobs.map(|job| Self::work(context, job))
            .fold(Amount::ZERO, Amount::plus)
    }

    /// Maximum number of processors for `job`: its part of `all` work, if given, of all
    /// processors (Srinivasan and others, "Effective selection of partition sizes for
    /// moldable scheduling of parallel jobs", 2002).
    fn fair_share(&self, context: &Context<'_, '_>, job: JobId, all: Option<Amount>) -> u32 {
        let useful = self.saturation(context, job);
        all.map_or(useful, |all| {
            let part = Self::work(context, job).parts_of(all, self.tiers.processors());
            useful.min(part.max(1))
        })
    }

    /// Whether `job` would end sooner if restarted on `size` processors than where it is:
    /// without this, jobs would be killed again and again.
    fn gains(&self, context: &Context<'_, '_>, job: JobId, size: u32) -> bool {
        let stays = context
            .foresight()
            .work_left(job)
            .time_at(self.tiers.rate(job));
        Self::time(context, job, size) < stays
    }
}
