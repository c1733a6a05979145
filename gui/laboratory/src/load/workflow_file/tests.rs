//! Workflow files: their endings, files that cannot be read, and large ones.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A file called `name` in `folder`.
fn written(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn the_ending_decides_the_format_and_the_rest_is_the_title() {
    for (name, format, title) in [
        ("a.json", Format::WfFormat, "a"),
        ("a.b.JSON.gz", Format::WfFormat, "a.b"),
        ("a.dax", Format::Dax, "a"),
        ("a.xml", Format::Dax, "a"),
        ("a.dax.xml", Format::Dax, "a"),
        ("a.DAX.xml.gz", Format::Dax, "a"),
        ("ä.stg", Format::Stg, "ä"),
        ("a.stg.gz", Format::Stg, "a"),
    ] {
        let path = Path::new("folder").join(name);
        assert_eq!(
            format_and_stem(&path),
            Some((format, title.to_owned())),
            "{name}"
        );
        assert_eq!(Format::of(&path), Some(format));
    }
    for name in ["a.swf", "a.gz", "json", "a.json.zip", "a.ron"] {
        assert_eq!(Format::of(Path::new(name)), None, "{name}");
    }
    let problem = read(Path::new("a.txt")).unwrap_err();
    assert_eq!(
        problem.to_string(),
        "a.txt: no workflow file by its name; the endings .json (WfCommons), .dax, .xml (Pegasus) and .stg (Standard Task Graph) are allowed, each also with .gz"
    );
}

#[test]
fn a_file_is_read_packed_or_not_whatever_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let text = b"\xef\xbb\xbf2\n1 5 0\n2 6 1 1\n";
    for (name, bytes) in [
        ("small.stg", text.to_vec()),
        ("small.stg.gz", packed(text)),
        ("small.stg", packed(text)),
        ("small.stg.gz", text.to_vec()),
    ] {
        let workflow = read(&written(folder.path(), name, &bytes)).unwrap();
        assert_eq!(workflow.title, "small");
        assert_eq!(workflow.tasks.len(), 2);
        assert_eq!(workflow.tasks[1].after, [0]);
    }
}

#[test]
fn a_file_that_is_no_text_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let whole = packed("2\n1 5 0\n2 6 1 1\n".repeat(1000).as_bytes());
    for (bytes, sentence) in [
        (
            &whole[..whole.len() / 2],
            "the gzip file ends too early: it was cut off",
        ),
        (&[0x1f, 0x8b, 9, 9, 9][..], "the gzip file "),
        (&[], "the file is empty; a workflow has at least one task"),
        (
            b" \n\n",
            "the file is empty; a workflow has at least one task",
        ),
        (
            b"{\n \xff\xfe\0",
            "not text; a workflow file is text in UTF-8: JSON, XML or numbers",
        ),
    ] {
        for ending in ["json", "dax", "stg"] {
            let path = written(folder.path(), &format!("bad.{ending}"), bytes);
            let problem = read(&path).unwrap_err();
            assert_eq!(problem.file.as_deref(), Some(&*path));
            assert!(problem.sentence.starts_with(sentence), "{problem}");
            assert_eq!(problem.position.is_some(), sentence.starts_with("not text"));
        }
    }
    let absent = read(&folder.path().join("absent.json")).unwrap_err();
    assert!(absent.sentence.starts_with("cannot be read: "), "{absent}");
    let problem = read(&written(folder.path(), "bad.stg", b"1\n0 -1 0\n")).unwrap_err();
    assert!(problem.to_string().contains("bad.stg:2:3: task `0`: cost"));
}

/// Parts of a file beside the list of tasks are not read again for each task: with 100 000 tasks
/// that would not end.
#[test]
fn a_hundred_thousand_tasks_are_read_in_each_format() {
    let count = 100_000;
    let mut json = r#"{"workflow": {"specification": {"tasks": ["#.to_owned();
    let mut xml = "<adag>".to_owned();
    let mut numbers = format!("{count}\n");
    for task in 0..count {
        let (before, comma) = (task / 2, if task == 0 { "" } else { "," });
        let parents = if task == 0 {
            String::new()
        } else {
            format!("\"t{before}\"")
        };
        write!(
            json,
            "{comma}{{\"id\": \"t{task}\", \"parents\": [{parents}]}}"
        )
        .unwrap();
        write!(xml, "<job id='t{task}'/>").unwrap();
        if task > 0 {
            write!(
                xml,
                "<child ref='t{task}'><parent ref='t{before}'/></child>"
            )
            .unwrap();
            writeln!(numbers, "{task} 1 1 {before}").unwrap();
        } else {
            numbers.push_str("0 1 0\n");
        }
    }
    json.push_str("]}}}");
    xml.push_str("</adag>");
    for (format, text) in [
        (Format::WfFormat, json),
        (Format::Dax, xml),
        (Format::Stg, numbers),
    ] {
        let workflow = parse(format, String::new(), &text).unwrap();
        assert_eq!(workflow.tasks.len(), count);
        assert_eq!(workflow.tasks[99_999].after, [49_999], "{format:?}");
    }
}
