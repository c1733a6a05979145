//! Files in memory, for a page in a browser: those that are given to it, and those it writes. Paths
//! begin at `/`; there are no links, and no other process to lock out.

mod file;
mod folder;
mod temporary;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::threads::ShortLock;
pub use file::{File, Metadata, OpenOptions};
pub use folder::{DirEntry, ReadDir};
pub use temporary::{PersistError, TemporaryFile};

pub use std::fs::TryLockError;

/// Bytes of a file, shared by all who have it open.
type Content = Arc<ShortLock<Vec<u8>>>;

/// All there is.
static STORE: ShortLock<Store> = ShortLock::new(Store {
    files: BTreeMap::new(),
    folders: BTreeSet::new(),
    written: Vec::new(),
});
/// Number of the next temporary file.
static TEMPORARY: AtomicU64 = AtomicU64::new(0);

struct Store {
    files: BTreeMap<PathBuf, Content>,
    folders: BTreeSet<PathBuf>,
    /// Files that were finished since they were last asked for.
    written: Vec<PathBuf>,
}

impl Store {
    fn is_folder(&self, path: &Path) -> bool {
        path.parent().is_none() || self.folders.contains(path)
    }

    fn create_folders(&mut self, folder: &Path) -> io::Result<()> {
        for folder in folder.ancestors() {
            if self.files.contains_key(folder) {
                return Err(ErrorKind::NotADirectory.into());
            }
            self.folders.insert(folder.to_path_buf());
        }
        Ok(())
    }

    /// Puts a file to `path`, in place of the one that is there.
    fn put(&mut self, path: PathBuf, content: Content) -> io::Result<()> {
        if self.is_folder(&path) {
            return Err(ErrorKind::IsADirectory.into());
        }
        if !path.parent().is_some_and(|folder| self.is_folder(folder)) {
            return Err(ErrorKind::NotFound.into());
        }
        self.files.insert(path, content);
        Ok(())
    }
}

/// Gives the page a file with this content at `path`, in a folder that is made if need be.
///
/// # Errors
/// A folder is there, or a file where a folder would have to be.
pub fn give(path: &Path, content: Vec<u8>) -> io::Result<()> {
    let path = absolute(path);
    let mut store = STORE.lock();
    store.create_folders(path.parent().unwrap_or(&path))?;
    store.put(path, Arc::new(ShortLock::new(content)))
}

/// Files that were finished since this was last called, with their content.
pub fn take_written() -> Vec<(PathBuf, Vec<u8>)> {
    let mut store = STORE.lock();
    let written = std::mem::take(&mut store.written);
    let files = written.into_iter().filter_map(|path| {
        let content = store.files.get(&path)?.lock().clone();
        Some((path, content))
    });
    files.collect()
}

/// Opens the file at `path` to be read.
///
/// # Errors
/// It is not there or is a folder, here as below.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(&OpenOptions::new(), path)
}

/// Opens the file at `path` as `options` say.
///
/// # Errors
/// It cannot be opened.
pub fn open_with(options: &OpenOptions, path: &Path) -> io::Result<File> {
    let path = absolute(path);
    let mut store = STORE.lock();
    if store.is_folder(&path) {
        return Err(ErrorKind::IsADirectory.into());
    }
    if let Some(content) = store.files.get(&path) {
        let file = File::of(Arc::clone(content));
        drop(store);
        if options.truncates {
            file.content.lock().clear();
        }
        if options.appends {
            (&file).seek(SeekFrom::End(0))?;
        }
        return Ok(file);
    }
    if !options.creates {
        return Err(ErrorKind::NotFound.into());
    }
    let content = Content::default();
    store.put(path, Arc::clone(&content))?;
    Ok(File::of(content))
}

/// Makes an empty file at `path`, in place of the one that is there.
///
/// # Errors
/// It cannot be written.
pub fn create(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().create(true).truncate(true), path)
}

/// Makes `folder` and those it lies in, as far as they are missing.
///
/// # Errors
/// A file is in the way.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    STORE.lock().create_folders(&absolute(folder))
}

/// Makes a file in `folder` that is removed unless it is kept, with a name of its own between
/// `prefix` and `suffix`.
///
/// # Errors
/// There is no such folder.
pub fn create_temporary(folder: &Path, [prefix, suffix]: [&str; 2]) -> io::Result<TemporaryFile> {
    let number = TEMPORARY.fetch_add(1, Ordering::Relaxed);
    let path = absolute(&folder.join(format!("{prefix}{number}{suffix}")));
    let content = Content::default();
    STORE.lock().put(path.clone(), Arc::clone(&content))?;
    let file = File::of(content);
    Ok(TemporaryFile { file, path })
}

/// Facts on what lies at `path`.
///
/// # Errors
/// Nothing is there.
pub fn metadata(path: &Path) -> io::Result<Metadata> {
    let path = absolute(path);
    let store = STORE.lock();
    if store.is_folder(&path) {
        return Ok(Metadata { size: None });
    }
    let content = store.files.get(&path).ok_or(ErrorKind::NotFound)?;
    Ok(Metadata::of_file(content))
}

