//! Jobs placed on shared servers: SLF, LET, MOM.

mod buffers;
mod columns;
pub mod metrics;
pub mod record;

use super::room::{Addition, Family};
use crate::scenario::placement::FAMILY_INFO;
use buffers::OwnedPlacing;
use record::PlacementSink;

pub(crate) use buffers::threads_of;

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    addition: Addition {
        metrics: metrics::METRICS,
        // A sentence gives the makespan and its lower bound, instead of the metrics.
        lines: |run| metrics::bound_line(run).into_iter().collect(),
        utilisation: metrics::utilisation,
        columns: Some(columns::COLUMNS),
        add_recorders: |experiment, _, in_full, recorders| {
            if !experiment.hosting.servers.is_empty() {
                recorders.add(PlacementSink::new(experiment, in_full));
            }
            Ok(())
        },
        ..Addition::NONE
    },
    buffers: |_, choice, setup| Ok(Box::new(OwnedPlacing::new(choice, setup)?)),
};
