//! A report of a scenario worked by hand, read by a parser of XML.

use std::sync::Arc;

use super::differences::changes;
use cosched_core::Time;

use super::{Report, html};
use crate::time::notes::Note;
use laboratory::base::progress::Progress;
use laboratory::load;
use laboratory::metrics::select::Scope;
use laboratory::metrics::select::paired::{Measure, Pairs};
use laboratory::record::Run;
use laboratory::run;
use laboratory::scenario;

/// Under FCFS job 2 waits 99 s for job 1's nodes, and job 3 until job 2 has ended, at 110 s;
/// under EASY job 3 passes at 2 s. Job 2 waits 99 s under both.
const THREE: &str =
    "(title: \"a <b> & \\\"c\\\"\", machine: Cluster(nodes: 4), policies: [Fcfs, Easy],
    workload: Jobs([
        (submit: 0, runtime: 100, nodes: 2),
        (submit: 1, runtime: 10, nodes: 4),
        (submit: 2, runtime: 20, nodes: 1),
    ]))";

fn runs(text: &str) -> Vec<Run> {
    let scenario = scenario::parse(text, None).unwrap();
    let progress = Progress::default();
    let experiment = Arc::new(load::prepare(&scenario, None, &progress).unwrap());
    let choices = run::choices(&scenario);
    let all = choices.iter().map(|choice| {
        run::simulate(&experiment, choice, true, &progress)
            .unwrap()
            .unwrap()
    });
    all.collect()
}

fn page(runs: &[Run], question: Option<&str>) -> String {
    let named: Vec<(&str, &Run)> = runs.iter().map(|run| (run.label.as_str(), run)).collect();
    let report = Report {
        question,
        command: Some("cosched report 'a & b.ron' --out report.html"),
        runs: &named,
        notes: &[Note {
            span: [Time::ZERO, Time::from_seconds(99)],
            text: "job 2 <waits>".to_owned(),
        }],
        scope: &Scope::default(),
    };
    html(&report, &Progress::default()).unwrap()
}

#[test]
fn the_change_equals_the_working_by_hand() {
    let runs = runs(THREE);
    // Job 3 starts at 110 s under FCFS, 108 s after it was submitted.
    assert_eq!(
        changes(&runs[0], &runs[1], &Scope::default()),
        (-108.0, vec![(2, -108.0)])
    );
    assert_eq!(
        changes(&runs[1], &runs[1], &Scope::default()),
        (0.0, vec![])
    );
    let text = page(&runs, None);
    assert!(
        text.contains(
            "Jobs wait 36 s less on average. 1 job waits less by 1 min 48 together, which is 100 %"
        ),
        "{text}"
    );
    // Mean waits: (0 + 99 + 108) / 3 = 69 s, and 33 s, which is less by 36 / 69.
    assert!(
        text.contains("<tr><td>mean wait</td><td>1 min 09</td><td>33 s (−52 %)</td></tr>"),
        "{text}"
    );
    assert!(
        text.contains("started ahead of job 2"),
        "why is said: {text}"
    );
}

#[test]
fn a_page_is_whole_by_itself_and_the_same_each_time() {
    let runs = runs(THREE);
    let text = page(&runs, Some("Does <backfilling> help & whom?"));
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    let document = roxmltree::Document::parse_with_options(&text, options).unwrap();
    let count = |name: &str| {
        let nodes = document.descendants();
        nodes.filter(|node| node.tag_name().name() == name).count()
    };
    // Three figures of all runs and a schedule of each.
    assert_eq!(
        (count("figure"), count("svg"), count("h1"), count("script")),
        (5, 5, 1, 0)
    );
    for node in document.descendants() {
        for name in ["src", "href"] {
            let link = node.attribute(name).unwrap_or("data:");
            assert!(link.starts_with("data:") || link.starts_with('#'), "{link}");
        }
    }
    let title = document
        .descendants()
        .find(|node| node.has_tag_name(("http://www.w3.org/1999/xhtml", "title")));
    assert_eq!(title.and_then(|node| node.text()), Some("a <b> & \"c\""));
    assert!(text.contains("Does &lt;backfilling&gt; help &amp; whom?"));
    assert!(text.contains("<li>0 s to 0:01:39: job 2 &lt;waits&gt;</li>"));
    for run in &runs {
        assert!(text.contains(&format!("{:016x}", run.digest)));
    }
    assert_eq!(text, page(&runs, Some("Does <backfilling> help & whom?")));
}

#[test]
fn changes_have_intervals_or_the_reason_why_not() {
    let few = page(&runs(THREE), None);
    assert!(few.contains("−52 % (too short to say)"), "{few}");
    assert!(
        few.contains("the two differ in 1 job; at least 120 are needed"),
        "{few}"
    );
    let many = "(machine: Cluster(nodes: 64), policies: [Fcfs, Easy], workload: Lublin(jobs: 600, load: 0.7))";
    let runs = runs(many);
    let text = page(&runs, None);
    let jobs: Vec<u32> = (0..600).collect();
    let found = Pairs::of(Measure::Wait, &runs[0], &runs[1], &jobs).summary();
    assert!(found.interval.is_some());
    let cell = format!(
        "{:+.0} % ({})</td>",
        100.0 * found.change.unwrap(),
        found.interval_words()
    );
    assert!(text.contains(&cell.replacen('-', "−", 1)), "{cell}");
    let alone = page(&runs[..1], None);
    assert!(alone.contains("that takes another run of the same jobs"));
}

#[test]
fn no_runs_have_no_report() {
    let report = Report {
        question: None,
        command: None,
        runs: &[],
        notes: &[],
        scope: &Scope::default(),
    };
    assert!(html(&report, &Progress::default()).is_err());
}

/// The answer stands before everything else; it and the table are of the selection.
#[test]
fn the_answer_is_on_top_and_of_the_selected_jobs() {
    let runs = runs(THREE);
    let text = page(&runs, Some("why?"));
    let at = |part: &str| {
        text.find(part)
            .unwrap_or_else(|| panic!("{part} in {text}"))
    };
    let answer = "<p>Under FCFS jobs wait 1 min 09 on average.</p>";
    assert!(at("<h1>") < at(answer) && at(answer) < at("<h2>Question</h2>"));
    assert!(text.contains("@page{size:A4"));
    // Without job 2: 54 s in the mean, and no job waits under EASY.
    let scope = Scope {
        filter: "nodes < 4".parse().unwrap(),
        ..Scope::default()
    };
    let named: Vec<(&str, &Run)> = runs.iter().map(|run| (run.label.as_str(), run)).collect();
    let report = Report {
        question: None,
        command: None,
        runs: &named,
        notes: &[],
        scope: &scope,
    };
    let text = html(&report, &Progress::default()).unwrap();
    for part in [
        "<p>Under FCFS 2 selected jobs wait 54 s on average.</p>",
        "<p>Selected jobs: nodes &lt; 4</p>",
        "<tr><td>mean wait</td><td>54 s</td><td>0 s (−100 %)</td></tr>",
        "What came of each run of the selected jobs",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}
