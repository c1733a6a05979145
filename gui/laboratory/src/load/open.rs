//! Contents of files, opened according to their format.

use std::path::{Path, PathBuf};

use super::cases;
use crate::base::input_file::{self, STANDARD_INPUT};
use crate::base::problem::Problem;
use crate::base::problem::open_problem;
use crate::base::system::files;
use crate::family::slots::search as slots;
use crate::family::slots::search::scenario::SlotSearch;
use crate::scenario::placement::servers::Servers;
use crate::scenario::placement::workflow::WorkflowWorkload;
use crate::scenario::{Machine, PolicyName, Scenario, SwfWorkload, Workload, parse};

/// Contents of a file.
#[derive(Clone, PartialEq, Debug)]
pub enum Opened {
    /// Jobs to be run.
    Jobs(Box<Scenario>),
    /// Windows to be searched for.
    Search(Box<SlotSearch>),
}

pub(super) fn scenario(path: &Path) -> Result<Opened, Problem> {
    parsed(&cases::text(path)?, path)
}

/// The scenario `text`, which stands at `path`.
pub(super) fn parsed(text: &str, path: &Path) -> Result<Opened, Problem> {
    if slots::is_search(text) {
        let search = slots::parse(text).map_err(|problem| problem.in_file(path))?;
        return Ok(Opened::Search(Box::new(search)));
    }
    let scenario = parse(text, Some(path))?;
    Ok(Opened::Jobs(Box::new(scenario)))
}

pub(super) fn log(path: &Path) -> Result<Opened, Problem> {
    Ok(Opened::Jobs(Box::new(log_scenario(&existing_path(path)?))))
}

pub(super) fn workflow(path: &Path) -> Result<Opened, Problem> {
    let workload = Workload::Workflow(WorkflowWorkload {
        path: Some(existing_path(path)?),
        ..WorkflowWorkload::default()
    });
    let scenario = default_scenario(path, Machine::Servers(Servers::default()), workload);
    Ok(Opened::Jobs(Box::new(scenario)))
}

/// Absolute path of an existing file; standard input keeps its name.
pub(super) fn existing_path(path: &Path) -> Result<PathBuf, Problem> {
    if path != Path::new(STANDARD_INPUT) {
        files::metadata(path).map_err(|error| open_problem(path, &error))?;
    }
    Ok(input_file::absolute(path))
}

/// Scenario of the log at `path` with every default policy; the log is not read.
pub fn log_scenario(path: &Path) -> Scenario {
    let workload = Workload::Swf(SwfWorkload::with_path(path.to_path_buf()));
    default_scenario(path, Machine::cluster(None), workload)
}

/// Scenario titled by its file name, with the default policies.
pub(super) fn default_scenario(path: &Path, machine: Machine, workload: Workload) -> Scenario {
    let name = path.file_name().unwrap_or(path.as_os_str());
    Scenario {
        title: name.to_string_lossy().into_owned(),
        policies: PolicyName::defaults_for(&machine).to_vec(),
        ..Scenario::of(machine, workload)
    }
}
