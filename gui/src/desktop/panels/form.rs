//! The form on the left: the scenario that its widgets change, and what they have to know for that.

use crate::desktop::Command;
use crate::desktop::shared::document::Document;
use crate::desktop::shared::runs::Runs;
use crate::record::Experiment;

/// The form, as its parts see it.
pub(in crate::desktop) struct Form<'a> {
    pub(in crate::desktop) document: &'a mut Document,
    /// What the last simulated scenario amounted to.
    pub(in crate::desktop) experiment: Option<&'a Experiment>,
    /// What else there is to remark on it.
    pub(in crate::desktop) remarks: &'a [String],
    pub(in crate::desktop) runs: &'a Runs,
    /// What is to be done once the form is drawn.
    pub(in crate::desktop) commands: &'a mut Vec<Command>,
}
