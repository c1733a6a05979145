//! `cosched reproduce`: a paper's experiment run again.

use super::arguments;
use super::bar::follow;
use super::output::print;
use crate::export;
use crate::problem::Problem;
use crate::reproduce::{Extent, Study, csv, lines, reproduce};

/// Runs the study, or lists the studies there are.
pub(super) fn run(asked: &arguments::Reproduce) -> Result<(), Problem> {
    let Some(study) = asked.study else {
        for study in Study::ALL {
            print(&format!("{:12} {}\n", study.name(), study.summary()))?;
        }
        return Ok(());
    };
    let extent = Extent {
        workloads: asked.workloads,
        jobs: asked.jobs,
        load: asked.load,
        logs: asked.logs.clone(),
    };
    if let Some(file) = &asked.out {
        // Before the work, not after it.
        export::check_folder(file.parent().unwrap_or(file))?;
    }
    let report = follow(study.name(), asked.quiet, |progress| {
        reproduce(study, &extent, progress)
    })?;
    let report = report.ok_or_else(|| Problem::output("the study was cancelled"))?;
    for line in lines(&report) {
        print(&(line + "\n"))?;
    }
    match &asked.out {
        Some(file) => export::write_rows(file, csv(&report)),
        None => Ok(()),
    }
}
