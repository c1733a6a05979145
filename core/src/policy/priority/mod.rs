//! Multifactor priority: an order of the queue by age, fair shares, size, resources and rank of
//! jobs, for any policy.
//!
//! Written from the public descriptions of Slurm's `priority/multifactor`, of its Fair Tree and
//! of its classic fairshare, not from its source.

mod classic;
mod fairshare;
mod members;
mod multifactor;
mod tree;
mod tres;

pub use fairshare::{Algorithm, Decay, Fairshare};
pub use members::{Factor, FairshareError, Member};
pub use multifactor::{Multifactor, PriorityAttributes, StoredPriority, Weights};
pub use tres::{
    BilledUnits, Billing, BillingRule, Tres, TresAmounts, TresFactors, TresTerm, TresWeights,
};

use core::cmp::Reverse;

use super::LastPass;
use crate::engine::{Context, Policy, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// A policy whose queue is ordered by multifactor priority.
///
/// Running jobs are charged, and all usage is decayed, once in every period of [`Decay`]. Only
/// then fair shares are recalculated, and with them the priorities of
/// all waiting jobs; a job that enters the queue in between gets one by the shares of that
/// last time, with no age. Equal jobs are considered in the order of submission. Ages are whole
/// seconds of the clock.
///
/// The policy itself has to leave the queue as it is: its order is
/// [`Order::Submitted`](super::Order::Submitted). It is called at all times at which it
/// would be called alone, and also whenever priorities are recalculated while jobs wait and
/// run: if it wants to be woken, it requests that in each pass.
///
/// Jobs are looked up by their ids, so those of a workload that is known beforehand can be
/// ordered, and those of a [stream](crate::engine::Stream) cannot. A policy that takes over
/// in the middle of a run starts without usage.
///
/// ```
/// use cosched_core::policy::priority::{
///     Algorithm, Decay, Fairshare, Member, Multifactor, Prioritised, PriorityAttributes, StoredPriority, Weights,
/// };
/// use cosched_core::policy::Fcfs;
/// use cosched_core::{Duration, JobSpec, Setup, Simulation, StaticStorage, Time};
///
/// // The first user runs until 600 s; then the other, who came later, goes first.
/// let job = |submit| JobSpec::exact(Time::from_seconds(submit), Duration::from_seconds(600), 4);
/// let workload = [job(0), job(1), job(2)];
/// let of = |user| PriorityAttributes { user, ..PriorityAttributes::of_unknown_user(4, 4) };
/// let standings = [of(0), of(0), of(1)];
/// let mut members = [Member::user(None, 1), Member::user(None, 1)];
/// let (mut stack, mut noted) = ([0; 2], [StoredPriority::NOTHING; 3]);
/// let fairshare = Fairshare::new(Algorithm::Tree, Decay::default(), &mut members, &mut stack)?;
/// let multifactor = Multifactor {
///     weights: Weights { fairshare: 1000, ..Weights::NONE },
///     ..Multifactor::new(4, 4)
/// };
/// let mut policy = Prioritised::new(Fcfs::new(), multifactor, fairshare, &standings, &mut noted);
/// let mut storage = StaticStorage::<3, 4, 4, 1>::new();
/// let mut simulation = Simulation::new(Setup::cluster(&workload, 4), storage.as_storage())?;
/// simulation.run(&mut policy, &mut ());
/// assert_eq!(simulation.started(2), Some(Time::from_seconds(600)));
/// assert_eq!(simulation.started(1), Some(Time::from_seconds(1200)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prioritised<'a, P> {
    policy: P,
    parameters: Multifactor,
    fairshare: Fairshare<'a>,
    standings: &'a [PriorityAttributes],
    noted: &'a mut [StoredPriority],
    last_pass: LastPass,
    // Whether the pending wake-up is for priorities only, not for the policy.
    is_woken: bool,
}

impl<'a, P> Prioritised<'a, P> {
    /// `policy` with the queue ordered by multifactor priority; `standings` and `noted` have an entry for
    /// each job.
    pub fn new(
        policy: P,
        parameters: Multifactor,
        fairshare: Fairshare<'a>,
        standings: &'a [PriorityAttributes],
        noted: &'a mut [StoredPriority],
    ) -> Self {
        Self {
            policy,
            parameters,
            fairshare,
            standings,
            noted,
            last_pass: LastPass::new(),
            is_woken: false,
        }
    }

