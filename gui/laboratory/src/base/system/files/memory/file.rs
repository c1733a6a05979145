//! A file in memory that is open, how it is opened, and facts on it.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use super::{Content, TryLockError};

/// A file that is open.
#[derive(Debug)]
pub struct File {
    pub(super) content: Content,
    position: AtomicU64,
}

impl File {
    pub(super) fn of(content: Content) -> Self {
        let position = AtomicU64::new(0);
        Self { content, position }
    }

    /// Facts on it.
    ///
    /// # Errors
    /// None, here as below: these are as on a disk.
    pub fn metadata(&self) -> io::Result<Metadata> {
        Ok(Metadata::of_file(&self.content))
    }

    /// Does nothing: there is no disk.
    ///
    /// # Errors
    /// None.
    pub fn sync_all(&self) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: there is no other process.
    ///
    /// # Errors
    /// None.
    pub fn lock(&self) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: there is no other process.
    ///
    /// # Errors
    /// None.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        Ok(())
    }

    /// Does nothing: there is no other process.
    ///
    /// # Errors
    /// None.
    pub fn try_lock_shared(&self) -> Result<(), TryLockError> {
        Ok(())
    }
}

impl Read for &File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let position = self.position.load(Ordering::Relaxed);
        let content = self.content.lock();
        let rest = usize::try_from(position).ok();
        let rest = rest.and_then(|position| content.get(position..));
        let read = rest.unwrap_or_default().read(buffer)?;
        self.position
            .store(position + read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl Write for &File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let position = self.position.load(Ordering::Relaxed);
        let mut content = self.content.lock();
        let full = |_| io::Error::from(ErrorKind::OutOfMemory);
        let begin = usize::try_from(position).map_err(|_| ErrorKind::OutOfMemory)?;
        let end = begin.checked_add(bytes.len());
        let end = end.ok_or(ErrorKind::OutOfMemory)?;
        if end > content.len() {
            let more = end - content.len();
            content.try_reserve(more).map_err(full)?;
            content.resize(end, 0);
        }
        content[begin..end].copy_from_slice(bytes);
        self.position.store(end as u64, Ordering::Relaxed);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for &File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(by) => (self.content.lock().len() as u64).checked_add_signed(by),
            SeekFrom::Current(by) => self.position.load(Ordering::Relaxed).checked_add_signed(by),
        };
        let position = position.ok_or(ErrorKind::InvalidInput)?;
        self.position.store(position, Ordering::Relaxed);
        Ok(position)
    }
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self).read(buffer)
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        (&*self).seek(to)
    }
}

/// Facts on what lies at a path.
#[derive(Clone, Copy, Debug)]
pub struct Metadata {
    /// Size of a file in bytes; none of a folder.
    pub(super) size: Option<u64>,
}

impl Metadata {
    pub(super) fn of_file(content: &Content) -> Self {
        let size = Some(content.lock().len() as u64);
        Self { size }
    }

    /// Size in bytes.
    #[expect(
        clippy::len_without_is_empty,
        reason = "as that of the standard library"
    )]
    pub fn len(&self) -> u64 {
        self.size.unwrap_or_default()
    }

    /// Whether it is a file.
    pub fn is_file(&self) -> bool {
        self.size.is_some()
    }

    /// Whether it is a folder.
    pub fn is_dir(&self) -> bool {
        self.size.is_none()
    }

    /// Whether it is a link: never.
    pub fn is_symlink(&self) -> bool {
        false
    }

    /// Instant of the last change.
    ///
    /// # Errors
    /// Always: it is not kept.
    pub fn modified(&self) -> io::Result<SystemTime> {
        Err(ErrorKind::Unsupported.into())
    }
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenOptions {
    pub(super) creates: bool,
    pub(super) truncates: bool,
    pub(super) appends: bool,
}

impl OpenOptions {
    /// An existing file, from its beginning.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether it is read: it may be in any case.
    pub fn read(&mut self, _: bool) -> &mut Self {
        self
    }

    /// Whether it is written: it may be in any case.
    pub fn write(&mut self, _: bool) -> &mut Self {
        self
    }

    /// Whether what is written comes behind what is there.
    pub fn append(&mut self, appends: bool) -> &mut Self {
        self.appends = appends;
        self
    }

    /// Whether it is made where it is missing.
    pub fn create(&mut self, creates: bool) -> &mut Self {
        self.creates = creates;
        self
    }

    /// Whether it is emptied.
    pub fn truncate(&mut self, truncates: bool) -> &mut Self {
        self.truncates = truncates;
        self
    }
}
