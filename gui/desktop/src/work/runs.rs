//! Work in the background for a document: it reads a file, prepares a workload and runs it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::at_once;
use super::message::WorkMessage;
use super::pending::Reporter;
use laboratory::base::problem::Problem;
use laboratory::load::{self, Opened, recorded};
use laboratory::record::Experiment;
use laboratory::run::Choice;
use laboratory::scenario::Scenario;

/// Reads a scenario or a log.
pub(super) fn read(path: PathBuf, reporter: &Reporter<WorkMessage>) -> Result<(), Problem> {
    reporter.answer(WorkMessage::Stage(format!("reading {}", path.display())));
    let mut opened = load::open_any(&path)?;
    if let Opened::Jobs(scenario) = &mut opened {
        recorded::add_to(scenario, &path);
    }
    reporter.answer(WorkMessage::Opened(opened, path));
    Ok(())
}

/// Prepares `scenario`, whose paths are relative to the file `source`, unless its experiment is
/// `known`, and runs it once for each of `choices`.
pub(super) fn simulate(
    scenario: &Scenario,
    source: Option<&Path>,
    choices: &[Choice],
    known: Option<Arc<Experiment>>,
    reporter: &Reporter<WorkMessage>,
) -> Result<(), Problem> {
    let progress = &reporter.progress;
    let experiment = if let Some(known) = known {
        load::check_policies(scenario)?;
        known
    } else {
        reporter.answer(WorkMessage::Stage("preparing the workload".to_owned()));
        let experiment = Arc::new(load::prepare(scenario, source, progress)?);
        reporter.answer(WorkMessage::Prepared(Arc::clone(&experiment)));
        experiment
    };
    at_once::simulate(&experiment, choices, progress, |message| {
        reporter.answer(message);
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::pending::{Message, Pending};
    use crate::work::worker::Worker;

    #[test]
    fn a_file_that_is_not_there_is_a_problem() {
        let worker = Worker::start();
        let path = PathBuf::from("/no/such/folder/scenario.ron");
        let pending: Pending<WorkMessage> = worker.request(move |reporter| read(path, reporter));
        worker.finish();
        let stage = pending.poll();
        assert!(matches!(
            stage,
            Some(Message::Answer(WorkMessage::Stage(_)))
        ));
        assert!(matches!(pending.poll(), Some(Message::Failed(_))));
    }
}
