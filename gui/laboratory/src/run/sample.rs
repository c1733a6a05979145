//! Runs of small scenarios, for tests and examples.

use std::sync::Arc;

use crate::base::progress::Progress;
use crate::load;
use crate::record::Run;
use crate::run::{choices, simulate};
use crate::scenario;

/// Returns the first run of the scenario in `text`, with its segments.
///
/// # Panics
/// If `text` is no scenario, or one that cannot be run.
pub fn simulated(text: &str) -> Run {
    let scenario = scenario::parse(text, None).expect("a scenario");
    let experiment = load::prepare(&scenario, None, &Progress::default()).expect("its jobs");
    let choice = &choices(&scenario)[0];
    let run = simulate(&Arc::new(experiment), choice, true, &Progress::default());
    run.expect("a valid experiment").expect("not cancelled")
}
