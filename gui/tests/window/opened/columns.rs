//! A table with unknown columns: the window asks, and shows their contents.

use cosched::desktop::App;
use cosched::scenario::{InstantUnit, SpanUnit, Workload};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{Window, choose, click, drawn, names, window, write};
use crate::opened::files::drop_file;

/// Submit time, start, runtime in minutes, cores; two jobs, without a header.
const HEADERLESS: &str = "1,1772445300,1772445600,10,8\n2,1772445480,1772446200,2.5,4\n";

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn a_headerless_table_is_opened_by_naming_its_columns() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = drawn(App::new(Vec::new()));
    drop_file(&mut window, write(folder.path(), "site.csv", HEADERLESS));
    assert!(says(&window, "Which column is which?"));
    assert!(window.state().notices().is_empty(), "it asks instead");
    // The first rows are shown, and what follows from them is proposed.
    assert!(says(&window, "1772445480"));
    assert!(
        says(&window, "how long they ran"),
        "what is missing is said"
    );
    assert!(says(&window, "“runtime”"), "not in the letters of code");
    choose(&mut window, "Column 4 says", "runtime");
    choose(&mut window, "Column 5 says", "cores");
    choose(&mut window, "runtimes and waits", "minutes");
    click(&mut window, "Open table");
    assert!(!says(&window, "Which column is which?"));
    assert!(window.state().notices().is_empty());
    assert!(names(&window).contains(&"EASY"));
    let Workload::Table(table) = &window.state().scenario().workload else {
        panic!("{:?}", window.state().scenario().workload);
    };
    let columns = table.columns.as_ref().unwrap();
    assert_eq!(columns.submit.as_deref(), Some("column 2"));
    assert_eq!(columns.start.as_deref(), Some("column 3"));
    assert_eq!(columns.runtime.as_deref(), Some("column 4"));
    let units = table.units.unwrap();
    assert_eq!(units.instants, InstantUnit::UnixSeconds);
    assert_eq!(units.spans, SpanUnit::Minutes);
    assert_eq!(table.fields.len(), 5);
}

/// Without a user it is an error, as on the command line.
#[test]
fn a_picture_of_a_table_that_is_not_described_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "site.csv", HEADERLESS);
    let out = folder.path().join("window.png");
    let requested = cosched::desktop::screenshot(vec![file], &[], None, [900, 600], false, &out);
    assert!(requested.unwrap_err().sentence.contains("columns"));
    assert!(!out.exists());
}

#[test]
fn an_unknown_header_gets_proposals_by_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let text = "id;SubmitTime;Begin;Took;Slots\n1;1772445300;1772445600;10;8\n";
    let mut window = drawn(App::new(Vec::new()));
    drop_file(&mut window, write(folder.path(), "site.csv", text));
    assert!(says(&window, "Which column is which?"));
    click(&mut window, "Open table");
    assert!(names(&window).contains(&"FCFS"));
}

#[test]
fn errors_of_a_column_are_shown_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(Vec::new());
    let text = HEADERLESS.replace("2.5", "oops");
    drop_file(&mut window, write(folder.path(), "site.csv", &text));
    choose(&mut window, "Column 4 says", "runtime");
    choose(&mut window, "Column 5 says", "cores");
    click(&mut window, "Open table");
    assert!(says(&window, "Which column is which?"), "it is there again");
    assert!(says(&window, "site.csv:2:25: "));
    click(&mut window, "Leave it");
    assert!(!says(&window, "Which column is which?"));
    assert_eq!(
        names(&window),
        ["FCFS", "EASY"],
        "what was open is still there"
    );
}
