//! Sweeps: the same bytes however they are run, killed and gone on with; and what they are of.

mod program;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use program::{cosched, text};

const TABLES: [&str; 2] = ["results.csv", "summary.csv"];

/// Two loads under three policies.
const SWEEP: &str = "(machine: Cluster(nodes: 32), workload: Lublin(jobs: 60), sweep: (
    over: [(load: Range(0.7, 0.9, 0.1)), (policy: [Fcfs, Easy, Conservative])], seeds: 4))";

fn folder(scenario: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sweep.ron"), scenario).unwrap();
    folder
}

/// Runs the sweep of `folder` and returns what was said.
fn sweep(folder: &Path, out: &str, options: &[&str]) -> (Option<i32>, String) {
    let asked = ["sweep", "sweep.ron", "--out", out];
    let output = cosched(folder, &[&asked[..], options].concat());
    (output.status.code(), text(&output.stderr))
}

fn tables(folder: &Path, out: &str) -> [String; 2] {
    TABLES.map(|table| fs::read_to_string(folder.join(out).join(table)).unwrap())
}

/// The rows of a table, by the names of its columns.
fn rows(table: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = table.lines();
    let names: Vec<_> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells = line.split(',').map(str::to_owned);
        names
            .iter()
            .map(|name| (*name).to_owned())
            .zip(cells)
            .collect()
    };
    lines.map(row).collect()
}

fn number(row: &BTreeMap<String, String>, name: &str) -> f64 {
    row[name].parse().unwrap()
}

/// Every file of results, and when it was written.
fn files(out: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let Ok(points) = fs::read_dir(out.join("points")) else {
        return BTreeMap::new();
    };
    let points = points.map(|entry| entry.unwrap().path());
    let inside = points.flat_map(|point| fs::read_dir(point).unwrap());
    let files = inside.filter_map(|entry| {
        let path = entry.ok()?.path();
        let is_result = path.extension()? == "csv";
        is_result.then(|| Some((path.clone(), fs::metadata(&path).ok()?.modified().ok()?)))?
    });
    files.collect()
}

#[test]
fn threads_and_shards_make_the_same_bytes() {
    let folder = folder(SWEEP);
    let folder = folder.path();
    for (out, threads) in [("one", "1"), ("two", "2")] {
        let (code, said) = sweep(folder, out, &["--threads", threads]);
        assert_eq!((code, said.as_str()), (Some(0), ""));
    }
    let one = tables(folder, "one");
    assert_eq!(one, tables(folder, "two"));
    assert_eq!(rows(&one[0]).len(), 3 * 3 * 4);
    for shard in ["3/3", "1/3"] {
        assert_eq!(sweep(folder, "parts", &["--shard", shard]).0, Some(0));
    }
    assert!(!folder.join("parts/results.csv").exists());
    let (code, said) = sweep(folder, "parts", &["--merge"]);
    assert_eq!(code, Some(1));
    assert_eq!(
        said,
        "cosched: parts: 1 of 3 points are not complete, of which the next runs are: load 0.8, seed 1\n"
    );
    assert_eq!(rows(&tables(folder, "parts")[0]).len(), 2 * 3 * 4);
    assert_eq!(sweep(folder, "parts", &["--shard", "2/3"]).0, Some(0));
    assert_eq!(
        sweep(folder, "parts", &["--merge"]),
        (Some(0), String::new())
    );
    assert_eq!(one, tables(folder, "parts"));
}

