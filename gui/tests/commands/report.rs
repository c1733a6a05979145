//! Reports and figures from the command line: written files, and errors.

use std::fs;
use std::path::Path;

use crate::program::{cosched, text};

/// EASY lets job 3 pass job 2, which waits for job 1.
const SCENARIO: &str = "(machine: Cluster(nodes: 4), policies: [Fcfs, Easy], workload: Jobs([
    (submit: 0, runtime: 100, nodes: 2),
    (submit: 1, runtime: 10, nodes: 4),
    (submit: 2, runtime: 20, nodes: 1)]))";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("three.ron"), SCENARIO).unwrap();
    folder
}

fn assert_success(folder: &Path, arguments: &[&str]) {
    let output = cosched(folder, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Notes on instants and spans are in the page, and invalid ones are refused.
#[test]
fn notes_are_in_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "(machine: Cluster(nodes: 4), policies: [Fcfs], workload: Jobs([
        (submit: 0, runtime: 7200, nodes: 2), (submit: 10, runtime: 300, nodes: 4)]))";
    fs::write(folder.path().join("x.ron"), jobs).unwrap();
    let written = |note: &str| {
        let words = [
            "report", "--quiet", "x.ron", "--out", "x.html", "--note", note,
        ];
        let output = cosched(folder.path(), &words);
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(written("1h..90m=cooling failed").0, Some(0));
    let page = fs::read_to_string(folder.path().join("x.html")).unwrap();
    // In the list, in the two figures over time and in the schedule.
    assert!(page.matches("cooling failed").count() >= 4, "{page}");
    for wrong in ["1h", "=words", "2h..1h=words", "1h=", "soon=words"] {
        let (code, said) = written(wrong);
        assert_eq!(code, Some(2), "{wrong}");
        assert!(said.contains("an instant or a span and a text"), "{said}");
    }
}

#[test]
fn a_report_is_made_again_by_the_command_in_it() {
    let folder = folder();
    let question = "Who's first, & why?";
    let arguments = [
        "report",
        "three.ron",
        "--question",
        question,
        "--out",
        "a.html",
    ];
    assert_success(folder.path(), &arguments);
    let first = fs::read_to_string(folder.path().join("a.html")).unwrap();
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    let document = roxmltree::Document::parse_with_options(&first, options).unwrap();
    let mut codes = document
        .descendants()
        .filter(|node| node.tag_name().name() == "pre");
    let mut codes = codes.by_ref().filter_map(|node| node.text());
    let command = codes.find(|text| text.starts_with("cosched ")).unwrap();
    let words = shlex::split(command).unwrap();
    let words: Vec<_> = words.iter().skip(1).map(String::as_str).collect();
    assert_eq!(
        words,
        [
            "report",
            "three.ron",
            "--question",
            question,
            "--out",
            "a.html"
        ]
    );
    fs::remove_file(folder.path().join("a.html")).unwrap();
    assert_success(folder.path(), &words);
    assert_eq!(
        fs::read_to_string(folder.path().join("a.html")).unwrap(),
        first
    );
}

#[test]
fn figures_are_written_as_their_names_end() {
    let folder = folder();
    for kind in ["wait", "slowdown", "busy", "queue"] {
        for (ending, start) in [
            ("svg", "<svg "),
            ("png", "\u{fffd}PNG"),
            ("pdf", "%PDF-1.4"),
        ] {
            let name = format!("{kind}.{ending}");
            let arguments = [
                "figure",
                "three.ron",
                "--quiet",
                "--kind",
                kind,
                "--out",
                &name,
            ];
            assert_success(folder.path(), &arguments);
            let bytes = fs::read(folder.path().join(&name)).unwrap();
            assert!(text(&bytes).starts_with(start), "{name}");
        }
    }
    let arguments = [
        "figure",
        "three.ron",
        "--kind",
        "schedule",
        "--policy",
        "easy",
        "--size",
        "40x30mm",
        "--font",
        "6pt",
        "--out",
        "s.svg",
    ];
    assert_success(folder.path(), &arguments);
    let drawn = fs::read_to_string(folder.path().join("s.svg")).unwrap();
    assert!(
        drawn.contains("width=\"40.00mm\" height=\"30.00mm\""),
        "{drawn}"
    );
}

