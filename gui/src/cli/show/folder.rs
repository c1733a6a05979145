//! Folders that results are written into.

use std::path::{Path, PathBuf};

use crate::cli::arguments;
use laboratory::base::problem::Problem;
use laboratory::export::{self, Lock};
use laboratory::load::cases;

/// Locks the output folder against other programs, from now on.
pub(in crate::cli) fn lock_once(
    lock: &mut Option<Lock>,
    requested: &arguments::Run,
) -> Result<(), Problem> {
    if let (None, Some(out)) = (&lock, &requested.out) {
        *lock = Some(Lock::new(out)?);
    }
    Ok(())
}

/// Returns the output folder of `file`: with several files each has its own.
pub(in crate::cli) fn folder(
    out: &Path,
    file: &Path,
    files: &[PathBuf],
    used: &mut Vec<String>,
) -> PathBuf {
    if let [_] = files {
        return out.to_path_buf();
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = match cases::split_path(file) {
        (_, Some(case)) => case,
        _ => name.split('.').next().unwrap_or_default(),
    };
    out.join(unused(export::folder_name(stem), used))
}

/// Returns `name`, or `name-2` and so on if that is in use.
pub(in crate::cli) fn unused(name: String, used: &mut Vec<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    // The names never end, so there always is one.
    let free = names.find(|name| !used.contains(name)).unwrap_or(name);
    used.push(free.clone());
    free
}
