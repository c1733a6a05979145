//! Gang scheduling, flexible coscheduling and Agile.

mod buffers;
pub mod metrics;
pub mod processes;
pub mod record;
mod tables;

use super::room::{Addition, Family};
use crate::scenario::coscheduling::FAMILY_INFO;
use buffers::OwnedCoscheduling;
use record::QuantumSink;

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    addition: Addition {
        metrics: metrics::METRICS,
        line_metrics: |run| {
            if run.policy.has_quanta() {
                &[metrics::METRICS]
            } else {
                &[]
            }
        },
        tables: tables::tables,
        add_recorders: |experiment, choice, in_full, recorders| {
            if in_full && choice.policy.has_quanta() {
                recorders.add(QuantumSink::new(experiment, choice));
            }
            Ok(())
        },
        ..Addition::NONE
    },
    buffers: |experiment, choice, setup| {
        let buffers = OwnedCoscheduling::new(choice, setup, experiment.memory)?;
        Ok(Box::new(buffers))
    },
};
