//! Parameters that logs and models of workloads share: the load, and the source of memory.

use std::path::Path;

use egui::Ui;

use crate::widgets::parameter::{Number, named, optional_choice_of};
use laboratory::load::offered_load_of;
use laboratory::record::Experiment;
use laboratory::scenario::reference::Variants;
use laboratory::scenario::slicing::MemorySource;
use laboratory::scenario::{LublinWorkload, Workload};

/// Load of a model that is new, and of a log whose own is not known.
pub(super) const FIRST_LOAD: f64 = 0.8;

/// Returns the offered load; the slider covers what makes sense to try.
pub(crate) fn load() -> Number<'static> {
    Number::of(&LublinWorkload::LOAD)
}

/// Shows the offered load of the log at `path`, which begins at its own if `simulated` is of it.
pub(crate) fn load_of_log(
    ui: &mut Ui,
    (value, reset): (&mut Option<f64>, &Option<f64>),
    absent: &str,
    (path, simulated): (&Path, Option<&Experiment>),
) {
    let first = || {
        let own = simulated.and_then(|simulated| own_load(path, simulated));
        own.unwrap_or(FIRST_LOAD)
    };
    load().optional_from(ui, (value, reset), absent, first);
}

/// Returns the load that the log at `path` has itself, to the decimals that are shown, if `simulated`
/// is of its jobs with the times that it has.
fn own_load(path: &Path, simulated: &Experiment) -> Option<f64> {
    let workload = &simulated.scenario.workload;
    let of = match workload {
        Workload::Swf(log) => &log.path,
        Workload::Table(table) => &table.path,
        _ => return None,
    };
    let is_its_own = of == path && workload.load().is_none();
    let own = offered_load_of(simulated).filter(|_| is_its_own)?;
    let number = load();
    let unit = 10_f64.powi(number.decimals as i32);
    let (least, most) = (*number.range.start(), *number.range.end());
    Some(((own * unit).round() / unit).clamp(least, most))
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
