//! Runtimes predicted from those of earlier jobs of the same user.
//!
//! Tsafrir, Etsion and Feitelson, "Backfilling using system-generated predictions rather
//! than user runtime estimates", 2007.

use core::marker::PhantomData;

use crate::engine::Context;
use crate::error::CapacityError;
use crate::exact::Exact;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// Growth of a prediction in minutes each time it fails, as published: by a minute, by five
/// more, and so on; after the last step the user's estimate holds.
const STEPS: [u64; 11] = [1, 5, 15, 30, 60, 120, 300, 600, 1200, 3000, 6000];

/// Runtimes of the last two ended jobs of a user; 0 for a missing one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LastTwo([Duration; 2]);

impl LastTwo {
    /// No job has ended yet.
    pub const EMPTY: Self = Self([Duration::ZERO; 2]);

    /// Adds the runtime of an ended job.
    #[inline]
    pub fn learn(&mut self, runtime: Duration) {
        // Less than the resolution of the clock is not 0, which means missing.
        self.0 = [Duration(runtime.0.max(1)), self.0[0]];
    }

    /// Their average, rounded up; `None` before two have ended.
    #[inline]
    pub fn average(&self) -> Option<Duration> {
        let [last, before] = self.0;
        let (last, before) = (last.0, before.0);
        // Halves are summed, so that nothing overflows.
        (before > 0).then(|| Duration(last / 2 + before / 2 + (last % 2 + before % 2).div_ceil(2)))
    }
}

/// Predictions for backfilling: the average of the last two ended jobs of the user, at most
/// the estimate, which is used until there are two.
///
/// They replace estimates wherever a policy plans: for the ends of running jobs, and for
/// whether waiting jobs would end in time. Jobs are killed at their estimates as before. A
/// prediction is made with the knowledge at the pass, until the job starts or gets a
/// reservation; from then on it stays, and where the job outruns it, it grows in steps of 1
/// min, 5 min, 15 min, 30 min, 1 h, 2 h, 5 h, 10 h, 20 h, 50 h and 100 h to the estimate.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "predictions"),
    allow(dead_code, reason = "no policy plans by them")
)]
pub struct Predictions<'a> {
    users: &'a [u32],
    last: &'a mut [LastTwo],
    // Zero without a prediction.
    noted: &'a mut [Duration],
}

/// Basis of planning. Without predictions built there is only one, and the other takes no
/// room.
#[derive(Debug)]
pub(in crate::policy) enum Planning<'a> {
    /// The users' estimates.
    Estimates(PhantomData<&'a ()>),
    /// Predictions.
    #[cfg(feature = "predictions")]
    Predictions(Predictions<'a>),
}

impl<'a> Planning<'a> {
    /// Planning by estimates.
    pub(in crate::policy) const ESTIMATES: Self = Self::Estimates(PhantomData);

    /// The predictions, if used.
    #[inline]
    pub(in crate::policy) fn predictions(&self) -> Option<&Predictions<'a>> {
        match self {
            Self::Estimates(_) => None,
            #[cfg(feature = "predictions")]
            Self::Predictions(predictions) => Some(predictions),
        }
    }

    /// The predictions, to be updated.
    #[inline]
    pub(in crate::policy) fn predictions_mut(&mut self) -> Option<&mut Predictions<'a>> {
        match self {
            Self::Estimates(_) => None,
            #[cfg(feature = "predictions")]
            Self::Predictions(predictions) => Some(predictions),
        }
    }
}

impl<'a> Predictions<'a> {
    /// For `jobs` jobs: `users` has a number below the length of `last` for each job, by
    /// its id (any other number is an unknown user, without predictions), `noted` has an
    /// entry for each job. The content of `last` is the knowledge of users beforehand.
    ///
    /// # Errors
    /// `users` or `noted` has fewer than `jobs` entries.
    pub fn new(
        users: &'a [u32],
        last: &'a mut [LastTwo],
        noted: &'a mut [Duration],
        jobs: usize,
    ) -> Result<Self, CapacityError> {
        let predictions = Self { users, last, noted };
        predictions.check(jobs)?;
        predictions.noted.fill(Duration::ZERO);
        Ok(predictions)
    }