/// Loads in their order, then policies, then seeds; each row is what `cosched run` says of
/// such a scenario.
#[test]
fn rows_are_in_order_and_those_of_single_runs() {
    let folder = folder(SWEEP);
    let folder = folder.path();
    sweep(folder, "out", &[]);
    let table = rows(&tables(folder, "out")[0]);
    let said = table
        .iter()
        .map(|row| format!("{} {} {}", row["load"], row["policy"], row["seed"]));
    let mut expected = Vec::new();
    for load in ["0.7", "0.8", "0.9"] {
        for policy in ["FCFS", "EASY", "Conservative"] {
            expected.extend((1..=4).map(|seed| format!("{load} {policy} {seed}")));
        }
    }
    assert_eq!(said.collect::<Vec<_>>(), expected);
    let single = [
        "run",
        "sweep.ron",
        "--quiet",
        "--load",
        "0.8",
        "--seed",
        "3",
        "--out",
        "run",
    ];
    let output = cosched(folder, &single);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let summary = fs::read_to_string(folder.join("run/summary.csv")).unwrap();
    for run in rows(&summary) {
        let is_it = |row: &&BTreeMap<_, _>| {
            row["load"] == "0.8" && row["seed"] == "3" && row["policy"] == run["run"]
        };
        let row = table.iter().find(is_it).unwrap();
        let metrics = row.keys().filter(|name| run.contains_key(*name));
        let equal = metrics.filter(|name| row[*name] == run[*name]).count();
        assert_eq!(equal, row.len() - 3, "{row:?} {run:?}");
    }
}

/// What all jobs do on the machine together, its nodes times the makespan times the share
/// that is used, is theirs and not the policy's.
#[test]
fn a_seed_has_the_same_jobs_under_every_policy() {
    let folder = folder(SWEEP);
    sweep(folder.path(), "out", &[]);
    let table = rows(&tables(folder.path(), "out")[0]);
    let mut work: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for row in &table {
        let seed = work.entry(row["seed"].clone()).or_default();
        seed.push(number(row, "utilisation") * number(row, "makespan"));
    }
    let of_first: Vec<f64> = work.values().map(|all| all[0]).collect();
    for (place, all) in work.values().enumerate() {
        assert_eq!(all.len(), 9);
        assert!(
            all.iter().all(|one| (one / all[0] - 1.0).abs() < 1e-9),
            "{all:?}"
        );
        let others = of_first
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        assert!(
            others
                .into_iter()
                .all(|(_, other)| (other / all[0] - 1.0).abs() > 1e-3)
        );
    }
}

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

