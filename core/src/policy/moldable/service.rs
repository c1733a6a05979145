//! Two tiers of which processors go out of service: jobs that must leave, and processors
//! available to jobs.

use super::{Moldable, Predictability, Predictable, Rule};
use crate::engine::Context;
use crate::exact::Exact;
use crate::families;
use crate::machine::tiers::Tier;
use crate::policy::common::unavailable::out_for_long;
use crate::units::ids::JobId;
use crate::units::time::Time;
use crate::workload::Share;

impl Moldable<'_> {
    /// Interrupts jobs on nodes that went out of service, and recounts idle processors.
    pub(super) fn leave_nodes(&mut self, context: &mut Context<'_, '_>) {
        if !families::OUTAGES {
            return;
        }
        self.is_ahead = context.has_maintenance_ahead();
        let nodes = if context.nodes_changed() {
            context.nodes()
        } else {
            0
        };
        for node in 0..nodes {
            if !context.went_out_of_service(node) {
                continue;
            }
            for tier in [Tier::Foreground, Tier::Background] {
                let on_it = self
                    .tiers
                    .jobs_of(tier)
                    .get(node as usize)
                    .copied()
                    .flatten();
                if let Some(job) = on_it {
                    // Cannot fail: a job with a processor runs.
                    let _ = context.interrupt(job, node);
                    self.tiers.release(job);
                }
            }
        }
        if self.was_any_out || context.out_of_service() > 0 {
            self.was_any_out = context.out_of_service() > 0;
            self.tiers
                .count_idle(|node| context.node_state(node).is_up());
        }
    }

    /// Recounts idle processors where some are out of service.
    #[inline]
    pub(super) fn count_idle(&mut self, context: &Context<'_, '_>) {
        if families::OUTAGES && context.out_of_service() > 0 {
            self.tiers
                .count_idle(|node| context.node_state(node).is_up());
        }
    }

    /// Gives `job` `size` machines of a tier, of each of which it uses `share`.
    #[inline]
    pub(super) fn take(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        tier: Tier,
        (size, share): (u32, Share),
    ) {
        if families::OUTAGES && (context.out_of_service() > 0 || context.has_maintenance_ahead()) {
            let end = Self::end_if_started(context, job, size);
            let is_clear = |node| context.is_clear(node, end);
            return self.tiers.take_among(job, tier, size, share, is_clear);
        }
        self.tiers.take(job, tier, size, share);
    }

    /// End of `job` if it starts now on `size` processors, at full rate.
    fn end_if_started(context: &Context<'_, '_>, job: JobId, size: u32) -> Time {
        (context.exact_now() + Self::time(context, job, size)).instant()
    }

    /// Number of idle machines of a tier that stay in service until `end`.
    fn idle_until(&self, context: &Context<'_, '_>, tier: Tier, end: Time) -> u32 {
        let machines = self.tiers.jobs_of(tier);
        let is_idle = |node: u32| {
            context.node_state(node).is_up() && machines.get(node as usize) == Some(&None)
        };
        let in_the_way = context
            .nodes_with_maintenance_before(end)
            .filter(|&node| is_idle(node));
        self.idle(tier).saturating_sub(in_the_way.count() as u32)
    }

    /// Most idle machines of a tier, up to `most`, that stay in service until `job` ends on
    /// as many, at full rate: its rate in the background is unknown.
    #[inline]
    pub(super) fn fitting(
        &self,
        context: &Context<'_, '_>,
        job: JobId,
        tier: Tier,
        most: u32,
    ) -> u32 {
        let most = most.min(self.idle(tier));
        if families::OUTAGES && self.is_ahead {
            self.fitting_before_maintenance(context, job, tier, most)
        } else {
            most
        }
    }

    #[inline(never)]
    fn fitting_before_maintenance(
        &self,
        context: &Context<'_, '_>,
        job: JobId,
        tier: Tier,
        most: u32,
    ) -> u32 {
        let mut size = most;
        while size > 0 {
            let end = Self::end_if_started(context, job, size);
            // On fewer it takes longer, so there are no more of them.
            match self.idle_until(context, tier, end) {
                room if room >= size => break,
                room => size = room,
            }
        }
        size
    }

    /// Whether `job` fits a tier on exactly `size` machines.
    #[inline]
    pub(super) fn fits(
        &self,
        context: &Context<'_, '_>,
        job: JobId,
        tier: Tier,
        size: u32,
    ) -> bool {
        size <= self.idle(tier)
            && (!(families::OUTAGES && self.is_ahead)
                || self.idle_until(context, tier, Self::end_if_started(context, job, size)) >= size)
    }

    /// Whether `job` is in the background, all foregrounds there are idle, and they stay in
    /// service until it would end in the foreground.
    #[inline]
    pub(super) fn can_promote(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        self.tiers.can_promote(job)
            && (!(families::OUTAGES && self.is_ahead) || {
                let end = context.exact_now() + context.foresight().work_left(job);
                self.first_maintenance(context, job, end.instant()) == Time::MAX
            })
    }

    /// Beginning of the first maintenance of a processor of `job`, if that is before `end`.
    fn first_maintenance(&self, context: &Context<'_, '_>, job: JobId, end: Time) -> Time {
        let mut ahead = context.maintenance().take_while(|one| one.from < end);
        let is_hit = ahead.find(|one| self.tiers.count_of(job, |node| one.includes(node)) > 0);
        is_hit.map_or(Time::MAX, |one| one.from)
    }

    /// Time when `job`, which is in the foreground, ends or is interrupted by maintenance.
    pub(super) fn end_in_service(&self, context: &Context<'_, '_>, job: JobId) -> Exact {
        let end = context.foresight().end_at_full_rate(job);
        if context.has_maintenance_ahead() {
            end.min(self.first_maintenance(context, job, end.instant()).into())
        } else {
            end
        }
    }

    /// Number of processors of `job` that stay out of service after it for an unknown time.
    #[inline]
    pub(super) fn lost_with(&self, context: &Context<'_, '_>, job: JobId) -> u32 {
        if families::OUTAGES && context.out_of_service() > 0 {
            self.tiers
                .count_of(job, |node| !context.node_state(node).is_up())
        } else {
            0
        }
    }

    /// Number of processors out of service for an unknown time with no job in the
    /// foreground.
    #[inline]
    pub(super) fn out_for_long(&self, context: &Context<'_, '_>) -> u32 {
        out_for_long(context, |job| {
            if self.is_in_background(job) {
                0
            } else {
                self.lost_with(context, job)
            }
        })
    }

    /// Shadow time where nodes have maintenance ahead: not all that are idle then are
    /// available to `job`, which must end before it.
    pub(super) fn around_maintenance(
        &self,
        context: &Context<'_, '_>,
        job: JobId,
        size: u32,
    ) -> (Exact, u32) {
        let run = Self::time(context, job, size);
        let points = self.profile.points();
        let enough = points.filter(|&(at, free)| free >= size && at < Exact::MAX);
        let mut rooms = enough.map(|(at, _)| (at, self.room_from(context, at, at + run)));
        let found = rooms.find(|&(_, room)| room >= size);
        found.map_or((Exact::MAX, 0), |(at, room)| (at, room - size))
    }

    /// Number of processors whose foreground is idle from `from` on and that stay in
    /// service until `end`, if no other job starts.
    fn room_from(&self, context: &Context<'_, '_>, from: Exact, end: Exact) -> u32 {
        let is_idle = |machine: &Option<JobId>| {
            machine.is_none_or(|job| context.foresight().end_at_full_rate(job) <= from)
        };
        let in_the_way = |node: u32| {
            let mut windows = context.maintenance();
            windows.any(|one| {
                one.includes(node) && Exact::from(one.from) < end && Exact::from(one.until) > from
            })
        };
        let machines = (0..).zip(self.tiers.jobs_of(Tier::Foreground));
        let usable = machines.filter(|&(node, machine)| {
            let stays = !context.node_state(node).is_out_for_long();
            stays && is_idle(machine) && !in_the_way(node)
        });
        usable.count() as u32
    }
}

impl Predictable for Moldable<'_> {
    fn predictability(&self) -> Predictability {
        match self.rule {
            Rule::Kceasy => Predictability::AsRequested,
            Rule::Parallel | Rule::Fair | Rule::FairWeighted => Predictability::AnySize,
            Rule::Adasa { .. } => Predictability::UrgentFirst,
        }
    }

    fn is_in_background(&self, job: JobId) -> bool {
        self.tiers.tier_of(job) == Some(Tier::Background)
    }

    fn interrupt_lost(&mut self, context: &mut Context<'_, '_>) {
        self.leave_nodes(context);
    }

    fn end_of(&self, context: &Context<'_, '_>, job: JobId) -> Exact {
        self.end_in_service(context, job)
    }

    fn nodes_lost_with(&self, context: &Context<'_, '_>, job: JobId) -> u32 {
        self.lost_with(context, job)
    }
}
