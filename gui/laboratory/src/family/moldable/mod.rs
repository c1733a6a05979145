//! Moldable jobs, on two tiers and with deadlines: KCEASY, ADaSA.

pub mod admission;
mod buffers;
pub mod metrics;
pub mod molds;
pub mod record;

use super::room::{Addition, Family};
use crate::scenario::moldable::FAMILY_INFO;
use buffers::OwnedMolding;
use record::MoldSink;

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    addition: Addition {
        metrics: metrics::METRICS,
        line_metrics: |run| {
            let molds = run.policy.molds() || run.experiment.has_deadlines();
            if molds || run.slots().is_some() {
                &[metrics::METRICS, super::slots::metrics::METRICS]
            } else {
                &[]
            }
        },
        utilisation: |run| metrics::is_moldable(run).then(|| metrics::utilisation(run)),
        add_recorders: |experiment, choice, _, recorders| {
            if choice.policy.molds() {
                recorders.add(MoldSink::new(experiment));
            }
            Ok(())
        },
        ..Addition::NONE
    },
    buffers: |_, choice, setup| Ok(Box::new(OwnedMolding::new(choice, setup))),
};
