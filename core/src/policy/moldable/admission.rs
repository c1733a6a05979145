//! Admission control for hard deadlines: a job that cannot meet its deadline is refused on
//! arrival.

use super::outlook::{SizeSearch, SizedStart};
use super::saturation;
use crate::engine::{Context, Fate, Policy, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::exact::Exact;
use crate::machine::profile::Profile;
use crate::policy::common::unavailable::{out_for_long, take_maintenance};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Predictable part of a policy: the order in which it serves waiting jobs, and their
/// sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predictability {
    /// In the order of the queue, at the requested sizes, for the estimated time.
    Estimates,
    /// In the order of the queue, without passing.
    InOrder,
    /// As submitted, at the requested sizes, for the time by their speed-ups.
    AsRequested,
    /// As submitted, at the least sizes that meet their deadlines. Also for policies whose
    /// sizes depend on the idle processors, which may then do worse.
    AnySize,
    /// The most urgent first, at the least sizes that meet their deadlines.
    UrgentFirst,
}

/// A policy that can be predicted in this way.
pub trait Predictable: Policy {
    /// Order and sizes of waiting jobs.
    fn predictability(&self) -> Predictability {
        Predictability::Estimates
    }

    /// Whether `job`, which was started, keeps no other job from its processors.
    fn is_in_background(&self, job: JobId) -> bool {
        let _ = job;
        false
    }

    /// Interrupts jobs on nodes that went out of service, if the policy assigns nodes
    /// itself.
    fn interrupt_lost(&mut self, context: &mut Context<'_, '_>) {
        let _ = context;
    }

    /// Time when `job`, which was started, leaves its processors.
    fn end_of(&self, context: &Context<'_, '_>, job: JobId) -> Exact {
        match self.predictability() {
            Predictability::Estimates | Predictability::InOrder => context.expected_completion(job),
            _ => context.foresight().end_at_full_rate(job),
        }
    }

    /// Number of nodes of `job`, which was started, that go out of service when it ends.
    fn nodes_lost_with(&self, context: &Context<'_, '_>, job: JobId) -> u32 {
        context.nodes_lost_with(job)
    }
}

/// Admits only jobs to a policy that can meet their deadlines.
///
/// A job is refused in the pass in which it arrives if it would be late in this plan: jobs
/// in the foreground run until their known ends, and those that wait or are in the
/// background get processors of their own from the earliest time on at which they fit, in
/// the order and at the sizes that the policy is [known for](Predictability). Maintenance
/// ahead is a wall in it, and nodes that are out of service until an unknown time are
/// missing. An admitted job is never refused later, even where the policy comes to serve
/// another one before it; only a job that is interrupted because a node went out of service
/// is checked again, and refused if it cannot be in time any more. Jobs without deadlines
/// are not refused. It is for jobs without predecessors: those would wait forever.
///
/// ADaSA (2017) has deadlines that are counted only; this is for services that promise
/// them.
#[derive(Debug)]
pub struct Admission<'a, P> {
    policy: P,
    processors: u32,
    profile: Profile<'a>,
    order: &'a mut [Option<JobId>],
}

impl<'a, P: Predictable> Admission<'a, P> {
    /// In front of `policy`, for `jobs` jobs on `processors` processors; `order` needs an
    /// entry for each job, and `profile` room for all.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        policy: P,
        processors: u32,
        jobs: usize,
        profile: Profile<'a>,
        order: &'a mut [Option<JobId>],
    ) -> Result<Self, CapacityError> {
        profile.check(jobs)?;
        CapacityError::unless("order", jobs, order.len())?;
        Ok(Self {
            policy,
            processors,
            profile,
            order,
        })
    }

    /// The policy behind it.
    pub fn policy(&self) -> &P {
        &self.policy
    }

    /// Refuses new jobs that would be late.
    fn refuse(&mut self, context: &mut Context<'_, '_>) {
        let now = context.now();
        let is_new = |context: &Context<'_, '_>, job: JobId| {
            let comes = context.request(job).submit == now || context.was_interrupted(job);
            comes && context.deadline_of(job) < Time::MAX
        };
        if !context.queue().any(|job| is_new(context, job)) {
            return;
        }
        let count = self.list(context);
        for index in 0..count {
            let Some(job) = self.order[index] else { break };
            let found = self.fit(context, job);
            let late = found.end > Exact::from(context.deadline_of(job));
            if late && is_new(context, job) && context.kill(job, Fate::Drop).is_ok() {
                continue;
            }
            self.profile.take(found.start, found.end, found.size);
            if self.policy.predictability() == Predictability::InOrder && found.start < Exact::MAX {
                // No job behind it can start before it.
                self.profile.advance(found.start);
            }
        }
    }

    /// Sets the profile to the foreground and lists all others in the order of service;
    /// returns their number.
    fn list(&mut self, context: &Context<'_, '_>) -> usize {
        let foreseeable = self.policy.predictability();
        let now = context.exact_now();
        let gone = out_for_long(context, |job| {
            if self.policy.is_in_background(job) {
                0
            } else {
                self.policy.nodes_lost_with(context, job)
            }
        });
        self.profile.reset(now, self.processors - gone);
        let mut count = 0;
        for job in context.running() {
            if self.policy.is_in_background(job) {
                self.order[count] = Some(job);
                count += 1;
                continue;
            }
            let end = self.policy.end_of(context, job);
            self.profile.take(now, end, context.nodes_of(job));
            match self.policy.nodes_lost_with(context, job) {
                0 => {}
                lost => self.profile.take(end, Exact::MAX, lost),
            }
        }
        let end_of = |job| context.expected_completion(job);
        take_maintenance(&mut self.profile, context, end_of);
        for job in context.queue() {
            self.order[count] = Some(job);
            count += 1;
        }
        let urgency = |job: JobId| match foreseeable {
            Predictability::UrgentFirst => context.deadline_of(job),
            _ => Time::ZERO,
        };
        if matches!(
            foreseeable,
            Predictability::Estimates | Predictability::InOrder
        ) {
            // In the order that the policy left, which may differ.
            return count;
        }
        let by = |entry: &Option<JobId>| entry.map(|job| (urgency(job), job));
        self.order[..count].sort_unstable_by_key(by);
        count
    }

    /// Size, start and end of `job` in the profile.
    fn fit(&self, context: &Context<'_, '_>, job: JobId) -> SizedStart {
        let size = context.request(job).nodes;
        match self.policy.predictability() {
            Predictability::Estimates | Predictability::InOrder => {
                let run = context.estimate(job);
                let start = self.profile.earliest(size, run);
                let end = start + run;
                SizedStart { size, start, end }
            }
            Predictability::AsRequested => {
                SizeSearch::of(context, job, size).at(&self.profile, size)
            }
            Predictability::AnySize | Predictability::UrgentFirst => {
                let most = saturation(context, job, self.processors);
                let outlook = SizeSearch::of(context, job, most);
                let found = outlook.on_time(&self.profile);
                found.unwrap_or_else(|| outlook.soonest(&self.profile))
            }
        }
    }
}

impl<P: Predictable> Policy for Admission<'_, P> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        let jobs = setup.jobs();
        PolicyError::unless_nodes(self.processors, setup.nodes)?;
        self.profile.check(setup.profiled_jobs())?;
        CapacityError::unless("order", jobs, self.order.len())?;
        if setup.precedence.is_empty() {
            self.policy.check(setup)
        } else {
            Err(PolicyError::Precedence)
        }
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        self.policy.interrupt_lost(context);
        self.refuse(context);
        self.policy.schedule(context);
    }
}
