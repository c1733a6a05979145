//! `cosched explain`: why a job started when it did, in the words of the window.

use super::run::{requested_runs, simulate_with_bar};
use crate::cli::arguments::reading::Reading;
use crate::cli::arguments::scene::Explain;
use crate::cli::command::Perform;
use crate::cli::show::bar::follow;
use crate::cli::show::output::print;
use cosched_core::Time;
use laboratory::base::format;
use laboratory::base::problem::Problem;
use laboratory::record::Run;
use laboratory::record::clock::Clock;
use laboratory::run::explain::explain as explain_job;
use laboratory::run::explain::idle::longest_idle_spans;
use laboratory::run::explain::snapshot::queue_snapshot;

mod tables;

/// Most idle spans that are printed.
const SPANS: usize = 5;

impl Perform for Explain {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.subject.scene.reading)
    }

    fn perform(&self) -> Result<(), Problem> {
        explain(self)
    }
}

/// Answers the question about every run.
fn explain(arguments: &Explain) -> Result<(), Problem> {
    let subject = &arguments.subject;
    let (experiment, choices) = requested_runs(subject)?;
    let index = match arguments.job {
        Some(number) => {
            let index = experiment
                .labels
                .iter()
                .position(|one| one.number() == number);
            let none = || {
                Problem::input(format!("--job: there is no job {number}")).in_file(&subject.file)
            };
            Some(index.ok_or_else(none)?)
        }
        None => None,
    };
    let at = match &arguments.at {
        Some(text) => Some(instant_at(text, &experiment.clock)?),
        None => None,
    };
    for (place_of_run, choice) in choices.iter().enumerate() {
        let run = simulate_with_bar(&experiment, choice, true, subject.quiet)?;
        if place_of_run > 0 {
            print("\n")?;
        }
        if let Some(job) = index {
            print(&story(&run, job, subject.quiet)?)?;
        } else if let Some(at) = at {
            let found = follow(&run.label, subject.quiet, |progress| {
                queue_snapshot(&run, at, progress)
            });
            let found = found
                .map_err(|problem| problem.in_file(&subject.file))?
                .ok_or_else(cancelled)?;
            print(&tables::queue(&run, &found))?;
        } else {
            let found = follow(&run.label, subject.quiet, |progress| {
                longest_idle_spans(&run, SPANS, progress)
            });
            let found = found
                .map_err(|problem| problem.in_file(&subject.file))?
                .ok_or_else(cancelled)?;
            print(&tables::idle(&run, &found))?;
        }
    }
    Ok(())
}

fn cancelled() -> Problem {
    Problem::output("the run was cancelled")
}

/// Returns the whole story of a job.
fn story(run: &Run, job: usize, quiet: bool) -> Result<String, Problem> {
    let found = follow(&run.label, quiet, |progress| {
        explain_job(run, job, progress)
    });
    let explained = found?.ok_or_else(cancelled)?;
    let mut text = heading(run, job);
    let instants: Vec<String> = explained
        .remarks
        .iter()
        .map(|one| run.instant(one.at))
        .collect();
    let widest = instants.iter().map(|one| one.chars().count()).max();
    let widest = widest.unwrap_or_default();
    let mut last = "";
    for (remark, instant) in explained.remarks.iter().zip(&instants) {
        // An instant is printed once.
        let shown = if instant == last { "" } else { instant };
        last = instant;
        let said =
            format::humanize_seconds(&remark.sentence, |at| run.experiment.clock.instant(at));
        text += &format!("  {shown:>widest$}  {said}\n");
    }
    Ok(text)
}

/// Returns the title of a job and its main numbers.
fn heading(run: &Run, job: usize) -> String {
    let (spec, outcome) = (run.experiment.jobs[job], run.outcomes[job]);
    let number = run.experiment.labels[job].number();
    let begin = format!("Job {number} under {}", run.label);
    if run.is_never_started(job) {
        return format!("{begin}: never started, as its advance reservation had ended\n");
    }
    if outcome.refused {
        return format!("{begin}: refused\n");
    }
    let span = |seconds: f64| format::span(seconds);
    let count = |number: u32| format::count(u64::from(number));
    let all = count(run.experiment.nodes);
    let on = match run.experiment.cluster {
        None => format!("on {} of {all} nodes", count(spec.nodes)),
        Some(_) => format!("with {} of {all} cores", count(run.size(job))),
    };
    format!(
        "{begin}: waited {}, ran {} of an estimated {}, {on}\n",
        span(run.wait(job).seconds()),
        span(outcome.executed.seconds()),
        span(spec.estimate.seconds()),
    )
}

/// Returns the instant that the option `--at` names.
pub(in crate::cli) fn instant_at(text: &str, clock: &Clock) -> Result<Time, Problem> {
    let named = |problem: Problem| Problem::input(format!("--at: {}", problem.sentence));
    clock.parse(text).map_err(named)
}
