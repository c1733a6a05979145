//! What is known of a moldable job.

use super::{Share, Speedup, Work};
use crate::error::ScenarioError;
use crate::exact::{Amount, Exact};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// What is known of a moldable job.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoldSpec<'a> {
    /// How much processor time it needs.
    pub work: Work,
    /// How much faster it is on more.
    pub speedup: Speedup<'a>,
    /// How many its user asked for.
    pub size: u32,
    /// When it should have ended; [`Time::MAX`] if it need not.
    pub deadline: Time,
    /// The share of each of its processors that it uses, if not as its speed-up says.
    pub utilisation: Option<Share>,
}

impl MoldSpec<'_> {
    /// How long it runs on so many processors; [`Exact::MAX`] if too long to say.
    pub fn time(&self, processors: u32) -> Exact {
        self.work.at(&self.speedup, processors)
    }

    /// Processor time it needs at a speed-up of 1.
    pub fn amount(&self) -> Amount {
        self.work.amount(&self.speedup)
    }

    /// The share of each of so many processors that it uses.
    pub fn share(&self, processors: u32) -> Share {
        let by_speedup = || self.speedup.utilisation(processors);
        self.utilisation.unwrap_or_else(by_speedup)
    }

    /// Whether it can be simulated as `job`, submitted at `submit`.
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
