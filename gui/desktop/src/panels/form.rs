//! The form on the left: the scenario that its widgets edit, and the context they need.

use crate::command::name::Command;
use crate::shared::document::Document;
use crate::shared::runs::Runs;
use laboratory::record::Experiment;

/// The form, as its parts see it.
pub(crate) struct Form<'a> {
    pub(crate) document: &'a mut Document,
    /// Experiment that was simulated last.
    pub(crate) experiment: Option<&'a Experiment>,
    /// Further remarks on it.
    pub(crate) remarks: &'a [String],
    pub(crate) runs: &'a Runs,
    /// Commands to perform once the form is drawn.
    pub(crate) commands: &'a mut Vec<Command>,
}
