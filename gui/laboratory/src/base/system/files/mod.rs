//! Files and folders: those of the disk, and on a page those that it keeps in memory.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod disk;
#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
pub mod memory;

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use disk::*;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use memory::*;

use std::path::Path;

/// Whether a regular file lies at `path`, where a link leads.
pub fn is_file(path: &Path) -> bool {
    metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Whether a folder lies at `path`, where a link leads.
pub fn is_folder(path: &Path) -> bool {
    metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Whether anything lies at `path`, where a link leads.
pub fn exists(path: &Path) -> bool {
    metadata(path).is_ok()
}
