//! Parameters that logs and models of workloads share: the load, and the source of memory.

use egui::Ui;

use crate::desktop::widgets::parameter::{Number, choices, optional_choice_of};
use crate::scenario::reference;
use crate::scenario::slicing::MemorySource;

/// Returns the offered load; the slider covers what makes sense to try.
pub(in crate::desktop) fn load() -> Number<'static> {
    Number::of(&reference::LOAD)
        .with_slider(0.1..=1.2)
        .in_steps(0.005, 3)
}

/// Shows the source of the jobs' memory; only a log's jobs have it from the log.
pub(in crate::desktop) fn memory_source(
    ui: &mut Ui,
    value: &mut Option<MemorySource>,
    reset: &Option<MemorySource>,
    has_log: bool,
) {
    let mut sources = choices(&reference::JOB_MEMORY);
    sources.retain(|(source, ..)| has_log || *source != MemorySource::Log);
    let field = &reference::JOB_MEMORY.field;
    optional_choice_of(ui, field, value, reset, "Jobs need no memory", sources);
}
