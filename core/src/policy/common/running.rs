//! Profile of the running jobs, updated from pass to pass: the basis of backfilling.

#[cfg(feature = "caps")]
use super::capped;
use super::last_pass::LastPass;
use super::prediction::{Planning, Predictions, completion_at};
use super::unavailable::{out_for_long, take_maintenance};
use crate::engine::{Context, Setup, StartReason};
use crate::error::{CapacityError, StartError};
use crate::exact::Exact;
use crate::families;
use crate::machine::profile::Profile;
use crate::units::ids::JobId;
use crate::units::time::Time;
use crate::workload::Request;

/// Nodes held by the running jobs until their estimates end.
///
/// A policy that backfills [updates](Self::update) it at the beginning of each pass and
/// [starts](Self::start) jobs through it. Nodes of jobs that have ended since the last pass
/// are given back; it is rebuilt only if the policy was not called in between, or jobs have
/// outrun their estimates.
///
/// ```
/// use cosched_core::engine::{Context, Policy, StartReason};
/// use cosched_core::policy::RunningProfile;
///
/// // Starts each job that fits, unless that delays the first one that does not.
/// struct Backfilling<'a>(RunningProfile<'a>);
///
/// impl Policy for Backfilling<'_> {
///     fn schedule(&mut self, context: &mut Context<'_, '_>) {
///         self.0.update(context);
///         let mut shadow = None;
///         let mut queue = context.walk();
///         while let Some(job) = queue.next(context) {
///             let nodes = context.nodes_of(job);
///             let ends_in_time =
///                 shadow.is_none_or(|shadow| context.completion_if_started(job) <= shadow);
///             if !ends_in_time || self.0.start(context, job, StartReason::Head).is_err() {
///                 shadow = shadow.or(self.0.profile().first_with(nodes).map(|(at, _)| at.instant()));
///             }
///         }
///     }
/// }
/// ```
#[derive(Debug)]
pub struct RunningProfile<'a> {
    pub(in crate::policy) profile: Profile<'a>,
    last_pass: LastPass,
    pub(in crate::policy) planning: Planning<'a>,
    // Whether it must be rebuilt at every pass: see `capped::fill`.
    #[cfg(feature = "caps")]
    is_approximate: bool,
}

impl<'a> RunningProfile<'a> {
    /// On a profile for `jobs` jobs that run at once:
    /// [`Setup::profiled_running_jobs`].
    ///
    /// # Errors
    /// It is too small; see [`crate::machine::profile::points_for`].
    pub fn new(profile: Profile<'a>, jobs: usize) -> Result<Self, CapacityError> {
        profile.check(jobs)?;
        Ok(Self {
            profile,
            last_pass: LastPass::new(),
            planning: Planning::ESTIMATES,
            #[cfg(feature = "caps")]
            is_approximate: false,
        })
    }

    /// Uses predictions instead of estimates.
    #[cfg(feature = "predictions")]
    #[must_use]
    pub fn predicting(self, predictions: Predictions<'a>) -> Self {
        let planning = Planning::Predictions(predictions);
        Self { planning, ..self }
    }

    /// Completion of the waiting `job` if it started now, rounded up.
    #[inline]
    pub fn completion_if_started(&self, context: &Context<'_, '_>, job: JobId) -> Time {
        match self.planning.predictions() {
            None => context.completion_if_started(job),
            Some(by) => (context.exact_now() + by.of_waiting(context, job)).instant(),
        }
    }

    /// Request of `job`, with the prediction in place of the estimate.
    pub(in crate::policy) fn request(&self, context: &Context<'_, '_>, job: JobId) -> Request {
        let request = context.request(job);
        match self.planning.predictions() {
            None => request,
            Some(by) => request.with_estimate(by.of_waiting(context, job).round_up()),
        }
    }

    /// Checks that there is room for all jobs of `setup` that can run at once.
    ///
    /// # Errors
    /// There is not, with the size needed.
    pub fn check(&self, setup: &Setup<'_>) -> Result<(), CapacityError> {
        if let Some(predictions) = self.planning.predictions() {
            predictions.check(setup.jobs())?;
        }
        self.profile.check(setup.profiled_running_jobs())
    }

