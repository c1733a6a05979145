//! Aggressive (EASY) backfilling: one reservation, for the head of the queue.
//!
//! Lifka, "The ANL/IBM SP scheduling system", 1995; as analysed by Mu'alem and
//! Feitelson, "Utilization, predictability, workloads, and user runtime
//! estimates in scheduling the IBM SP2 with backfilling", 2001.

use super::common::order::{Order, Ordering};
use super::{Policy, RunningProfile};
use crate::engine::{CandidateLimits, Context, Setup, StartReason, WaitReason};
use crate::error::{CapacityError, PolicyError};
use crate::families;
use crate::machine::profile::Profile;
use crate::units::ids::JobId;
use crate::units::time::Time;

/// First come, first served, but jobs behind a blocked head may start if they do not delay
/// it.
#[derive(Debug)]
pub struct Easy<'a> {
    running: RunningProfile<'a>,
    ordering: Ordering,
    depth: usize,
    backfill: Option<(Order, &'a mut [Option<JobId>])>,
}

/// Reservation of the blocked head.
#[derive(Clone, Copy)]
struct Reservation {
    head: JobId,
    shadow: Time,
    // Nodes free at the shadow time that the head will not need.
    extra: u32,
}

impl<'a> Easy<'a> {
    /// Backfilling in the order of submission, for `jobs` jobs that run at once:
    /// [`Setup::profiled_running_jobs`].
    ///
    /// # Errors
    /// The profile is too small; see [`crate::machine::profile::points_for`].
    pub fn new(profile: Profile<'a>, jobs: usize) -> Result<Self, CapacityError> {
        Ok(Self {
            running: RunningProfile::new(profile, jobs)?,
            ordering: Ordering::new(Order::Submitted),
            depth: usize::MAX,
            backfill: None,
        })
    }

    /// Sets the order of the queue.
    #[cfg(feature = "orders")]
    #[must_use]
    pub fn by(self, order: Order) -> Self {
        let ordering = Ordering::new(order);
        Self { ordering, ..self }
    }

    /// Limits backfilling to `depth` jobs behind the head.
    #[must_use]
    pub fn to_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Uses predictions instead of estimates. With [`Order::ShortestEstimate`] behind the
    /// head, the shortest prediction first, this is EASY++ of Tsafrir, Etsion and Feitelson
    /// (2007).
    #[cfg(feature = "predictions")]
    #[must_use]
    pub fn predicting(self, predictions: super::Predictions<'a>) -> Self {
        let running = self.running.predicting(predictions);
        Self { running, ..self }
    }

    /// Tries the jobs behind the head in `order`.
    ///
    /// # Errors
    /// `candidates` has fewer than `jobs` entries, one per job that may wait.
    #[cfg(feature = "orders")]
    pub fn backfilling_by(
        self,
        order: Order,
        candidates: &'a mut [Option<JobId>],
        jobs: usize,
    ) -> Result<Self, CapacityError> {
        CapacityError::unless("candidates", jobs, candidates.len())?;
        Ok(Self {
            backfill: Some((order, candidates)),
            ..self
        })
    }

    fn start(&mut self, context: &mut Context<'_, '_>, job: JobId, reason: StartReason) -> bool {
        self.running.start(context, job, reason).is_ok()
    }

    /// Reserves nodes for the blocked `head`; if too few are in service for it, for the
    /// first job behind it that can ever start.
    fn reserve(&mut self, context: &mut Context<'_, '_>, head: JobId) -> Option<Reservation> {
        let mut next = Some(head);
        while let Some(job) = next {
            next = context.after(job);
            let reason = StartReason::BeforeRepair { head };
            if families::OUTAGES && job != head && self.start(context, job, reason) {
                continue;
            }
            if let Some((shadow, then_free)) = self.running.reservation(context, job) {
                let free = context.free_nodes();
                context.explain_wait(job, WaitReason::HeadUntil { shadow, free });
                return Some(Reservation {
                    head: job,
                    shadow,
                    extra: then_free - context.nodes_of(job),
                });
            }
            if !families::OUTAGES {
                break; // every job fits a machine that is always in service
            }
            context.explain_wait_for_room(job);
        }
        None
    }

    /// Tries one job behind the head.
    #[inline]
    fn try_candidate(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        reservation: &mut Reservation,
    ) {
        let free = context.free_nodes();
        let nodes = context.nodes_of(job);
        if nodes > free || (families::OUTAGES && nodes > context.room_for(job)) {
            return context.explain_wait_for_room(job);
        }
        let Reservation {
            head,
            shadow,
            extra,
        } = *reservation;
        if self.running.completion_if_started(context, job) <= shadow {
            self.start(context, job, StartReason::BeforeShadow { head, shadow });
        } else if families::OUTAGES && context.has_limits_ahead() {
            self.try_among_limits(context, job, (head, shadow));
        } else if nodes <= extra {
            let reason = StartReason::ExtraNodes {
                head,
                shadow,
                extra,
            };
            if self.start(context, job, reason) {
                reservation.extra -= nodes;
            }
        } else {
            let reason = WaitReason::WouldDelay {
                head,
                shadow,
                extra,
            };
            context.explain_wait(job, reason);
        }
    }

