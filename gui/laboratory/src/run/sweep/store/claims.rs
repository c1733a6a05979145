//! Claims of programs that work in one folder at the same time: who computes what, so that nothing
//! is computed twice. What a program has claimed stands in a file of its own that it keeps locked,
//! and the operating system frees the lock with the program, however that ends.

use std::collections::HashSet;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::base::system::files::{self, OpenOptions, TemporaryFile, TryLockError};

/// Ending of the files that are locked as long as their programs run.
const LOCKED: &str = "lock";

/// The claims of this program, and access to those of others.
#[derive(Debug)]
pub(super) struct Claims {
    folder: PathBuf,
    own: Mutex<Option<Own>>,
}

/// The claims of this program.
#[derive(Debug)]
struct Own {
    /// Locked until the end; its name without ending is that of the file with the claims.
    lock: TemporaryFile,
    /// One for each thread that has it.
    names: Vec<String>,
}

impl Claims {
    /// Claims in `folder`, which is made with the first one.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            own: Mutex::new(None),
        }
    }

    /// Claims all of `names`, or none if another program has one of them; returns whether it did.
    /// Where files cannot be locked, no worker is kept from anything: results are the same.
    pub(super) fn claim(&self, names: &[String]) -> bool {
        self.changed(|claims, own| {
            let others = claims.of_others(own)?;
            if names.iter().any(|name| others.contains(name)) {
                return Ok(false);
            }
            own.names.extend_from_slice(names);
            own.write().map(|()| true)
        })
        .unwrap_or(true)
    }

    /// Releases `names`, once each.
    pub(super) fn release(&self, names: &[String]) {
        // What cannot be released now is released with the program.
        let _ = self.changed(|_, own| {
            for name in names {
                if let Some(index) = own.names.iter().position(|one| one == name) {
                    own.names.swap_remove(index);
                }
            }
            own.write()
        });
    }

    /// Makes a change while no other program makes one.
    fn changed<T>(
        &self,
        change: impl FnOnce(&Self, &mut Own) -> std::io::Result<T>,
    ) -> std::io::Result<T> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        files::create_folder(&self.folder)?;
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(false);
        let gate = files::open_with(options, &self.folder.join("gate"))?;
        gate.lock()?;
        let own = match &mut *own {
            Some(own) => own,
            none => none.insert(Own::new(&self.folder)?),
        };
        change(self, own)
    }

    /// The claims of other programs that run; those of others are removed.
    fn of_others(&self, own: &Own) -> std::io::Result<HashSet<String>> {
        let mut claimed = HashSet::new();
        for entry in files::entries(&self.folder)? {
            let path = entry?.path();
            let is_lock = path.extension().is_some_and(|ending| ending == LOCKED);
            if !is_lock || path == own.lock.path() {
                continue;
            }
            let claims = path.with_extension("");
            if is_locked(&path)? {
                let text = files::read_text(&claims).unwrap_or_default();
                claimed.extend(text.lines().map(str::to_owned));
            } else {
                for path in [claims, path] {
                    // It need not be there.
                    let _ = files::remove(&path);
                }
            }
        }
        Ok(claimed)
    }

    /// Removes the folder. Only while no other program uses it.
    pub(super) fn remove(&self) {
        drop(self.take_own());
        let Ok(entries) = files::entries(&self.folder) else {
            return;
        };
        for entry in entries.flatten() {
            let _ = files::remove(&entry.path());
        }
        let _ = files::remove_folder(&self.folder);
    }

    fn take_own(&self) -> Option<Own> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        own.take()
    }
}

impl Own {
    /// Makes the file that is locked.
    fn new(folder: &Path) -> std::io::Result<Self> {
        let lock = files::create_temporary(folder, ["", &format!(".{LOCKED}")])?;
        lock.as_file().lock()?;
        Ok(Self {
            lock,
            names: Vec::new(),
        })
    }

    fn claims(&self) -> PathBuf {
        self.lock.path().with_extension("")
    }

    fn write(&self) -> std::io::Result<()> {
        let mut file = files::create(&self.claims())?;
        file.write_all(self.names.join("\n").as_bytes())
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let _ = files::remove(&self.claims());
    }
}

/// Whether a program that runs has locked the file at `path`.
fn is_locked(path: &Path) -> std::io::Result<bool> {
    let file = match files::open(path) {
        // It has just ended.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        file => file?,
    };
    match file.try_lock_shared() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&str]) -> Vec<String> {
        all.iter().map(|&name| name.to_owned()).collect()
    }

    /// Locks belong to open files, so that two claims here are as those of two programs.
    #[test]
    fn one_of_two_has_it_until_it_is_released_or_gone() {
        let folder = tempfile::tempdir().unwrap();
        let claims = || Claims::new(folder.path().join("claims"));
        let (one, other) = (claims(), claims());
        assert!(one.claim(&names(&["a", "b"])));
        assert!(!other.claim(&names(&["c", "b"])));
        // None was claimed.
        assert!(one.claim(&names(&["c"])));
        assert!(other.claim(&names(&["d"])));
        // Another thread of the same program.
        assert!(one.claim(&names(&["b"])));
        one.release(&names(&["a", "b"]));
        assert!(other.claim(&names(&["a"])));
        assert!(!other.claim(&names(&["b"])));
        drop(one);
        assert!(other.claim(&names(&["b", "c"])));
        let third = claims();
        assert!(!third.claim(&names(&["d"])));
        other.release(&names(&["d"]));
        assert!(third.claim(&names(&["d"])));
    }

    #[test]
    fn what_a_killed_program_left_is_free() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x.lock"), "").unwrap();
        std::fs::write(folder.path().join("x"), "a\nb").unwrap();
        let claims = Claims::new(folder.path().to_path_buf());
        assert!(claims.claim(&names(&["a"])));
        assert!(!folder.path().join("x").exists() && !folder.path().join("x.lock").exists());
        claims.remove();
        assert!(!folder.path().exists());
    }
}
