//! Several programs that work in one folder at the same time.

use std::process::{Child, Output};

use super::*;

/// A program at work on the sweep in `a.ron`.
fn start(folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cosched"))
        .args(["sweep", "a.ron", "--out", "out", "--threads", "2"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The number of runs that a program says it has simulated.
fn simulated(output: &Output) -> u32 {
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    let (_, said) = said.split_once(" runs, ").unwrap();
    said.split(' ').next().unwrap().parse().unwrap()
}

/// FCFS has no depth, so that of three depths with 40 seeds there are 40 and 120 simulations.
const SWEEP: &str = "over: [(depth: [1, 5, 50]), (policy: [Fcfs, Easy])], seeds: 40";
const SIMULATIONS: u32 = 40 + 120;

fn samples(folder: &Path) -> usize {
    fs::read_dir(folder.join("out/samples")).map_or(0, Iterator::count)
}

/// Programs that end at the same time leave what they lock in turn, and nothing else.
fn check_no_claims(folder: &Path) {
    let entries = fs::read_dir(folder.join("out/claims"))
        .into_iter()
        .flatten();
    let names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| name == "gate"), "{names:?}");
}

#[test]
fn two_programs_simulate_each_run_once_and_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.ron"), model(1_500, SWEEP)).unwrap();
    let said = run(folder, &["a.ron", "--out", "alone"]);
    let expected = format!("240 runs, {SIMULATIONS} simulated: ");
    assert!(said.starts_with(&expected), "{said}");
    let both = [(), ()].map(|()| start(folder));
    let counts = both.map(|child| simulated(&child.wait_with_output().unwrap()));
    assert_eq!(counts[0] + counts[1], SIMULATIONS, "{counts:?}");
    // Else one had nothing to do.
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    assert!(bytes(&folder.join("out")) == bytes(&folder.join("alone")));
    assert_eq!(samples(folder), 120);
    check_no_claims(folder);
}

/// On Unix it is killed by SIGKILL, in the middle of its work.
#[test]
fn what_a_killed_program_had_claimed_is_done_by_the_other_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.ron"), model(1_500, SWEEP)).unwrap();
    run(folder, &["a.ron", "--out", "alone"]);
    let mut killed = start(folder);
    while samples(folder) < 3 {
        std::thread::sleep(Duration::from_millis(2));
    }
    let other = start(folder);
    let before = samples(folder);
    while samples(folder) < before + 8 {
        std::thread::sleep(Duration::from_millis(2));
    }
    killed.kill().unwrap();
    assert!(!killed.wait().unwrap().success());
    let left = samples(folder);
    assert!(left < 120, "{left}");
    let count = simulated(&other.wait_with_output().unwrap());
    assert!(count > 0 && count < SIMULATIONS, "{count}");
    assert!(bytes(&folder.join("out")) == bytes(&folder.join("alone")));
    assert_eq!(samples(folder), 120);
    check_no_claims(folder);
}

/// The end of a point depends on its results, whichever program has them.
#[test]
fn two_programs_stop_where_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let sweep = "over: [(load: [0.7, 0.9, 1.0])], seeds: 3,
        until: (metric: \"mean_wait\", half_width: 0.3, most: 40)";
    fs::write(folder.join("a.ron"), model(400, sweep)).unwrap();
    run(folder, &["a.ron", "--out", "alone", "--threads", "1"]);
    for child in [(), (), ()].map(|()| start(folder)) {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert!(bytes(&folder.join("out")) == bytes(&folder.join("alone")));
    let alone = fs::read_dir(folder.join("alone/samples")).unwrap().count();
    assert_eq!(samples(folder), alone);
}
