//! Starts of waiting jobs of a class in a slice, and reasons why the others wait.

use super::{Backfilling, PassView, ScojoPect};
use crate::engine::{Context, StartReason, WaitReason};
use crate::exact::Exact;
use crate::machine::words;
use crate::units::ids::JobId;
use crate::workload::Class;

impl ScojoPect<'_> {
    /// Starts waiting jobs of a class; a job that cannot start is ahead of the later ones.
    pub(super) fn start_waiting(&mut self, context: &mut Context<'_, '_>, look: PassView) {
        self.virtual_time.forget();
        if context.head().is_none() {
            return;
        }
        let mut eligible = self.count_eligible(context, look.class, None);
        let mut first_blocked = None;
        let mut next = context.head();
        while let Some(job) = next {
            next = context.after(job);
            if eligible == 0 && !context.wants_reasons() {
                return;
            }
            if self.class_of(context, job) != look.class {
                continue;
            }
            match self.try_start(context, job, look, eligible, first_blocked) {
                Ok(nodes) => {
                    eligible -= nodes;
                    self.note_start(context, job, look, next);
                }
                Err(reason) => {
                    first_blocked = first_blocked.or(Some(job));
                    context.explain_wait(job, reason);
                }
            }
        }
    }

    fn count_eligible(&self, context: &Context<'_, '_>, class: Class, job: Option<JobId>) -> u32 {
        let eligible = self.eligible(context, class, job);
        eligible.map(u64::count_ones).sum()
    }

    /// Starts `job` if it may; returns its number of nodes.
    fn try_start(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        look: PassView,
        eligible: u32,
        first_blocked: Option<JobId>,
    ) -> Result<u32, WaitReason> {
        let nodes = context.nodes_of(job);
        if nodes > eligible {
            let (free, out) = (context.free_nodes(), context.out_of_service());
            return Err(if nodes <= free {
                WaitReason::NodesOfItsClass { eligible }
            } else if out > 0 {
                WaitReason::OutOfService { free, out }
            } else {
                WaitReason::TooFewNodes { free }
            });
        }
        if context.has_maintenance_ahead()
            && let free = self.count_eligible(context, look.class, Some(job))
            && nodes > free
        {
            let from = context.maintenance_after(job);
            return Err(WaitReason::Maintenance { from, free });
        }
        // The quicker question first, unless both answers are to be known.
        let is_worth = self.worth_launching(context, job, look.moment);
        if (is_worth || context.wants_reasons())
            && let Some(first) = first_blocked
            && self.would_delay(context, job, look, first)
        {
            return Err(WaitReason::WouldDelayItsClass { first });
        }
        if !is_worth {
            return Err(WaitReason::SliceTooShort {
                load: context.load_time(job).round_up(),
                until: look.moment.until,
            });
        }
        let passed = first_blocked;
        let reason = if look.is_own() {
            StartReason::OwnSlice { passed }
        } else {
            StartReason::OtherSlice {
                slice: look.moment.class,
                passed,
            }
        };
        self.choose(context, job, look.class);
        let chosen = &self.chosen[..nodes as usize];
        if context.start_at(job, chosen, reason).is_err() {
            return Err(WaitReason::NodesOfItsClass { eligible });
        }
        Ok(nodes)
    }

    /// Whether starting `job` would delay jobs of its class that are blocked ahead of it,
    /// if only their class existed.
    fn would_delay(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        look: PassView,
        first_blocked: JobId,
    ) -> bool {
        let run = context.estimate_left(job);
        let load = context.load_time(job);
        let in_slice = Exact::from(look.moment.until) - context.exact_now();
        let left = if look.is_own() {
            run
        } else {
            // Progress in a slice of another class takes nothing from its own.
            run - (in_slice - load)
        };
        if left == Exact::ZERO {
            return false;
        }
        let classes = self.classes;
        let of_class = |context: &Context<'_, '_>, other: JobId| {
            classes.of(other, context.request(other).estimate) == look.class
        };
        let most = match self.slicing.backfilling {
            Backfilling::Easy => 1,
            Backfilling::Conservative => usize::MAX,
        };
        let (virtual_time, wanted) = (&mut self.virtual_time, (job, left));
        !virtual_time.has_room(context, wanted, first_blocked, most, of_class)
    }

    /// Notes the start of `job`: its nodes belong to its class, and its class has fewer
    /// nodes free.
    fn note_start(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        look: PassView,
        behind: Option<JobId>,
    ) {
        let per_class = context.free_words().len();
        let held = &mut self.held[look.class.index() * per_class..][..per_class];
        for (first, count) in context.held(job) {
            for (word, mask) in words(first, count) {
                held[word] |= mask;
            }
        }
        if look.is_own() {
            self.virtual_time.start(context, job, behind)
        } else {
            // It was planned with less time than it now takes in its own slices.
            self.virtual_time.forget()
        }
    }
}
