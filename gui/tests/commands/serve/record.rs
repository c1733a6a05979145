//! Its own record: judged when jobs start, there again after any end, copied out.

use super::Service;
use crate::program::{cosched, text};

/// 2000 seconds of the log a second: job 2, which started at 4800 s, does so soon.
const OPTIONS: &str = "--pace 2000 --interval 0.05 --record kept";

fn judged(value: &serde_json::Value) -> u64 {
    value["all"]["predictions"].as_u64().unwrap()
}

fn rows_of(parquet: bytes::Bytes) -> Vec<String> {
    let reader = parquet::file::reader::SerializedFileReader::new(parquet).unwrap();
    let rows = parquet::file::reader::FileReader::get_row_iter(&reader, None).unwrap();
    rows.map(|row| row.unwrap().to_string()).collect()
}

#[test]
fn predictions_are_judged_and_survive_being_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut before = 0;
    for _ in 0..6 {
        let mut service = Service::of_log(folder.path(), OPTIONS);
        let first = service.json("/accuracy");
        assert!(judged(&first) >= before, "{before}: {first}");
        let last = service.wait_for("/accuracy", |value| judged(value) > before);
        before = judged(&last);
        // Copied out as it goes on.
        let (head, copy) = service.bytes("/record.parquet");
        assert!(head.contains("application/vnd.apache.parquet"), "{head}");
        assert!(rows_of(copy.into()).len() as u64 >= before);
        // Without a chance to put anything in order.
        service.child.kill().unwrap();
        service.child.wait().unwrap();
    }
    let copied = ["serve", "--record", "kept", "--copy-out", "out.parquet"];
    let output = cosched(folder.path(), &copied);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    let number: u64 = said.split(' ').next().unwrap().parse().unwrap();
    assert!(number >= before, "{said}");
    let copy = std::fs::read(folder.path().join("out.parquet")).unwrap();
    let rows = rows_of(copy.into());
    assert_eq!(rows.len() as u64, number);
    // The log says that job 2 waited for 4740 s from 60 s on.
    assert!(
        rows.iter().all(|row| row.contains("started: 4800")),
        "{rows:?}"
    );
}

#[test]
fn a_second_service_does_not_take_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let _first = Service::of_log(folder.path(), "--record kept");
    let second = "serve --listen 127.0.0.1:0 --log log.swf --at 600 --record kept";
    let output = cosched(folder.path(), &second.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("the record of predictions"), "{said}");
    let copied = ["serve", "--record", "none", "--copy-out", "out.parquet"];
    let output = cosched(folder.path(), &copied);
    assert_eq!(output.status.code(), Some(2));
    assert!(!folder.path().join("none").exists());
}
