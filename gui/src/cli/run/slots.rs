//! `cosched run` and `cosched check` of a search for windows.

use std::path::Path;

use crate::cli::arguments;
use crate::cli::show::bar::follow;
use crate::cli::show::folder::lock_once;
use crate::cli::show::output::print;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::export::{self, Lock};
use laboratory::family::slots::search::scenario::{DomainSource, SlotSearch};
use laboratory::family::slots::search::{Searcher, check, lines, run as slots};

/// Searches, and prints the windows found; with `out` also writes them to `windows.csv` there.
pub(super) fn run(
    mut search: SlotSearch,
    path: &Path,
    requested: &arguments::Run,
    out: Option<&Path>,
    lock: &mut Option<Lock>,
) -> Result<(), Problem> {
    check_compatibility(requested, &search).map_err(|problem| problem.in_file(path))?;
    search.seed = requested.scene.seed.unwrap_or(search.seed);
    let named = |problem: Problem| problem.in_file(path);
    let data = search.data(Some(path)).map_err(named)?;
    let found = follow("searching", requested.quiet, |progress| {
        slots::run(&search, &data, &mut Searcher::default(), progress)
    });
    let found = found.map_err(named)?;
    if let Some(out) = out {
        lock_once(lock, requested)?;
        export::check_folder(out)?;
    }
    for line in lines::lines(&search, &data, &found) {
        print(&(line + "\n"))?;
    }
    match out {
        Some(out) => export::write_rows(
            &out.join("windows.csv"),
            lines::table(&search, &data, &found),
        ),
        None => Ok(()),
    }
}

/// Checks that all options make sense without jobs.
fn check_compatibility(requested: &arguments::Run, search: &SlotSearch) -> Result<(), Problem> {
    let given = [
        ("--policy", !requested.scene.policies.is_empty()),
        ("--nodes", requested.scene.nodes.is_some()),
        ("--jobs", requested.scene.jobs.is_some()),
        ("--load", requested.scene.load.is_some()),
        ("--warm-up", requested.scene.warm_up.is_some()),
        ("--order", requested.scene.order.is_some()),
        ("--depth", requested.scene.depth.is_some()),
        ("--seeds", requested.seeds.is_some()),
    ];
    if let Some((name, _)) = given.into_iter().find(|(_, given)| *given) {
        return Err(Problem::input(format!(
            "{name}: a search for windows has no jobs and no policies"
        )));
    }
    let draws = matches!(search.domain, DomainSource::Model(_));
    if requested.scene.seed.is_some() && !draws {
        Err(Problem::input(
            "--seed: only `domain: Model(…)` draws at random",
        ))
    } else {
        Ok(())
    }
}

/// Returns the number of expectations, and the differences from them.
pub(in crate::cli) fn check(
    search: &SlotSearch,
    path: &Path,
) -> Result<(usize, Vec<String>), Problem> {
    let named = |problem: Problem| problem.in_file(path);
    let data = search.data(Some(path)).map_err(named)?;
    let progress = Progress::default();
    let found = slots::run(search, &data, &mut Searcher::default(), &progress).map_err(named)?;
    let differences = check::differences(search, &data, &found).map_err(named)?;
    Ok((search.expect.len(), differences))
}
