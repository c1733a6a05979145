//! A folder that only one program writes into at a time.

use std::io::ErrorKind;
use std::path::Path;

use super::{check_file, check_folder};
use crate::base::problem::Problem;
use crate::base::system::files::{self, File, OpenOptions, TryLockError};
use crate::load::reason;

/// Lock that keeps other programs of this kind out of a folder. The operating system frees it with
/// the program, however that ends.
#[derive(Debug)]
pub struct Lock {
    // Holds the lock as long as it is open.
    file: File,
}

impl Lock {
    /// Makes `folder` and locks it.
    ///
    /// # Errors
    /// Another program writes into it, or it cannot be written to.
    pub fn new(folder: &Path) -> Result<Self, Problem> {
        check_folder(folder)?;
        let failed = |why: &str| Problem::output(why.to_owned()).in_file(folder);
        let file = open(folder)
            .map_err(|error| failed(&format!("cannot be locked: {}", reason(&error))))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => Err(failed(
                "another cosched is writing into this folder; wait for its end, or take another one",
            )),
            // Some network disks know no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                Ok(Self { file })
            }
            Err(TryLockError::Error(error)) => {
                Err(failed(&format!("cannot be locked: {}", reason(&error))))
            }
        }
    }
}

impl Lock {
    /// Makes `file` and locks it: alone, or `shared` with all other shared locks.
    ///
    /// # Errors
    /// Another program has locked it otherwise, or nothing can be written there.
    pub fn of_file(file: &Path, shared: bool) -> Result<Self, Problem> {
        let folder = file.parent().unwrap_or(file);
        check_folder(folder)?;
        let failed = |why: &str| Problem::output(why.to_owned()).in_file(folder);
        // An existing file stays as it is: it may be a link.
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(false);
        let opened = check_file(file).map(|()| files::open_with(options, file))?;
        let opened =
            opened.map_err(|error| failed(&format!("cannot be locked: {}", reason(&error))))?;
        let locked = if shared {
            opened.try_lock_shared()
        } else {
            opened.try_lock()
        };
        match locked {
            Err(TryLockError::WouldBlock) => Err(failed(
                "another cosched is at work in this folder; wait for its end, or take another one",
            )),
            // Some network disks know no locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { file: opened }),
        }
    }

    /// Whether it keeps all other programs out from now on, which it may not have done yet.
    pub fn is_alone(&self) -> bool {
        self.file.try_lock().is_ok()
    }
}

/// Opens the folder itself, so that no file is left in it.
#[cfg(unix)]
fn open(folder: &Path) -> std::io::Result<File> {
    files::open(folder)
}

/// Opens a file in it, where folders cannot be opened.
#[cfg(not(unix))]
fn open(folder: &Path) -> std::io::Result<File> {
    files::create(&folder.join(".lock"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_writer_is_refused_until_the_first_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let first = Lock::new(&out).unwrap();
        let said = Lock::new(&out).unwrap_err().to_string();
        assert!(
            said.ends_with("wait for its end, or take another one"),
            "{said}"
        );
        drop(first);
        Lock::new(&out).unwrap();
    }

    #[test]
    fn shared_locks_keep_out_exclusive_ones() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out/.lock");
        let [one, other] = [(), ()].map(|()| Lock::of_file(&file, true).unwrap());
        assert!(Lock::of_file(&file, false).is_err());
        assert!(!one.is_alone());
        drop(other);
        assert!(one.is_alone());
        assert!(Lock::of_file(&file, true).is_err());
    }
}
