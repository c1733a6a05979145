//! The real workflow files: their contents, as counted by an independent reader.
//!
//! The files are not in the project but beside it; where they are absent these tests print that and
//! pass.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cosched::load::workflow_file::{WorkflowFile, read};

/// The file called `name`, or `None` with a message.
fn file(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/traces/workflows")
        .join(name);
    if !path.exists() {
        println!("skipped: {name} is not beside the project");
        return None;
    }
    Some(path)
}

/// Tasks, dependencies, the sum of runtimes and the longest chain of them, in seconds, from a
/// reader of a few lines in another language. Where a Standard Task Graph gives its own
/// dependencies and chain in a comment, they are these.
const FACTS: [(&str, usize, usize, f64, f64); 19] = [
    (
        "1000genome-chameleon-2ch-100k-001.json.gz",
        52,
        76,
        2_771.295,
        204.686,
    ),
    ("CyberShake_30.dax.xml.gz", 30, 52, 760.53, 221.84),
    ("Epigenomics_24.dax.xml.gz", 24, 27, 17_720.15, 5_581.05),
    ("HEFT_paper.dax.xml.gz", 10, 15, 127.0, 66.0),
    ("Inspiral_30.dax.xml.gz", 30, 35, 6_617.07, 1_335.18),
    ("Montage_25.dax.xml.gz", 25, 45, 227.75, 46.51),
    ("bacass-dirt02-001.json.gz", 11, 14, 3_961.87, 2_150.0),
    (
        "blast-chameleon-small-001.json.gz",
        43,
        120,
        382.912_72,
        10.413_171,
    ),
    (
        "epigenomics-chameleon-hep-1seq-100k-001.json.gz",
        41,
        48,
        539.307,
        104.822,
    ),
    ("floodplain.dax.xml.gz", 7, 10, 160_200.0, 117_000.0),
    ("fpppp.stg.gz", 336, 1_211, 7_129.0, 1_062.0),
    ("helloworld-chain-5-chameleon.json.gz", 5, 4, 501.24, 501.24),
    (
        "helloworld-forkjoin-10-chameleon.json.gz",
        10,
        16,
        1_028.704,
        307.36,
    ),
    (
        "montage-chameleon-dss-05d-001.json.gz",
        58,
        114,
        5_585.811,
        559.794,
    ),
    (
        "oldschema-srasearch-chameleon-10a-001.json.gz",
        22,
        30,
        6_996.779,
        1_005.858,
    ),
    ("robot.stg.gz", 90, 135, 2_483.0, 569.0),
    ("scrnaseq-dirt02-001.json.gz", 14, 17, 1_374.344, 799.868),
    ("sparse.stg.gz", 98, 177, 1_936.0, 122.0),
    (
        "srasearch-chameleon-10a-001.json.gz",
        22,
        30,
        6_996.779,
        1_005.858,
    ),
];

/// The longest chain of runtimes: tasks move back until nothing changes.
fn longest_chain(workflow: &WorkflowFile) -> f64 {
    let mut ends = vec![0.0_f64; workflow.tasks.len()];
    let mut grows = true;
    while grows {
        grows = false;
        for (index, task) in workflow.tasks.iter().enumerate() {
            let start = task.after.iter().map(|&before| ends[before]);
            let end = start.fold(0.0, f64::max) + task.runtime.unwrap();
            grows |= end > ends[index];
            ends[index] = end;
        }
    }
    ends.into_iter().fold(0.0, f64::max)
}

#[test]
fn every_file_has_its_tasks_and_dependencies() {
    for (name, tasks, dependencies, work, chain) in FACTS {
        let Some(path) = file(name) else { continue };
        let workflow = read(&path).unwrap();
        let seen = workflow.tasks.iter().map(|task| task.after.len()).sum();
        assert_eq!(
            (workflow.tasks.len(), seen),
            (tasks, dependencies),
            "{name}"
        );
        let runtimes = workflow.tasks.iter().map(|task| task.runtime.unwrap());
        assert!((runtimes.sum::<f64>() - work).abs() < 1e-6, "{name}");
        assert!((longest_chain(&workflow) - chain).abs() < 1e-6, "{name}");
    }
}

/// Predecessors are ascending, names unique, and shares valid.
#[test]
fn every_file_keeps_what_a_workflow_promises() {
    for (name, ..) in FACTS {
        let Some(path) = file(name) else { continue };
        let workflow = read(&path).unwrap();
        let mut names: Vec<_> = workflow.tasks.iter().map(|task| &task.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), workflow.tasks.len(), "{name}");
        for task in &workflow.tasks {
            assert!(task.after.is_sorted_by(|a, b| a < b), "{name}: {task:?}");
            let share = task.utilisation.unwrap_or(1.0);
            assert!(share > 0.0 && share <= 1.0, "{name}: {task:?}");
        }
    }
}

/// One workflow in both schemas of WfFormat.
#[test]
fn both_shapes_of_one_workflow_are_read_alike() {
    let old = file("oldschema-srasearch-chameleon-10a-001.json.gz");
    let new = file("srasearch-chameleon-10a-001.json.gz");
    let (Some(old), Some(new)) = (old, new) else {
        return;
    };
    let by_name = |path: &Path| {
        let workflow = read(path).unwrap();
        let tasks = workflow.tasks.iter().map(|task| {
            let mut after: Vec<_> = task
                .after
                .iter()
                .map(|&at| &*workflow.tasks[at].name)
                .collect();
            after.sort_unstable();
            let figures = (task.runtime, task.cores, task.utilisation, task.memory);
            (task.name.clone(), (format!("{figures:?}"), after.join(" ")))
        });
        tasks.collect::<BTreeMap<_, _>>()
    };
    assert_eq!(by_name(&old), by_name(&new));
}

#[test]
fn missing_fields_are_remarked() {
    for (name, remark) in [
        (
            "1000genome-chameleon-2ch-100k-001.json.gz",
            "24 of 52 tasks have an avgCPU above 100 %",
        ),
        (
            "bacass-dirt02-001.json.gz",
            "1 of 11 tasks has a runtime of 0",
        ),
        ("floodplain.dax.xml.gz", "no task has a utilisation"),
        (
            "HEFT_paper.dax.xml.gz",
            "jobCount is `25`, and there are 10 jobs",
        ),
        ("sparse.stg.gz", "2 of 98 tasks have a runtime of 0"),
    ] {
        let Some(path) = file(name) else { continue };
        let remarks = read(&path).unwrap().remarks;
        assert!(
            remarks.iter().any(|seen| seen.starts_with(remark)),
            "{remark}: {remarks:?}"
        );
    }
    // Its tasks have all fields.
    if let Some(path) = file("blast-chameleon-small-001.json.gz") {
        assert_eq!(read(&path).unwrap().remarks, [""; 0]);
    }
}
