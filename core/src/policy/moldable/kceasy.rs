//! KCEASY: EASY on the foreground, with killing and consolidation in the background.

use super::Moldable;
use super::background::Keys;
use crate::engine::Context;
use crate::machine::tiers::Tier;
use crate::units::ids::JobId;

impl Moldable<'_> {
    /// One pass, of the structure of algorithms 1 and 2 of Liu and others, "Scheduling
    /// parallel jobs using migration and consolidation in the cloud", Mathematical Problems
    /// in Engineering, 2012 (fixtures/papers/adasa.md, 5.2): EASY in the foreground;
    /// waiting jobs that fit, shortest first, start in the background as well.
    pub(super) fn kceasy(&mut self, context: &mut Context<'_, '_>) {
        if self.idle(Tier::Foreground) > 0 {
            self.fill_foreground(context);
        }
        let key = |context: &Context<'_, '_>, _: &[u32], job| {
            Self::time(context, job, Self::requested_size(context, job))
        };
        let fits = |policy: &Self, context: &Context<'_, '_>, job| {
            policy.fits(
                context,
                job,
                Tier::Background,
                Self::requested_size(context, job),
            )
        };
        self.fill_background(context, (Keys::Fixed, key), fits, |_, context, job, _| {
            Self::requested_size(context, job)
        });
    }

    /// Starts jobs in order while there is room; then those that pass the first for which
    /// there is none.
    fn fill_foreground(&mut self, context: &mut Context<'_, '_>) {
        self.list(context);
        let mut index = 0;
        while let Some(job) = self.listed(index) {
            let size = Self::requested_size(context, job);
            if !self.fits(context, job, Tier::Foreground, size) && !self.can_promote(context, job) {
                return self.pass_first(context, job, index + 1);
            }
            self.deploy(context, job, size);
            index += 1;
        }
    }

    /// Lets listed jobs from this index on pass the blocked `first`: those that end before it
    /// can start, or need only what it leaves.
    fn pass_first(&mut self, context: &mut Context<'_, '_>, first: JobId, index: usize) {
        let mut shadow = None;
        for index in index..self.order.len() {
            let Some(job) = self.listed(index) else { break };
            let (size, idle) = (
                Self::requested_size(context, job),
                self.idle(Tier::Foreground),
            );
            if idle == 0 {
                break;
            }
            if size > idle {
                continue;
            }
            let run = if self.can_promote(context, job) {
                context.foresight().work_left(job)
            } else if self.fits(context, job, Tier::Foreground, size) {
                Self::time(context, job, size)
            } else {
                continue;
            };
            // Computed only when needed: often no job is small enough.
            let (at, extra) = shadow.get_or_insert_with(|| {
                self.shadow(context, first, Self::requested_size(context, first))
            });
            if context.exact_now() + run > *at {
                if size > *extra {
                    continue;
                }
                *extra -= size;
            }
            self.deploy(context, job, size);
        }
    }
}
