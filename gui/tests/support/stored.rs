//! The fixtures as stored: every scenario in every file.

use std::path::{Path, PathBuf};

use cosched::load::{Opened, cases};

/// Folder of the fixtures.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}

/// Files with scenarios in `part`, a file or a folder of the fixtures, in order.
pub(crate) fn files(part: &str) -> Vec<PathBuf> {
    let (mut found, mut parts) = (Vec::new(), vec![folder().join(part)]);
    while let Some(path) = parts.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(path).unwrap();
            parts.extend(entries.map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every scenario in `parts`, files or folders of the fixtures, with its path.
pub(crate) fn scenarios(parts: &[&str]) -> Vec<(PathBuf, Opened)> {
    let files = parts.iter().flat_map(|part| files(part));
    files
        .flat_map(|file| cases::open_all(&file).unwrap())
        .collect()
}
