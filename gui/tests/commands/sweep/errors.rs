//! Every error of a sweep, in one sentence.

use super::*;

/// A § marks the position to be named; it is no part of the scenario.
#[test]
fn errors_are_reported_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (parts, said) in [
        ("seed: 1", "the scenario says nothing of a sweep"),
        (
            "sweep: (over: [(lod: §[0.5])])",
            "there is no parameter `lod` to vary",
        ),
        (
            "sweep: (over: [(expect: §[[]])])",
            "there is no parameter `expect` to vary",
        ),
        (
            "sweep: (over: [(load: [0.5, §-1])])",
            "`load`: -1 is not a load: 0.001 to 1000 is allowed",
        ),
        (
            "sweep: (over: [(load: §Range(1, 2000, 999))])",
            "`load`: 1999 is not a load",
        ),
        (
            "sweep: (over: [{\"machine.nodes\": [4, §0]}])",
            "`machine.nodes`: 0 is not allowed",
        ),
        (
            "sweep: (over: [{\"machine.cores\": §[4]}])",
            "there is no parameter `machine.cores`",
        ),
        (
            "sweep: (over: [(policy: [Easy, §Eesy])])",
            "there is no `Eesy`",
        ),
        (
            "sweep: (over: [(policy: [Easy, §Easy])])",
            "two policies are called `EASY`",
        ),
        (
            "sweep: (over: [(policy: §Range(1, 2, 1))])",
            "policies have names",
        ),
        (
            "sweep: (over: [(load: [1]), (load: §[2])])",
            "`load` is varied twice",
        ),
        (
            "sweep: (over: [(seed: [1, 1])])",
            "the seed 1 is there twice",
        ),
        (
            "sweep: (over: [(seed: [1])], seeds: 2)",
            "neither `seeds` nor `until` is allowed",
        ),
        (
            "sweep: (until: (metric: \"wait\", half_width: 0.1, most: 9))",
            "there is no metric `wait`; there are jobs,",
        ),
        (
            "sweep: (seeds: 9, until: (metric: \"mean_wait\", half_width: 0.1, most: 3))",
            "above the most, 3",
        ),
        (
            "sweep: (over: [(load: Range(0.001, 1, 0.0001))], seeds: 1000)",
            "which are too many",
        ),
        (
            "sweep: (over: [(policy: [Easy, Slf])])",
            "seed=1: SLF needs `machine: Servers(…)`",
        ),
    ] {
        let text = format!("(machine: Cluster(nodes: 32), workload: Lublin(jobs: 50), {parts})");
        let index = text
            .find('§')
            .map(|index| format!("a.ron:1:{}: ", index + 1));
        fs::write(folder.join("a.ron"), text.replace('§', "")).unwrap();
        let found = fail(folder, 2, &["a.ron", "--out", "out"]);
        let index = index.unwrap_or_else(|| "a.ron: ".to_owned());
        assert!(
            found.contains(said) && found.contains(&index),
            "{text}: {found}"
        );
        assert_eq!(found.trim_end().lines().count(), 1, "{found}");
        assert!(!folder.join("out/results.csv").exists() && !folder.join("out/samples").exists());
    }
}

#[test]
fn a_foreign_or_busy_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.ron"), model(30, "seeds: 2")).unwrap();
    let lock = Lock::of_file(&folder.join("out/.lock"), false).unwrap();
    for more in [&[][..], &["--shard", "1/2"], &["--merge"]] {
        let said = fail(folder, 1, &[&["a.ron", "--out", "out"], more].concat());
        let sentence = "cosched: out: another cosched is at work in this folder; wait for its end, or take another one\n";
        assert_eq!(said, sentence);
    }
    drop(lock);
    run(folder, &["a.ron", "--out", "out"]);
    // Tables of something else are not touched.
    fs::create_dir(folder.join("theirs")).unwrap();
    fs::write(folder.join("theirs/results.csv"), "theirs").unwrap();
    let said = fail(folder, 2, &["a.ron", "--out", "theirs"]);
    assert!(
        said.contains("there is a `results.csv` of something else here"),
        "{said}"
    );
    // So are results of another program.
    let manifest = folder.join("out/manifest.csv");
    let text = fs::read_to_string(&manifest).unwrap();
    let (before, rest) = text.split_once("\nprogram,cosched ").unwrap();
    let (version, rest) = rest.split_once(',').unwrap();
    let (hash, rest) = rest.split_once('\n').unwrap();
    assert_eq!(hash.len(), 64);
    for (version, hash, sentence) in [
        (
            "0.0.1",
            hash,
            "they were made by cosched 0.0.1, and this is cosched ",
        ),
        (version, "0", "they were made by another build of cosched "),
    ] {
        let other = format!("{before}\nprogram,cosched {version},{hash}\n{rest}");
        fs::write(&manifest, other).unwrap();
        let said = fail(folder, 2, &["a.ron", "--out", "out"]);
        assert!(said.contains(sentence), "{said}");
    }
}
