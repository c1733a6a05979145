//! Runs as a page of HTML that needs nothing else: question, scenario, tables, figures,
//! differences, how to make it again.

mod differences;
mod features;
mod format;
mod page;
mod tables;
#[cfg(test)]
mod tests;

use std::path::Path;

use crate::colour::{ColourBy, WaitScale};
use crate::plot::figure::{Curve, Figure};
use crate::time::notes::Note;
use crate::write::schedule::Schedule;
use crate::write::svg;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::metrics::select::Scope;
use laboratory::record::Run;
use laboratory::record::colour::colours_of;
use laboratory::record::unit::unit_of;
use laboratory::run::answer::{Line, Question, answer};
use laboratory::scenario::to_ron;
use page::Page;

/// Sizes of figures, in points.
const CURVES: [u32; 2] = [920, 400];
const SCHEDULE: [u32; 2] = [920, 460];
/// Most bytes of a scenario in the page: a longer one is a list of jobs.
const MOST_SCENARIO: usize = 6000;

/// Contents of a report.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Question, if given.
    pub question: Option<&'a str>,
    /// Command that makes the page again, if there is one.
    pub command: Option<&'a str>,
    /// Runs with their names; the first is the baseline, which the others are compared with.
    pub runs: &'a [(&'a str, &'a Run)],
    /// Notes on instants and spans.
    pub notes: &'a [Note],
    /// Selection of jobs.
    pub scope: &'a Scope,
}

/// Returns the page. Equal runs give equal bytes: no clock is in it.
///
/// # Errors
/// There is no run, or a picture cannot be packed.
pub fn html(report: &Report<'_>, progress: &Progress) -> Result<String, Problem> {
    let Some(&(_, first)) = report.runs.first() else {
        return Err(Problem::input("there is no run to report yet"));
    };
    let mut page = Page::new(&first.experiment.scenario.title);
    write_answer(&mut page, report, progress)?;
    if let Some(question) = report.question {
        page.heading("Question");
        page.paragraph(question);
    }
    if !report.notes.is_empty() {
        page.heading("Notes");
        let notes = report.notes.iter().map(|note| {
            let [from, until] = note.span.map(|at| first.instant(at));
            if note.is_instant() {
                format!("{from}: {}", note.text)
            } else {
                format!("{from} to {until}: {}", note.text)
            }
        });
        page.list(&notes.collect::<Vec<_>>());
    }
    page.heading("Results");
    if let [(baseline, _), _, ..] = report.runs {
        page.paragraph(&format!(
            "The baseline is {baseline}: every change from here on is against it."
        ));
    }
    tables::results(&mut page, report);
    // Intervals are of all jobs.
    if report.scope.is_all() {
        tables::intervals(&mut page, report.runs);
    }
    page.heading("What differs most");
    differences::write(&mut page, report, progress)?;
    page.heading("Figures");
    figures(&mut page, report)?;
    page.heading("Scenario");
    scenario(&mut page, first);
    page.heading("For the methods section");
    page.paragraph(&format::methods(report.runs));
    page.heading("To make it again");
    match report.command {
        Some(command) => page.code(command),
        None => page.paragraph(
            "These runs were put together in the window. `cosched report FILE --out report.html` runs the scenario above when it is in a file.",
        ),
    }
    tables::identity(&mut page, report.runs);
    Ok(page.finish())
}

/// Writes the answer, above everything else.
fn write_answer(page: &mut Page, report: &Report<'_>, progress: &Progress) -> Result<(), Problem> {
    let Some(&(_, first)) = report.runs.first() else {
        return Ok(());
    };
    let same = report.runs.iter().copied();
    let same: Vec<(&str, &Run)> = same
        .filter(|(_, run)| differences::is_same_work(first, run))
        .collect();
    let question = Question {
        runs: &same,
        baseline: 0,
        scope: report.scope,
    };
    let Some(mut answer) = answer(&question) else {
        return Ok(());
    };
    let (_, simulated) = same[answer.simulated];
    // A run that cannot be explained has an answer without reasons.
    if answer.explain(simulated, progress).is_err() && progress.is_cancelled() {
        return Err(Problem::output("the report was cancelled"));
    }
    let lines = answer.lines();
    page.answer(&lines.iter().map(Line::sentence).collect::<Vec<_>>());
    if !report.scope.is_all() {
        page.paragraph(&format!(
            "Selected jobs: {}",
            scope_text(report.scope, first)
        ));
    }
    Ok(())
}