    /// Checks that there is room for `jobs` jobs.
    pub(in crate::policy) fn check(&self, jobs: usize) -> Result<(), CapacityError> {
        CapacityError::unless("users", jobs, self.users.len())?;
        CapacityError::unless("noted", jobs, self.noted.len())
    }

    /// Adds the runtimes of jobs that ended at this instant.
    pub(in crate::policy) fn learn(&mut self, context: &Context<'_, '_>) {
        for job in context.ended() {
            // A job that is dropped while it waits has no runtime.
            if context.started(job) < Time::MAX && context.exclusive_nodes(job) > 0 {
                let runtime = context.now().since(context.started(job));
                if let Some(last) = self.last_of(job) {
                    last.learn(runtime);
                }
            }
        }
    }

    /// Notes predictions for all running jobs, which another policy has started.
    pub(in crate::policy) fn take_over(&mut self, context: &Context<'_, '_>) {
        for job in context.running() {
            self.fix(context, job);
        }
    }

    fn last_of(&mut self, job: JobId) -> Option<&mut LastTwo> {
        let user = *self.users.get(job.index())?;
        self.last.get_mut(user as usize)
    }

    /// Expected runtime of the waiting `job`, by present knowledge.
    pub(in crate::policy) fn of_waiting(&self, context: &Context<'_, '_>, job: JobId) -> Exact {
        let estimate = context.estimate(job);
        let user = self.users.get(job.index());
        let last = user.and_then(|&user| self.last.get(user as usize));
        match last.and_then(LastTwo::average) {
            Some(average) => estimate.min(average.into()),
            None => estimate,
        }
    }

    /// Fixes the present prediction for `job`.
    pub(in crate::policy) fn fix(&mut self, context: &Context<'_, '_>, job: JobId) {
        let prediction = self.of_waiting(context, job);
        if let Some(noted) = self.noted.get_mut(job.index()) {
            *noted = prediction.round_up();
        }
    }

    /// Fixed prediction of `job`, which has a reservation.
    pub(in crate::policy) fn fixed_prediction(
        &self,
        context: &Context<'_, '_>,
        job: JobId,
    ) -> Exact {
        let estimate = context.estimate(job);
        match self.noted.get(job.index()) {
            Some(&noted) if noted > Duration::ZERO => estimate.min(noted.into()),
            _ => estimate,
        }
    }

    /// Expected completion of `job`, which has started, as of a given instant.
    pub(in crate::policy) fn completion_at(
        &self,
        context: &Context<'_, '_>,
        job: JobId,
        requested: Time,
    ) -> Exact {
        let (started, estimate) = (context.plan(job), context.estimate(job));
        let mut predicted = self.fixed_prediction(context, job);
        for minutes in STEPS {
            if started + predicted > requested.into() || predicted >= estimate {
                break;
            }
            predicted = predicted + Exact::from(Duration::from_seconds(60 * minutes));
        }
        if predicted < estimate && started + predicted > requested.into() {
            started + predicted
        } else {
            context.expected_completion_at(job, requested)
        }
    }
}

/// Expected completion of `job`, which has started, as of a given instant, by
/// predictions if there are any.
#[inline]
pub(in crate::policy) fn completion_at(
    predictions: Option<&Predictions<'_>>,
    context: &Context<'_, '_>,
    job: JobId,
    requested: Time,
) -> Exact {
    match predictions {
        None => context.expected_completion_at(job, requested),
        Some(predictions) => predictions.completion_at(context, job, requested),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_average_needs_two_and_rounds_up() {
        let mut last = LastTwo::EMPTY;
        assert_eq!(last.average(), None);
        last.learn(Duration(7));
        assert_eq!(last.average(), None);
        last.learn(Duration(4));
        assert_eq!(last.average(), Some(Duration(6)));
        last.learn(Duration(u64::MAX));
        last.learn(Duration(u64::MAX));
        assert_eq!(last.average(), Some(Duration(u64::MAX)));
    }
}
