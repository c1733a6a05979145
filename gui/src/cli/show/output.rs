//! Standard output and error, to a disk that may be full or a reader that may have gone.

use std::io::{BufWriter, ErrorKind, StdoutLock, Write};

use laboratory::base::problem::Problem;
use laboratory::base::sanitize;
use laboratory::load::reason;

/// Writes `text` to standard error as a line. Failure is ignored: no result is written there.
pub(in crate::cli) fn note(text: &str) {
    let line = format!("{}\n", sanitize::lines(text));
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}

/// Writes `text` to standard output.
///
/// # Errors
/// It cannot be written. A reader that has gone, as in `cosched … | head`, is no error.
pub(in crate::cli) fn print(text: &str) -> Result<(), Problem> {
    let mut output = Output::new();
    output.write(&sanitize::lines(text))?;
    output.finish()
}

/// Returns rows with columns as wide as their widest cells.
pub(in crate::cli) fn aligned<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..N).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:>width$}"))
            .collect();
        cells.join("  ")
    };
    rows.iter().map(line).collect()
}

/// Standard output, buffered, for text too long to be held.
pub(in crate::cli) struct Output {
    buffer: BufWriter<StdoutLock<'static>>,
    is_unheard: bool,
}

impl Output {
    pub(in crate::cli) fn new() -> Self {
        Self {
            buffer: BufWriter::with_capacity(1 << 16, std::io::stdout().lock()),
            is_unheard: false,
        }
    }

    /// Writes `text` to the buffer.
    ///
    /// # Errors
    /// It cannot be written. A reader that has gone is no error.
    pub(in crate::cli) fn write(&mut self, text: &str) -> Result<(), Problem> {
        if self.is_unheard {
            Ok(())
        } else {
            let written = self.buffer.write_all(text.as_bytes());
            self.seen(written)
        }
    }

    /// Whether the reader has gone.
    pub(in crate::cli) fn is_closed(&self) -> bool {
        self.is_unheard
    }

    /// Writes the rest of the buffer.
    ///
    /// # Errors
    /// Those of [`write`](Self::write).
    pub(in crate::cli) fn finish(mut self) -> Result<(), Problem> {
        let written = self.buffer.flush();
        self.seen(written)
    }

    fn seen(&mut self, written: std::io::Result<()>) -> Result<(), Problem> {
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.is_unheard = true,
            Err(error) => {
                return Err(Problem::output(format!(
                    "standard output cannot be written: {}",
                    reason(&error)
                )));
            }
            Ok(()) => {}
        }
        Ok(())
    }
}
