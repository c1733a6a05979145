//! Results kept when a sweep is stopped, and their validity after a change.

use super::*;

#[test]
fn a_killed_sweep_resumes_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("a.ron"),
        model(1_500, "over: [(load: [0.8, 1.0])], seeds: 24"),
    )
    .unwrap();
    run(folder, &["a.ron", "--out", "whole"]);
    let (mut random, mut killed) = (Random::new(3, 3), 0);
    let samples = || fs::read_dir(folder.join("out/samples")).map_or(0, Iterator::count);
    let mut seen = Vec::new();
    for _ in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cosched"))
            .args(["sweep", "a.ron", "--out", "out", "--quiet"])
            .current_dir(folder)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(random.below(90)));
        // On Unix this is SIGKILL.
        child.kill().unwrap();
        killed += usize::from(!child.wait().unwrap().success());
        seen.push(samples());
    }
    // Else this would have tried nothing.
    assert!(killed >= 5, "{killed} {seen:?}");
    run(folder, &["a.ron", "--out", "out", "--quiet"]);
    assert!(bytes(&folder.join("out")) == bytes(&folder.join("whole")));
    assert_eq!(samples(), 48);
}

#[test]
fn changes_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let log = |runtime: u32| {
        let job =
            |job: u32| format!("{job} {job} -1 {runtime} 2 -1 -1 2 90 -1 1 1 1 1 1 -1 -1 -1\n");
        format!("; MaxProcs: 4\n{}", (1..9).map(job).collect::<String>())
    };
    let scenario = |loads: &str| {
        format!(
            "(machine: Cluster(), workload: Swf(path: \"log.swf\"), policies: [Fcfs, Easy], sweep: (over: [(load: {loads})]))"
        )
    };
    fs::write(folder.join("log.swf"), log(50)).unwrap();
    fs::write(folder.join("a.ron"), scenario("[0.5, 0.9]")).unwrap();
    run(folder, &["a.ron", "--out", "out"]);
    let first = bytes(&folder.join("out"));
    // The output of sha256sum is in the manifest.
    let manifest = rows(&folder.join("out/manifest.csv"));
    assert_eq!(manifest[3][..2], ["input", "log.swf"]);
    let sum = Command::new("sha256sum")
        .arg(folder.join("log.swf"))
        .output()
        .unwrap();
    assert_eq!(text(&sum.stdout).split(' ').next().unwrap(), manifest[3][2]);
    fs::write(folder.join("log.swf"), log(60)).unwrap();
    let said = fail(folder, 2, &["a.ron", "--out", "out"]);
    let what_to_do = "take another folder, or say --renew to go on here with what still holds";
    assert!(
        said.contains("the file `log.swf` has changed since"),
        "{said}"
    );
    assert!(said.contains(what_to_do), "{said}");
    assert!(bytes(&folder.join("out")) == first);
    run(folder, &["a.ron", "--out", "out", "--renew"]);
    assert!(bytes(&folder.join("out"))[0] != first[0]);
    // Back again, and with one load more: valid results are not computed again.
    fs::write(folder.join("log.swf"), log(50)).unwrap();
    run(folder, &["a.ron", "--out", "out", "--renew"]);
    assert!(bytes(&folder.join("out")) == first);
    fs::write(folder.join("a.ron"), scenario("[0.5, 0.9, 1.1]")).unwrap();
    let said = fail(folder, 2, &["a.ron", "--out", "out"]);
    assert!(said.contains("the scenario has changed since"), "{said}");
    run(
        folder,
        &["a.ron", "--out", "out", "--renew", "--shard", "1/3"],
    );
    let said = fail(folder, 1, &["a.ron", "--out", "out", "--merge"]);
    assert!(
        said.contains("1 of 3 are missing: load=1.1 seed=1"),
        "{said}"
    );
}

/// Ctrl-C, as the terminal sends it.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_how_to_resume() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("a.ron"),
        model(20_000, "over: [(load: [0.8, 1.0])], seeds: 500"),
    )
    .unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_cosched"))
        .args(["sweep", "a.ron", "--out", "out"])
        .current_dir(folder)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let samples = || fs::read_dir(folder.join("out/samples")).map_or(0, Iterator::count);
    while samples() == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let number = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &number])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("stopped before the end; `cosched sweep a.ron --out out` goes on from there"),
        "{said}"
    );
    assert!(samples() < 1_000);
}
