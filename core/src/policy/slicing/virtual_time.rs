//! Virtual schedule of the blocked jobs of one class, as if only that class existed.

use super::earliest::EarliestStarts;
use crate::engine::Context;
use crate::error::CapacityError;
use crate::exact::Exact;
use crate::machine::profile::Profile;
use crate::units::ids::JobId;

/// Started jobs of a class until they end, and reservations of blocked ones, as if the
/// machine were theirs alone from now on.
///
/// A job delays a blocked one if, with the job in the profile, the earliest start of the
/// blocked one moves. That is so exactly if the job does not fit beside all reservations:
/// were it to fit, every blocked job would still find its reserved nodes free, and no
/// earlier start; and if none moves, it fits beside them. So one search of the profile
/// replaces reserving everything twice.
#[derive(Debug)]
pub(super) struct VirtualTime<'a> {
    profile: Profile<'a>,
    starts: EarliestStarts,
    // Number of blocked jobs with reservations, and the next job; `None` if the profile is
    // to be rebuilt.
    state: Option<(usize, Option<JobId>)>,
}

impl<'a> VirtualTime<'a> {
    pub(super) fn new(profile: Profile<'a>) -> Self {
        Self {
            profile,
            starts: EarliestStarts::new(),
            state: None,
        }
    }

    /// Checks that there is room for `jobs` jobs.
    pub(super) fn check(&self, jobs: usize) -> Result<(), CapacityError> {
        self.profile.check(jobs)
    }

    /// Checks that there is room for `jobs` jobs in a profile that must be exact.
    pub(super) fn check_exact(&self, jobs: usize) -> Result<(), CapacityError> {
        self.profile.check_exact(jobs)
    }

    /// Invalidates the profile.
    pub(super) fn forget(&mut self) {
        self.state = None;
    }

    /// Whether `job` fits for `span` from now on beside blocked jobs ahead of it,
    /// the first of which is `first_blocked`, but no more than `most` of them.
    pub(super) fn has_room(
        &mut self,
        context: &Context<'_, '_>,
        (job, span): (JobId, Exact),
        first_blocked: JobId,
        most: usize,
        of_class: impl Fn(&Context<'_, '_>, JobId) -> bool,
    ) -> bool {
        let nodes = context.nodes_of(job);
        let state = match self.state {
            Some(state) => state,
            None => {
                self.fill(context, &of_class);
                (0, Some(first_blocked))
            }
        };
        self.state = Some(state);
        // A job that does not fit beside some does not fit beside more.
        if !self.profile.fits_now(nodes, span) {
            return false;
        }
        self.fits_beside(context, (job, span), state, most, of_class)
    }

    /// Reserves for blocked jobs ahead of `job`, which fits now, as long as it does; returns
    /// whether it does beside all of them.
    fn fits_beside(
        &mut self,
        context: &Context<'_, '_>,
        (job, span): (JobId, Exact),
        (mut count, mut next): (usize, Option<JobId>),
        most: usize,
        of_class: impl Fn(&Context<'_, '_>, JobId) -> bool,
    ) -> bool {
        let (mut fits, nodes) = (true, context.nodes_of(job));
        let end = context.exact_now() + span;
        while let Some(blocked) = next.filter(|_| fits)
            && blocked != job
            && count < most
        {
            if of_class(context, blocked) {
                let (own, run) = (context.nodes_of(blocked), context.estimate_left(blocked));
                // Later reservations are not in its way.
                let start = self.reserve(own, run);
                fits = start >= end || self.profile.fits_now(nodes, span);
                count += 1;
            }
            next = context.after(blocked);
        }
        self.state = Some((count, next));
        fits
    }

    /// Reserves the earliest possible span; returns its start.
    fn reserve(&mut self, nodes: u32, run: Exact) -> Exact {
        let earliest = self.starts.of(nodes, run);
        let start = self.profile.reserve_from(nodes, run, earliest);
        self.starts.note(nodes, run, start);
        start
    }

    /// Notes that `job`, behind which `behind` waits, has started in a slice of its class.
    pub(super) fn start(&mut self, context: &Context<'_, '_>, job: JobId, behind: Option<JobId>) {
        if let Some((_, next)) = &mut self.state {
            if *next == Some(job) {
                *next = behind;
            }
            let now = context.exact_now();
            let until = now + context.estimate_left(job);
            self.profile.take(now, until, context.nodes_of(job));
        }
    }

    fn fill(
        &mut self,
        context: &Context<'_, '_>,
        of_class: &impl Fn(&Context<'_, '_>, JobId) -> bool,
    ) {
        let now = context.exact_now();
        self.profile.reset(now, context.nodes());
        self.starts = EarliestStarts::new();
        let started = context.running().chain(context.suspended());
        for job in started.filter(|&job| of_class(context, job)) {
            let until = now + context.estimate_left(job);
            self.profile.take(now, until, context.nodes_of(job));
        }
    }
}
