//! Citations lead to `fixtures/papers`: every section and label that the sources name is there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Beginning of a citation; in two parts, since this file is read as well.
const PAPERS: &str = concat!("fixtures/", "papers/");

/// A paper's file: its sections, from heading to heading, by number.
type Paper = BTreeMap<String, String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files below `folder` that end in one of `endings`.
fn files(folder: PathBuf, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                // Build output is no source.
                folders.extend((!path.ends_with("target")).then_some(path));
            } else if endings
                .iter()
                .any(|end| path.extension().is_some_and(|is| is == *end))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// All papers by the names of their files, without `.md`.
fn papers() -> BTreeMap<String, Paper> {
    let named = files(root().join(PAPERS), &["md"]).into_iter().map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, sections(&fs::read_to_string(&path).unwrap()))
    });
    named.collect()
}

fn sections(text: &str) -> Paper {
    let mut found = Paper::new();
    let mut number = String::new();
    for line in text.lines() {
        if line.starts_with('#') {
            let heading = line.trim_start_matches('#').trim();
            number = heading.split(' ').next().unwrap_or_default().to_owned();
            let twice = found.insert(number.clone(), String::new());
            assert!(twice.is_none(), "two headings {number}");
        } else if let Some(section) = found.get_mut(&number) {
            *section += line;
            *section += "\n";
        }
    }
    found
}

/// The text of a source with each comment in one line.
fn joined(text: &str) -> String {
    let bare = |line: &str| {
        let line = line.trim_start();
        let line = line.strip_prefix("//").unwrap_or(line);
        line.trim_start_matches(['/', '!']).trim().to_owned()
    };
    text.lines().map(bare).collect::<Vec<_>>().join(" ")
}

/// The sections and labels at the beginning of `rest`: `, 3.7, G1 and G2; …`.
fn cited(mut rest: &str) -> Vec<&str> {
    let mut found = Vec::new();
    while let Some(next) = [", ", " and "].iter().find_map(|by| rest.strip_prefix(by)) {
        let is_in = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '.';
        let end = next.find(|letter| !is_in(letter)).unwrap_or(next.len());
        let word = next[..end].trim_end_matches('.');
        if !word.starts_with(|first: char| first.is_ascii_digit() || first.is_ascii_uppercase()) {
            break;
        }
        found.push(word);
        rest = &next[word.len()..];
    }
    found
}

/// Whether `section` defines `label`: in bold, at the beginning of an item or of a row.
fn has(section: &str, label: &str) -> bool {
    let beginnings = [format!("- **{label}** "), format!("| **{label}** |")];
    let says = |line: &str| beginnings.iter().any(|begins| line.starts_with(begins));
    section.lines().any(says)
}

/// The error of citing `words` of `paper`.
fn missing(paper: &Paper, words: &[&str]) -> Option<String> {
    let mut section = None;
    for word in words {
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            section = paper.get(*word);
            if section.is_none() {
                return Some(format!("there is no section {word}"));
            }
        } else if !section.is_some_and(|text| has(text, word)) {
            return Some(format!("{word} is not in that section"));
        }
    }
    section.is_none().then(|| "no section is named".to_owned())
}

#[test]
fn citations_lead_to_sections_and_labels() {
    let papers = papers();
    let (mut count, mut wrong) = (0, Vec::new());
    for folder in ["core", "gui", "fixtures", "benches"] {
        for path in files(root().join(folder), &["rs", "ron"]) {
            let text = joined(&fs::read_to_string(&path).unwrap());
            for rest in text.split(PAPERS).skip(1) {
                let (name, rest) = rest.split_once(".md").unwrap_or((rest, ""));
                let fault = papers.get(name).map_or_else(
                    || Some("there is no such paper".to_owned()),
                    |paper| missing(paper, &cited(rest)),
                );
                count += 1;
                wrong.extend(fault.map(|fault| format!("{}: {name}: {fault}", path.display())));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 80, "only {count} citations");
}

/// Studies print "specification 8.1", "T-A1" and "P-j": these are in the file of the study's own
/// name.
#[test]
fn labels_printed_by_studies_are_in_their_papers() {
    let papers = papers();
    let studies = root().join("gui/papers/src");
    let mut count = 0;
    for path in files(studies.clone(), &["rs"]) {
        let inside = path.strip_prefix(&studies).unwrap();
        let name = inside.iter().next().unwrap().to_str().unwrap();
        let Some(paper) = papers.get(name) else {
            continue;
        };
        let text = joined(&fs::read_to_string(&path).unwrap());
        for rest in text.split("specification ").skip(1) {
            let word = rest.split([')', ',', ' ']).next().unwrap();
            if word.starts_with(|first: char| first.is_ascii_digit()) {
                assert!(paper.contains_key(word), "{}: {word}", path.display());
                count += 1;
            }
        }
        let is_in = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        for word in text
            .split(|letter| !is_in(letter))
            .filter(|word| is_label(word))
        {
            let is_there = paper.values().any(|section| has(section, word));
            assert!(is_there, "{}: {word}", path.display());
            count += 1;
        }
    }
    assert!(count >= 30, "only {count}");
}

/// Whether `word` is the label of a reading or of a target: `P-j`, `T-A1`.
fn is_label(word: &str) -> bool {
    match word.as_bytes() {
        [family, b'-', reading] => family.is_ascii_uppercase() && reading.is_ascii_lowercase(),
        [b'T', b'-', family, number] => family.is_ascii_uppercase() && number.is_ascii_digit(),
        _ => false,
    }
}

#[test]
fn a_broken_citation_is_found() {
    let paper = sections(
        "# 3 Agile\n## 3.7 Examples\n- **F1** one\n## 8 Targets\n- **T-A1** two; **F2**\n| **A-a** | three |\n",
    );
    assert_eq!(cited(", 3.7, F1 and F2. F1: a job"), ["3.7", "F1", "F2"]);
    assert_eq!(cited(", 8), each"), ["8"]);
    assert_eq!(missing(&paper, &["3.7", "F1"]), None);
    assert_eq!(missing(&paper, &["3"]), None);
    assert_eq!(missing(&paper, &["8", "T-A1", "A-a"]), None);
    for wrong in [
        &["3.8"][..],
        &["3.7", "F2"],
        &["3.7", "T-A1"],
        &["8", "F2"],
        &["F1"],
        &[],
    ] {
        assert!(missing(&paper, wrong).is_some(), "{wrong:?}");
    }
}