/// Facts on what lies at `path`: there are no links.
///
/// # Errors
/// Nothing is there.
pub fn link_metadata(path: &Path) -> io::Result<Metadata> {
    metadata(path)
}

/// Path of what lies at `path`: there are no links.
///
/// # Errors
/// Nothing is there.
pub fn resolved(path: &Path) -> io::Result<PathBuf> {
    metadata(path).map(|_| absolute(path))
}

/// Path from `/` on, without `.` and `..`.
pub fn absolute(path: &Path) -> PathBuf {
    let mut absolute = PathBuf::from("/");
    for component in path.components() {
        match component {
            Component::Normal(name) => absolute.push(name),
            Component::ParentDir => _ = absolute.pop(),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    absolute
}

/// Folder in which relative paths begin.
pub fn working_folder() -> PathBuf {
    PathBuf::from("/")
}

/// Entries of `folder`.
///
/// # Errors
/// There is no such folder.
pub fn entries(folder: &Path) -> io::Result<ReadDir> {
    let folder = absolute(folder);
    let store = STORE.lock();
    if !store.is_folder(&folder) {
        return Err(ErrorKind::NotFound.into());
    }
    let all = store.folders.iter().chain(store.files.keys());
    let inside = all.filter(|path| path.parent() == Some(&folder));
    let entries: Vec<DirEntry> = inside.map(|path| DirEntry(path.clone())).collect();
    Ok(ReadDir(entries.into_iter()))
}

/// The text in the file at `path`.
///
/// # Errors
/// It cannot be read, or is no UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Removes `folder`, which must be empty.
///
/// # Errors
/// It is not there, or something is in it.
pub fn remove_folder(folder: &Path) -> io::Result<()> {
    if entries(folder)?.next().is_some() {
        return Err(ErrorKind::DirectoryNotEmpty.into());
    }
    STORE.lock().folders.remove(&absolute(folder));
    Ok(())
}

/// Removes the file at `path`.
///
/// # Errors
/// It is not there.
pub fn remove(path: &Path) -> io::Result<()> {
    let removed = STORE.lock().files.remove(&absolute(path));
    removed.map(drop).ok_or_else(|| ErrorKind::NotFound.into())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_is_given_is_read_and_what_is_finished_is_taken_once() {
        let given = Path::new("/files/a.swf");
        give(given, b"1 0".to_vec()).unwrap();
        assert_eq!(
            read_text(Path::new("files/../files/./a.swf")).unwrap(),
            "1 0"
        );
        assert_eq!(metadata(given).unwrap().len(), 3);

        let out = Path::new("/out/deep");
        assert!(create_temporary(out, ["", ".part"]).is_err());
        create_folder(out).unwrap();
        let mut unfinished = create_temporary(out, ["", ".part"]).unwrap();
        unfinished.write_all(b"whole").unwrap();
        assert_eq!(entries(out).unwrap().count(), 1);
        let mut kept = unfinished.persist(out.join("b.txt")).unwrap();
        kept.seek(SeekFrom::End(-2)).unwrap();
        let mut end = String::new();
        kept.read_to_string(&mut end).unwrap();
        assert_eq!(end, "le");
        let names: Vec<_> = entries(out)
            .unwrap()
            .flatten()
            .map(|it| it.file_name())
            .collect();
        assert_eq!(names, ["b.txt"]);
        let ours = |(path, _): &(PathBuf, Vec<u8>)| path.starts_with(out);
        let written = take_written().into_iter().filter(ours);
        assert_eq!(
            written.collect::<Vec<_>>(),
            [(out.join("b.txt"), b"whole".to_vec())]
        );
        assert!(take_written().iter().all(|file| !ours(file)));
    }

    #[test]
    fn files_and_folders_do_not_take_each_others_paths() {
        let folder = Path::new("/room");
        give(&folder.join("a"), Vec::new()).unwrap();
        assert!(give(folder, Vec::new()).is_err());
        assert!(give(&folder.join("a/b"), Vec::new()).is_err());
        assert!(open(folder).is_err() && open(&folder.join("c")).is_err());
        assert!(remove_folder(folder).is_err());
        remove(&folder.join("a")).unwrap();
        remove_folder(folder).unwrap();
        assert!(metadata(folder).is_err());
    }

    #[test]
    fn a_file_is_emptied_grown_and_appended_to() {
        let path = Path::new("/grown.csv");
        create(path).unwrap().write_all(b"one").unwrap();
        let mut options = OpenOptions::new();
        open_with(options.append(true), path)
            .unwrap()
            .write_all(b" two")
            .unwrap();
        assert_eq!(read_text(path).unwrap(), "one two");
        let mut file = open(path).unwrap();
        file.seek(SeekFrom::Start(8)).unwrap();
        file.write_all(b"x").unwrap();
        assert_eq!(read_text(path).unwrap(), "one two\0x");
        create(path).unwrap();
        assert_eq!(read_text(path).unwrap(), "");
    }
}
