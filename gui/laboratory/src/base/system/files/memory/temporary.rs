//! Files in memory that are removed unless they are kept.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{File, STORE, absolute};

/// A file that is removed unless it is kept.
#[derive(Debug)]
pub struct TemporaryFile {
    pub(super) file: File,
    pub(super) path: PathBuf,
}

/// Why a temporary file was not kept.
#[derive(Debug)]
pub struct PersistError {
    /// The reason.
    pub error: io::Error,
}

impl TemporaryFile {
    /// Its path while it is temporary.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open file.
    pub fn as_file(&self) -> &File {
        &self.file
    }

    /// Keeps it at `path`, in place of the file that is there.
    ///
    /// # Errors
    /// A folder is there, or none to put it into.
    pub fn persist(self, path: impl AsRef<Path>) -> Result<File, PersistError> {
        let path = absolute(path.as_ref());
        let content = Arc::clone(&self.file.content);
        let mut store = STORE.lock();
        let kept = store.put(path.clone(), Arc::clone(&content));
        kept.map_err(|error| PersistError { error })?;
        store.written.push(path);
        drop(store);
        Ok(File::of(content))
    }
}

impl Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        STORE.lock().files.remove(&self.path);
    }
}