    /// The profile, as of the last [update](Self::update) and the starts since.
    #[inline]
    pub fn profile(&self) -> &Profile<'a> {
        &self.profile
    }

    /// Updates it to now. Returns the time of the last update if everything since is known:
    /// then the queue is as this policy left it, except for jobs queued or started since.
    #[inline]
    pub fn update(&mut self, context: &Context<'_, '_>) -> Option<Time> {
        let passed = self.last_pass.next(context);
        if let Some(predictions) = self.planning.predictions_mut() {
            predictions.learn(context);
            if passed.is_none() {
                predictions.take_over(context);
            }
        }
        let Some(requested) = passed else {
            self.refill(context);
            return None;
        };
        #[cfg(feature = "caps")]
        if self.is_approximate || context.is_over_its_cap() {
            self.refill(context);
            return passed;
        }
        let now = context.now();
        self.profile.advance(now);
        for job in context.ended() {
            let until = completion_at(self.planning.predictions(), context, job, requested);
            self.profile.give(now, until, context.exclusive_nodes(job));
        }
        if self.profile.free_now() != context.free_nodes() {
            // Jobs have outrun their estimates: they hold their nodes for longer.
            self.refill(context);
        }
        passed
    }

    /// Starts `job` and takes its nodes until its estimate ends.
    ///
    /// # Errors
    /// As [`Context::start`]; nothing changes.
    #[inline]
    pub fn start(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        reason: StartReason,
    ) -> Result<(), StartError> {
        context.start(job, reason)?;
        self.take(context, job);
        Ok(())
    }

    /// Takes the nodes of `job`, which has just started, until its estimate ends.
    #[inline]
    pub(in crate::policy) fn take(&mut self, context: &Context<'_, '_>, job: JobId) {
        if let Some(predictions) = self.planning.predictions_mut() {
            predictions.fix(context, job);
        }
        let now = context.now();
        let until = completion_at(self.planning.predictions(), context, job, now);
        self.profile.take(now, until, context.nodes_of(job));
    }

    /// Earliest start of `job` by the estimates of the running jobs, and the number of
    /// nodes that would then be available; `None` if too few are in service.
    #[inline]
    pub fn reservation(&self, context: &Context<'_, '_>, job: JobId) -> Option<(Time, u32)> {
        if families::OUTAGES && context.has_limits_ahead() {
            return self.reservation_among_limits(context, job);
        }
        let first = self.profile.first_with(context.nodes_of(job));
        let first = first.map(|(at, free)| (at.instant(), free));
        // The end of time never comes.
        first.filter(|&(at, _)| at < Time::MAX)
    }

    /// Expected runtime of the waiting `job`.
    pub(in crate::policy) fn expected_runtime(
        &self,
        context: &Context<'_, '_>,
        job: JobId,
    ) -> Exact {
        match self.planning.predictions() {
            None => context.estimate(job),
            Some(by) => by.of_waiting(context, job),
        }
    }

    fn refill(&mut self, context: &Context<'_, '_>) {
        let _is_right = fill(&mut self.profile, context, self.planning.predictions());
        #[cfg(feature = "caps")]
        {
            self.is_approximate = !_is_right;
        }
    }
}

/// Sets `profile` to the nodes held by running jobs and those out of service. Returns
/// whether it stays exact as jobs end: see [`capped::fill`].
pub(in crate::policy) fn fill(
    profile: &mut Profile<'_>,
    context: &Context<'_, '_>,
    predictions: Option<&Predictions<'_>>,
) -> bool {
    #[cfg(feature = "caps")]
    if context.may_be_capped() {
        return capped::fill(profile, context, predictions);
    }
    let now = context.now();
    let end_of = |job| completion_at(predictions, context, job, now);
    let lost = |job| context.nodes_lost_with(job);
    profile.reset(now, context.nodes() - out_for_long(context, lost));
    for job in context.running() {
        let until = end_of(job);
        profile.take(now, until, context.exclusive_nodes(job));
        match context.nodes_lost_with(job) {
            0 => {}
            lost => profile.take(until, Exact::MAX, lost),
        }
    }
    if families::OUTAGES {
        take_maintenance(profile, context, end_of);
    }
    true
}
