//! Parquet tables with false sizes and counts.

mod write;

use cosched::load::account::{self, Accounts};
use cosched::scenario::{Scenario, TableWorkload, Workload, parse};
use write::{Column, GZIP, Page, SNAPPY, file, jobs, usual};

/// A scenario of the table `x.parquet`.
const SCENARIO: &str = "(machine: Cluster(nodes: 8), workload: Table(path: \"x.parquet\", columns: (number: \"number\", submit: \"submit\", start: \"start\", end: \"end\", cores: \"cores\", user: \"user\"), units: (instants: Seconds)), policies: [Easy])";

fn workload() -> TableWorkload {
    let Scenario { workload, .. } = parse(SCENARIO, None).unwrap();
    match workload {
        Workload::Table(table) => table,
        _ => unreachable!("it is a table"),
    }
}

/// The accounting read from a file.
fn read(bytes: &[u8]) -> Result<Accounts, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    std::fs::write(&path, bytes).unwrap();
    account::read(&workload(), &path).map_err(|problem| {
        assert_eq!(problem.status(), 2);
        problem.sentence
    })
}

/// Asserts that a table of 20 jobs is refused with `sentence` after a change of its cores.
fn assert_refused(change: impl Fn(&mut Column), sentence: &str) {
    let mut columns = usual(20);
    assert_eq!(read(&file(&columns, 20)).unwrap().entries.len(), 20);
    change(&mut columns[4]);
    assert_eq!(read(&file(&columns, 20)).unwrap_err(), sentence);
}

const BELOW: &str = "not a whole Parquet file: a size or an offset in it is below 0";
const OUTSIDE: &str = "not a whole Parquet file: a column of it lies outside of the file";

#[test]
fn a_size_below_0() {
    assert_refused(|column| column.packed = Some(-5), BELOW);
    assert_refused(|column| column.unpacked = Some(-5), BELOW);
}

#[test]
fn an_offset_below_0() {
    assert_refused(|column| column.from = Some(-7), BELOW);
    assert_refused(|column| column.dictionary = Some(-9), BELOW);
}

#[test]
fn a_column_that_lies_outside_of_the_file() {
    assert_refused(|column| column.packed = Some(1 << 55), OUTSIDE);
    assert_refused(|column| column.packed = Some(i64::MAX), OUTSIDE);
    assert_refused(|column| column.from = Some(i64::MAX), OUTSIDE);
    assert_refused(|column| column.from = Some(0), OUTSIDE);
}

#[test]
fn a_column_with_another_number_of_values_than_rows() {
    let sentence = "not a whole Parquet file: a column of it has not as many values as rows";
    assert_refused(|column| column.values = Some(19), sentence);
    assert_refused(|column| column.values = Some(-3), BELOW);
    let sentence =
        "not a whole Parquet file: the pages of a column have not as many values as the column";
    assert_refused(
        |column| {
            column.values = Some(20);
            column.pages[0].values = 19;
        },
        sentence,
    );
    assert_refused(|column| column.pages[0].values = -1, BELOW);
}

#[test]
fn a_page_of_another_size_than_it_says() {
    let other = "not a whole Parquet file: a page of it comes to another size than it says";
    assert_refused(|column| column.pages[0].unpacked = Some(161), other);
    for codec in [SNAPPY, GZIP] {
        for size in [159, 161, 1 << 20] {
            assert_refused(
                |column| {
                    column.codec = codec;
                    column.pages[0].unpacked = Some(size);
                },
                other,
            );
        }
    }
    let beyond = "not a whole Parquet file: a page of it goes beyond its column";
    assert_refused(|column| column.pages[0].packed = Some(1 << 30), beyond);
    assert_refused(|column| column.pages[0].packed = Some(-1), BELOW);
}

/// A column in which one value is repeated so often, in two pages of a few bytes.
fn repeated(count: i64, value: i64) -> Vec<Page> {
    let dictionary = Page::dictionary(Page::numbers(&[value]));
    vec![dictionary, Page::repeated(count, 0)]
}

