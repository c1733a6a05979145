//! Lines of a log, one at a time.

use std::io::{self, BufRead, ErrorKind};
use std::path::{Path, PathBuf};

use memchr::memchr;

use crate::base::problem::Problem;
use crate::base::text_file::{BYTE_ORDER_MARK, Input, read_problem};

/// Lines of a file.
pub(super) struct Lines {
    pub(super) input: Input,
    pub(super) path: PathBuf,
    buffer: Vec<u8>,
    /// Number of the last line read, from 1.
    pub(super) number: usize,
}

/// Length of the longest line that is read, in bytes; a record has some 100.
const LONGEST_LINE: usize = 1 << 20;

impl Lines {
    pub(super) fn of(input: Input, path: &Path) -> Self {
        Self {
            input,
            path: path.to_path_buf(),
            buffer: Vec::new(),
            number: 0,
        }
    }

    /// Returns the next line without its end; `None` behind the last one.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, Problem> {
        self.buffer.clear();
        read_line(&mut self.input.bytes, &mut self.buffer)
            .map_err(|error| read_problem(&self.path, &error))?;
        self.number += 1;
        let is_there = !self.buffer.is_empty();
        let line = self.buffer.trim_ascii_end();
        let line = match self.number {
            1 => line
                .strip_prefix(BYTE_ORDER_MARK.as_bytes())
                .unwrap_or(line),
            _ => line,
        };
        Ok(is_there.then_some(line))
    }
}

/// Appends the next line with its end to `line`, or the first part of a very long one.
fn read_line(bytes: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let there = match bytes.fill_buf() {
            Ok(there) => there,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let room = LONGEST_LINE - line.len();
        let there = there.get(..room).unwrap_or(there);
        // Quicker than `read_until`: most lines are looked through in three steps.
        let end = memchr(b'\n', there).map(|end| end + 1);
        let taken = end.unwrap_or(there.len());
        line.extend_from_slice(&there[..taken]);
        bytes.consume(taken);
        if end.is_some() || taken == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// Whatever the size of the buffer, and without an end of the last line.
    #[test]
    fn lines_are_cut_at_their_ends_and_where_they_are_too_long() {
        let long = "x".repeat(LONGEST_LINE + 5);
        let text = format!("one\n\n{long}\nlast");
        for size in [1, 3, 1 << 16] {
            let mut bytes = BufReader::with_capacity(size, text.as_bytes());
            let mut lengths = Vec::new();
            loop {
                let mut line = Vec::new();
                read_line(&mut bytes, &mut line).unwrap();
                if line.is_empty() {
                    break;
                }
                lengths.push(line.len());
            }
            assert_eq!(lengths, [4, 1, LONGEST_LINE, 6, 4], "{size}");
        }
    }
}
