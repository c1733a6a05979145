//! Predictions of starts, effects of other settings, the health of the log, and the fit to it.

use std::sync::Arc;

use cosched_core::Time;

use super::instant::Answer;
use super::runs::RunId;
use laboratory::load::health::Health;
use laboratory::record::Run;
use laboratory::run::fit::FitReport;
use laboratory::run::predict::forecast::Forecast;
use laboratory::run::whatif::tables::WhatIfReport;

/// Jobs that run and wait as predictions begin.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Beginning {
    /// Those of the log, if it says when jobs started.
    #[default]
    Log,
    /// Those of the simulated run.
    Run,
}

/// Predicted starts of the jobs that wait at an instant, under the policy of a run.
pub(crate) struct PredictedStarts {
    pub(crate) id: RunId,
    pub(crate) at: Time,
    pub(crate) from: Beginning,
    /// Absent while it is pending.
    pub(crate) answer: Answer<StartsFound>,
}

/// Starts, and the run that they are of: that one itself, or one that goes on from the log.
pub(crate) struct StartsFound {
    pub(crate) run: Arc<Run>,
    pub(crate) forecast: Forecast,
}

/// Effect of changes on the jobs of a run.
pub(crate) struct WhatIfResult {
    pub(crate) id: RunId,
    /// Changes, each a name and a value.
    pub(crate) changes: Vec<String>,
    /// Absent while it is pending.
    pub(crate) answer: Answer<WhatIfReport>,
}

/// All answers of this kind.
#[derive(Default)]
pub(crate) struct PredictionReport {
    pub(crate) starts: Option<PredictedStarts>,
    pub(crate) changed: Option<WhatIfResult>,
    /// Health of the open log; absent if it has not been checked.
    pub(crate) health: Option<Answer<Health>>,
    /// Fit to the open log; absent if it was not requested.
    pub(crate) fit: Option<Answer<FitReport>>,
}
impl PredictionReport {
    /// Returns the effect of the changes, once it is known.
    pub(crate) fn change(&self) -> Option<&WhatIfReport> {
        self.changed.as_ref()?.answer.as_ref()?.as_ref().ok()
    }

    /// Returns the fit to the log, once it is known.
    pub(crate) fn fitted(&self) -> Option<&FitReport> {
        self.fit.as_ref()?.as_ref()?.as_ref().ok()
    }
}
