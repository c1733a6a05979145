//! Standard output and standard error, which may be a full disk or a reader who has seen enough.

use std::io::{ErrorKind, Write};

use crate::load::reason;
use crate::problem::Problem;
use crate::shown;

/// Writes `text` to standard error as a line, if anybody listens: what is said
/// there is no result, so that nothing stops where it cannot be said.
pub(super) fn say(text: &str) {
    let line = format!("{}\n", shown::lines(text));
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}

/// Writes `text` to standard output.
///
/// # Errors
/// It cannot be written. A reader who has gone, as in `cosched … | head`, is
/// no error.
pub(super) fn print(text: &str) -> Result<(), Problem> {
    let mut output = std::io::stdout().lock();
    let written = output
        .write_all(shown::lines(text).as_bytes())
        .and_then(|()| output.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Problem::output(format!(
            "standard output cannot be written: {}",
            reason(&error)
        ))),
        _ => Ok(()),
    }
}