/// One node, four jobs of 10 s, one every 5 s: they wait 0, 5, 10 and 15 s. In between are
/// the second and the third.
#[test]
fn only_jobs_between_warm_up_and_cool_down_count() {
    let job = |id: u32| {
        format!(
            "(id: {id}, submit: {}, runtime: 10, nodes: 1)",
            5 * (id - 1)
        )
    };
    let jobs: Vec<_> = (1..=4).map(job).collect();
    let scenario = format!(
        "(machine: Cluster(nodes: 1), workload: Jobs([{}]), policies: [Fcfs],
          sweep: (cut: (warm_up: 5, cool_down: 5), metrics: [\"mean_wait\"]))",
        jobs.join(", ")
    );
    let folder = folder(&scenario);
    sweep(folder.path(), "out", &[]);
    let [results, summary] = tables(folder.path(), "out");
    assert_eq!(
        results,
        "policy,seed,jobs,killed,mean_wait,longest_wait,mean_response,mean_bounded_slowdown\n\
         FCFS,1,2,0,7.5,10,17.5,1.75\n"
    );
    assert_eq!(
        summary,
        "policy,metric,runs,mean,half_width,difference,difference_half_width\n\
         FCFS,mean_wait,1,7.5,,,\n"
    );
}

/// 97.5 % quantiles of Student's distribution with 1 to 11 degrees, from a printed table.
const TABLE: [f64; 11] = [
    12.7062, 4.302_65, 3.182_45, 2.776_45, 2.570_58, 2.446_91, 2.364_62, 2.306, 2.262_16, 2.228_14,
    2.200_99,
];

/// Mean and half the width of its interval.
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    (mean, TABLE[values.len() - 2] * error)
}

#[test]
fn seeds_are_added_until_the_mean_is_known_and_no_longer() {
    let (least, most, share) = (3, 12, 0.1);
    let scenario = format!(
        "(machine: Cluster(nodes: 32), workload: Lublin(jobs: 150), sweep: (seeds: {least},
            over: [(load: [0.1, 0.3, 0.9]), (policy: [Fcfs, Easy])],
            until: (metric: \"utilisation\", half_width: {share}, most: {most})))"
    );
    let folder = folder(&scenario);
    let (code, said) = sweep(folder.path(), "out", &[]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let [results, summary] = tables(folder.path(), "out");
    let (results, summary) = (rows(&results), rows(&summary));
    let values = |load: &str, policy: &str| {
        let are_its = |row: &&BTreeMap<_, _>| row["load"] == load && row["policy"] == policy;
        let values = results.iter().filter(are_its);
        values
            .map(|row| number(row, "utilisation"))
            .collect::<Vec<_>>()
    };
    let mut counts = Vec::new();
    for load in ["0.1", "0.3", "0.9"] {
        let both = [values(load, "FCFS"), values(load, "EASY")];
        let count = both[0].len();
        assert_eq!(both[1].len(), count);
        assert!((least..=most).contains(&count));
        let is_known = |count: usize| {
            let mut both = both.iter().map(|values| interval(&values[..count]));
            both.all(|(mean, half)| half <= share * mean)
        };
        assert!(count == most || is_known(count));
        assert!((least..count).all(|fewer| !is_known(fewer)));
        counts.push(count);
        // The means and the difference, as on paper.
        let differences: Vec<_> = both[0].iter().zip(&both[1]).map(|(a, b)| b - a).collect();
        let its: Vec<_> = summary.iter().filter(|row| row["load"] == load).collect();
        for (row, name, value) in [
            (its[0], "mean", interval(&both[0])),
            (its[1], "mean", interval(&both[1])),
            (its[1], "difference", interval(&differences)),
        ] {
            let half = if name == "mean" {
                "half_width"
            } else {
                "difference_half_width"
            };
            assert!((number(row, name) - value.0).abs() <= 1e-9 * value.0.abs());
            assert!((number(row, half) / value.1 - 1.0).abs() < 1e-5);
            assert_eq!(number(row, "runs") as usize, count);
        }
        assert_eq!(its[0]["difference"], "");
    }
    assert!(
        counts.iter().any(|count| (least + 1..most).contains(count)),
        "{counts:?}"
    );
    assert!(counts.contains(&most), "{counts:?}");
}

#[test]
fn what_cannot_be_is_said_before_anything_is_run() {
    let with = |sweep: &str| {
        format!(
            "(machine: Cluster(nodes: 32), workload: Lublin(jobs: 60), policies: [Easy], sweep: {sweep})"
        )
    };
    for (sweep_block, sentence) in [
        ("(over: [(load: [0.5, 9000])])", "sweep at load 9000: "),
        ("(over: [(nodes: [32, 0.5])])", "sweep at nodes 0.5: "),
        (
            "(over: [(lode: [1])])",
            "sweep at lode 1: Unexpected field named `lode`",
        ),
        ("(over: [(policy: [Easy, Fastest])])", "Fastest"),
        (
            "(over: [(policy: [Easy, Easy])])",
            "two runs of a point are called `EASY`",
        ),
        ("(over: [(policy: [Easy, Slf])])", "sweep: "),
        (
            "(over: [(load: [1]), {\"workload.load\": [1]}])",
            "`workload.load` stands in `over` twice",
        ),
        (
            "(over: [(seed: [1, 2])], seeds: 3)",
            "`seed` stands in `over`; then `seeds`",
        ),
        ("(metrics: [\"waiting\"])", "there is no metric `waiting`"),
        (
            "(cut: (), metrics: [\"utilisation\"])",
            "`utilisation` is not known of a part of the jobs",
        ),
        (
            "(cut: (warm_up: 9000000000))",
            "no job is submitted after a warm-up of",
        ),
        (
            "(seeds: 5, until: (metric: \"mean_wait\", half_width: 0.1, most: 4))",
            "`most: 4` of `until` is less",
        ),
    ] {
        let folder = folder(&with(sweep_block));
        let (code, said) = sweep(folder.path(), "out", &[]);
        assert_eq!(code, Some(2), "{sweep_block}: {said}");
        assert!(
            said.starts_with("cosched: sweep.ron") && said.contains(sentence),
            "{sweep_block}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(!folder.path().join("out/points").exists(), "{sweep_block}");
    }
    let folder = folder("(machine: Cluster(nodes: 32), workload: Lublin(jobs: 60))");
    let (code, said) = sweep(folder.path(), "out", &[]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("the scenario does not say what to sweep"),
        "{said}"
    );
}

/// Engines as far as the scripts need them: they run what they are given at once.
#[cfg(unix)]
const ENGINES: [(&str, &str); 3] = [
    (
        "sbatch",
        "#!/bin/sh
case \"$*\" in *--array=1-3*) all='1 2 3' ;; *afterok:7*) all=0 ;; *) exit 9 ;; esac
cat > job.sh
for SLURM_ARRAY_TASK_ID in $all; do export SLURM_ARRAY_TASK_ID; sh job.sh >&2 || exit; done
echo '7;cluster'
",
    ),
    (
        "qsub",
        "#!/bin/sh
case \"$*\" in *'-J 1-3'*) all='1 2 3' ;; *'afterok:7[].server'*) all=0 ;; *) exit 9 ;; esac
cat > job.sh
export PBS_O_WORKDIR=\"$PWD\"
for PBS_ARRAY_INDEX in $all; do export PBS_ARRAY_INDEX; (cd / && sh \"$PBS_O_WORKDIR/job.sh\" >&2) || exit; done
echo '7[].server'
",
    ),
    (
        "parallel",
        "#!/bin/sh
for command; do :; done
while read -r part; do sh -c \"$(printf %s \"$command\" | sed \"s/{}/$part/\")\" || exit; done
",
    ),
];

#[cfg(unix)]
#[test]
fn scripts_run_all_shards_and_merge() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(SWEEP);
    let folder = folder.path();
    sweep(folder, "whole", &[]);
    for (name, engine) in ENGINES {
        fs::write(folder.join(name), engine).unwrap();
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let program = Path::new(env!("CARGO_BIN_EXE_cosched")).parent().unwrap();
    let path = [
        folder.to_str().unwrap(),
        program.to_str().unwrap(),
        &std::env::var("PATH").unwrap(),
    ];
    for engine in ["slurm", "pbs", "parallel"] {
        // A name that has to be quoted.
        let out = format!("the {engine}'s");
        let asked = [
            "sweep",
            "sweep.ron",
            "--out",
            &out,
            "--print-script",
            engine,
            "--shards",
            "3",
        ];
        let script = text(&cosched(folder, &asked).stdout);
        let mut command = Command::new("sh");
        command
            .args(["-c", &script])
            .current_dir(folder)
            .env("PATH", path.join(":"));
        let output = command.output().unwrap();
        assert!(
            output.status.success(),
            "{engine}: {}",
            text(&output.stderr)
        );
        assert_eq!(tables(folder, "whole"), tables(folder, &out), "{engine}");
    }
}

/// Snakemake fills in what stands in braces, so that only its own may stand so.
#[test]
fn the_workflow_of_snakemake_has_a_file_for_each_shard() {
    let folder = folder(SWEEP);
    let script = |out| {
        let asked = [
            "sweep",
            "sweep.ron",
            "--out",
            out,
            "--print-script",
            "snakemake",
        ];
        cosched(folder.path(), &[&asked[..], &["--shards", "3"]].concat())
    };
    let said = text(&script("a b").stdout);
    for line in [
        "        expand(\"a b/shard-{shard}-of-3.done\", shard=range(1, 4))",
        "        touch(\"a b/shard-{shard}-of-3.done\")",
        "        \"cosched sweep sweep.ron --out 'a b' --quiet --threads 1 --shard {wildcards.shard}/3\"",
        "        \"a b/results.csv\"",
        "        \"cosched sweep sweep.ron --out 'a b' --merge\"",
    ] {
        assert!(said.lines().any(|found| found == line), "{line}: {said}");
    }
    let refused = script("a{b");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("the name has braces"));
}
