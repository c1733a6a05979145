//! Endings of the names of files, which may be packed.

use std::path::Path;

/// Ending of the names of scenarios.
pub(super) const SCENARIO: &str = ".ron";

/// Whether the name of the file at `path` has one of `endings` behind at least one other character;
/// `.gz` may follow.
pub(super) fn has_one(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    let unpacked = name.strip_suffix(".gz").unwrap_or(&name);
    let mut endings = endings.iter();
    endings.any(|ending| unpacked.ends_with(ending) && unpacked.len() > ending.len())
}
