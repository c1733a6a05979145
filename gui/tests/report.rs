//! Reports and figures as a person types them: what is written, and what is refused.

mod program;

use std::fs;
use std::path::Path;

use program::{cosched, text};

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

fn done(folder: &Path, arguments: &[&str]) {
    let output = cosched(folder, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// What is noted of instants and spans is in the page, and what is none is refused.
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
    done(folder.path(), &arguments);
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
    done(folder.path(), &words);
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
            done(folder.path(), &arguments);
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
    done(folder.path(), &arguments);
    let drawn = fs::read_to_string(folder.path().join("s.svg")).unwrap();
    assert!(
        drawn.contains("width=\"40.00mm\" height=\"30.00mm\""),
        "{drawn}"
    );
}

#[test]
fn what_cannot_be_drawn_is_refused_in_a_sentence() {
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
            "there is no room for the plot: a larger --size or a smaller --font is needed",
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
