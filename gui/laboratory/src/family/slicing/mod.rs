//! Time slices with node memory: Scojo-PECT.

mod buffers;
mod columns;
pub mod metrics;
pub mod record;

use super::room::{Family, no_tables};
use crate::scenario::PolicyName;
use crate::scenario::slicing::FAMILY_INFO;
use buffers::OwnedSlicing;
use record::{MemorySink, OverheadRecorder};

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    policies: &[PolicyName::ScojoPect],
    metrics: metrics::METRICS,
    line_metrics: |run| {
        if run.policy.shares_nodes() {
            &[metrics::METRICS]
        } else {
            &[]
        }
    },
    columns: Some(columns::COLUMNS),
    tables: no_tables,
    buffers: |experiment, choice, setup| {
        let buffers = OwnedSlicing::new(experiment, &choice.parameters, setup)?;
        Ok(Box::new(buffers))
    },
    add_recorders: |experiment, choice, in_full, recorders| {
        if !choice.policy.shares_nodes() {
            return;
        }
        recorders.add(OverheadRecorder::new(experiment.jobs.len(), in_full));
        if in_full {
            recorders.add(MemorySink::new(experiment));
        }
    },
};