/// Returns the selection in words.
fn scope_text(scope: &Scope, run: &Run) -> String {
    let span = scope.span.map(|[from, until]| {
        let [from, until] = [from, until].map(|at| run.instant(at));
        format!("submitted from {from} to {until}")
    });
    let filter = Some(scope.filter.to_string()).filter(|line| !line.is_empty());
    let parts: Vec<String> = span.into_iter().chain(filter).collect();
    parts.join(", ")
}

/// Arguments of the command that makes a page again.
#[derive(Clone, Copy, Debug)]
pub struct PageArguments<'a> {
    /// File of the experiment.
    pub path: &'a Path,
    /// Platform, if it has one.
    pub platform: Option<&'a Path>,
    /// Policies, if not those of the file.
    pub policies: &'a [&'a str],
    /// Name of the baseline, if not the default.
    pub baseline: Option<&'a str>,
    /// Seed, if not that of the file.
    pub seed: Option<u64>,
    /// Question.
    pub question: Option<&'a str>,
    /// Notes.
    pub notes: &'a [Note],
    /// Selection of jobs.
    pub scope: &'a Scope,
    /// Path of the page.
    pub out: &'a Path,
}

/// Returns the command that makes a page again, as a shell takes it.
pub fn command(remade: &PageArguments<'_>) -> String {
    let PageArguments { path, out, .. } = *remade;
    let file = |path: &Path| path.to_string_lossy().into_owned();
    let mut words = vec!["cosched".to_owned(), "report".to_owned(), file(path)];
    let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
    if let Some(platform) = remade.platform {
        add("--platform", file(platform));
    }
    for policy in remade.policies {
        add("--policy", (*policy).to_owned());
    }
    if let Some(baseline) = remade.baseline {
        add("--baseline", baseline.to_owned());
    }
    if let Some(seed) = remade.seed {
        add("--seed", seed.to_string());
    }
    if let Some(question) = remade.question {
        add("--question", question.to_owned());
    }
    if !remade.scope.is_all() {
        add("--select", remade.scope.as_filter().filter.to_string());
    }
    for note in remade.notes {
        add("--note", note.command_text());
    }
    add("--out", file(out));
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// Writes curves of all runs together, and the schedule of each.
fn figures(page: &mut Page, report: &Report<'_>) -> Result<(), Problem> {
    let runs = report.runs;
    let curves: Vec<Curve<'_>> = colours_of(runs.iter().map(|(_, run)| run.policy))
        .into_iter()
        .zip(runs)
        .map(|(slot, &(label, run))| Curve { run, label, slot })
        .collect();
    let unit = unit_of(runs.iter().map(|(_, run)| *run));
    for (figure, caption) in [
        (
            Figure::utilisation(&curves),
            &*format!("{} that jobs hold, over time.", unit.heading()),
        ),
        (
            Figure::queue_length(&curves),
            "Jobs that have been submitted and not started, over time.",
        ),
        (
            Figure::wait_distribution_of(&curves, report.scope),
            "The share of jobs that wait so long or less.",
        ),
    ] {
        let figure = figure.noted(report.notes);
        page.figure(&svg::figure(&figure, CURVES, false), caption);
    }
    for feature in features::ALL {
        if runs.iter().any(|(_, run)| (feature.is_known)(run)) {
            let figure = (feature.draw)(&curves).noted(report.notes);
            page.figure(&svg::figure(&figure, CURVES, false), feature.caption);
        }
    }
    let waits = WaitScale::of(runs.iter().map(|(_, run)| *run));
    for &(label, run) in runs {
        let schedule = Schedule {
            title: label,
            run,
            notes: report.notes,
            span: None,
            colour_by: ColourBy::Wait,
            waits,
        };
        let drawn = svg::gantt(&schedule, SCHEDULE, false)?;
        page.figure(&drawn, &format!("The schedule under {label}."));
    }
    Ok(())
}

/// Writes the scenario, as text that can be run.
fn scenario(page: &mut Page, run: &Run) {
    let text = to_ron(&run.experiment.scenario);
    let mut end = text.len().min(MOST_SCENARIO);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    page.code(&text[..end]);
    if end < text.len() {
        let rest = text.len() - end;
        page.paragraph(&format!("{rest} more bytes of it are not shown here."));
    }
    for remark in &run.experiment.remarks {
        page.paragraph(remark);
    }
}
