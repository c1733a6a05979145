//! Entries of a folder in memory.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// Contents of a folder.
#[derive(Debug)]
pub struct ReadDir(pub(super) std::vec::IntoIter<DirEntry>);

impl Iterator for ReadDir {
    type Item = io::Result<DirEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(Ok)
    }
}

/// File or folder in a folder.
#[derive(Debug)]
pub struct DirEntry(pub(super) PathBuf);

impl DirEntry {
    /// Its path.
    pub fn path(&self) -> PathBuf {
        self.0.clone()
    }

    /// Its name.
    pub fn file_name(&self) -> OsString {
        self.0.file_name().unwrap_or_default().to_os_string()
    }
}