    /// The policy.
    pub fn policy(&self) -> &P {
        &self.policy
    }

    /// Usage and factors.
    pub fn fairshare(&self) -> &Fairshare<'a> {
        &self.fairshare
    }

    /// Priority of `job` as last calculated, if it was.
    pub fn priority(&self, job: JobId) -> Option<u32> {
        let noted = self.noted.get(job.index());
        noted.map(|noted| noted.priority).filter(|&one| one > 0)
    }

    /// Notes the priorities of waiting jobs, of all or of those without one.
    fn note(&mut self, context: &Context<'_, '_>, is_for_all: bool) {
        let calculated = self.fairshare.calculated();
        for job in context.queue() {
            // It may have run before, and wait again.
            self.stop(job, context.now());
            let standing = self.standings.get(job.index());
            let noted = self.noted.get_mut(job.index());
            let (Some(standing), Some(noted)) = (standing, noted) else {
                continue;
            };
            if noted.priority == 0 {
                noted.fixed = self.parameters.fixed(standing);
            } else if is_for_all && standing.charged != standing.cpus {
                // Passes have seen by then how many CPUs its nodes have.
                let cpus = standing.charged;
                let seen = PriorityAttributes { cpus, ..*standing };
                noted.fixed = self.parameters.fixed(&seen);
            }
            if is_for_all || noted.priority == 0 {
                let submit = context.request(job).submit;
                let age = calculated.second().saturating_sub(submit.second());
                let age = Duration::from_seconds(age);
                let factor = self.fairshare.factor(standing.user);
                noted.priority = self.parameters.with_time(age, factor, noted.fixed);
            }
        }
    }

    /// Ends the usage of `job`, if it ran.
    fn stop(&mut self, job: JobId, now: Time) {
        let standing = self.standings.get(job.index());
        let (Some(standing), Some(noted)) = (standing, self.noted.get_mut(job.index())) else {
            return;
        };
        if let Some(since) = noted.charged_from.take() {
            self.fairshare
                .end(standing.user, standing.billed_units(), since, now);
        }
    }

    /// Counts the usage of jobs from their start on.
    fn count_started(&mut self, context: &Context<'_, '_>) {
        for job in context.running() {
            let standing = self.standings.get(job.index());
            let noted = self.noted.get_mut(job.index());
            let (Some(standing), Some(noted)) = (standing, noted) else {
                continue;
            };
            if noted.charged_from.is_none() {
                let now = context.now();
                noted.charged_from = Some(now);
                self.fairshare
                    .start(standing.user, standing.billed_units(), now);
            }
        }
    }

    /// Wakes the policy at the next calculation, unless it requests an earlier call.
    fn wake(&mut self, context: &mut Context<'_, '_>) {
        if context.head().is_none() || context.first_running().is_none() {
            return;
        }
        let next = self.fairshare.next();
        if context.wake_time().is_none_or(|at| at > next) {
            // Refused only at the end of time.
            self.is_woken = context.wake_at(next).is_ok();
        }
    }
}

impl<P: Policy> Policy for Prioritised<'_, P> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        CapacityError::unless("standings", setup.jobs(), self.standings.len())?;
        CapacityError::unless("noted", setup.jobs(), self.noted.len())?;
        self.policy.check(setup)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let is_first = self.last_pass.next(context).is_none();
        if is_first {
            self.fairshare.begin(context.now());
            self.noted.fill(StoredPriority::NOTHING);
        }
        let is_new = self.fairshare.advance(context.now()) || is_first;
        for job in context.ended() {
            self.stop(job, context.now());
        }
        if is_new || context.queue_grew() {
            self.note(context, is_new);
            let noted = &*self.noted;
            context.order_queue_by_key(|waiting| {
                let noted = noted.get(waiting.job.index());
                let priority = noted.map_or(0, |noted| noted.priority);
                (Reverse(priority), waiting.order)
            });
        }
        if core::mem::take(&mut self.is_woken) {
            context.cancel_wake();
        }
        self.policy.schedule(context);
        if context.queue_grew() {
            // The policy has sent jobs back.
            for job in context.queue() {
                self.stop(job, context.now());
            }
        }
        self.count_started(context);
        self.wake(context);
    }
}
