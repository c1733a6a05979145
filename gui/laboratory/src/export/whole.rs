//! Files that are written whole or not at all, and only over a file or where nothing is.

use std::collections::HashSet;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::base::input_file::{is_protected, special};
use crate::base::problem::Problem;
use crate::base::system::clock;
use crate::base::system::files::{self, File, TemporaryFile};
use crate::load::reason;

/// Prefix and suffix of the names of unfinished files.
const UNFINISHED: [&str; 2] = [".cosched-", ".part"];

/// Writes `bytes` to `path`, or leaves what is there untouched.
///
/// # Errors
/// The folder cannot be made or written to, or the disk is full; those of [`check_file`].
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let mut unfinished = UnfinishedFile::new(path)?;
    let written = unfinished.write_all(bytes);
    written.map_err(|error| unwritten(path, &error))?;
    unfinished.finish()
}

/// Checks that `path` may be written: that a file is there, or nothing.
///
/// # Errors
/// There is a folder, a pipe or a device, a link that leads nowhere, or a file that this command
/// reads.
pub fn check_file(path: &Path) -> Result<(), Problem> {
    target(path).map(|_| ())
}

/// Makes a file at `path` that grows line by line, in place of the one that is there.
///
/// # Errors
/// It cannot be written; those of [`check_file`].
pub fn create(path: &Path) -> Result<File, Problem> {
    let target = target(path)?;
    let made = make_folder(&target).and_then(|_| files::create(&target));
    made.map_err(|error| unwritten(path, &error))
}

/// Makes `folder` and checks that files can be written there.
///
/// # Errors
/// They cannot.
pub fn check_folder(folder: &Path) -> Result<(), Problem> {
    let made = files::create_folder(folder).and_then(|()| temporary(folder));
    made.map(|_| ()).map_err(|error| unwritten(folder, &error))
}

/// A file under a temporary name until it is whole. Dropped before, it is removed.
#[derive(Debug)]
pub struct UnfinishedFile {
    file: TemporaryFile,
    path: PathBuf,
    target: PathBuf,
}

impl UnfinishedFile {
    /// Creates the unfinished file for `path`.
    ///
    /// # Errors
    /// Those of [`write_whole`].
    pub fn new(path: &Path) -> Result<Self, Problem> {
        let target = target(path)?;
        // In the same folder, so that the last step is a rename within one disk.
        let made = make_folder(&target).and_then(temporary);
        Ok(Self {
            file: made.map_err(|error| unwritten(path, &error))?,
            path: path.to_path_buf(),
            target,
        })
    }

    /// Finishes the file and gives it its name.
    ///
    /// # Errors
    /// It cannot be written to the end.
    pub fn finish(self) -> Result<(), Problem> {
        let failed = |error: &std::io::Error| unwritten(&self.path, error);
        self.file
            .as_file()
            .sync_all()
            .map_err(|error| failed(&error))?;
        let kept = self.file.persist(&self.target);
        kept.map(|_| ()).map_err(|error| failed(&error.error))
    }
}

impl Write for UnfinishedFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

fn unwritten(path: &Path, error: &std::io::Error) -> Problem {
    Problem::output(format!("cannot be written: {}", reason(error))).in_file(path)
}

/// Returns the file that is written for `path`: a link stays, and the file it leads to changes.
fn target(path: &Path) -> Result<PathBuf, Problem> {
    let refused = |why: &str| Problem::output(format!("cannot be written: {why}")).in_file(path);
    let target = match files::link_metadata(path) {
        // The error is reported when the file cannot be made.
        Err(_) => return Ok(path.to_path_buf()),
        Ok(metadata) if metadata.is_symlink() => {
            files::resolved(path).map_err(|_| refused("it is a link that leads nowhere"))?
        }
        Ok(_) => path.to_path_buf(),
    };
    let metadata = files::metadata(&target).map_err(|error| unwritten(path, &error))?;
    if let Some(kind) = special(&metadata) {
        return Err(refused(&format!(
            "it is {kind}, and a file would take its place; name a file"
        )));
    }
    if is_protected(&metadata) {
        return Err(refused(
            "this command reads it, and it would be lost; take another name",
        ));
    }
    Ok(target)
}

/// Makes the folder of `file` if need be, and returns it.
fn make_folder(file: &Path) -> std::io::Result<&Path> {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    files::create_folder(folder)?;
    Ok(folder)
}

/// Creates a file that is removed unless it is kept, with the permissions of any new file.
fn temporary(folder: &Path) -> std::io::Result<TemporaryFile> {
    remove_left_behind(folder);
    let file = files::create_temporary(folder, UNFINISHED)?;
    // Marks the file as in use, on disks that know locks.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Removes unfinished files of killed programs, the first time a folder is written into.
fn remove_left_behind(folder: &Path) {
    static SEEN: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = seen.get_or_insert_default().insert(folder.to_path_buf());
    let entries = files::entries(folder).ok().filter(|_| is_new);
    let files = entries.into_iter().flatten().filter_map(Result::ok);
    let ours = files.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with(UNFINISHED[0]) && name.ends_with(UNFINISHED[1])
    });
    for path in ours.map(|entry| entry.path()) {
        if is_left_behind(&path) {
            // An unfinished file that cannot be removed does no harm.
            let _ = files::remove(&path);
        }
    }
}

/// Whether no program writes the unfinished file at `path` any more: its lock is released with its
/// program. A file made just now may not have been locked yet.
fn is_left_behind(path: &Path) -> bool {
    const JUST_NOW: std::time::Duration = std::time::Duration::from_secs(10);
    let age = files::link_metadata(path).ok().filter(|it| it.is_file());
    let age = age.and_then(|metadata| clock::since(metadata.modified().ok()?));
    let file = files::open(path);
    age.is_some_and(|age| age > JUST_NOW) && file.is_ok_and(|file| file.try_lock().is_ok())
}

/// Removes the file at `path`, if there is one.
///
/// # Errors
/// It is there and cannot be removed.
pub(super) fn remove(path: &Path) -> Result<(), Problem> {
    match files::remove(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            let sentence = format!("cannot be removed: {}", reason(&error));
            Err(Problem::output(sentence).in_file(path))
        }
        _ => Ok(()),
    }
}
