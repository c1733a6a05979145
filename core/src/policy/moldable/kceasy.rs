//! KCEASY: EASY on the foreground, with killing and consolidation in the background.

use super::Moldable;
use crate::engine::Context;
use crate::machine::tiers::Tier;

impl Moldable<'_> {
    /// One pass (specification 5.2; the structure of algorithms 1 and 2 of
    /// "Consolidation-based EASY", Mathematical Problems in Engineering, 2012).
    pub(super) fn kceasy(&mut self, context: &mut Context<'_, '_>) {
        self.list(context, true);
        self.sort(|job| job);
        let mut place = 0;
        while let Some(job) = self.listed(place) {
            let size = Self::asked(context, job);
            if size > self.idle(Tier::Foreground) {
                break;
            }
            self.deploy(context, job, size);
            place += 1;
        }
        // Where no foreground is idle, nobody can pass.
        let head = self.listed(place);
        if let Some(head) = head.filter(|_| self.idle(Tier::Foreground) > 0) {
            let asked = Self::asked(context, head);
            let (shadow, mut extra) = self.shadow(context, asked);
            for place in place + 1..self.len {
                let Some(job) = self.listed(place) else { break };
                let size = Self::asked(context, job);
                if size > self.idle(Tier::Foreground) {
                    continue;
                }
                let run = match self.tiers.can_promote(job) {
                    true => context.left_of(job),
                    false => Self::time(context, job, size),
                };
                if context.exact_now() + run > shadow {
                    if size > extra {
                        continue;
                    }
                    extra -= size;
                }
                self.deploy(context, job, size);
            }
        }
        let key = |context: &Context<'_, '_>, _: &[u32], job| {
            Self::time(context, job, Self::asked(context, job))
        };
        self.fill_background(context, key, |policy, context, job, _| {
            let size = Self::asked(context, job);
            (size <= policy.idle(Tier::Background)).then_some(size)
        });
    }
}
