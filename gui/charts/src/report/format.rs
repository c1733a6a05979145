//! Sentences of a report.

use laboratory::base::format::counted;
use laboratory::record::Run;
use laboratory::scenario::Workload;

/// Version of the program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns a paragraph for the section on methods of a paper.
pub(super) fn methods(runs: &[(&str, &Run)]) -> String {
    let Some(&(_, first)) = runs.first() else {
        return String::new();
    };
    let experiment = &first.experiment;
    let scenario = &experiment.scenario;
    let source = match &scenario.workload {
        Workload::Jobs(_) => "written out in the scenario".to_owned(),
        Workload::Swf(swf) => format!("of the log {}", swf.path.display()),
        Workload::Table(table) => format!("of the accounting {}", table.path.display()),
        Workload::Lublin(_) => "drawn from the model of Lublin and Feitelson (2003)".to_owned(),
        Workload::Jann(_) => "drawn from the model of Jann and others (1997)".to_owned(),
        Workload::Workflow(_) => "of a workflow".to_owned(),
    };
    let machine = experiment.machine_in_words();
    let jobs = counted(experiment.jobs.len(), "job");
    let names: Vec<&str> = runs.iter().map(|(label, _)| *label).collect();
    let kill = if runs.iter().all(|(_, run)| run.parameters.kill_at_estimate) {
        " Jobs that reached their estimates were killed."
    } else {
        ""
    };
    format!(
        "{jobs} {source} were simulated on {machine} with cosched {VERSION}, under {}, with the seed {}. \
         Times are whole nanoseconds, and the same scenario gives the same result to the bit on every machine.{kill} \
         Waits are from submission to first start, responses from submission to completion; the bounded slowdown is \
         max(1, response / max(runtime, 10 s)), and utilisation is useful work over what the machine could do from \
         the first submission to the last completion. Means are over all jobs that were not refused.",
        listed(&names),
        scenario.seed,
    )
}

/// Returns "a, b and c".
fn listed(names: &[&str]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}
