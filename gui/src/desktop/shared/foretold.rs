//! What is found out of the future of who waits, of other settings, and of the log itself.

use cosched_core::Time;

use super::instant::Answer;
use super::runs::RunId;
use crate::load::health::Health;
use crate::run::predict::forecast::Forecast;
use crate::run::whatif::tables::Told;

/// When those who wait in a run at an instant may start.
pub(in crate::desktop) struct Starts {
    pub(in crate::desktop) id: RunId,
    pub(in crate::desktop) at: Time,
    /// Nothing while it is being found out.
    pub(in crate::desktop) answer: Answer<Forecast>,
}

/// What changes would have done to the jobs of a run.
pub(in crate::desktop) struct Changed {
    pub(in crate::desktop) id: RunId,
    /// Each a name and a value.
    pub(in crate::desktop) changes: Vec<String>,
    /// Nothing while it is being found out.
    pub(in crate::desktop) answer: Answer<Told>,
}

/// What was found out.
#[derive(Default)]
pub(in crate::desktop) struct Foretold {
    pub(in crate::desktop) starts: Option<Starts>,
    pub(in crate::desktop) changed: Option<Changed>,
    /// Of the log that is open; nothing if it has not been looked at.
    pub(in crate::desktop) health: Option<Answer<Health>>,
}
impl Foretold {
    /// What changes would have done, once that is found out.
    pub(in crate::desktop) fn change(&self) -> Option<&Told> {
        self.changed.as_ref()?.answer.as_ref()?.as_ref().ok()
    }
}
