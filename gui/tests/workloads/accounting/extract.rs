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
fn inspected(is_there: impl Fn(u64, u64) -> bool) -> String {
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
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.sacct"), table).unwrap();
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
