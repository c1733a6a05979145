//! Slurm's scheduler.

pub mod buffers;

use cosched_core::Duration;

use super::room::{Family, no_line, no_tables};
use crate::scenario::PolicyName;
use crate::scenario::slurm::TERMS;
use buffers::OwnedSlurm;

/// The family.
pub const FAMILY: Family = Family {
    title: TERMS.title,
    policies: &[PolicyName::Slurm],
    // Those of every run.
    metrics: &[],
    line: no_line,
    columns: None,
    tables: no_tables,
    buffers: |experiment, choice, setup| {
        let origin = Duration::from_seconds(experiment.clock.epoch());
        let parameters = &choice.parameters;
        Ok(Box::new(OwnedSlurm::new(
            parameters.slurm,
            parameters.order,
            origin,
            setup,
        )))
    },
    listen: |_, _, _, _| {},
};
