//! Opening a file in the system's program for it.

use std::path::Path;

use laboratory::base::problem::Problem;
use laboratory::base::system::files;
use laboratory::base::system::processes::{self, Command, Stdio};
use laboratory::load::reason;

/// Command that opens a file by its type.
const OPENER: &str = if cfg!(target_os = "windows") {
    "explorer"
} else if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

/// Opens the file or folder at `path`; returns a sentence that says so.
///
/// # Errors
/// It is not there, or the system has no such command.
pub(super) fn open(path: &Path) -> Result<String, Problem> {
    let failed = |error: &std::io::Error| {
        let sentence = format!("written, but {OPENER} cannot open it: {}", reason(error));
        Problem::output(sentence).in_file(path)
    };
    files::metadata(path).map_err(|error| failed(&error))?;
    let mut command = Command::new(OPENER);
    command.arg(path).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    processes::start(&mut command).map_err(|error| failed(&error))?;
    Ok(format!("Opened {}", path.display()))
}
