//! `-` in place of a file: what is piped into the program.

use std::fs;

use crate::piped::cosched_on;
use crate::program::{cosched, text};

const ACCOUNTING: &str = "\
JobID|User|Partition|Submit|Start|End|State|NNodes|AllocCPUS|Timelimit
1|ann|main|2026-02-02T08:00:00|2026-02-02T08:00:00|2026-02-02T09:00:00|COMPLETED|1|4|02:00:00
2|bob|main|2026-02-02T08:10:00|2026-02-02T09:00:00|2026-02-02T09:30:00|COMPLETED|1|4|01:00:00
";

#[test]
fn accounting_may_be_piped() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("week"), ACCOUNTING).unwrap();
    let written = || fs::read_to_string(folder.path().join("table.csv")).unwrap_or_default();
    for requested in [
        "inspect FILE",
        "import FILE --out table.csv",
        "fit FILE --quiet",
        "whatif FILE --policy easy --set nodes=8 --quiet",
    ] {
        let of_file = requested.replace("FILE", "week");
        let arguments: Vec<_> = of_file.split(' ').collect();
        let of_file = text(&cosched(folder.path(), &arguments).stdout).replace("week", "-");
        let of_file = (of_file, written());
        let piped = requested.replace("FILE", "-");
        let arguments: Vec<_> = piped.split(' ').collect();
        let piped = cosched_on(ACCOUNTING, folder.path(), &arguments);
        assert!(piped.status.success(), "{}", text(&piped.stderr));
        assert_eq!((text(&piped.stdout), written()), of_file, "{requested}");
    }
    assert!(written().lines().count() > 2, "a table of two jobs");
}

#[test]
fn what_cannot_be_piped_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let packed_table = "PAR1 and so on PAR1";
    for (input, requested, sentence) in [
        (
            ACCOUNTING,
            "import - --out site.ron",
            "standard input has no name",
        ),
        (
            ACCOUNTING,
            "fit - --out site.ron",
            "standard input has no name",
        ),
        (
            packed_table,
            "inspect -",
            "standard input is read as text only",
        ),
        (
            "(sweep: ())",
            "sweep - --out x",
            "standard input has no name",
        ),
        ("", "inspect -", "-: "),
    ] {
        let arguments: Vec<_> = requested.split(' ').collect();
        let output = cosched_on(input, folder.path(), &arguments);
        let said = text(&output.stderr);
        assert!(!output.status.success(), "{requested}");
        assert!(said.contains(sentence), "{requested}: {said}");
    }
    assert!(!folder.path().join("site.ron").exists());
}
