//! Files that are read: regular ones, which no output of the same command replaces.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use super::problem::Problem;
use super::problem::open_problem;
use super::system::files::{self, File, Metadata};

/// Name of standard input where a file is wanted.
pub const STANDARD_INPUT: &str = "-";

/// Identity of a file whatever it is called: its device and its number there.
type Identity = (u64, u64);

/// Files that were read.
static FILES_READ: Mutex<Option<HashSet<Identity>>> = Mutex::new(None);

/// Whether outputs are compared with them; not in the window, which saves over what it has opened.
static IS_PROTECTED: AtomicBool = AtomicBool::new(false);

/// Keeps outputs from replacing files that were read, from now on.
pub fn protect() {
    IS_PROTECTED.store(true, Ordering::Relaxed);
}

/// Path that does not depend on the working folder; standard input keeps its name.
pub fn absolute(path: &Path) -> PathBuf {
    if path == Path::new(STANDARD_INPUT) {
        path.to_path_buf()
    } else {
        files::absolute(path)
    }
}

/// Opens a file to be read.
///
/// # Errors
/// The file is missing, may not be read, or is a pipe or a device, which might never end.
pub fn open(path: &Path) -> Result<File, Problem> {
    let failed = |error: std::io::Error| open_problem(path, &error);
    if path == Path::new(STANDARD_INPUT) {
        let sentence = "standard input is read as text only: save it to a file first";
        return Err(Problem::input(sentence).in_file(path));
    }
    // Before it is opened: to open a pipe would wait for a program that writes into it.
    let metadata = files::metadata(path).map_err(failed)?;
    if let Some(kind) = special(&metadata) {
        let sentence = format!(
            "is {kind}, and only files are read: write what comes from it into a file first"
        );
        return Err(Problem::input(sentence).in_file(path));
    }
    let file = files::open(path).map_err(failed)?;
    if let Some(identity) = identity(&metadata).filter(|_| metadata.is_file()) {
        let mut read = FILES_READ.lock().unwrap_or_else(PoisonError::into_inner);
        read.get_or_insert_default().insert(identity);
    }
    Ok(file)
}

/// Whether the file of `metadata` was read, so that no output may replace it.
pub(crate) fn is_protected(metadata: &Metadata) -> bool {
    if !IS_PROTECTED.load(Ordering::Relaxed) {
        return false;
    }
    let read = FILES_READ.lock().unwrap_or_else(PoisonError::into_inner);
    identity(metadata).is_some_and(|identity| {
        let read = read.as_ref();
        read.is_some_and(|read| read.contains(&identity))
    })
}

/// Kind of file, if it is neither a regular file nor a folder.
#[cfg(unix)]
pub(crate) fn special(metadata: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    if kind.is_fifo() {
        Some("a pipe")
    } else if kind.is_socket() {
        Some("a socket")
    } else if kind.is_char_device() || kind.is_block_device() {
        Some("a device")
    } else {
        None
    }
}

/// Kind of file, if it is neither a regular file nor a folder.
#[cfg(not(unix))]
pub(crate) fn special(metadata: &Metadata) -> Option<&'static str> {
    (!metadata.is_file() && !metadata.is_dir()).then_some("no file")
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

/// No identity is known here: a file has no number to compare.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<Identity> {
    None
}

/// Whether the name of the file at `path` has one of `endings` behind at least one other character;
/// `.gz` may follow.
pub fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    let unpacked = name.strip_suffix(".gz").unwrap_or(&name);
    let mut endings = endings.iter();
    endings.any(|ending| unpacked.ends_with(ending) && unpacked.len() > ending.len())
}
