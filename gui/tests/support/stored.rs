//! The files of fixtures with scenarios.

use std::path::{Path, PathBuf};

/// Files with scenarios in `part`, a file or a folder of the fixtures, in order.
pub(crate) fn files(part: &str) -> Vec<PathBuf> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let (mut found, mut parts) = (Vec::new(), vec![fixtures.join(part)]);
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
