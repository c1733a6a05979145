//! `cosched fit`: how well a simulation fits its log, and what the log shows of its machine.

use std::path::PathBuf;

use super::site::Recorded;
use crate::cli::arguments::Fit as Arguments;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use crate::cli::show::bar::follow;
use crate::cli::show::figure;
use crate::cli::show::output::{aligned, print};
use laboratory::base::format::counted;
use laboratory::base::problem::Problem;
use laboratory::export;
use laboratory::run::fit::report::{COLUMNS, FitTable};
use laboratory::run::fit::{FitQuestion, FitReport, fit};
use laboratory::scenario::{Scenario, Workload, to_ron};

impl Perform for Arguments {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.site.table.reading)
    }

    fn outputs(&self) -> Vec<&PathBuf> {
        self.out.iter().chain(&self.figure).collect()
    }

    fn perform(&self) -> Result<(), Problem> {
        print_fit(self)
    }
}

/// Prints the proposals, the verdict and the tables; writes the scenario.
fn print_fit(arguments: &Arguments) -> Result<(), Problem> {
    let file = &arguments.site.table.file;
    if let Some(out) = &arguments.out
        && out.extension().is_none_or(|ending| ending != "ron")
    {
        return Err(
            Problem::input("--out: a scenario is written; the name must end in .ron").in_file(out),
        );
    }
    if let Some(path) = &arguments.figure {
        figure::check(path)?;
    }
    if arguments.out.is_some() {
        arguments.site.table.check_named()?;
    }
    let (recorded, is_policy_known) = Recorded::of(&arguments.site, arguments.quiet)?;
    let question = FitQuestion {
        scenario: &recorded.scenario,
        source: Some(file),
        is_policy_known,
    };
    let found = follow("fit", arguments.quiet, |progress| fit(&question, progress));
    let found = found.map_err(|problem| problem.in_file(file))?;
    let found = found.ok_or_else(|| Problem::output("the runs were cancelled"))?;
    print(&text(&found, &recorded.not_simulated))?;
    if let Some(path) = &arguments.figure {
        figure::recorded_and_simulated(&found.after, path)?;
    }
    match &arguments.out {
        Some(out) => export::write_whole(
            out,
            to_ron(&with_whole_path(found.scenario_beside_recorded())?).as_bytes(),
        ),
        None => Ok(()),
    }
}

/// The report in words.
fn text(found: &FitReport, not_simulated: &[String]) -> String {
    let mut text = String::new();
    if !not_simulated.is_empty() {
        text += &format!("not simulated: {}\n", not_simulated.join(", "));
    }
    text += "What the log shows\n";
    let evidence = found.evidence();
    if evidence.is_empty() {
        text += "  nothing that a scenario could have more\n";
    }
    for line in evidence {
        text += &format!("  {line}\n");
    }
    for line in found.verdict() {
        text += &(line + "\n");
    }
    for table in found.tables() {
        text += &("\n".to_owned() + &table_text(&table));
    }
    text
}

fn table_text(table: &FitTable) -> String {
    let [jobs, recorded, simulated, mean] = COLUMNS.map(str::to_owned);
    let heading = [table.title.to_owned(), jobs, recorded, simulated, mean];
    let lines: Vec<[String; 5]> = [heading]
        .into_iter()
        .chain(table.rows.iter().cloned())
        .collect();
    let mut lines = aligned(&lines);
    if table.left > 0 {
        lines.push(format!(
            "… {} that deviate less",
            counted(table.left, table.title)
        ));
    }
    lines.join("\n") + "\n"
}

/// The scenario with the whole path of its log, as it may be written into another folder.
fn with_whole_path(mut scenario: Scenario) -> Result<Scenario, Problem> {
    let path = match &mut scenario.workload {
        Workload::Table(table) => &mut table.path,
        Workload::Swf(log) => &mut log.path,
        _ => return Ok(scenario),
    };
    *path = std::path::absolute(&*path).map_err(|error| Problem::input(error.to_string()))?;
    Ok(scenario)
}
