//! `cosched report`: every run of a file as a page of HTML.

use crate::base::problem::Problem;

use super::arguments;

/// Runs the file and writes the page.
#[cfg(feature = "window")]
pub(super) fn report(asked: &arguments::Report) -> Result<(), Problem> {
    use crate::cli::show::bar::follow;
    use crate::export;
    use crate::report::{Remade, Report, command, html};

    let folder = asked.out.parent().unwrap_or(&asked.out);
    if folder != std::path::Path::new("") {
        // Before the work, not after it.
        export::check_folder(folder)?;
    }
    let asked_runs = super::run::Asked {
        path: &asked.file,
        platform: asked.platform.as_deref(),
        policies: &asked.policies,
        seed: asked.seed,
        quiet: asked.quiet,
    };
    let runs = super::run::all(&asked_runs)?;
    let named: Vec<_> = runs.iter().map(|run| (run.label.as_str(), run)).collect();
    let policies: Vec<_> = asked.policies.iter().map(|policy| policy.kebab()).collect();
    let question = asked.question.as_deref();
    let command = command(&Remade {
        path: &asked.file,
        platform: asked.platform.as_deref(),
        policies: &policies,
        seed: asked.seed,
        question,
        out: &asked.out,
    });
    let report = Report {
        question,
        command: Some(&command),
        runs: &named,
        notes: &[],
    };
    let text = follow("report", asked.quiet, |progress| html(&report, progress))?;
    export::write_whole(&asked.out, text.as_bytes())
}

/// What draws is part of the window.
#[cfg(not(feature = "window"))]
pub(super) fn report(_: &arguments::Report) -> Result<(), Problem> {
    Err(Problem::input(
        "report: this program was built without the window, which draws its figures",
    ))
}
