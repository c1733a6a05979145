//! Time slices with node memory: Scojo-PECT.

mod buffers;
pub mod classes;
mod columns;
pub mod metrics;
pub mod record;

use super::room::{Addition, Family};
use crate::scenario::slicing::FAMILY_INFO;
use buffers::OwnedSlicing;
use record::{MemorySink, OverheadRecorder};

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    addition: Addition {
        metrics: metrics::METRICS,
        line_metrics: |run| {
            if run.policy.shares_nodes() {
                &[metrics::METRICS]
            } else {
                &[]
            }
        },
        lines: |run| {
            if run.policy.shares_nodes() {
                classes::lines(run)
            } else {
                Vec::new()
            }
        },
        columns: Some(columns::COLUMNS),
        tables: classes::tables,
        add_recorders: |experiment, choice, in_full, recorders| {
            if !choice.policy.shares_nodes() {
                return Ok(());
            }
            recorders.add(OverheadRecorder::new(experiment.jobs.len(), in_full));
            if in_full {
                recorders.add(MemorySink::new(experiment));
            }
            Ok(())
        },
        ..Addition::NONE
    },
    buffers: |experiment, choice, setup| {
        let buffers = OwnedSlicing::new(experiment, &choice.parameters, setup)?;
        Ok(Box::new(buffers))
    },
};
