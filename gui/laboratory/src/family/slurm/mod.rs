//! Slurm's scheduler.

pub mod buffers;

use cosched_core::Duration;

use super::room::{Addition, Family};
use crate::scenario::PolicyName;
use crate::scenario::slurm::FAMILY_INFO;
use buffers::{OwnedSharedSlurm, OwnedSlurm};

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    policies: &[PolicyName::Slurm],
    addition: Addition::NONE,
    buffers: |experiment, choice, setup| {
        let origin = Duration::from_seconds(experiment.clock.epoch());
        let (settings, order) = (choice.parameters.slurm, choice.parameters.order);
        Ok(match setup.cluster {
            Some(_) => Box::new(OwnedSharedSlurm::new(settings, order, origin, setup)?),
            None => Box::new(OwnedSlurm::new(settings, order, origin, setup)?),
        })
    },
};
