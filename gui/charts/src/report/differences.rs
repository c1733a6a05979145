//! Jobs that make up most of the change of the mean wait against the first run, and why.

use std::sync::Arc;

use super::Report;
use super::page::Page;
use laboratory::base::format::{counted, humanize_seconds, signed_span, span};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::metrics::select::Scope;
use laboratory::metrics::select::causes::JobDifference;
use laboratory::metrics::select::paired::{Measure, Pairs};
use laboratory::record::Run;
use laboratory::record::unit::unit_of;
use laboratory::run::explain;

/// Most jobs in a table, and most remarks of a job.
const MOST_JOBS: usize = 10;
const MOST_REMARKS: usize = 8;

/// Whether both runs are of the same jobs.
pub(super) fn is_same_work(one: &Run, other: &Run) -> bool {
    Arc::ptr_eq(&one.experiment, &other.experiment) || one.experiment.jobs == other.experiment.jobs
}

/// Returns the sum of all changes of waits, and the jobs that share its direction, the largest
/// changes first; of equal ones the earlier first.
pub(super) fn changes(first: &Run, run: &Run, scope: &Scope) -> (f64, Vec<JobDifference>) {
    let jobs = scope.jobs(first);
    Pairs::of(Measure::Wait, first, run, &jobs).causes()
}

/// Writes this of every run but the first.
pub(super) fn write(
    page: &mut Page,
    report: &Report<'_>,
    progress: &Progress,
) -> Result<(), Problem> {
    let Some((&first, others)) = report.runs.split_first() else {
        return Ok(());
    };
    if others.is_empty() {
        page.paragraph("There is one run, and nothing to compare it with.");
    }
    for &other in others {
        page.subheading(&format!("{} against {}", other.0, first.0));
        if is_same_work(first.1, other.1) {
            compare(page, [first, other], report.scope, progress)?
        } else {
            page.paragraph("The two runs are of different jobs.")
        }
    }
    Ok(())
}

fn compare(
    page: &mut Page,
    [(baseline, first), (label, run)]: [(&str, &Run); 2],
    scope: &Scope,
    progress: &Progress,
) -> Result<(), Problem> {
    let (sum, changes) = changes(first, run, scope);
    let Some(&(most, _)) = changes.first() else {
        page.paragraph("The mean wait is the same.");
        return Ok(());
    };
    let jobs = scope.jobs(first).into_iter();
    let jobs = jobs.filter(|&job| !run.outcomes[job as usize].refused);
    let jobs = jobs.count().max(1);
    let shown = &changes[..changes.len().min(MOST_JOBS)];
    let part: f64 = shown.iter().map(|(_, change)| change).sum();
    page.paragraph(&format!(
        "Jobs wait {} {} on average. {} {} by {} together, which is {:.0} % of the change of {} \
         over all jobs{}.",
        span((sum / jobs as f64).abs()),
        if sum < 0.0 { "less" } else { "more" },
        counted(shown.len(), "job"),
        match (shown.len() == 1, sum < 0.0) {
            (true, true) => "waits less",
            (true, false) => "waits more",
            (false, true) => "wait less",
            (false, false) => "wait more",
        },
        span(part.abs()),
        100.0 * part / sum,
        span(sum.abs()),
        if part.abs() > sum.abs() {
            "; others, whose waits change the other way, make up for the rest"
        } else {
            ""
        },
    ));
    let heading = [
        "job".to_owned(),
        "submitted".to_owned(),
        unit_of([first, run]).many().to_owned(),
        "runtime".to_owned(),
        format!("wait under {baseline}"),
        format!("wait under {label}"),
        "change".to_owned(),
        "share of the change".to_owned(),
    ];
    let row = |&(job, change): &JobDifference| {
        let spec = &run.experiment.jobs[job];
        vec![
            run.experiment.labels[job].number().to_string(),
            run.instant(run.outcomes[job].entered),
            spec.nodes.to_string(),
            span(spec.runtime.seconds()),
            span(first.wait(job).seconds()),
            span(run.wait(job).seconds()),
            signed_span(change),
            format!("{:.1} %", 100.0 * change / sum),
        ]
    };
    let rows: Vec<Vec<String>> = shown.iter().map(row).collect();
    page.table("The jobs that make up most of the change.", &heading, &rows);
    for (label, run) in [(baseline, first), (label, run)] {
        reasons(page, label, run, most, progress)?;
    }
    Ok(())
}

/// Writes the policy's reasons for the job that makes up most of the change.
fn reasons(
    page: &mut Page,
    label: &str,
    run: &Run,
    job: usize,
    progress: &Progress,
) -> Result<(), Problem> {
    let Some(explained) = explain::explain(run, job, progress)? else {
        return Ok(());
    };
    let number = run.experiment.labels[job].number();
    page.paragraph(&format!("Job {number} under {label}:"));
    let remarks = explained.remarks.iter();
    let mut entries: Vec<String> = remarks
        .take(MOST_REMARKS)
        .map(|remark| {
            let instant = |at: f64| run.experiment.clock.instant(at);
            let said = humanize_seconds(&remark.sentence, instant);
            format!("{}: {said}", run.instant(remark.at))
        })
        .collect();
    if let Some(more @ 1..) = explained.remarks.len().checked_sub(MOST_REMARKS) {
        entries.push(format!("and {}", counted(more, "more remark")));
    }
    page.list(&entries);
    Ok(())
}
