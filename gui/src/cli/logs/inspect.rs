//! `cosched inspect`: how sound a log is, in words.

use crate::cli::arguments::Table;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use crate::cli::show::output::print;
use laboratory::base::problem::Problem;
use laboratory::load::health;

impl Perform for Table {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.reading)
    }

    fn perform(&self) -> Result<(), Problem> {
        inspect(self)
    }
}

/// Prints the report on the log.
fn inspect(arguments: &Table) -> Result<(), Problem> {
    let health = health::inspect(&arguments.file, &arguments.workload(), arguments.nodes)?;
    print(&health.text())
}
