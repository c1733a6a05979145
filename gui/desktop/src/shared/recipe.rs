//! Recipe of a run, in a few words: log or model, load, seed.

use std::path::Path;

use laboratory::base::format;
use laboratory::record::Run;
use laboratory::scenario::{Scenario, Workload};

/// Returns the recipe of `run`: `KTH-SP2-1996-2.1-cln, load 0.9`, or `Lublin, 500 jobs, seed 1`;
/// first its log or model, then the rest.
pub(super) fn recipe(run: &Run) -> [String; 2] {
    let scenario = &run.experiment.scenario;
    let mut parts = workload(scenario, run.original_experiment().jobs.len());
    if let Some(branch) = &run.branch {
        // The change distinguishes it from all other runs.
        parts.insert(1, branch.sentence(run.experiment.size_unit));
    }
    if scenario.moldable.is_some() {
        parts.push("moldable".to_owned());
    }
    let source = parts.remove(0);
    [source, parts.join(", ")]
}

fn workload(scenario: &Scenario, jobs: usize) -> Vec<String> {
    let counted = format::counted(jobs, "job");
    let seed = format!("seed {}", scenario.seed);
    let load = |load: Option<f64>| load.map(|load| format!("load {load}"));
    let recorded = |path: &Path, most: Option<u32>, of: Option<f64>| {
        let first = most.map(|_| format!("first {counted}"));
        let load = load(of).unwrap_or_else(|| "as recorded".to_owned());
        let parts = [Some(name(path)), first, Some(load)];
        parts.into_iter().flatten().collect()
    };
    let drawn = |model: &str, of: Option<f64>| {
        let parts = [
            Some(model.to_owned()),
            Some(counted.clone()),
            load(of),
            Some(seed.clone()),
        ];
        parts.into_iter().flatten().collect()
    };
    match &scenario.workload {
        Workload::Jobs(_) => vec!["written jobs".to_owned(), counted],
        Workload::Swf(log) => recorded(&log.path, log.jobs, log.load),
        Workload::Table(table) => recorded(&table.path, table.jobs, table.load),
        Workload::Lublin(model) => drawn("Lublin", model.load),
        Workload::Jann(model) => drawn("Jann", model.load),
        Workload::Workflow(requested) => {
            let name = requested
                .path
                .as_deref()
                .map_or_else(|| "workflow".to_owned(), name);
            vec![name, counted, seed]
        }
    }
}

/// Returns the name of a log without the extensions of its format.
fn name(path: &Path) -> String {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.strip_suffix(".swf").unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::run::sample::simulated;

    #[test]
    fn a_recipe_says_what_another_run_could_differ_in() {
        let run = simulated(
            "(machine: Cluster(nodes: 8), policies: [Easy], seed: 7,
                workload: Lublin(jobs: 12, load: 0.9))",
        );
        assert_eq!(recipe(&run), ["Lublin", "12 jobs, load 0.9, seed 7"]);
        assert_eq!(
            name(Path::new("/logs/KTH-SP2-1996-2.1-cln.swf.gz")),
            "KTH-SP2-1996-2.1-cln"
        );
    }
}
