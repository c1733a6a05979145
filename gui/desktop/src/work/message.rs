//! Messages of the work of a document: what is read or simulated.

use std::path::PathBuf;
use std::sync::Arc;

use crate::shared::runs::Finished;
use laboratory::base::problem::Problem;
use laboratory::load::Opened;
use laboratory::record::Experiment;
use laboratory::run::Choice;
/// A message on what is read or simulated.
pub(crate) enum WorkMessage {
    /// Present stage.
    Stage(String),
    /// A file was read.
    Opened(Opened, PathBuf),
    /// The scenario was made ready.
    Prepared(Arc<Experiment>),
    /// The next run, in the order requested, is finished.
    Ran(Box<Finished>),
    /// The next run is a branch that cannot be run; the other runs are not stopped by that.
    BranchFailed(Box<Choice>, Problem),
}
