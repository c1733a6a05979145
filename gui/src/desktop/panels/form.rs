//! The form on the left: the scenario that its widgets edit, and the context they need.

use crate::desktop::Command;
use crate::desktop::shared::document::Document;
use crate::desktop::shared::runs::Runs;
use crate::record::Experiment;

/// The form, as its parts see it.
pub(in crate::desktop) struct Form<'a> {
    pub(in crate::desktop) document: &'a mut Document,
    /// Experiment that was simulated last.
    pub(in crate::desktop) experiment: Option<&'a Experiment>,
    /// Further remarks on it.
    pub(in crate::desktop) remarks: &'a [String],
    pub(in crate::desktop) runs: &'a Runs,
    /// Commands to perform once the form is drawn.
    pub(in crate::desktop) commands: &'a mut Vec<Command>,
}
