//! Slurm's scheduler.

pub mod buffers;
pub mod yields;

use cosched_core::Duration;

use super::room::{Addition, Family};
use crate::scenario::slurm::FAMILY_INFO;
use buffers::{OwnedPasses, OwnedSharedSlurm, OwnedSlurm, OwnedUserLimit};
use yields::OwnedYields;

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    addition: Addition::NONE,
    buffers: |experiment, choice, setup| {
        let origin = Duration::from_seconds(experiment.clock.epoch());
        let (settings, order) = (choice.parameters.slurm, choice.parameters.order);
        let users = experiment.labels.iter().map(|label| label.user());
        let limit = OwnedUserLimit::new(&settings, users, setup.jobs());
        let passes = OwnedPasses {
            settings,
            order,
            origin,
            limit,
            yields: OwnedYields::new(&settings, setup.nodes),
        };
        Ok(match setup.cluster {
            Some(_) => Box::new(OwnedSharedSlurm::new(passes, setup)?),
            None => Box::new(OwnedSlurm::new(passes, setup)?),
        })
    },
};