    /// Tries a job that would still run when the head is to start, where maintenance or
    /// caps are ahead. What the head can spare depends on the job: on its end, and on the
    /// nodes it could have.
    fn try_among_limits(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        (head, shadow): (JobId, Time),
    ) {
        let extra = self.running.nodes_spared(context, (head, shadow), job);
        if context.nodes_of(job) <= extra {
            let reason = StartReason::ExtraNodes {
                head,
                shadow,
                extra,
            };
            let head = (head, shadow);
            // Cannot fail: the room has been counted.
            let _ = self.running.start_sparing(context, head, job, reason);
        } else {
            let reason = WaitReason::WouldDelay {
                head,
                shadow,
                extra,
            };
            context.explain_wait(job, reason);
        }
    }

    /// First job of a long queue, from `candidate` on, that may start: too wide ones are
    /// passed over, and all that would delay the head.
    fn next_candidate(
        &self,
        context: &mut Context<'_, '_>,
        candidate: Option<JobId>,
        reservation: &Reservation,
    ) -> Option<JobId> {
        let free = context.free_nodes();
        if free == 0 {
            return None;
        }
        let is_plain =
            context.is_estimated_plainly() && self.running.planning.predictions().is_none();
        let limits = CandidateLimits {
            nodes: free,
            estimate: reservation.shadow.since(context.now()),
            spared: if is_plain { reservation.extra } else { free },
        };
        context.first_candidate(candidate, &limits)
    }

    fn backfill(&mut self, context: &mut Context<'_, '_>, mut reservation: Reservation) {
        let mut candidate = context.after(reservation.head);
        let mut looked_at = 0;
        // Too wide jobs are skipped, unless they are counted or reasons are reported.
        let passes_over = self.depth == usize::MAX && !context.wants_reasons();
        let is_long = passes_over && context.has_long_queue();
        loop {
            if is_long {
                candidate = self.next_candidate(context, candidate, &reservation);
            } else if passes_over {
                candidate = context.first_fitting(candidate);
            }
            let Some(job) = candidate else { return };
            candidate = context.after(job);
            if context.free_nodes() == 0 && !context.wants_reasons() {
                return; // with a depth
            }
            if looked_at == self.depth {
                context.explain_wait(job, WaitReason::BeyondDepth);
                continue;
            }
            looked_at += 1;
            self.try_candidate(context, job, &mut reservation);
        }
    }

    /// Backfills in an order of its own.
    fn backfill_by(
        &mut self,
        context: &mut Context<'_, '_>,
        mut reservation: Reservation,
        order: Order,
        candidates: &mut [Option<JobId>],
    ) {
        let mut count = 0;
        // A job that is too wide now stays so until the end of the pass.
        let fits = |job: &JobId| context.nodes_of(*job) <= context.free_nodes();
        let worth_trying =
            |job: &JobId| context.wants_reasons() || self.depth < usize::MAX || fits(job);
        let behind = |job: &JobId| *job != reservation.head;
        let queue = context.queue().filter(behind).filter(worth_trying);
        for (slot, job) in candidates.iter_mut().zip(queue) {
            *slot = Some(job);
            count += 1;
        }
        let candidates = candidates.get_mut(..count).unwrap_or_default();
        let now = context.now();
        candidates.sort_unstable_by_key(|&job| {
            job.map(|job| {
                let request = self.running.request(context, job);
                (order.rank(request, now), context.order_of(job))
            })
        });
        for (index, job) in candidates.iter().flatten().enumerate() {
            if index < self.depth {
                self.try_candidate(context, *job, &mut reservation);
            } else {
                context.explain_wait(*job, WaitReason::BeyondDepth);
            }
        }
    }
}

impl Policy for Easy<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        setup.check_equal_nodes()?;
        let jobs = setup.jobs();
        if let Some((_, candidates)) = &self.backfill {
            CapacityError::unless("candidates", jobs, candidates.len())?;
        }
        Ok(self.running.check(setup)?)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let passed = self.running.update(context);
        self.ordering.apply(context, passed.is_some());
        let head = loop {
            match context.head() {
                None => return,
                Some(job) if self.start(context, job, StartReason::Head) => {}
                Some(job) => break job,
            }
        };
        if context.free_nodes() == 0 && !context.wants_reasons() {
            return;
        }
        let Some(reservation) = self.reserve(context, head) else {
            return;
        };
        match self.backfill.take().filter(|_| families::ORDERS) {
            None => self.backfill(context, reservation),
            Some((order, candidates)) => {
                self.backfill_by(context, reservation, order, candidates);
                self.backfill = Some((order, candidates));
            }
        }
    }
}
