//! Predictions of starts, effects of other settings, and the health of the log.

use cosched_core::Time;

use super::instant::Answer;
use super::runs::RunId;
use crate::load::health::Health;
use crate::run::predict::forecast::Forecast;
use crate::run::whatif::tables::WhatIfReport;

/// Predicted starts of the jobs that wait in a run at an instant.
pub(in crate::desktop) struct PredictedStarts {
    pub(in crate::desktop) id: RunId,
    pub(in crate::desktop) at: Time,
    /// Absent while it is pending.
    pub(in crate::desktop) answer: Answer<Forecast>,
}

/// Effect of changes on the jobs of a run.
pub(in crate::desktop) struct WhatIfResult {
    pub(in crate::desktop) id: RunId,
    /// Changes, each a name and a value.
    pub(in crate::desktop) changes: Vec<String>,
    /// Absent while it is pending.
    pub(in crate::desktop) answer: Answer<WhatIfReport>,
}

/// All answers of this kind.
#[derive(Default)]
pub(in crate::desktop) struct PredictionReport {
    pub(in crate::desktop) starts: Option<PredictedStarts>,
    pub(in crate::desktop) changed: Option<WhatIfResult>,
    /// Health of the open log; absent if it has not been checked.
    pub(in crate::desktop) health: Option<Answer<Health>>,
}
impl PredictionReport {
    /// Returns the effect of the changes, once it is known.
    pub(in crate::desktop) fn change(&self) -> Option<&WhatIfReport> {
        self.changed.as_ref()?.answer.as_ref()?.as_ref().ok()
    }
}
