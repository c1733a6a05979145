//! Runs of small scenarios, for tests.

use std::sync::Arc;

use crate::base::progress::Progress;
use crate::load;
use crate::record::Run;
use crate::run::{choices, simulate};
use crate::scenario;

/// The first run of the scenario in `text`.
pub(crate) fn simulated(text: &str) -> Run {
    let scenario = scenario::parse(text, None).expect("a scenario");
    let experiment = load::prepare(&scenario, None, &Progress::default()).expect("its jobs");
    let choice = &choices(&scenario)[0];
    let run = simulate(&Arc::new(experiment), choice, true, &Progress::default());
    run.expect("a valid experiment").expect("not cancelled")
}
