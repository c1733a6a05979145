//! Standard output, which may be a full disk or a reader who has seen enough.

use std::io::{ErrorKind, Write};

use crate::load::reason;
use crate::problem::Problem;

/// Writes `text` to standard output.
///
/// # Errors
/// It cannot be written. A reader who has gone, as in `cosched … | head`, is
/// no error.
pub(super) fn print(text: &str) -> Result<(), Problem> {
    let mut output = std::io::stdout().lock();
    let written = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Problem::output(format!(
            "standard output cannot be written: {}",
            reason(&error)
        ))),
        _ => Ok(()),
    }
}
