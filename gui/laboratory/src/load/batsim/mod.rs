//! Batsim's workloads (JSON) and SimGrid's platforms (XML), as far as rigid jobs go.

mod platform;
mod profile;
#[cfg(test)]
mod tests;
mod value;
mod workload;

use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::base::problem::Problem;
use crate::base::text_file;
use crate::scenario::{Machine, Scenario, Workload};

use super::open::{Opened, default_scenario};
pub use platform::Platform;

/// Scenario of a workload, with remarks on what was left out or assumed.
#[derive(Clone, PartialEq, Debug)]
pub struct Batsim {
    /// The jobs on as many nodes as there are hosts.
    pub scenario: Scenario,
    /// Remarks, a sentence each.
    pub remarks: Vec<String>,
}

/// Whether the file at `path` is a workload of Batsim, not a workflow, both of which are JSON.
pub(super) fn is_workload(path: &Path) -> bool {
    #[derive(Deserialize)]
    struct Sight {
        jobs: Option<IgnoredAny>,
        profiles: Option<IgnoredAny>,
        nb_res: Option<IgnoredAny>,
        workflow: Option<IgnoredAny>,
    }
    let text = text_file::read(path, WHAT).unwrap_or_default();
    let sight = serde_json::from_str::<Sight>(&text);
    sight.is_ok_and(|sight| {
        let parts = [sight.jobs, sight.profiles, sight.nb_res];
        sight.workflow.is_none() && parts.iter().any(Option::is_some)
    })
}

const WHAT: &str = "a workload of Batsim is text in JSON";

/// Opens a workload without a platform.
pub(super) fn open(path: &Path) -> Result<Opened, Problem> {
    let (opened, _) = open_on(path, None)?;
    Ok(opened)
}

/// Opens a workload on the hosts of the platform at `platform`, or on as many as it says itself,
/// with remarks on what was left out or assumed.
pub(super) fn open_on(
    path: &Path,
    platform: Option<&Path>,
) -> Result<(Opened, Vec<String>), Problem> {
    let read = read(path, platform)?;
    Ok((Opened::Jobs(Box::new(read.scenario)), read.remarks))
}

/// Reads the workload at `path`, to be run on the hosts of the platform at `platform`, or on the
/// number of hosts in the workload itself, under every default policy.
///
/// # Errors
/// A file cannot be read or parsed, with the position where it is known.
pub fn read(path: &Path, platform: Option<&Path>) -> Result<Batsim, Problem> {
    let platform = platform.map(Platform::read).transpose()?;
    let text = text_file::read(path, WHAT)?;
    let read = workload::parse(&text, platform.as_ref());
    let mut read = read.map_err(|problem| problem.in_file(path))?;
    if let Some(platform) = platform {
        read.remarks.extend(platform.remarks());
    }
    let machine = Machine::cluster(Some(read.nodes));
    let mut scenario = default_scenario(path, machine, Workload::Jobs(read.jobs));
    if !read.remarks.is_empty() {
        // The title is what every pane, report and saved scenario shows.
        scenario.title += &format!(" ({})", read.remarks.join("; "));
    }
    Ok(Batsim {
        scenario,
        remarks: read.remarks,
    })
}
