//! The scenarios in the fixtures: every case of every file.

use std::path::PathBuf;

use cosched::load::{self, Opened};

use crate::stored;

/// Every scenario in `parts`, files or folders of the fixtures, with its path.
pub(crate) fn stored_in(parts: &[&str]) -> Vec<(PathBuf, Opened)> {
    let files = parts.iter().flat_map(|part| stored::files(part));
    files
        .flat_map(|file| load::open_all(&file).unwrap())
        .collect()
}