#[test]
fn very_many_rows_in_a_few_bytes() {
    let count = 1 << 30;
    let pages = [1, 0, 5, 65, 1].map(|value| repeated(count, value));
    let users = Page::dictionary(Page::texts(&[b"ann"]));
    let columns = jobs(&pages, vec![users, Page::repeated(count, 0)]);
    let bytes = file(&columns, count);
    assert!(bytes.len() < 1_000, "{} bytes", bytes.len());
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.parquet"), bytes).unwrap();
    let sentence = "x.parquet: 1 073 741 824 rows of 6 columns come to more than 256 MiB when they are unpacked: allow more with --unpacked";
    refused::assert_scenario_refused(folder.path(), SCENARIO, sentence);
}

#[test]
fn very_many_rows_without_values() {
    let count = 30_000_000;
    let missing = || vec![Page::missing(count)];
    let mut columns = jobs(&[(); 5].map(|()| missing()), missing());
    for column in &mut columns {
        column.repetition = 1;
    }
    let sentence = "30 000 000 rows of 6 columns come to more than 256 MiB when they are unpacked: allow more with --unpacked";
    assert_eq!(read(&file(&columns, count)).unwrap_err(), sentence);
}

#[test]
fn a_long_text_that_very_many_rows_name() {
    let count = 2_000;
    let pages = [1, 0, 5, 65, 1].map(|value| repeated(count, value));
    let text = vec![b'a'; 1 << 20];
    let users = Page::dictionary(Page::texts(&[&text]));
    let mut columns = jobs(&pages, vec![users, Page::repeated(count, 0)]);
    columns[5].codec = GZIP;
    let sentence = read(&file(&columns, count)).unwrap_err();
    assert_eq!(
        sentence,
        "the texts of its rows come to more than 256 MiB when they are unpacked: allow more with --unpacked"
    );
}

#[test]
fn a_page_that_comes_to_more_than_is_allowed() {
    assert_refused(
        |column| {
            column.codec = GZIP;
            column.pages[0].unpacked = Some(1_288_490_188);
        },
        "its pages come to more than 256 MiB when they are unpacked: allow more with --unpacked",
    );
}

#[test]
fn a_value_that_the_dictionary_has_not() {
    let sentence = "not a whole Parquet file: a value is named that the dictionary has not";
    assert_refused(
        |column| {
            column.pages = vec![Page::dictionary(Page::numbers(&[4])), Page::repeated(20, 1)];
        },
        sentence,
    );
    let none = "not a whole Parquet file: values are named that no dictionary has";
    assert_refused(|column| column.pages = vec![Page::repeated(20, 0)], none);
    let large = "not a whole Parquet file: a dictionary has more values than bytes for them";
    assert_refused(
        |column| {
            let mut dictionary = Page::dictionary(Page::numbers(&[4]));
            dictionary.values = i64::from(i32::MAX);
            column.pages = vec![dictionary, Page::repeated(20, 0)];
        },
        large,
    );
}

#[test]
fn more_is_unpacked_where_more_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.ron"), SCENARIO).unwrap();
    let mut columns = usual(4);
    let text = vec![b'a'; 1_500_000];
    columns[5].pages = vec![Page::texts(&[&text, b"b", b"c", b"d"])];
    columns[5].codec = GZIP;
    std::fs::write(folder.path().join("x.parquet"), file(&columns, 4)).unwrap();
    refused::assert_refused(
        folder.path(),
        &["run", "x.ron", "--quiet", "--out", "out", "--unpacked", "1"],
        "x.parquet: its pages come to more than 1 MiB when they are unpacked: allow more with --unpacked",
        "a page of 1.5 MB",
    );
    // The text counts as a part of its page, and again as the user of a row.
    let arguments = ["run", "x.ron", "--quiet", "--out", "out", "--unpacked", "3"];
    let output = program::cosched(folder.path(), &arguments);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        program::text(&output.stderr)
    );
}
