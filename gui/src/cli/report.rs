//! `cosched report`: every run of a file as a page of HTML.

use crate::base::problem::Problem;

use super::arguments;

/// Runs the file and writes the page.
#[cfg(feature = "window")]
pub(super) fn report(asked: &arguments::Report) -> Result<(), Problem> {
    use super::bar::follow;
    use crate::export;
    use crate::report::{Report, html};

    let folder = asked.out.parent().unwrap_or(&asked.out);
    if folder != std::path::Path::new("") {
        // Before the work, not after it.
        export::check_folder(folder)?;
    }
    let runs = super::run::all(&asked.file, &asked.policies, asked.seed, asked.quiet)?;
    let named: Vec<_> = runs.iter().map(|run| (run.label.as_str(), run)).collect();
    let command = command(asked);
    let report = Report {
        question: asked.question.as_deref(),
        command: Some(&command),
        runs: &named,
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

/// The command as a shell takes it.
#[cfg(feature = "window")]
fn command(asked: &arguments::Report) -> String {
    let path = |path: &std::path::Path| path.to_string_lossy().into_owned();
    let mut words = vec!["cosched".to_owned(), "report".to_owned(), path(&asked.file)];
    for policy in &asked.policies {
        words.extend(["--policy".to_owned(), policy.kebab().to_owned()]);
    }
    let seed = asked.seed.map(|seed| seed.to_string());
    for (option, value) in [("--seed", &seed), ("--question", &asked.question)] {
        words.extend(
            value
                .iter()
                .flat_map(|value| [option.to_owned(), value.clone()]),
        );
    }
    words.extend(["--out".to_owned(), path(&asked.out)]);
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
