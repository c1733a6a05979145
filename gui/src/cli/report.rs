//! `cosched report`: every run of a file as a page of HTML.

use std::path::PathBuf;

use super::arguments;
use super::arguments::values::JobsToMark;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use charts::time::notes::Note;
use laboratory::base::problem::Problem;
use laboratory::metrics::select::Scope;
use laboratory::run::Choice;

impl Perform for arguments::Report {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.subject.scene.reading)
    }

    fn outputs(&self) -> Vec<&PathBuf> {
        vec![&self.out]
    }

    fn perform(&self) -> Result<(), Problem> {
        report(self)
    }
}

/// Runs the file and writes the page.
fn report(requested: &arguments::Report) -> Result<(), Problem> {
    use crate::cli::show::bar::follow;
    use charts::report::{Report, html};
    use laboratory::export;

    let folder = requested.out.parent().unwrap_or(&requested.out);
    if folder != std::path::Path::new("") {
        // Checked before the work, not after it.
        export::check_folder(folder)?;
    }
    let (experiment, mut choices) = super::run::requested_runs(&requested.subject)?;
    if let Some(name) = &requested.baseline {
        put_first(&mut choices, name)?;
    }
    let runs = super::run::simulate_all(&experiment, &choices, requested.subject.quiet)?;
    let named: Vec<_> = runs.iter().map(|run| (run.label.as_str(), run)).collect();
    let notes = notes(&requested.note);
    let question = requested.question.as_deref();
    let scope = Scope {
        filter: requested.select.clone(),
        ..Scope::default()
    };
    let command = command_line();
    let report = Report {
        question,
        command: Some(&command),
        runs: &named,
        notes: &notes,
        scope: &scope,
    };
    let text = follow("report", requested.subject.quiet, |progress| {
        html(&report, progress)
    })?;
    export::write_whole(&requested.out, text.as_bytes())
}

/// Moves the run called `name`, or that of the policy of that name, to the front, as the baseline.
fn put_first(choices: &mut [Choice], name: &str) -> Result<(), Problem> {
    let is_label = |choice: &Choice| choice.label.eq_ignore_ascii_case(name);
    let is_policy = |choice: &Choice| choice.policy.kebab().eq_ignore_ascii_case(name);
    let mut all = choices.iter();
    let index = all
        .position(is_label)
        .or_else(|| choices.iter().position(is_policy));
    let Some(index) = index else {
        let labels: Vec<&str> = choices.iter().map(|choice| choice.label.as_str()).collect();
        let labels = labels.join(", ");
        let sentence = format!("--baseline: no run is called `{name}`; allowed are {labels}");
        return Err(Problem::input(sentence));
    };
    choices[..=index].rotate_right(1);
    Ok(())
}

/// Returns the notes to be marked.
pub(super) fn notes(arguments: &[JobsToMark]) -> Vec<Note> {
    let notes = arguments.iter().map(|note| Note {
        span: note.span,
        text: note.text.clone(),
    });
    notes.collect()
}

/// Returns the command as a shell takes it.
fn command_line() -> String {
    let typed: Vec<_> = std::env::args_os().skip(1).collect();
    let typed = typed.iter().map(|word| word.to_string_lossy());
    let words: Vec<_> = std::iter::once("cosched".into()).chain(typed).collect();
    shlex::try_join(words.iter().map(AsRef::as_ref)).unwrap_or_else(|_| words.join(" "))
}
