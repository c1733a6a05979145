//! Files and folders of the disk.

use std::io;
use std::path::{Path, PathBuf};

pub use std::fs::{File, Metadata, OpenOptions, ReadDir, TryLockError};
pub use tempfile::NamedTempFile as TemporaryFile;

/// Opens the file at `path` to be read.
///
/// # Errors
/// Those of the operating system, here as below.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), path)
}

/// Opens the file at `path` as `options` say.
///
/// # Errors
/// It cannot be opened.
pub fn open_with(options: &OpenOptions, path: &Path) -> io::Result<File> {
    options.open(path)
}

/// Makes an empty file at `path`, in place of the one that is there.
///
/// # Errors
/// It cannot be written.
pub fn create(path: &Path) -> io::Result<File> {
    File::create(path)
}

/// Makes `folder` and those it lies in, as far as they are missing.
///
/// # Errors
/// They cannot be made.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Makes a file in `folder` that is removed unless it is kept, with a name of its own between
/// `prefix` and `suffix` and the permissions of any new file.
///
/// # Errors
/// It cannot be made.
pub fn create_temporary(folder: &Path, [prefix, suffix]: [&str; 2]) -> io::Result<TemporaryFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(suffix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The user's mask reduces these permissions as for every new file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Lets those use what lies at `path` whom `mode` says, as of chmod(2).
///
/// # Errors
/// It is not one's own.
#[cfg(unix)]
pub fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

/// Facts on what lies at `path`, where a link leads.
///
/// # Errors
/// Nothing is there, or it may not be looked at.
pub fn metadata(path: &Path) -> io::Result<Metadata> {
    path.metadata()
}

/// Facts on what lies at `path`, of a link itself.
///
/// # Errors
/// Nothing is there, or it may not be looked at.
pub fn link_metadata(path: &Path) -> io::Result<Metadata> {
    path.symlink_metadata()
}

/// Path of what lies at `path` without links.
///
/// # Errors
/// A link leads nowhere.
pub fn resolved(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// Path that does not depend on the working folder; where that is not known, `path` itself.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Folder in which relative paths begin; `/` where it is not known.
pub fn working_folder() -> PathBuf {
    std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"))
}

/// Entries of `folder`.
///
/// # Errors
/// It cannot be read.
pub fn entries(folder: &Path) -> io::Result<ReadDir> {
    std::fs::read_dir(folder)
}

/// The text in the file at `path`.
///
/// # Errors
/// It cannot be read, or is no UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    std::fs::read_to_string(path)
}

/// Removes `folder`, which must be empty.
///
/// # Errors
/// It is not there, or something is in it.
pub fn remove_folder(folder: &Path) -> io::Result<()> {
    std::fs::remove_dir(folder)
}

/// Removes the file at `path`.
///
/// # Errors
/// It is not there or cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    std::fs::remove_file(path)
}
