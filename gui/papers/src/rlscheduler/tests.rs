//! The study on the artifact's logs, against values of the artifact's own program, and in small.

use std::path::Path;

use super::*;

/// Means of the artifact's own program with all digits: `fixtures/papers/rlscheduler.md, 10.5`.
const GOLDEN: &str = include_str!("golden_values.txt");

/// Extent with the logs beside the project.
fn beside() -> Extent {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/traces");
    Extent {
        logs: folder.is_dir().then_some(folder),
        ..Extent::default()
    }
}

/// The log with the index `index`, or `None` with a message.
fn log(index: usize) -> Option<Log> {
    let (file, name) = LOGS[index];
    let path = find_log(file, &beside()).unwrap();
    if path.is_none() {
        println!("skipped: {name} is not beside the project");
    }
    Some(Log::read(&path?, 2048).unwrap())
}

fn heuristic(name: &str) -> Heuristic {
    let mut all = Heuristic::ALL.into_iter();
    all.find(|one| one.name() == name).unwrap()
}

/// Values of a line of [`GOLDEN`].
struct Golden {
    log: usize,
    backfills: bool,
    heuristic: Heuristic,
    values: Vec<f64>,
}

fn golden() -> impl Iterator<Item = Golden> {
    let lines = GOLDEN.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let words: Vec<_> = line.split(' ').collect();
        let values = words[3..].iter().map(|word| word.parse().unwrap());
        Golden {
            log: LOGS.iter().position(|(file, _)| *file == words[0]).unwrap(),
            backfills: words[1] == "with",
            heuristic: heuristic(words[2]),
            values: values.collect(),
        }
    })
}

/// 400 sequences: every mean is the artifact's to the last bit.
#[test]
fn heuristics_are_those_of_the_artifact_exactly() {
    let logs = [0, 1, 2, 3].map(log);
    assert_eq!(golden().count(), 40);
    for one in golden() {
        assert_eq!(one.values.len(), STARTS.len());
        let Some(log) = &logs[one.log] else { continue };
        let machine = (log.processors, one.backfills);
        for (start, expected) in STARTS.into_iter().zip(one.values) {
            let jobs = log.sequence(start, LENGTH as usize);
            let mean = episode::run(jobs, machine, |episode| one.heuristic.choose(episode));
            assert_eq!(mean, expected, "{:?} {start}", one.heuristic);
        }
    }
}

/// README.md's two decimals are the means of those values.
#[test]
fn reported_means_are_those_of_the_values() {
    for one in golden() {
        let name = one.heuristic.name();
        let said = reported::reported(one.log, one.backfills, name).unwrap();
        let mean = one.values.iter().sum::<f64>() / one.values.len() as f64;
        assert!((mean - said).abs() < 0.005 + 1e-9, "{name}: {mean} {said}");
    }
}

/// No held-out sequence has a job that may be learnt from, and no two of a sample share one.
#[test]
fn sequences_are_disjoint() {
    let size = Size::of(&Extent::default()).unwrap();
    for jobs in [10_000, 59_715, 202_870] {
        for source in [Source::Whole, Source::HeldOut, Source::HeldOutShort] {
            let (starts, length) = (size.starts(source, jobs), size.length_of(source));
            let pairs = starts.iter().zip(&starts[1..]);
            assert!(pairs.into_iter().all(|(one, next)| one + length <= *next));
            assert!(starts[starts.len() - 1] + length <= jobs);
            assert!(!source.is_held_out() || starts[0] >= jobs / 2);
            assert!(starts.len() <= 50);
        }
    }
    // 5000 jobs of the second half of a short log.
    assert_eq!(
        size.starts(Source::HeldOut, 10_000),
        [5000, 6024, 7048, 8072]
    );
    assert_eq!(size.starts(Source::HeldOutShort, 10_000).len(), 19);
    assert_eq!(size.starts(Source::Artifact, 10_000), STARTS);
}

/// Two logs in a folder and in a folder of it; everything is there, and the same again.
#[test]
fn a_small_study_runs_alike_again() {
    let folder = std::env::temp_dir().join(format!("cosched-rlscheduler-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("synthetic")).unwrap();
    let text = small_log();
    std::fs::write(folder.join("HPC2N-small.swf"), &text).unwrap();
    std::fs::write(folder.join("synthetic/lublin_256.swf"), &text).unwrap();
    let extent = Extent {
        workloads: Some(2),
        jobs: Some(64),
        logs: Some(folder.clone()),
        ..Extent::default()
    };
    let run = || report(&extent, &Progress::default()).unwrap().unwrap();
    let report = run();
    assert_eq!(report, run());
    std::fs::remove_dir_all(folder).unwrap();
    assert!(report.notes[0].starts_with("Lublin-2 is left out: --logs names no folder"));
    assert!(report.notes[1].starts_with("SDSC-SP2 is left out"));
    // Sequences of 64 jobs are not the artifact's: two samples of means, two of changes, thrice.
    assert_eq!(report.tables.len(), 3 * 2 + 2 * 2);
    assert_eq!(report.claims.len(), 2 + 4);
    assert_eq!(report.pages.len(), 1);
    for table in &report.tables {
        let names: Vec<_> = table.rows.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Lublin-1", "HPC2N"], "{}", table.title);
        // Both logs are the same.
        assert_eq!(table.rows[0].1, table.rows[1].1);
        let cells = table.rows.iter().flat_map(|(_, cells)| cells);
        assert!(
            cells.into_iter().all(|cell| cell.measured.is_some()),
            "{}",
            table.title
        );
    }
}

/// 400 jobs of a machine with 8 processors, in SWF.
fn small_log() -> String {
    let job = |index: u32| {
        let (submit, runtime) = (index * 60, 1 + index * 37 % 400);
        let processors = 1 + index * 29 % 8;
        format!(
            "{} {submit} -1 {runtime} {processors} -1 -1 {processors} {} -1 1 1 1 1 1 1 -1 -1\n",
            index + 1,
            runtime * 2
        )
    };
    let jobs: String = (0..400).map(job).collect();
    format!("; MaxProcs: 8\n{jobs}")
}

#[test]
fn without_logs_a_sentence_says_so() {
    let report = report(&Extent::default(), &Progress::default());
    let report = report.unwrap().unwrap();
    assert!(report.claims.is_empty() && report.tables.is_empty());
    assert!(report.notes[0].starts_with("nothing was run: --logs names the folder"));
    assert_eq!(report.notes.len(), 1 + LOGS.len());
}

#[test]
fn too_short_sequences_are_refused() {
    let jobs = Some(7);
    let extent = Extent {
        jobs,
        ..Extent::default()
    };
    let problem = report(&extent, &Progress::default()).unwrap_err();
    assert!(
        problem
            .to_string()
            .contains("7 jobs; a sequence of rlscheduler has 8 or more")
    );
}
