//! Scojo-PECT through the program: bad input, results per class, and the thesis's experiment.

use std::path::Path;

use crate::program::{cosched, text};

/// A scenario with one job, on nodes with 10 MiB that move at 1 MiB a second.
fn scenario(machine: &str, job: &str, slicing: &str) -> String {
    format!(
        "(machine: Cluster(nodes: 4{machine}), policies: [ScojoPect],
 workload: Jobs([(submit: 0, runtime: 5, nodes: 1{job})]),
 parameters: (slicing: ({slicing})))"
    )
}

#[test]
fn invalid_slicing_gets_one_sentence() {
    let machine = ", memory: 10, transfer_rate: 1";
    let halves = "slices: [(Short, 30), (Long, 30)]";
    let table = [
        (
            scenario(machine, ", memory: 11", ""),
            "x.ron: the job in place 1 needs 11 MiB on each node; a node has 10",
        ),
        (
            scenario(machine, "", "interval: 100, slices: [(Long, 60), (Short, 30)]"),
            "x.ron:3:73: the slices sum to 90 s; they must sum to the interval, 100 s",
        ),
        (
            scenario(machine, ", class: Medium", halves),
            "x.ron: there is no slice for medium jobs, but the job in place 1 is one",
        ),
        (
            scenario(", memory: 10, transfer_rate: 0", ", memory: 4", ""),
            "x.ron: the transfer rate is 0, but jobs have memory to load",
        ),
        (
            scenario(machine, ", memory: -4", ""),
            "-4 is not an amount of memory: 0 to 4194303 MiB are allowed",
        ),
        (
            scenario(", memory: -1", "", ""),
            "-1 is not an amount of memory",
        ),
        (
            scenario(", memory: 10, transfer_rate: -2", "", ""),
            "-2 is not a transfer rate",
        ),
        (
            scenario(machine, ", memory: 10", "slices: [(Short, 20), (Long, 20)]"),
            "x.ron: the slices of short jobs last 20 s at most, but the job in place 1 takes 10 s to load",
        ),
        (
            scenario(machine, "", "slices: []"),
            "the interval has 0 slices; 1 to 8 are allowed",
        ),
        (
            scenario(machine, "", "slices: [(Short, 0)]"),
            "0 is not a span of time",
        ),
        (
            scenario(machine, "", "classes: (medium: 900, long: 60)"),
            "medium jobs begin at 900 s, long ones before that, at 60 s",
        ),
        (
            scenario(machine, "", "allocation: Cleverest"),
            "there is no `Cleverest`",
        ),
        (
            "(machine: Cluster(nodes: 4), policies: [ScojoPect], workload: Lublin(jobs: 9, memory: Mm1))"
                .to_owned(),
            "x.ron: jobs are to have memory, but the node's is not known",
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (content, sentence) in table {
        std::fs::write(folder.path().join("x.ron"), &content).unwrap();
        let output = cosched(folder.path(), &["run", "x.ron"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{content}: {said}");
        assert!(said.contains(sentence), "{content}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

/// Slices so short that jobs only load, or gain exactly what they then owe.
#[test]
fn a_run_that_never_ends_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    for seconds in [5, 20] {
        let content = format!(
            "(machine: Cluster(nodes: 1, memory: 10, transfer_rate: 1), policies: [ScojoPect],
 workload: Jobs([(submit: 0, runtime: 30, nodes: 1, memory: 10, class: Short),
                 (submit: 0, runtime: 30, nodes: 1, memory: 10, class: Long)]),
 parameters: (slicing: (slices: [(Short, {seconds}), (Long, {seconds})], short_slices: true)))"
        );
        std::fs::write(folder.path().join("x.ron"), content).unwrap();
        let output = cosched(folder.path(), &["run", "x.ron"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains("s no job has ended, as loading and swapping take all"),
            "{said}"
        );
    }
}

#[test]
fn classes_are_written_beside_the_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let content = scenario(
        ", memory: 10, transfer_rate: 1",
        ", memory: 4, class: Long",
        "",
    );
    std::fs::write(folder.path().join("x.ron"), content).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let classes = folder.path().join("out/scojo-pect/classes.csv");
    let classes = std::fs::read_to_string(classes).unwrap();
    let jobs = folder.path().join("out/scojo-pect/jobs.csv");
    let jobs = std::fs::read_to_string(jobs).unwrap();
    assert!(jobs.trim_end().ends_with(",1.8,0,long,4,4,0,0,0"), "{jobs}");
    // It loads 4 s and runs 5: a response of 9 s over the bound of 60.
    let long = classes
        .lines()
        .find(|line| line.starts_with("long"))
        .unwrap();
    assert_eq!(long, "long,1,1,1,0,9,0.15,4,0,0,0.8");
}

#[test]
fn a_small_study_reports_every_table() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "reproduce",
        "scojo-pect",
        "--workloads",
        "2",
        "--jobs",
        "150",
        "--out",
        "x.csv",
    ];
    let output = cosched(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    for table in ["Table 2", "Table 4", "Table 5", "Table 6", "Table 7"] {
        assert!(said.contains(table), "{table}");
    }
    assert!(said.contains("LANL-CM5 is left out: --logs names no folder with it"));
    // Each claim by either rule, with a verdict.
    for rule in ["our rule", "the program's rule"] {
        let of_rule = said.lines().filter(|line| {
            let verdict = ["holds", "holds in direction", "does not hold"];
            verdict
                .iter()
                .any(|words| line.ends_with(&format!("({rule}): {words}")))
        });
        assert_eq!(of_rule.count(), 9, "{rule}");
    }
    for detail in ["setting", "measured", "chosen"] {
        let details = said
            .lines()
            .filter(|line| line.starts_with(&format!("    {detail}: ")));
        assert_eq!(details.count(), 19, "{detail}");
    }
    let rows = std::fs::read_to_string(folder.path().join("x.csv")).unwrap();
    let reported = rows
        .lines()
        .find(|row| row.contains("best/worst") && row.contains("MM5"));
    assert!(reported.unwrap().contains(",13.84,"), "{reported:?}");
    let again = cosched(folder.path(), &arguments);
    assert_eq!(
        text(&again.stdout),
        said,
        "the same seeds give the same report"
    );
}

/// A log of eight jobs on 1024 nodes, each for 1000 s on 32 of them, that request so many KiB on
/// each; -1 is absent.
fn log(memory: [i32; 8]) -> String {
    let jobs = memory.iter().enumerate().map(|(index, memory)| {
        let (job, submit) = (index + 1, 10 * index);
        format!("{job} {submit} 0 1000 32 -1 -1 32 1000 {memory} 1 1 1 1 1 1 -1 -1\n")
    });
    format!(
        "; MaxProcs: 1024\n; MaxNodes: 1024\n{}",
        jobs.collect::<String>()
    )
}

/// Tables 8 and 9, the class mix of SDSC-BLUE and figure 18, of logs written by
/// hand: all jobs are medium.
#[test]
fn logs_have_their_tables_their_mix_and_the_figure_of_their_memory() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("SDSC-BLUE.swf"), log([-1; 8])).unwrap();
    let memory = [-1, 512, 1024, 1025, 16_384, 16_385, 32_768, 32_768];
    std::fs::write(folder.path().join("LANL-CM5.swf"), log(memory)).unwrap();
    let small = ["reproduce", "scojo-pect", "--workloads", "1", "--jobs", "8"];
    let logs = ["--logs", ".", "--figure", "x.svg", "--page", "3"];
    let output = cosched(folder.path(), &[&small[..], &logs[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    // fixtures/papers/scojo_pect.md, 6.6.
    for words in [
        "Tables 8 and 9, our rule: per cent of overhead saved",
        "Tables 8 and 9, the program's rule: per cent of overhead saved",
        "[7.70]",
        "[5.27]",
        "each job needs one to ten tenths of a node's, equally likely",
    ] {
        assert!(said.contains(words), "{words}");
    }
    let line = |words: &str| said.lines().find(|line| line.contains(words)).unwrap();
    let mix = line("  SDSC-BLUE  ");
    for cell in [
        "0.00 [73.75]",
        "100.00 [17.70]",
        "100.00 [15.00]",
        "0.00 [84.00]",
    ] {
        assert!(mix.contains(cell), "{mix}");
    }
    // All jobs are medium: off by 100 less 17.7, and by 100 less 15.
    let off = line("SDSC-BLUE off by at most 82.30 points of jobs and 85.00 of work");
    assert!(off.contains("LANL-CM5 off by at most 65.80"), "{off}");
    let drawn = std::fs::read_to_string(folder.path().join("x.svg")).unwrap();
    for words in [
        "Figure 18",
        "all jobs: jobs, share of all: not known 0.125",
        "all jobs: jobs, share of all: up to 1 MiB 0.250",
        "all jobs: jobs, share of all: over 1 to 2 MiB 0.125",
        "medium: node time, share of all: over 8 to 16 MiB 0.125",
        "medium: jobs, share of all: over 16 to 32 MiB 0.375",
        "long: jobs, share of all: over 16 to 32 MiB 0.000",
    ] {
        assert!(drawn.contains(words), "{words}");
    }
}

/// Reported values are drawn beside those measured by either rule.
#[test]
fn savings_are_drawn_beside_those_reported() {
    let folder = tempfile::tempdir().unwrap();
    let small = [
        "reproduce",
        "scojo-pect",
        "--workloads",
        "2",
        "--jobs",
        "100",
    ];
    let figure = ["--figure", "x.svg"];
    let output = cosched(folder.path(), &[&small[..], &figure[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let drawn = std::fs::read_to_string(folder.path().join("x.svg")).unwrap();
    // Four configurations under five models.
    assert_eq!(drawn.matches("<g class=\"chart\">").count(), 20);
    for words in [
        "Figure 21: per cent of overhead saved over first-free allocation",
        "MM5: best fit, then worst fit: thesis 13.84",
        "MM2: worst fit, then best fit: thesis 0.68",
        "MM4: worst fit, then worst fit: our rule: exact swapping, charged once a period ",
        ": the program's rule: literal swapping",
    ] {
        assert!(drawn.contains(words), "{words}");
    }
}

#[test]
fn impossible_reproductions_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, sentence) in [
        (
            ["reproduce", "scojo"].as_slice(),
            "there is no such study: scojo-pect, deside, agile, adasa, slots, fgd, rlscheduler, papers is allowed",
        ),
        (
            &["reproduce", "scojo-pect", "--logs", "nowhere"],
            "nowhere: cannot be read: no such file or directory",
        ),
        (
            &["reproduce", "scojo-pect", "--workloads", "0"],
            "0 is not in 1..=1000",
        ),
    ] {
        let output = cosched(folder.path(), arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(sentence), "{said}");
    }
}

/// The thesis's table 2, and more digits of it from an independent count.
#[test]
fn the_first_ten_thousand_jobs_of_lanl_have_the_mix_of_the_thesis() {
    let log = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/traces/LANL-CM5-1994-4.1-cln.swf.gz");
    if !log.exists() {
        eprintln!("skipped: {} is not there", log.display());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let content = format!(
        "(machine: Cluster(memory: 32), policies: [ScojoPect],
 workload: Swf(path: {log:?}, jobs: 10000, memory: Log, exact_estimates: true))"
    );
    std::fs::write(folder.path().join("x.ron"), content).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron"]);
    let said = text(&output.stdout);
    let row = |class| {
        let line = said
            .lines()
            .find(|line| line.trim().starts_with(class))
            .unwrap();
        let cells: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
        [cells[2].clone(), cells[3].clone()]
    };
    assert_eq!(row("short"), ["61.44", "2.46"]);
    assert_eq!(row("medium"), ["34.21", "40.70"]);
    assert_eq!(row("long"), ["4.35", "56.84"]);
}
