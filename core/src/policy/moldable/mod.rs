//! Moldable jobs with deadlines on foreground and background machines: KCEASY, greedy parallel, fair-shared, ADaSA.
//!
//! "QoS-aware parallel job scheduling framework for simulation execution as a
//! service", 2017, with what it takes from others: EASY that kills and
//! consolidates (KCEASY), and the sizes of greedy parallel and fair-shared
//! scheduling. Where the words leave room, this is how they are read:
//!
//! * "parallel" and "fair-shared" are as that text describes them, which is not how the
//!   papers it cites use the names;
//! * KCEASY is that of the paper of 2012: what the text cites enhances FCFS;
//! * who passes a blocked head must end before the head can start; nodes that it leaves
//!   over are for nobody;
//! * sizes lie between the least that meets the deadline and what the job can use;
//! * started with the least size, every job is stretched to its deadline even on an idle
//!   machine: by the letter, or with processors that nobody waits for besides (`expand`).

mod adasa;
mod admission;
mod kceasy;
mod outlook;
mod service;
mod shares;

pub use admission::{Admission, Foreseeable, Foreseen};

use super::LastPass;
use super::unavailable::take_maintenance;
use crate::engine::{Context, Policy, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::exact::Exact;
use crate::families;
use crate::machine::profile::Profile;
use crate::machine::tiers::{Tier, TierBuffers, Tiers};
use crate::units::ids::JobId;
use crate::units::rate::Rate;

/// How sizes are chosen and who goes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Sizes as asked for; backfilling, kill and consolidation.
    Kceasy,
    /// Idle processors shared as evenly as possible.
    Parallel,
    /// As many idle processors as are of use to the first job.
    Fair,
    /// The same, up to the part of all processors that goes with a job's part of
    /// all work there is.
    FairWeighted,
    /// The least size that meets the deadline.
    Adasa {
        /// Whether processors that nobody waits for go to jobs just started.
        expand: bool,
    },
}

/// Borrowed buffers of policies for moldable jobs.
#[derive(Debug)]
pub struct MoldableBuffers<'a> {
    /// Who is where.
    pub tiers: TierBuffers<'a>,
    /// Room for [`crate::machine::profile::points_for`] [`Setup::profiled`], and
    /// [exact](Profile::with_parts).
    pub profile: Profile<'a>,
    /// An entry for each job: those that wait or are in the background, in order.
    pub order: &'a mut [Option<JobId>],
    /// An entry for each job: its least size.
    pub sizes: &'a mut [u32],
}

/// A policy for moldable jobs whose speed-up is known.
#[derive(Debug)]
pub struct Moldable<'a> {
    rule: Rule,
    tiers: Tiers<'a>,
    profile: Profile<'a>,
    order: &'a mut [Option<JobId>],
    sizes: &'a mut [u32],
    // Jobs in the order.
    len: usize,
    last_pass: LastPass,
    // Whether processors were out of service when it was last looked.
    were_out: bool,
    // Whether maintenance is ahead, in this pass.
    is_ahead: bool,
}

