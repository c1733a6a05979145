//! Metrics of runs with windows.

use super::record::SlotRecord;
use crate::record::metric::{Better, Metric, Value};
use crate::scenario::reference::sources::SLOTS;

/// The metrics.
pub const METRICS: &[Metric] = &[
    Metric {
        name: "cost",
        title: "cost of windows",
        unit: "",
        decimals: 2,
        better: Better::Less,
        least: 0.0,
        sentence: "What all windows cost together",
        source: SLOTS,
        is_defined: |run| run.slots().is_some(),
        value: Value::Kept(|run| run.slots().map(SlotRecord::cost)),
    },
    Metric {
        name: "quality",
        title: "quality of windows",
        unit: "",
        decimals: 2,
        better: Better::More,
        least: 0.0,
        sentence: "The qualities of all nodes in all windows, added up",
        source: SLOTS,
        is_defined: |run| run.slots().is_some(),
        value: Value::Kept(|run| run.slots().map(SlotRecord::quality)),
    },
];
