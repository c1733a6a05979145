//! Runs of the product from the text of a scenario.

use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::load;
use cosched::record::Run;
use cosched::run::{choices, simulate};
use cosched::scenario;

/// One run for each policy and variant, in their sequence, with segments if requested.
pub(crate) fn runs(text: &str, with_segments: bool) -> Result<Vec<Run>, String> {
    let scenario = scenario::parse(text, None).map_err(|problem| problem.to_string())?;
    let experiment = load::prepare(&scenario, None, &Progress::default());
    let experiment = Arc::new(experiment.map_err(|problem| problem.to_string())?);
    let each = choices(&scenario).into_iter().map(|choice| {
        let run = simulate(&experiment, &choice, with_segments, &Progress::default());
        let run = run.map_err(|problem| problem.to_string())?;
        run.ok_or_else(|| "cancelled".to_owned())
    });
    each.collect()
}
