//! `cosched inspect`: how sound a log is, in words.

use super::arguments::Table;
use crate::cli::show::output::print;
use laboratory::base::problem::Problem;
use laboratory::load::health;

/// Prints the report on the log.
pub(super) fn inspect(arguments: &Table) -> Result<(), Problem> {
    let health = health::inspect(&arguments.file, &arguments.workload(), arguments.nodes)?;
    print(&health.text())
}