#[test]
fn impossible_figures_are_refused_in_a_sentence() {
    let folder = folder();
    for (arguments, sentence) in [
        (
            vec![
                "figure",
                "three.ron",
                "--quiet",
                "--kind",
                "schedule",
                "--out",
                "a.svg",
            ],
            "--kind schedule: a figure has one schedule, and here are 2 runs; --policy chooses one",
        ),
        (
            vec!["figure", "three.ron", "--kind", "wait", "--out", "a.gif"],
            "a.gif: a figure is written as .svg, .png, .pdf or .csv; the name must end so",
        ),
        (
            vec![
                "figure",
                "three.ron",
                "--quiet",
                "--kind",
                "wait",
                "--size",
                "20x20",
                "--font",
                "20",
                "--out",
                "a.svg",
            ],
            "there is no room for the plot: a larger size or a smaller font is needed",
        ),
        (
            vec!["report", "none.ron", "--out", "a.html"],
            "none.ron: cannot be read",
        ),
    ] {
        let output = cosched(folder.path(), &arguments);
        let said = text(&output.stderr);
        assert_eq!(
            (output.status.code(), said.lines().count()),
            (Some(2), 1),
            "{said}"
        );
        assert!(said.contains(sentence), "{said}");
        assert!(!folder.path().join(arguments[arguments.len() - 1]).exists());
    }
}

/// `cosched run` ends with the answer, behind the rows: under FCFS waits of 0, 99 and 108 s, under
/// EASY of 0, 99 and 0 s.
#[test]
fn a_run_ends_with_the_answer() {
    let folder = folder();
    let output = cosched(folder.path(), &["run", "three.ron"]);
    let said = text(&output.stdout);
    let sentences = "\n\nUnder FCFS jobs wait 1 min 09 on average.\n\
        Against FCFS: EASY −52 %, too short to say whether that holds for other jobs.\n\
        Longest wait: job 3, 1 min 48 under FCFS: 1 job was ahead of it and nobody passed it, and job 2 was the last to leave its nodes.\n";
    assert!(said.ends_with(sentences), "{said}");
    let rows = said.strip_suffix(sentences).unwrap();
    assert_eq!(rows.lines().count(), 3, "{rows}");
    // With --quiet there are only the rows.
    let output = cosched(folder.path(), &["run", "three.ron", "--quiet"]);
    assert_eq!(text(&output.stdout).trim_end(), rows.trim_end());
}

