//! Windows of slots under a budget.

mod buffers;
mod columns;
pub mod market;
pub mod metrics;
pub mod record;
pub mod search;

use super::room::{Addition, Family};
use crate::scenario::PolicyName;
use crate::scenario::slots::FAMILY_INFO;
use buffers::OwnedSlots;
use market::Market;
use record::SlotSink;

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    // Its metrics are part of the line of moldable jobs.
    addition: Addition {
        metrics: metrics::METRICS,
        columns: Some(columns::COLUMNS),
        add_recorders: |experiment, choice, _, recorders| {
            if choice.policy == PolicyName::Slots {
                recorders.add(SlotSink::new(experiment));
            }
            Ok(())
        },
        ..Addition::NONE
    },
    buffers: |experiment, choice, setup| {
        let buying = &choice.parameters.slots;
        let market = Market::of(experiment, buying);
        Ok(Box::new(OwnedSlots::new(market, buying, setup)?))
    },
};
