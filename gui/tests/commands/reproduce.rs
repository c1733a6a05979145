//! Small versions of the studies: results that do not depend on the number of workloads, and their
//! figures.

use crate::program::{cosched, text};

fn report(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = cosched(folder.path(), arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The line of the claim that contains `statement`, with its verdict, and the measured values.
fn claim<'r>(report: &'r str, statement: &str) -> (&'r str, &'r str) {
    let mut lines = report.lines();
    let line = lines.find(|line| line.contains(statement));
    let details = lines.take_while(|line| line.starts_with("    "));
    let mut measured = details.filter_map(|line| line.trim().strip_prefix("measured: "));
    (
        line.unwrap_or_default(),
        measured.next().unwrap_or_default(),
    )
}

/// The cells of the row that begins with `name` below the title `table`.
fn row<'r>(report: &'r str, table: &str, name: &str) -> Vec<&'r str> {
    let mut lines = report.lines().skip_while(|line| !line.starts_with(table));
    let row = lines.find(|line| line.trim_start().starts_with(name));
    let row = row.unwrap_or_default().trim_start();
    row.strip_prefix(name)
        .unwrap_or_default()
        .split_whitespace()
        .collect()
}

/// fixtures/papers/deside.md, 2.7: the gains of the two stored graphs on three servers, beside the
/// paper's. The report repeats all of it; a page of figures has two sizes of graphs, four numbers
/// of servers, five policies.
#[test]
fn the_stored_graphs_have_the_gains_they_were_stored_with() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, page: &str, title: &str| {
        let (out, figure) = (format!("{name}.csv"), format!("{name}.svg"));
        let deside = ["reproduce", "deside", "--quiet", "--workloads", "1"];
        let files = ["--out", &out, "--figure", &figure, "--page", page];
        let output = cosched(folder.path(), &[&deside[..], &files].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
        let drawn = read(&figure);
        assert!(drawn.contains(title), "{title}");
        assert_eq!(drawn.matches("<g class=\"chart\">").count(), 8);
        assert_eq!(drawn.matches(": JS ").count(), 8);
        assert_eq!(drawn.matches(": MOM, literal ").count(), 8);
        (text(&output.stdout), read(&out))
    };
    let stored = "Figures 6 to 8: makespans of the two stored graphs";
    let (said, rows) = run("one", "1", stored);
    let again = run("other", "3", "Mean makespans of random fork-join graphs");
    assert_eq!((said.clone(), rows), again, "byte for byte");
    let table = "Stored graphs: per cent of makespan below SLF";
    for (graph, gains) in [
        ("DAG-1-like, 3 servers", ["5.81", "11.04"]),
        ("DAG-2-like, 3 servers", ["6.09", "7.68"]),
    ] {
        let found = row(&said, table, graph);
        assert_eq!([found[0], found[3]], gains, "{graph}");
    }
    let (line, _) = claim(&said, "Stored graphs: MOM is better than LET");
    assert!(line.ends_with(": holds"), "{line}");
    let setting = said.split(line).nth(1).unwrap().lines().nth(1).unwrap();
    assert!(setting.contains("no interval"), "{setting}");
    for words in [
        "selected among 7500 and 2000 drawn ones",
        "chosen: the graphs themselves",
        "Fork-join graphs: MOM is the best of the three",
        "PARLANCE",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    // The gains are no claim of the paper, and it has no section 5.4.
    assert!(!said.contains("stored with") && !said.contains("section 5.4"));
}

#[test]
fn the_implemented_parts_of_each_paper_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let listed = report(&["reproduce"]);
    assert!(listed.contains("\npapers  "), "{listed}");
    let output = cosched(
        folder.path(),
        &["reproduce", "papers", "--out", "papers.csv"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows = std::fs::read_to_string(folder.path().join("papers.csv")).unwrap();
    assert!(rows.starts_with("paper,part,how,why\n"), "{rows}");
    let said = text(&output.stdout);
    for paper in [
        "DESiDE",
        "Agile",
        "Toporkov",
        "ADaSA",
        "Scojo-PECT",
        "RLScheduler",
    ] {
        assert!(said.contains(paper) && rows.contains(paper), "{paper}");
    }
    for how in ["letter", "reading", "not"] {
        assert!(said.contains(&format!("\n  {how} ")), "{how}");
        assert!(rows.contains(&format!(",{how},")), "{how}");
    }
}

#[test]
fn options_that_a_study_does_not_have_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, sentence) in [
        (
            ["deside", "--jobs", "30"],
            "--jobs: deside has graphs of 50 and of 100 jobs",
        ),
        (
            ["deside", "--load", "1"],
            "--load: deside has graphs, of which all jobs are there from the start",
        ),
        (
            ["rlscheduler", "--load", "1"],
            "--load: rlscheduler takes its logs as they are",
        ),
        (
            ["rlscheduler", "--jobs", "7"],
            "--jobs: 7 jobs; a sequence of rlscheduler has 8 or more",
        ),
        (
            ["papers", "--jobs", "30"],
            "--jobs: papers is a table of what is implemented, no study",
        ),
    ] {
        let output = cosched(folder.path(), &[&["reproduce"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{sentence}");
        assert_eq!(text(&output.stderr), format!("cosched: {sentence}\n"));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_study_without_its_trace_says_what_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    for (study, needed) in [
        ("fgd", "the folder with openb_pod_list_default.csv"),
        ("rlscheduler", "the folder with the logs of the paper"),
    ] {
        let said = report(&["reproduce", study, "--quiet"]);
        let sentence = format!("nothing was run: --logs names {needed}");
        assert!(said.contains(&sentence), "{said}");
    }
    let output = cosched(
        folder.path(),
        &["reproduce", "fgd", "--quiet", "--figure", "a.svg"],
    );
    assert_eq!(output.status.code(), Some(2));
    let sentence =
        "cosched: --figure: fgd has nothing to draw without its logs, which --logs says\n";
    assert_eq!(text(&output.stderr), sentence);
}

/// fixtures/papers/agile.md, 3.6, T-A1, which is exact; absent logs are named.
#[test]
fn fine_grain_is_the_same_under_all() {
    let said = report(&["reproduce", "agile", "--quiet", "--workloads", "2"]);
    let (line, measured) = claim(&said, "T-A1");
    assert!(line.ends_with(": holds"), "{line}");
    assert_eq!(measured, "all 28 values of each are equal: true");
    assert!(said.contains("LANL-CM5 is left out"), "{said}");
    assert!(said.contains("SDSC-BLUE stands for it"), "{said}");
    // In medium grain no job fills gaps, unless classes are measured.
    for nodes in [32, 128] {
        let index = format!("random workloads on {nodes} nodes at a load of 1");
        let statement = format!("T-A2, {index}: the mean response of flexible coscheduling is");
        let (_, measured) = claim(&said, &statement);
        assert!(measured.starts_with("medium the same, "), "{measured}");
        let measuring = statement.replace(" is", " with measured classes is");
        let (_, measured) = claim(&said, &measuring);
        assert!(
            measured.starts_with("medium ") && !measured.contains("medium the same"),
            "{measured}"
        );
        assert!(said.contains(&format!("T-A2, {index}: Agile, literal is not worse")));
    }
    for words in [
        "chosen with the outcome in view (specification 8.1)",
        "gang scheduling by construction",
        "ten of mean size, %",
    ] {
        assert!(said.contains(words), "{words}");
    }
}

#[test]
fn the_figures_are_a_page_of_small_charts() {
    let folder = tempfile::tempdir().unwrap();
    let agile = [
        "reproduce",
        "agile",
        "--quiet",
        "--workloads",
        "1",
        "--figure",
    ];
    let output = cosched(folder.path(), &[&agile[..], &["out.svg"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let drawn = std::fs::read_to_string(folder.path().join("out.svg")).unwrap();
    // Four grains, six metrics; of each, four policies.
    assert_eq!(drawn.matches("<g class=\"chart\">").count(), 24);
    assert_eq!(drawn.matches(": Agile ").count(), 24);
    for words in [
        "random workloads",
        "turnaround",
        "independent",
        "1 workload",
        ">Flexible<",
    ] {
        assert!(drawn.contains(words), "{words}");
    }
    let output = cosched(folder.path(), &[&agile[..], &["out.PNG"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let bytes = std::fs::read(folder.path().join("out.PNG")).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"));
}

#[test]
fn figures_that_cannot_be_drawn_are_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, sentence) in [
        (
            ["agile", "--figure", "out.pdf"].as_slice(),
            "out.pdf: a figure is written as .svg or .png; the name must end so",
        ),
        (
            &["agile", "--figure", "out"],
            "out: a figure is written as .svg or .png; the name must end so",
        ),
        (
            &["agile", "--figure", "none/out.svg"],
            "none: there is no such folder",
        ),
        (
            &["agile", "--logs", "none", "--figure", "out.svg"],
            "none: cannot be read: no such file or directory",
        ),
    ] {
        let output = cosched(
            folder.path(),
            &[&["reproduce", "--quiet"], arguments].concat(),
        );
        assert_eq!(output.status.code(), Some(2), "{sentence}");
        assert_eq!(text(&output.stderr), format!("cosched: {sentence}\n"));
        assert!(output.stdout.is_empty());
        assert!(!folder.path().join("out.svg").exists());
    }
}

/// fixtures/papers/adasa.md, 8, T-M1 and T-M2, on few workloads.
#[test]
fn moldable_jobs_fare_better_under_overload() {
    let said = report(&[
        "reproduce",
        "adasa",
        "--quiet",
        "--workloads",
        "2",
        "--jobs",
        "150",
        "--load",
        "2.5",
    ]);
    for statement in ["T-M1: ADaSA against EASY", "T-M2: ADaSA against KCEASY"] {
        let (_, measured) = claim(&said, statement);
        assert!(measured.starts_with("turnaround -"), "{measured}");
    }
    assert!(
        said.contains("setting: log-uniform, load 2.5, over-request 4"),
        "{said}"
    );
    assert!(
        said.contains("jann97-refit, load 2.5, users ask for 4 times"),
        "{said}"
    );
    assert!(
        !said.contains("Abstract:"),
        "what is judged at another load is not judged at this one"
    );
}

/// The paper's claims are judged at one setting each, in both readings of response, with the
/// settings chosen for them.
#[test]
fn the_paper_of_adasa_is_judged_at_one_setting() {
    let arguments = "reproduce adasa --quiet --workloads 3 --jobs 200 --load 1";
    let said = report(&arguments.split(' ').collect::<Vec<_>>());
    for (other, at_least) in [("EASY", 50.0), ("KCEASY", 30.0)] {
        let statement = format!("Abstract: response (wait) falls by up to 90 % against {other}:");
        let (line, measured) = claim(&said, &statement);
        assert!(!line.is_empty(), "{said}");
        let fall = measured.strip_prefix("start less submission -").unwrap();
        let fall: f64 = fall.split(' ').next().unwrap().parse().unwrap();
        assert!(fall > at_least, "{measured}");
        assert!(
            measured.contains("completion less submission") && measured.contains("by the letter"),
            "{measured}"
        );
    }
    let (line, measured) = claim(&said, "missed about as often as under EASY and KCEASY");
    assert!(line.ends_with(": does not hold"), "{line}");
    assert!(measured.contains("under KCEASY"), "{measured}");
    let judged = "setting: jann97-refit, load 1, over-request 1: ";
    assert_eq!(said.matches(judged).count(), 10);
    assert_eq!(said.matches("    chosen: ").count(), 10);
    for words in [
        "Fair-shared, weighted",
        "ADaSA, 5 % lost",
        "chosen with the outcome in view",
        "ADaSA against KCEASY: turnaround changes by, %",
    ] {
        assert!(said.contains(words), "{words}");
    }
}

/// fixtures/papers/slots.md, 4.4, T-S2, and what holds in every random environment.
#[test]
fn windows_meet_their_targets_on_few_environments() {
    let arguments = ["reproduce", "slots", "--quiet", "--workloads", "60"];
    let said = report(&arguments);
    for statement in [
        "FirstFit starts at 0 in 97 %",
        "MinCost costs 477",
        "MinCost costs 17 % less than MultipleBest",
        "MinCost costs 24 % less than the most expensive",
        "the quality of MaxQ is 61.8",
        "MinRuntime is not above that of MinFinish",
        "have the same finish",
        "In every environment no window is better",
    ] {
        let (line, measured) = claim(&said, statement);
        assert!(line.ends_with(": holds"), "{line}: {measured}");
    }
    let (line, measured) = claim(&said, "S-c, whole performances");
    assert!(line.ends_with(": does not hold"), "{line}");
    assert!(
        measured.ends_with("in 60 of 60 environments it is MinRuntime"),
        "{measured}"
    );
    for words in [
        "chosen with the outcome in view",
        "Means of 60 environments, real performances",
        "[477.00]",
    ] {
        assert!(said.contains(words), "{words}");
    }
}

/// A single environment has no intervals, but everything else.
#[test]
fn one_environment_is_enough_for_a_report() {
    let arguments = ["reproduce", "slots", "--quiet", "--workloads", "1"];
    let said = report(&arguments);
    assert_eq!(report(&arguments), said, "the same seeds give the same");
    let (line, measured) = claim(&said, "In every environment no window is better");
    assert!(line.ends_with(": holds"), "{line}");
    assert!(measured.contains("of 2 environments"), "{measured}");
}
