//! Another program's standard error, shown line by line up to a limit.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::base::sanitize;
use crate::base::system::threads;

/// Largest number of lines that are shown, and of bytes of each.
const MOST_LINES: usize = 1_000;
const MOST_BYTES: u64 = 1_000;

/// Shows the lines of a program until its output ends.
#[derive(Debug)]
pub(super) struct Remarks {
    // Closed at the end; nothing is sent.
    end: Receiver<()>,
}

impl Remarks {
    /// Shows lines from `output`, each behind the `name` of the program.
    pub(super) fn show(output: impl Read + Send + 'static, name: &str) -> Self {
        let (ended, end) = channel();
        let name = sanitize::line(name).into_owned();
        // Without a thread nothing is shown; the program may then block in writing for ever, which
        // its timeout ends.
        let _ = threads::start(move || show(output, &name, ended));
        Self { end }
    }

    /// Waits until all has been shown, but no longer than `patience`: a process left behind may
    /// keep the output open.
    pub(super) fn finish(&self, patience: Duration) {
        let _ = self.end.recv_timeout(patience);
    }
}

/// Shows the lines of `output`; `_ended` is dropped at its end.
fn show(output: impl Read, name: &str, _ended: Sender<()>) {
    let mut output = BufReader::new(output);
    for count in 0.. {
        let Some(line) = next_line(&mut output) else {
            return;
        };
        match count {
            // These lines are no result: a standard error that is closed stops nothing.
            0..MOST_LINES => drop(writeln!(std::io::stderr(), "{name}: {line}")),
            MOST_LINES => drop(writeln!(
                std::io::stderr(),
                "{name}: … and more, which is not shown: {MOST_LINES} lines are"
            )),
            _ => {}
        }
    }
}

/// Returns the next line without control characters, cut where it is too long.
fn next_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = output.take(MOST_BYTES).read_until(b'\n', &mut bytes);
    if read.ok()? == 0 {
        return None;
    }
    let is_cut = bytes.last() != Some(&b'\n') && bytes.len() as u64 == MOST_BYTES;
    if is_cut {
        // A line may be longer than memory.
        output.skip_until(b'\n').ok()?;
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = sanitize::line(text.trim_end_matches(['\n', '\r']));
    Some(if is_cut {
        format!("{text}…")
    } else {
        text.into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_and_shows_what_a_terminal_would_obey() {
        let long = "x".repeat(5_000);
        let mut all = std::io::Cursor::new(format!("a\u{1b}[2Jb\r\n{long}\nlast"));
        assert_eq!(next_line(&mut all).unwrap(), "a\\u{1b}[2Jb");
        assert_eq!(
            next_line(&mut all).unwrap(),
            format!("{}…", "x".repeat(1_000))
        );
        assert_eq!(next_line(&mut all).unwrap(), "last");
        assert_eq!(next_line(&mut all), None);
    }
}
