//! Parameters that logs and models of workloads share: the load, and the source of memory.

use egui::Ui;

use crate::widgets::parameter::{Number, named, optional_choice_of};
use laboratory::scenario::LublinWorkload;
use laboratory::scenario::reference::Variants;
use laboratory::scenario::slicing::MemorySource;

/// Returns the offered load; the slider covers what makes sense to try.
pub(crate) fn load() -> Number<'static> {
    Number::of(&LublinWorkload::LOAD)
}

/// Shows the source of the jobs' memory; only a log's jobs have it from the log.
pub(crate) fn memory_source(
    ui: &mut Ui,
    value: &mut Option<MemorySource>,
    reset: &Option<MemorySource>,
    has_log: bool,
) {
    let mut sources = named(MemorySource::all(), &LublinWorkload::MEMORY);
    sources.retain(|(source, ..)| has_log || *source != MemorySource::Log);
    let field = &LublinWorkload::MEMORY;
    optional_choice_of(ui, field, value, reset, "Jobs need no memory", sources);
}
