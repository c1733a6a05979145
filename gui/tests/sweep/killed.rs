//! Sweeps that are killed, interrupted, gone on with, and changed in between.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::program::{cosched, text};
use super::{SWEEP, files, folder, rows, sweep, tables};

fn start(folder: &Path, out: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cosched"));
    let asked = [
        "sweep",
        "sweep.ron",
        "--threads",
        "2",
        "--quiet",
        "--out",
        out,
    ];
    command
        .args(asked)
        .current_dir(folder)
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until there are so many results, or it has ended.
fn wait_for(count: usize, out: &Path, child: &mut Child) {
    let begun = Instant::now();
    while files(out).len() < count && child.try_wait().unwrap().is_none() {
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "{count} results never come"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Many more runs, so that there is time to end them.
fn long() -> String {
    SWEEP
        .replace("jobs: 60", "jobs: 1000")
        .replace("seeds: 4", "seeds: 20")
}

#[test]
fn killed_at_any_moment_and_started_again_it_ends_in_the_same_bytes() {
    let folder = folder(&long());
    let folder = folder.path();
    assert_eq!(sweep(folder, "whole", &[]).0, Some(0));
    let out = folder.join("killed");
    let (mut killed, mut delay) = (0, 17_u64);
    while killed < 6 {
        let before = files(&out);
        let mut child = start(folder, "killed");
        wait_for(before.len() + 1 + killed, &out, &mut child);
        // Somewhere within a run, or within writing.
        delay = delay
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        std::thread::sleep(Duration::from_micros((delay >> 33) % 20_000));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(
            !out.join("results.csv").exists(),
            "it was too fast to be killed"
        );
        let after = files(&out);
        let kept = before
            .iter()
            .all(|(file, written)| after.get(file) == Some(written));
        assert!(
            kept && after.len() > before.len(),
            "what was done is not done again"
        );
        killed += 1;
    }
    assert_eq!(sweep(folder, "killed", &[]).0, Some(0));
    assert_eq!(tables(folder, "whole"), tables(folder, "killed"));
}

#[cfg(unix)]
#[test]
fn interrupted_it_says_how_to_go_on() {
    let folder = folder(&long());
    let folder = folder.path();
    let mut child = start(folder, "out");
    wait_for(2, &folder.join("out"), &mut child);
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "cosched: the sweep was stopped; the same command goes on from where it was\n"
    );
    assert_eq!(sweep(folder, "out", &[]).0, Some(0));
    assert_eq!(rows(&tables(folder, "out")[0]).len(), 3 * 3 * 20);
}

#[test]
fn a_changed_input_and_a_changed_scenario_are_noticed() {
    let scenario =
        "(machine: Cluster(nodes: 128), workload: Swf(path: \"jobs.swf\"), policies: [Easy],
        sweep: (over: [(load: [0.6, 0.9])]))";
    let folder = folder(scenario);
    let folder = folder.path();
    let log = |seed: &str| {
        let output = cosched(
            folder,
            &["generate", "lublin", "--jobs", "50", "--seed", seed],
        );
        fs::write(folder.join("jobs.swf"), output.stdout).unwrap();
    };
    log("1");
    assert_eq!(sweep(folder, "out", &[]), (Some(0), String::new()));
    let first = tables(folder, "out");
    assert_eq!(sweep(folder, "out", &[]), (Some(0), String::new()));
    log("2");
    let sentence = |what: &str| {
        format!(
            "out: changed since this folder was last filled: {what}; points that it concerns are run anew, the others stay\n"
        )
    };
    let (code, said) = sweep(folder, "out", &["--merge"]);
    assert_eq!(code, Some(1));
    assert!(said.starts_with(&sentence("jobs.swf")), "{said}");
    assert!(said.contains("2 of 2 points are not complete"), "{said}");
    assert_eq!(sweep(folder, "out", &[]), (Some(0), sentence("jobs.swf")));
    assert_eq!(sweep(folder, "fresh", &[]), (Some(0), String::new()));
    assert_eq!(tables(folder, "out"), tables(folder, "fresh"));
    assert_ne!(tables(folder, "out"), first);
    // One more load: what was run before is not run again.
    let before = files(&folder.join("out"));
    fs::write(
        folder.join("sweep.ron"),
        scenario.replace("[0.6, 0.9]", "[0.6, 0.7, 0.9]"),
    )
    .unwrap();
    assert_eq!(
        sweep(folder, "out", &[]),
        (Some(0), sentence("the scenario"))
    );
    let after = files(&folder.join("out"));
    assert_eq!(after.len(), before.len() + 1);
    assert!(
        before
            .iter()
            .all(|(file, written)| after.get(file) == Some(written))
    );
}
