//! Moldable jobs with deadlines on foreground and background machines: KCEASY, greedy parallel, fair-shared, ADaSA.
//!
//! "QoS-aware parallel job scheduling framework for simulation execution as a
//! service", 2017, with what it takes from others: EASY that kills and
//! consolidates (KCEASY), and the sizes of greedy parallel and fair-shared
//! scheduling. Where the text is ambiguous, it is read as follows:
//!
//! * "parallel" and "fair-shared" are as that text describes them, which is not how the
//!   papers it cites use the names;
//! * KCEASY is that of the paper of 2012: what the text cites enhances FCFS;
//! * a job that passes a blocked head must end before the head can start; nodes that the head
//!   leaves over are not used;
//! * sizes lie between the least that meets the deadline and what the job can use;
//! * started with the least size, every job is stretched to its deadline even on an idle
//!   machine: by the letter, or with processors that no job waits for in addition (`expand`).

mod adasa;
mod admission;
mod background;
mod kceasy;
mod listing;
mod outlook;
mod service;
mod shares;

pub use admission::{Admission, Predictability, Predictable};

use listing::Listing;

use super::LastPass;
use super::common::unavailable::take_maintenance;
use crate::buffers::buffers;
use crate::engine::{Context, Policy, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::exact::Exact;
use crate::families;
#[cfg(feature = "alloc")]
use crate::machine::profile::BoxedProfile;
use crate::machine::profile::{Profile, ProfileBuffers, ProfileSizes, StaticProfile};
#[cfg(feature = "alloc")]
use crate::machine::tiers::BoxedTiers;
use crate::machine::tiers::{StaticTiers, Tier, TierBuffers, TierSizes, Tiers};
use crate::units::ids::JobId;
use crate::units::rate::Rate;

/// Rule for sizes and order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Requested sizes; backfilling, kill and consolidation.
    Kceasy,
    /// Idle processors shared as evenly as possible.
    Parallel,
    /// As many idle processors as are useful to the first job.
    Fair,
    /// As [`Rule::Fair`], up to a part of all processors equal to the job's part of all
    /// work.
    FairWeighted,
    /// The least size that meets the deadline.
    Adasa {
        /// Whether processors that no job waits for go to jobs just started.
        expand: bool,
    },
}

buffers! {
    /// Borrowed buffers of policies for moldable jobs.
    pub struct MoldableBuffers, MoldableSizes, BoxedMoldable::as_buffers,
    StaticMoldable<JOBS, NODES, WORDS, POINTS>, "" {
        /// An entry for each job: jobs that wait or are in the background, in order.
        order: [Option<JobId>; jobs; JOBS] = None,
        /// An entry for each job: jobs that wait, in the order in which they fill the
        /// background.
        ranked: [Option<JobId>; jobs; JOBS] = None,
        /// An entry for each job: its least size.
        sizes: [u32; jobs; JOBS] = 0,
    }
    with {
        /// Buffers of the tiers.
        tiers: TierBuffers, TierSizes, BoxedTiers, StaticTiers<JOBS, NODES, WORDS>
            = TierSizes::of(processors, jobs),
        /// An exact profile of the [profiled jobs](crate::Setup::profiled_jobs).
        profile: ProfileBuffers, ProfileSizes, BoxedProfile, StaticProfile<POINTS>
            = ProfileSizes::of(profiled, true),
    }
    /// Computes the sizes for `jobs` jobs on `processors` processors; see
    /// [`Setup::profiled_jobs`](crate::Setup::profiled_jobs).
    sizes of(processors: usize, jobs: usize, profiled: usize) {}
}

/// A policy for moldable jobs whose speed-up is known.
#[derive(Debug)]
pub struct Moldable<'a> {
    rule: Rule,
    tiers: Tiers<'a>,
    profile: Profile<'a>,
    // Jobs that wait or are in the background, by urgency.
    order: Listing<'a>,
    // Jobs that wait, in the order in which they fill the background; none if that is not
    // known from earlier passes.
    ranked: Listing<'a>,
    sizes: &'a mut [u32],
    // Whether all jobs in the order are known to take far less than the range of time.
    all_end_in_time: bool,
    last_pass: LastPass,
    // Whether another policy may have set rates, or served jobs, since the last pass.
    has_missed_pass: bool,
    // Whether processors were out of service at the last check.
    was_any_out: bool,
    // Whether maintenance is ahead, in this pass.
    is_ahead: bool,
}

