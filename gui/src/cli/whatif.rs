//! `cosched whatif`: the same jobs as they were scheduled and under another setting, and who wins
//! or loses by it.

use std::path::PathBuf;
use std::sync::Arc;

use super::arguments::WhatIf as Arguments;
use super::logs::site::Recorded;
use super::run::prepare;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use crate::cli::show::bar::follow;
use crate::cli::show::output::{aligned, note, print};
use laboratory::base::format::count;
use laboratory::base::problem::Problem;
use laboratory::export::write_rows;
use laboratory::record::{Experiment, Run};
use laboratory::run::whatif::change::changed_scenario;
use laboratory::run::whatif::tables::{COLUMNS, Row, Table, report, rows};
use laboratory::run::whatif::{self, Names, WhatIf};

impl Perform for Arguments {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.site.table.reading)
    }

    fn outputs(&self) -> Vec<&PathBuf> {
        self.out.iter().collect()
    }

    fn perform(&self) -> Result<(), Problem> {
        whatif(self)
    }
}

/// Runs both settings, and prints which users and groups win and lose.
fn whatif(arguments: &Arguments) -> Result<(), Problem> {
    if let Some(out) = &arguments.out
        && out.extension().is_none_or(|ending| ending != "csv")
    {
        return Err(Problem::input("--out: the name must end in .csv").in_file(out));
    }
    if let Some(path) = &arguments.figure {
        super::show::figure::check(path)?;
    }
    let file = &arguments.site.table.file;
    let Recorded {
        scenario: before,
        not_simulated,
    } = Recorded::under_one_policy(&arguments.site, arguments.quiet)?;
    let after = changed_scenario(&before, &arguments.changes)
        .map_err(|problem| Problem::input(format!("--set {}", problem.sentence)))?;
    let phases = whatif::phases(&before, &after, arguments.phases);
    let before = prepare(before, file, arguments.quiet)?;
    let after = prepare(after, file, true)?;
    let remarks = after.remarks.iter();
    for remark in remarks.filter(|remark| !before.remarks.contains(remark) && !arguments.quiet) {
        note(&format!("  after the change: {remark}"));
    }
    let found = WhatIf::of(
        runs(&before, "before the change", phases, arguments)?,
        runs(&after, "after the change", phases, arguments)?,
    )
    .map_err(|problem| problem.in_file(file))?;
    let names = Names::of(&before.scenario, Some(file))?;
    print(&report_text(arguments, &not_simulated, &found, &names))?;
    if let Some(path) = &arguments.figure {
        super::show::figure::before_and_after(&found, path)?;
    }
    match &arguments.out {
        Some(out) => write_rows(out, rows(&found, &names)),
        None => Ok(()),
    }
}

/// Returns the run of each phase, with a bar.
fn runs(
    experiment: &Arc<Experiment>,
    label: &str,
    phases: u32,
    arguments: &Arguments,
) -> Result<Vec<Run>, Problem> {
    let found = follow(label, arguments.quiet, |progress| {
        let choice = whatif::first_policy(experiment)?;
        whatif::runs(experiment, &choice, phases, progress)
    });
    let found = found.map_err(|problem| problem.in_file(&arguments.site.table.file))?;
    found.ok_or_else(|| Problem::output("the runs were cancelled"))
}

/// Returns the text that is printed.
fn report_text(
    arguments: &Arguments,
    not_simulated: &[String],
    found: &WhatIf,
    names: &Names,
) -> String {
    let answer = report(found, names, &arguments.changes);
    let mut text = String::new();
    if !not_simulated.is_empty() {
        text += &format!("not simulated: {}\n", not_simulated.join(", "));
    }
    text += &(answer.sentences.join("\n") + "\n");
    for (index, table) in answer.tables.iter().enumerate() {
        // The first table has few lines, those of all jobs.
        let most = if index == 0 {
            usize::MAX
        } else {
            arguments.most
        };
        text += &("\n".to_owned() + &shortened(table, most));
    }
    text + "\nintervals: of the change of the mean, by the means of eight batches of jobs\n"
}

/// Returns a table, cut to its first and last rows if they are more than `most`.
fn shortened(table: &Table, most: usize) -> String {
    let names = COLUMNS.map(|(name, _)| name);
    let heading = std::array::from_fn(|column| match column {
        0 => table.title.to_owned(),
        _ => names[column - 1].to_owned(),
    });
    let first = most.div_ceil(2).min(table.rows.len());
    let left = table.rows.len().saturating_sub(most);
    let (above, rest) = table.rows.split_at(first);
    let shown = above.iter().chain(&rest[left.min(rest.len())..]);
    let cells = shown.map(|Row { cells, .. }| cells.clone());
    let lines: Vec<[String; 9]> = std::iter::once(heading).chain(cells).collect();
    let mut lines = aligned(&lines);
    if left > 0 {
        let sentence = format!(
            "… {} more between them; --out writes all",
            count(left as u64)
        );
        lines.insert(1 + first, sentence);
    }
    lines.join("\n") + "\n"
}