/// Of jobs of one or two nodes, waits of 0 and 108 s, and none under EASY.
#[test]
fn a_report_is_of_selected_jobs() {
    let folder = folder();
    let select = [
        "report",
        "three.ron",
        "--quiet",
        "--out",
        "x.html",
        "--select",
    ];
    assert_success(folder.path(), &[&select[..], &["nodes < 4"]].concat());
    let page = fs::read_to_string(folder.path().join("x.html")).unwrap();
    assert!(page.contains("<p>Under FCFS 2 selected jobs wait 54 s on average.</p>"));
    let output = cosched(folder.path(), &[&select[..], &["nodes < many"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("character 9"),
        "{}",
        text(&output.stderr)
    );
}

/// A sweep has a figure and values: as many points as the table has rows of the metric, and the
/// same means.
#[test]
fn a_sweep_is_drawn_from_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let swept = "(machine: Cluster(nodes: 8), workload: Lublin(jobs: 30), policies: [Fcfs, Easy],
        sweep: (over: [(load: [0.5, 0.8])], seeds: 2))";
    fs::write(folder.path().join("swept.ron"), swept).unwrap();
    assert_success(
        folder.path(),
        &["sweep", "swept.ron", "--quiet", "--out", "results"],
    );
    let drawn = |out: &str, metric: &str| {
        let words = ["figure", "results", "--kind", "sweep", "--metric", metric];
        cosched(folder.path(), &[&words[..], &["--out", out]].concat())
    };
    for (name, start) in [("a.svg", "<svg "), ("a.pdf", "%PDF"), ("a.csv", "run,load")] {
        assert!(drawn(name, "mean_bounded_slowdown").status.success());
        let bytes = fs::read(folder.path().join(name)).unwrap();
        assert!(text(&bytes).starts_with(start), "{name}");
    }
    let means = |file: &str, of: &dyn Fn(&csv::StringRecord) -> Option<String>| {
        let mut reader = csv::Reader::from_path(folder.path().join(file)).unwrap();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let mut means: Vec<String> = rows.iter().filter_map(of).collect();
        means.sort();
        means
    };
    let of_figure = means("a.csv", &|row| Some(row[2].to_owned()));
    let of_table = means("results/summary.csv", &|row| {
        let is_it = row.iter().any(|cell| cell == "mean_bounded_slowdown");
        is_it.then(|| row[4].to_owned())
    });
    assert_eq!(of_figure.len(), 4);
    assert_eq!(of_figure, of_table);
    let wrong = drawn("b.svg", "mean_weight");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("--metric mean_weight"));
    let words = ["figure", "swept.ron", "--kind", "sweep", "--out", "c.svg"];
    let wrong = cosched(folder.path(), &words);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn a_change_is_drawn_before_and_after() {
    let folder = folder();
    let words = ["whatif", "three.ron", "--quiet", "--policy", "fcfs"];
    let change = ["--set", "policy=easy", "--figure", "waits.csv"];
    assert_success(folder.path(), &[&words[..], &change].concat());
    let values = fs::read_to_string(folder.path().join("waits.csv")).unwrap();
    // Three waits before, and two different ones after.
    assert_eq!(values.matches("before,").count(), 3, "{values}");
    assert_eq!(values.matches("after,").count(), 2, "{values}");
}

/// Without a name the first run is the baseline, or the log as recorded; the page says which.
#[test]
fn the_baseline_of_a_report_is_chosen_by_its_name_and_said() {
    let folder = folder();
    let page = |more: &[&str]| {
        let words = ["report", "--quiet", "three.ron", "--out", "page.html"];
        assert_success(folder.path(), &[&words, more].concat());
        fs::read_to_string(folder.path().join("page.html")).unwrap()
    };
    let against = |page: &str, baseline: &str, other: &str| {
        let said = format!("The baseline is {baseline}: every change from here on is against it.");
        assert!(page.contains(&said), "{baseline}");
        assert!(page.contains(&format!("{other} against {baseline}")));
    };
    against(&page(&[]), "FCFS", "EASY");
    // Job 3 waits 108 s under FCFS and none under EASY, of three jobs.
    let other = page(&["--baseline", "easy"]);
    against(&other, "EASY", "FCFS");
    assert!(other.contains("Jobs wait 36 s more on average."), "{other}");
    let words = [
        "report",
        "three.ron",
        "--out",
        "page.html",
        "--baseline",
        "sjf",
    ];
    let output = cosched(folder.path(), &words);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("no run is called `sjf`; allowed are FCFS, EASY"),
        "{said}"
    );

    let log = "; MaxProcs: 2\n1 0 50 10 1 -1 -1 1 10 -1 1 1 1 -1 1 -1 -1 -1\n";
    fs::write(folder.path().join("x.swf"), log).unwrap();
    let words = [
        "report",
        "--quiet",
        "x.swf",
        "--out",
        "page.html",
        "--policy",
        "fcfs",
        "--policy",
        "recorded",
    ];
    assert_success(folder.path(), &words);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    against(&page, "As recorded", "FCFS");
}
