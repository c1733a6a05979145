//! Specification of a moldable job.

use super::{Share, Speedup, Work};
use crate::error::ScenarioError;
use crate::exact::{Amount, Exact};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Specification of a moldable job.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoldSpec<'a> {
    /// Its work as processor time.
    pub work: Work,
    /// Its speed-up on several processors.
    pub speedup: Speedup<'a>,
    /// Number of processors requested by its user.
    pub size: u32,
    /// Its deadline; [`Time::MAX`] without one.
    pub deadline: Time,
    /// Share of each of its processors that it uses, if not by its speed-up.
    pub utilisation: Option<Share>,
}

impl MoldSpec<'_> {
    /// Runtime on `processors` processors; [`Exact::MAX`] if out of range.
    pub fn time(&self, processors: u32) -> Exact {
        self.work.at(&self.speedup, processors)
    }

    /// Processor time it needs at a speed-up of 1.
    pub fn amount(&self) -> Amount {
        self.work.amount(&self.speedup)
    }

    /// Share of each of `processors` processors that it uses.
    pub fn share(&self, processors: u32) -> Share {
        let by_speedup = || self.speedup.utilisation(processors);
        self.utilisation.unwrap_or_else(by_speedup)
    }

    /// Checks that it can be simulated as `job`, submitted at `submit`.
    pub(crate) fn check(&self, job: JobId, submit: Time) -> Result<(), ScenarioError> {
        if self.work.is_none() {
            return Err(ScenarioError::NoWork { job });
        }
        if self.deadline < submit {
            return Err(ScenarioError::DeadlinePassed { job });
        }
        self.speedup
            .check()
            .map_err(|error| ScenarioError::Speedup { job, error })
    }
}
