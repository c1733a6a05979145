//! What logs and models of workloads can both be told: the load, and where memory comes from.

use egui::Ui;

use crate::desktop::widgets::parameter::{Number, choice};
use crate::scenario::LOADS;
use crate::scenario::slicing::MemorySource;

/// The offered load; the slider covers what makes sense to try.
pub(in crate::desktop) const LOAD: Number<'_> = Number {
    name: "Offered load",
    unit: "",
    tooltip: "Work submitted over what the machine can do; times between submissions are scaled to it",
    range: LOADS,
    speed: 0.005,
    decimals: 3,
    slider: Some(0.1..=1.2),
    described: None,
};

/// Every source of jobs' memory with its name and what it means.
pub(in crate::desktop) const MEMORY: [(Option<MemorySource>, &str, &str); 8] = [
    (None, "none", "Jobs need no memory"),
    (
        Some(MemorySource::Log),
        "as in the log",
        "Requested memory, or used memory where that is missing",
    ),
    (
        Some(MemorySource::Mm1),
        "MM1: long much",
        "Long jobs need much memory, short ones little",
    ),
    (
        Some(MemorySource::Mm2),
        "MM2: short much",
        "Short jobs need much memory, long ones little",
    ),
    (
        Some(MemorySource::Mm3),
        "MM3: long more",
        "Like MM1, more so",
    ),
    (
        Some(MemorySource::Mm4),
        "MM4: short more",
        "Like MM2, more so",
    ),
    (
        Some(MemorySource::Mm5),
        "MM5: even",
        "Every class the same: runtime does not tell memory",
    ),
    (
        Some(MemorySource::Uniform),
        "uniform",
        "One to ten tenths of a node, equally likely",
    ),
];

/// Where the jobs' memory comes from; `Log` is for logs alone.
pub(in crate::desktop) fn memory_source(
    ui: &mut Ui,
    value: &mut Option<MemorySource>,
    reset: &Option<MemorySource>,
    sources: &[(Option<MemorySource>, &str, &str)],
) {
    let name = (
        "Job memory",
        "Where the memory of jobs comes from; policies that let jobs share nodes in time use it: Scojo-PECT, gang scheduling and flexible coscheduling",
    );
    choice(ui, name, value, reset, sources);
}