impl<'a> Moldable<'a> {
    /// For `jobs` jobs on so many processors.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        rule: Rule,
        processors: u32,
        jobs: usize,
        buffers: MoldableBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        buffers.profile.check_exact(jobs)?;
        CapacityError::unless("order", jobs, buffers.order.len())?;
        CapacityError::unless("sizes", jobs, buffers.sizes.len())?;
        Ok(Self {
            rule,
            tiers: Tiers::new(processors, jobs, buffers.tiers)?,
            profile: buffers.profile,
            order: buffers.order,
            sizes: buffers.sizes,
            len: 0,
            last_pass: LastPass::new(),
            were_out: false,
            is_ahead: false,
        })
    }

    /// Who is where.
    pub fn tiers(&self) -> &Tiers<'a> {
        &self.tiers
    }

    fn idle(&self, tier: Tier) -> u32 {
        self.tiers.idle(tier)
    }

    fn is_waiting(&self, job: JobId) -> bool {
        self.tiers.tier_of(job).is_none()
    }

    /// Lists who waits.
    fn list_waiting(&mut self, context: &Context<'_, '_>) {
        self.len = 0;
        for job in context.queue() {
            self.order[self.len] = Some(job);
            self.len += 1;
        }
    }

    /// Lists who waits or is in the background, in the order of the workload.
    fn list(&mut self, context: &Context<'_, '_>) {
        self.list_waiting(context);
        // The queue is in that order, unless jobs followed others into it.
        for job in self.tiers.in_background() {
            let place = self.order[..self.len].partition_point(|other| *other < Some(job));
            self.order.copy_within(place..self.len, place + 1);
            self.order[place] = Some(job);
            self.len += 1;
        }
        self.order[..self.len].sort_unstable();
    }

    fn listed(&self, place: usize) -> Option<JobId> {
        self.order[..self.len].get(place).copied().flatten()
    }

    /// How long `job` runs on so many processors.
    #[inline]
    fn time(context: &Context<'_, '_>, job: JobId, size: u32) -> Exact {
        let spec = context.foresight().mold_spec(job);
        let time = spec.map_or(Exact::whole(1), |spec| spec.time(size));
        match context.may_lose_nodes() {
            true => Self::rest_of(context, job, time),
            false => time,
        }
    }

    /// What checkpoints left of such a time.
    #[cold]
    #[inline(never)]
    fn rest_of(context: &Context<'_, '_>, job: JobId, time: Exact) -> Exact {
        context.kept_part(job).rest_of(time)
    }

    /// The size beyond which `job` gains nothing.
    fn saturation(&self, context: &Context<'_, '_>, job: JobId) -> u32 {
        saturation(context, job, self.tiers.processors())
    }

    /// The size that the user of `job` asked for.
    fn asked(context: &Context<'_, '_>, job: JobId) -> u32 {
        context
            .foresight()
            .mold_spec(job)
            .map_or(1, |spec| spec.size)
    }

    /// Starts or restarts `job`, which has no virtual machines; on nodes that stay in
    /// service until it ends at full rate.
    fn dispatch(&mut self, context: &mut Context<'_, '_>, job: JobId, size: u32, tier: Tier) {
        let Some(&spec) = context.foresight().mold_spec(job) else {
            return;
        };
        // It starts now, unless it has before.
        let _ = context.admit(job);
        let in_background = tier == Tier::Background;
        // Nothing can be wrong: it is admitted, and jobs are molded.
        let _ = context.mold(job, size, spec.time(size), in_background);
        self.take(context, job, tier, (size, spec.share(size)));
        if !in_background {
            let _ = context.set_rate(job, Rate::FULL);
        }
        self.tell(context, job, in_background);
    }

    /// Says where `job` is now, if anybody wants to hear it.
    fn tell(&mut self, context: &mut Context<'_, '_>, job: JobId, in_background: bool) {
        if context.wants_places() {
            context.tiers(job, in_background, self.tiers.processors_of(job));
        }
    }

    /// Lets `job` go on in the foreground of its own processors.
    fn promote(&mut self, context: &mut Context<'_, '_>, job: JobId) {
        self.tiers.promote(job);
        self.count_idle(context);
        context.promotes(job);
        let _ = context.set_rate(job, Rate::FULL);
        self.tell(context, job, false);
    }

    /// Brings `job` into the foreground: in place if it can be, else from the
    /// start, at this size.
    fn deploy(&mut self, context: &mut Context<'_, '_>, job: JobId, size: u32) {
        if self.can_promote(context, job) {
            return self.promote(context, job);
        }
        // From the background it is killed.
        self.tiers.release(job);
        self.count_idle(context);
        self.dispatch(context, job, size, Tier::Foreground);
    }

    /// Sends those that wait to the background while machines are idle there, in the
    /// order of `key`, which is given the least sizes; `fits` says whether there are
    /// enough machines for a job, `size` how many it gets where so many jobs are still
    /// to be served.
    fn fill_background<K: Ord>(
        &mut self,
        context: &mut Context<'_, '_>,
        key: impl Fn(&Context<'_, '_>, &[u32], JobId) -> K,
        fits: impl Fn(&Self, &Context<'_, '_>, JobId) -> bool,
        size: impl Fn(&Self, &Context<'_, '_>, JobId, usize) -> u32,
    ) {
        if self.idle(Tier::Background) == 0 {
            return;
        }
        self.list_waiting(context);
        let mut place = 0;
        while place < self.len && self.idle(Tier::Background) > 0 {
            // For whom there are not enough now there never are in this pass.
            self.retain(place, |policy, job| fits(policy, context, job));
            // Who is served gets one machine at least.
            let most = self.idle(Tier::Background) as usize;
            let next = self.put_first(place, most, |sizes, job| key(context, sizes, job));
            while place < next && self.idle(Tier::Background) > 0 {
                if let Some(job) = self.listed(place).filter(|&job| fits(self, context, job)) {
                    let size = size(self, context, job, self.len - place);
                    if size > 0 {
                        self.dispatch(context, job, size, Tier::Background);
                    }
                }
                place += 1;
            }
        }
    }

    /// Drops those listed from `place` on that are not to be kept.
    fn retain(&mut self, place: usize, keeps: impl Fn(&Self, JobId) -> bool) {
        let mut kept = place;
        for place in place..self.len {
            if self.listed(place).is_some_and(|job| keeps(self, job)) {
                self.order[kept] = self.order[place];
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Puts up to `count` of those listed from `place` on in the order of `key`, before
    /// all others; up to where.
    fn put_first<K: Ord>(
        &mut self,
        place: usize,
        count: usize,
        key: impl Fn(&[u32], JobId) -> K,
    ) -> usize {
        let by = |entry: &Option<JobId>| entry.map(|job| (key(self.sizes, job), job));
        let rest = &mut self.order[place..self.len];
        let count = count.min(rest.len());
        if count < rest.len() {
            rest.select_nth_unstable_by_key(count, by);
        }
        rest[..count].sort_unstable_by_key(by);
        place + count
    }

    /// Makes the profile that of the jobs in the foreground.
    fn reset_profile(&mut self, context: &Context<'_, '_>) {
        let now = context.exact_now();
        let gone = self.out_for_long(context);
        self.profile.reset(now, self.tiers.processors() - gone);
        for job in context.running() {
            if self.tiers.tier_of(job) == Some(Tier::Foreground) {
                let end = self.end_of(context, job);
                self.profile.take(now, end, context.nodes_of(job));
                match self.nodes_lost_with(context, job) {
                    0 => {}
                    lost => self.profile.take(end, Exact::MAX, lost),
                }
            }
        }
        if families::OUTAGES {
            let end_of = |job| context.expected_completion(job);
            take_maintenance(&mut self.profile, context, end_of);
        }
    }

    /// When `job` can have so many processors in the foreground, and how many are idle
    /// then beside them.
    fn shadow(&mut self, context: &Context<'_, '_>, job: JobId, size: u32) -> (Exact, u32) {
        self.reset_profile(context);
        if context.has_maintenance_ahead() {
            return self.around_maintenance(context, job, size);
        }
        let first = self.profile.first_with(size);
        first.map_or((Exact::MAX, 0), |(at, free)| (at, free - size))
    }

    /// Gives jobs in the background the rates they have now.
    fn share_rates(&mut self, context: &mut Context<'_, '_>) {
        // Another policy may have given them other rates.
        let all = self.last_pass.next(context).is_none();
        self.tiers.background_rates(all, |job, rate| {
            // Nothing can be wrong: it is admitted.
            let _ = context.set_rate(job, rate);
        });
    }
}

/// The size beyond which `job` gains nothing, of at most `processors`.
fn saturation(context: &Context<'_, '_>, job: JobId, processors: u32) -> u32 {
    let spec = context.foresight().mold_spec(job);
    spec.map_or(1, |spec| spec.speedup.saturation(processors))
}

impl Foreseen for Moldable<'_> {
    fn foreseeable(&self) -> Foreseeable {
        match self.rule {
            Rule::Kceasy => Foreseeable::Asked,
            Rule::Parallel | Rule::Fair | Rule::FairWeighted => Foreseeable::AnySize,
            Rule::Adasa { .. } => Foreseeable::UrgentFirst,
        }
    }

    fn is_in_background(&self, job: JobId) -> bool {
        self.tiers.tier_of(job) == Some(Tier::Background)
    }

    fn clear_out(&mut self, context: &mut Context<'_, '_>) {
        self.leave_nodes(context);
    }

    fn end_of(&self, context: &Context<'_, '_>, job: JobId) -> Exact {
        self.end_in_service(context, job)
    }

    fn nodes_lost_with(&self, context: &Context<'_, '_>, job: JobId) -> u32 {
        self.lost_with(context, job)
    }
}

impl Policy for Moldable<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        let jobs = setup.jobs();
        PolicyError::unless_nodes(self.tiers.processors(), setup.nodes)?;
        if setup.molds.len() != jobs {
            return Err(PolicyError::NoMolds);
        }
        self.tiers.check(jobs)?;
        self.profile.check_exact(setup.profiled())?;
        CapacityError::unless("order", jobs, self.order.len())?;
        Ok(CapacityError::unless("sizes", jobs, self.sizes.len())?)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let mut next = context.first_ended();
        while let Some(job) = next {
            next = context.after(job);
            self.tiers.release(job);
        }
        self.leave_nodes(context);
        match self.rule {
            Rule::Kceasy => self.kceasy(context),
            Rule::Parallel => self.parallel(context),
            Rule::Fair => self.fair(context, false),
            Rule::FairWeighted => self.fair(context, true),
            Rule::Adasa { expand } => self.adasa(context, expand),
        }
        self.share_rates(context);
    }
}
