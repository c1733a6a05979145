//! Windows of slots under a budget.

mod buffers;
mod columns;
pub mod market;
pub mod metrics;
pub mod record;
pub mod search;

use super::room::{Family, no_tables};
use crate::scenario::PolicyName;
use buffers::OwnedWindows;
use market::Market;
use record::WindowSink;

/// The family.
pub const FAMILY: Family = Family {
    title: "Slots under a budget",
    policies: &[PolicyName::Windows],
    metrics: metrics::METRICS,
    columns: Some(columns::COLUMNS),
    tables: no_tables,
    buffers: |experiment, choice, setup| {
        let windowing = &choice.parameters.windows;
        let market = Market::of(experiment, windowing);
        Ok(Box::new(OwnedWindows::new(market, windowing, setup)?))
    },
    listen: |experiment, choice, _, recorders| {
        if choice.policy == PolicyName::Windows {
            recorders.add(WindowSink::new(experiment));
        }
    },
};
