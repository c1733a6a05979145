//! Tables of any columns, and tables written by `cosched import` and read back.

use std::path::Path;

use cosched::load;
use cosched::record::Experiment;
use cosched::scenario::Workload;

use super::{HEADER, imported, line, prepared, shared, table};
use crate::program::{cosched, text};

#[test]
fn any_table_by_its_columns() {
    let folder = tempfile::tempdir().unwrap();
    let csv =
        "id;SubmitTime;Begin;Took;Slots;Who;Lane\n1;1000;1010;2.5;4;ann;a\n2;1005;1015;1;2;bob;b\n";
    std::fs::write(folder.path().join("site.csv"), csv).unwrap();
    let scenario = r#"(
        machine: Cluster(nodes: 8),
        workload: Table(
            path: "site.csv",
            columns: (number: "id", submit: "SubmitTime", start: "Begin", runtime: "Took", cores: "Slots", user: "Who", partition: "Lane"),
            units: (instants: UnixSeconds, spans: Minutes),
        ),
        policies: [Easy, Recorded],
    )"#;
    let path = folder.path().join("site.ron");
    std::fs::write(&path, scenario).unwrap();
    let experiment = prepared(&load::open(&path).unwrap(), &path);
    assert_eq!(experiment.unix_start, Some(1000));
    let jobs: Vec<_> = experiment
        .jobs
        .iter()
        .map(|job| (job.submit.seconds(), job.runtime.seconds(), job.nodes))
        .collect();
    assert_eq!(jobs, [(0.0, 150.0, 4), (5.0, 60.0, 2)]);
    let waits: Vec<_> = experiment
        .labels
        .iter()
        .map(|label| label.recorded_wait().unwrap().seconds())
        .collect();
    assert_eq!(waits, [10.0, 10.0]);
    // Written and read again, it is the same scenario.
    let opened = load::open(&path).unwrap();
    let again = cosched::scenario::parse(&cosched::scenario::to_ron(&opened), None).unwrap();
    assert_eq!(opened, again);
    std::fs::write(&path, scenario.replace("\"Took\"", "\"Dauer\"")).unwrap();
    let output = cosched(folder.path(), &["run", "site.ron"]);
    assert!(
        text(&output.stderr).contains("`runtime: \"Dauer\"`: there is no such column"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_written_table_is_read_back() {
    let Some(path) = shared("traces/clusters/phillips.sacct.gz") else {
        return;
    };
    let fields = ["--fields", "xdmod"];
    let direct = prepared(&table(&path, &["xdmod"]), &path);
    let (_folder, log) = imported(&path, &fields, "log.swf");
    let mut scenario = load::open(&log).unwrap();
    let Workload::Swf(requested) = &mut scenario.workload else {
        panic!()
    };
    requested.rebase = true;
    let by_log = prepared(&scenario, &log);
    let facts = |one: &Experiment| {
        let labels = one.labels.iter();
        let labels = labels.map(|label| {
            (
                label.number(),
                label.user(),
                label.group(),
                label.queue(),
                label.recorded_wait(),
            )
        });
        (one.jobs.clone(), labels.collect::<Vec<_>>(), one.nodes)
    };
    assert_eq!(facts(&direct), facts(&by_log));
    assert_eq!(direct.clock.date(0.0), by_log.clock.date(0.0));
    let (_folder, csv) = imported(&path, &fields, "table.csv");
    let by_table = prepared(&load::open(&csv).unwrap(), &csv);
    assert_eq!(facts(&direct), facts(&by_table));
    let (_folder, ron) = imported(&path, &fields, "month.ron");
    assert_eq!(
        facts(&direct),
        facts(&prepared(&load::open(&ron).unwrap(), &ron))
    );
}

#[test]
fn anonymised_accounting_has_no_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("month.psv");
    let jobs = line(&[(0, "901"), (1, "901")]) + &line(&[(0, "902"), (1, "902"), (2, "zoe")]);
    std::fs::write(&path, format!("{HEADER}{jobs}")).unwrap();
    for out in ["log.swf", "table.csv"] {
        let (_folder, written) = imported(&path, &["--anonymise"], out);
        let kept = std::fs::read_to_string(&written).unwrap();
        for name in ["ann", "zoe", "short", "901", "902", "month"] {
            assert!(!kept.contains(name), "{name}: {kept}");
        }
        let (_folder, written) = imported(&path, &[], out);
        assert!(std::fs::read_to_string(&written).unwrap().contains("short"));
    }
    let output = cosched(folder.path(), &["import", "month.psv", "--anonymise"]);
    assert!(!text(&output.stdout).contains("short"));
}

#[test]
fn the_help_says_how_to_get_accounting() {
    let output = cosched(Path::new("."), &["import", "--help"]);
    let said = text(&output.stdout);
    assert!(
        said.contains("TZ=UTC") && said.contains("sacct -a -X -P -D"),
        "{said}"
    );
    assert!(said.contains("ElapsedRaw,TimelimitRaw"), "{said}");
}
