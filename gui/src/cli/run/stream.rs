//! `cosched run --stream`: runs that keep only the jobs in the system.

use std::path::Path;

use crate::cli::arguments;
use crate::cli::arguments::adjust::adjust_run;
use crate::cli::show::bar::follow;
use crate::cli::show::folder::{lock_once, unused};
use crate::cli::show::output::{note, print};
use laboratory::base::input_file::STANDARD_INPUT;
use laboratory::base::problem::Problem;
use laboratory::export::{self, Lock};
use laboratory::load;
use laboratory::metrics as summary;
use laboratory::metrics::features;
use laboratory::record::choices::choices;
use laboratory::run::stream;
use laboratory::scenario::Scenario;

/// Runs the log or scenario at `path` under every policy, reading it anew for each.
pub(super) fn run(
    path: &Path,
    requested: &arguments::Run,
    out: Option<&Path>,
    lock: &mut Option<Lock>,
) -> Result<(), Problem> {
    let scenario = adjust_run(open(path)?, requested).map_err(|problem| problem.in_file(path))?;
    if !scenario.branches.is_empty() {
        let sentence = "--stream: jobs come one by one, so that nobody can go back to an instant; `branches` and --branch need all jobs";
        return Err(Problem::input(sentence).in_file(path));
    }
    let choices = choices(&scenario);
    if choices.len() > 1 && path == Path::new(STANDARD_INPUT) {
        return Err(Problem::input(
            "--stream: standard input can be read once: name one policy with --policy",
        ));
    }
    if let Some(out) = out {
        lock_once(lock, requested)?;
        export::check_folder(out)?;
        export::remove_summary(out)?;
    }
    let (mut rows, mut folders) = (Vec::new(), Vec::new());
    let widest = choices.iter().map(|choice| choice.label.chars().count());
    let label = widest.max().unwrap_or_default().max(12);
    for choice in &choices {
        let out = out.map(|out| out.join(unused(export::folder_name(&choice.label), &mut folders)));
        let ran = follow(&choice.label, requested.quiet, |progress| {
            stream::run(
                &scenario,
                path,
                choice,
                requested.slots,
                out.as_deref(),
                progress,
            )
        });
        let ran = ran.map_err(|problem| problem.in_file(path))?;
        if rows.is_empty() {
            if !requested.quiet {
                for remark in &ran.remarks {
                    note(&format!("  {remark}"));
                }
            }
            print(&(summary::heading(label) + "\n"))?;
        }
        print(&(summary::row_of(&ran.values, label) + "\n"))?;
        let tables: Vec<_> = features::ALL.iter().map(|added| added.metrics).collect();
        match summary::line_of_values(&ran.values, &tables) {
            line if line.is_empty() => {}
            line => print(&format!("  {line}\n"))?,
        }
        if !requested.quiet {
            let anew = match ran.eras {
                0 => String::new(),
                1 => "; the clock was set anew once".to_owned(),
                eras => format!("; the clock was set anew {eras} times"),
            };
            note(&format!(
                "  on {} nodes, at most {} jobs in the system at once{anew}",
                ran.nodes, ran.most
            ));
        }
        rows.push(ran.values);
    }
    match out {
        Some(out) => export::write_summary(out, &rows),
        None => Ok(()),
    }
}

/// Returns the scenario at `path`, or a log in one.
fn open(path: &Path) -> Result<Scenario, Problem> {
    if path == Path::new(STANDARD_INPUT) {
        Ok(load::log_scenario(path))
    } else {
        load::open(path)
    }
}
