//! Jobs placed on shared servers: SLF, LET, MOM.

mod buffers;
mod columns;
pub mod metrics;
pub mod record;

use super::room::{Family, no_line, no_tables};
use crate::scenario::PolicyName;
use crate::scenario::placement::FAMILY_INFO;
use buffers::OwnedPlacing;
use record::PlacementSink;

pub(crate) use buffers::threads_of;

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    policies: &[
        PolicyName::Slf,
        PolicyName::Let,
        PolicyName::Mom,
        PolicyName::LoadAverage,
        PolicyName::Mapping,
    ],
    metrics: metrics::METRICS,
    // A sentence of its own gives the makespan and its lower bound.
    line_metrics: no_line,
    columns: Some(columns::COLUMNS),
    tables: no_tables,
    buffers: |_, choice, setup| Ok(Box::new(OwnedPlacing::new(choice, setup)?)),
    add_recorders: |experiment, _, in_full, recorders| {
        if !experiment.hosting.servers.is_empty() {
            recorders.add(PlacementSink::new(experiment, in_full));
        }
    },
};