impl<'a> Moldable<'a> {
    /// For `jobs` jobs on `processors` processors.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        rule: Rule,
        processors: u32,
        jobs: usize,
        buffers: MoldableBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        buffers.check(processors as usize, jobs, jobs)?;
        Ok(Self {
            rule,
            tiers: Tiers::new(processors, jobs, buffers.tiers)?,
            profile: buffers.profile.into(),
            order: Listing::new(buffers.order),
            ranked: Listing::new(buffers.ranked),
            sizes: buffers.sizes,
            all_end_in_time: true,
            last_pass: LastPass::new(),
            has_missed_pass: true,
            was_any_out: false,
            is_ahead: false,
        })
    }

    /// Assignment of processors to jobs.
    pub fn tiers(&self) -> &Tiers<'a> {
        &self.tiers
    }

    fn idle(&self, tier: Tier) -> u32 {
        self.tiers.idle(tier)
    }

    fn is_waiting(&self, job: JobId) -> bool {
        self.tiers.tier_of(job).is_none()
    }

    /// Runtime of `job` on `size` processors.
    #[inline]
    fn time(context: &Context<'_, '_>, job: JobId, size: u32) -> Exact {
        let spec = context.foresight().mold_spec(job);
        let time = spec.map_or(Exact::whole(1), |spec| spec.time(size));
        if context.may_lose_nodes() {
            Self::rest_of(context, job, time)
        } else {
            time
        }
    }

    /// The part of `time` that checkpoints left.
    #[cold]
    #[inline(never)]
    fn rest_of(context: &Context<'_, '_>, job: JobId, time: Exact) -> Exact {
        context.kept_part(job).rest_of(time)
    }

    /// Size beyond which `job` gains nothing.
    fn saturation(&self, context: &Context<'_, '_>, job: JobId) -> u32 {
        saturation(context, job, self.tiers.processors())
    }

    /// Requested size of `job`.
    fn requested_size(context: &Context<'_, '_>, job: JobId) -> u32 {
        context
            .foresight()
            .mold_spec(job)
            .map_or(1, |spec| spec.size)
    }

    /// Starts or restarts `job`, which has no virtual machines, on nodes that stay in
    /// service until it ends at full rate.
    fn dispatch(&mut self, context: &mut Context<'_, '_>, job: JobId, size: u32, tier: Tier) {
        let Some(&spec) = context.foresight().mold_spec(job) else {
            return;
        };
        // Starts it, unless it has started before.
        let _ = context.admit(job);
        let in_background = tier == Tier::Background;
        // Cannot fail: it is admitted, and jobs are molded.
        let _ = context.mold(job, size, spec.time(size), in_background);
        self.take(context, job, tier, (size, spec.share(size)));
        if !in_background {
            let _ = context.set_rate(job, Rate::FULL);
        }
        self.report_processors(context, job, in_background);
    }

    /// Reports the processors of `job`, if the sink wants them.
    fn report_processors(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        in_background: bool,
    ) {
        if context.wants_quanta() {
            context.report_processors(job, in_background, self.tiers.processors_of(job));
        }
    }

    /// Moves `job` to the foreground of its own processors.
    fn promote(&mut self, context: &mut Context<'_, '_>, job: JobId) {
        self.tiers.promote(job);
        self.count_idle(context);
        context.report_promotion(job);
        let _ = context.set_rate(job, Rate::FULL);
        self.report_processors(context, job, false);
    }

    /// Brings `job` to the foreground: in place if possible, otherwise restarted at `size`.
    fn deploy(&mut self, context: &mut Context<'_, '_>, job: JobId, size: u32) {
        if self.can_promote(context, job) {
            return self.promote(context, job);
        }
        // In the background it is killed.
        self.tiers.release(job);
        self.count_idle(context);
        self.dispatch(context, job, size, Tier::Foreground);
    }

    /// Sets the profile to the jobs in the foreground.
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

    /// Time when `job` can have `size` processors in the foreground, and the number of idle
    /// ones then beside them.
    fn shadow(&mut self, context: &Context<'_, '_>, job: JobId, size: u32) -> (Exact, u32) {
        self.reset_profile(context);
        if context.has_maintenance_ahead() {
            return self.around_maintenance(context, job, size);
        }
        let first = self.profile.first_with(size);
        first.map_or((Exact::MAX, 0), |(at, free)| (at, free - size))
    }

    /// Sets the present rates of jobs in the background.
    fn share_rates(&mut self, context: &mut Context<'_, '_>) {
        self.tiers
            .background_rates(self.has_missed_pass, |job, rate| {
                // Cannot fail: it is admitted.
                let _ = context.set_rate(job, rate);
            });
    }
}

/// Size beyond which `job` gains nothing, at most `processors`.
fn saturation(context: &Context<'_, '_>, job: JobId, processors: u32) -> u32 {
    let spec = context.foresight().mold_spec(job);
    spec.map_or(1, |spec| spec.speedup.saturation(processors))
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
        self.profile.check_exact(setup.profiled_jobs())?;
        CapacityError::unless("order", jobs, self.order.room())?;
        CapacityError::unless("ranked", jobs, self.ranked.room())?;
        Ok(CapacityError::unless("sizes", jobs, self.sizes.len())?)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        self.note_missed(context);
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
