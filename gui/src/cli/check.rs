//! `cosched check`: run scenarios and compare with what they expect.

use std::path::Path;
use std::sync::Arc;

use super::arguments;
use super::run::slots;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use crate::cli::show::output::{note, print};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::load::{self, Opened};
use laboratory::run::check::compare;

impl Perform for arguments::Check {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.reading)
    }

    fn perform(&self) -> Result<(), Problem> {
        check(self)
    }
}

/// Checks every file, and each case in it; all differences are reported before it fails.
fn check(requested: &arguments::Check) -> Result<(), Problem> {
    let mut different = 0;
    for path in &requested.files {
        let mut is_different = false;
        for (path, opened) in load::open_all(path)? {
            let (expectations, differences) = check_one(opened, &path)?;
            for difference in &differences {
                note(&format!("{}: {difference}", path.display()));
            }
            if differences.is_empty() && !requested.quiet {
                let line = format!("{}: {expectations} expectations met\n", path.display());
                print(&line)?;
            }
            is_different |= !differences.is_empty();
        }
        different += usize::from(is_different);
    }
    match different {
        0 => Ok(()),
        different => Err(Problem::output(format!(
            "{different} of {} files came out differently than expected",
            requested.files.len()
        ))),
    }
}

fn check_one(opened: Opened, path: &Path) -> Result<(usize, Vec<String>), Problem> {
    let nothing = || Problem::input("nothing to check: it has no `expect`").in_file(path);
    let scenario = match opened {
        Opened::Search(search) if search.expect.is_empty() => return Err(nothing()),
        Opened::Search(search) => return slots::check(&search, path),
        Opened::Jobs(scenario) => *scenario,
    };
    if scenario.expect.is_empty() {
        return Err(nothing());
    }
    let experiment = load::prepare(&scenario, Some(path), &Progress::default())
        .map_err(|problem| problem.in_file(path))?;
    let experiment = Arc::new(experiment);
    let mut differences = Vec::new();
    for expectation in &scenario.expect {
        let found = compare(&experiment, expectation).map_err(|problem| problem.in_file(path))?;
        differences.extend(found.iter().map(ToString::to_string));
    }
    Ok((scenario.expect.len(), differences))
}
