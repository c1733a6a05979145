//! Tables with the jobs that ended from an instant on.

use std::fmt::Write as _;

use crate::program::{cosched, text};

/// An instant of February 2026, in seconds from its beginning.
fn instant(seconds: u64) -> String {
    let (day, hour) = (1 + seconds / 86_400, seconds / 3600 % 24);
    let (minute, second) = (seconds / 60 % 60, seconds % 60);
    format!("2026-02-{day:02}T{hour:02}:{minute:02}:{second:02}")
}

/// Ten days in which a job is submitted every 10 min: one in ten runs for 20 h, the others for half
/// an hour. Those of them that `is_there`, by submission and end.
fn table(is_there: impl Fn(u64, u64) -> bool) -> String {
    let mut table = "JobID|User|Submit|Start|End|State|NNodes|AllocCPUS|Timelimit\n".to_owned();
    for job in 0..1440 {
        let submit = 600 * job;
        let end = submit + if job % 10 == 0 { 72_000 } else { 1_800 };
        if is_there(submit, end) {
            let [submit, end] = [submit, end].map(instant);
            writeln!(
                table,
                "{job}|ann|{submit}|{submit}|{end}|COMPLETED|1|4|1-00:00:00"
            )
            .unwrap();
        }
    }
    table
}

/// What is said of the table of those that `is_there`.
fn inspected(is_there: impl Fn(u64, u64) -> bool) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.sacct"), table(is_there)).unwrap();
    let output = cosched(folder.path(), &["inspect", "x.sacct"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// From the beginning of 6 February on, when a job of 20 h ended: 12 such jobs, one every 100 min,
/// and three short ones ran then, of the 120 jobs of 20 h.
#[test]
fn an_extract_by_ends_is_said_to_be_one() {
    let from = 5 * 86_400;
    let said = inspected(|_, end| end >= from);
    let sentence = "seems to be an extract by end time: in the 20 h up to the first end 15 jobs that ran were submitted, where 120 are usual";
    assert!(said.contains(sentence), "{said}");
    for whole in [
        inspected(|_, _| true),
        inspected(|submit, _| submit >= from),
    ] {
        assert!(!whole.contains("an extract"), "{whole}");
    }
}

/// Of those that were submitted in the 20 h before, one of 20 h and one of half an hour end at that
/// very instant. From then on a job is submitted every 10 min until the tenth day is over.
#[test]
fn an_extract_by_ends_begins_with_what_ran_at_its_first_end() {
    let from = 5 * 86_400;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.sacct"), table(|_, end| end >= from)).unwrap();
    let said = |arguments: &str| {
        let output = cosched(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let sentence = "warm-up of 20 h: at its end the policy takes over 13 jobs that ran and 0 that waited, without 2 that had ended; only jobs submitted from then on count: 720";
    let (_, remarks) = said("run x.sacct --policy easy");
    assert!(remarks.contains(sentence), "{remarks}");
    assert!(
        remarks
            .contains("the machine looks emptier then than it was: `warm_up: 0` takes it as it is"),
        "{remarks}"
    );
    let (_, remarks) = said("run x.sacct --policy easy --warm-up none");
    assert!(!remarks.contains("warm-up of"), "{remarks}");
    let whatif = "whatif x.sacct --policy easy --set policy=fcfs";
    let (effect, remarks) = said(whatif);
    assert!(remarks.contains(sentence), "{remarks}");
    assert!(effect.starts_with("720 jobs, before and after"), "{effect}");
    let (effect, _) = said(&format!("{whatif} --warm-up none"));
    assert!(effect.starts_with("735 jobs, before and after"), "{effect}");
    let (report, _) = said("fit x.sacct --policy easy --out site.ron --warm-up 1d");
    assert!(
        report.contains("warm-up of 1 d: at its end the policy takes over "),
        "{report}"
    );
    let site = std::fs::read_to_string(folder.path().join("site.ron")).unwrap();
    assert!(site.contains("warm_up: 86400"), "{site}");
}

#[test]
fn warm_ups_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.sacct"), table(|_, _| true)).unwrap();
    let model = "(machine: Cluster(nodes: 4), workload: Lublin(jobs: 9), policies: [Easy])";
    std::fs::write(folder.path().join("model.ron"), model).unwrap();
    for (arguments, sentence) in [
        (
            "run x.sacct --warm-up 5y",
            "`5y` is not a span: a number and s, min, h, d or w are allowed",
        ),
        ("run x.sacct --warm-up -1d", "`-1d` is not a span"),
        (
            "whatif x.sacct --policy easy --set nodes=9 --warm-up soon",
            "`soon` is not a span",
        ),
        // The last job is submitted 10 min before the tenth day is over.
        (
            "run x.sacct --warm-up 900d",
            "`warm_up` leaves no job that counts: the log has 1440 jobs, submitted within 10 d, and 900 d are longer than that",
        ),
        (
            "fit x.sacct --warm-up 900d",
            "`warm_up` leaves no job that counts",
        ),
        (
            "run model.ron --warm-up 1h",
            "--warm-up: only a log or accounting says what ran before",
        ),
        (
            "whatif model.ron --set nodes=9 --warm-up 1h",
            "--warm-up: only a log or accounting says what ran before",
        ),
        (
            "run x.sacct --load 0.5 --warm-up 1d",
            "`warm_up`: nothing is recorded of a load of 0.5",
        ),
        (
            "run x.sacct --policy gang --warm-up 1d",
            "cannot take over the jobs that the log says run",
        ),
    ] {
        let output = cosched(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let said = text(&output.stderr);
        assert!(said.contains(sentence), "{arguments}: {said}");
    }
}
