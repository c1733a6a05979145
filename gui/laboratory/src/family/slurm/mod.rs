//! Slurm's scheduler.

pub mod buffers;

use cosched_core::Duration;

use super::room::{Family, no_line, no_tables};
use crate::scenario::PolicyName;
use crate::scenario::slurm::FAMILY_INFO;
use buffers::{OwnedSharedSlurm, OwnedSlurm};

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    policies: &[PolicyName::Slurm],
    // Only the metrics of every run.
    metrics: &[],
    line_metrics: no_line,
    columns: None,
    tables: no_tables,
    buffers: |experiment, choice, setup| {
        let origin = Duration::from_seconds(experiment.clock.epoch());
        let (told, order) = (choice.parameters.slurm, choice.parameters.order);
        Ok(match setup.cluster {
            Some(_) => Box::new(OwnedSharedSlurm::new(told, order, origin, setup)?),
            None => Box::new(OwnedSlurm::new(told, order, origin, setup)?),
        })
    },
    add_recorders: |_, _, _, _| {},
};
