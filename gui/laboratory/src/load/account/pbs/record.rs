//! Records of a log: `MM/DD/YYYY HH:MM:SS;E;42.server;user=ann queue=main …`.

use std::borrow::Cow;
use std::io::BufRead;
use std::path::Path;

use crate::base::problem::Problem;
use crate::base::text_file::{Input, read_problem};
use crate::load::pbs::attributes::Attributes;

/// Line of a log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'t> {
    /// Its number, from 1.
    pub(super) line: usize,
    /// When it was written, by the clock on the wall.
    pub(super) at: &'t str,
    /// Letter of its kind.
    pub(super) kind: u8,
    /// Identifier of the job, or of what else it is of.
    pub(super) id: &'t str,
    /// Names and values.
    pub(super) text: &'t str,
    /// Whether it was not UTF-8.
    pub(super) is_latin: bool,
}

/// The clock of a record, with digits where there are zeros.
const CLOCK: &[u8] = b"00/00/0000 00:00:00;";

/// Whether a line begins as records do.
fn is_record(line: &[u8]) -> bool {
    let clock = line.iter().zip(CLOCK);
    let is_clock = clock.clone().count() == CLOCK.len()
        && clock.into_iter().all(|(byte, form)| match form {
            b'0' => byte.is_ascii_digit(),
            mark => byte == mark,
        });
    let behind = line.get(CLOCK.len()..).unwrap_or_default();
    is_clock && matches!(behind, [kind, b';', ..] if kind.is_ascii_alphabetic())
}

/// Whether one of the first lines of `start` is a record: a log may have been cut off before.
pub(in crate::load::account) fn is_start_of_log(start: &[u8]) -> bool {
    const LINES: usize = 10;
    let mut lines = start.split(|&byte| byte == b'\n').take(LINES);
    lines.any(is_record)
}

/// Whether the file at `path` is a log.
///
/// # Errors
/// The file cannot be read.
pub(in crate::load::account) fn is_log(path: &Path) -> Result<bool, Problem> {
    let mut input = Input::open(path)?;
    let start = input.bytes.fill_buf();
    let start = start.map_err(|error| read_problem(path, &error))?;
    Ok(is_start_of_log(start))
}

impl<'t> Record<'t> {
    /// Parses a line; `None` if it is no record.
    pub(super) fn parse(line: usize, text: &'t str, is_latin: bool) -> Option<Self> {
        if !is_record(text.as_bytes()) {
            return None;
        }
        let (at, behind) = text.split_once(';')?;
        let (kind, behind) = behind.split_once(';')?;
        let (id, text) = behind.split_once(';')?;
        Some(Self {
            line,
            at,
            kind: *kind.as_bytes().first()?,
            id,
            text,
            is_latin,
        })
    }

    /// Its names and values. A value with blanks is between quotes; where it is not, as in a name
    /// that a user gave, it extends to the next name.
    pub(super) fn attributes(&self) -> Attributes<'t> {
        let mut all = Attributes::default();
        let mut rest = self.text.trim();
        while !rest.is_empty() {
            let end = rest.find(' ').unwrap_or(rest.len());
            let Some((name, value)) = rest[..end].split_once('=') else {
                all.append(" ");
                all.append(&rest[..end]);
                rest = rest[end..].trim_start();
                continue;
            };
            let begin = name.len() + 1;
            match quoted(&rest[begin..]) {
                Some((value, length)) => {
                    all.add(name, value);
                    rest = rest[begin + length..].trim_start();
                }
                None => {
                    all.add(name, value);
                    rest = rest[end..].trim_start();
                }
            }
        }
        all
    }
}

/// The value between quotes with which `text` begins, and its length with them; `None` if it begins
/// with none, or they are not closed.
fn quoted(text: &str) -> Option<(Cow<'_, str>, usize)> {
    let quote = text
        .chars()
        .next()
        .filter(|mark| ['"', '\''].contains(mark))?;
    let inner = &text[1..];
    // A quote within is behind a backslash, or stands where no value ends.
    let mut ends = inner.match_indices(quote).map(|(end, _)| end);
    let end = ends.find(|&end| {
        let is_last = matches!(inner.as_bytes().get(end + 1), None | Some(b' '));
        is_last && !inner[..end].ends_with('\\')
    })?;
    let value = &inner[..end];
    let escaped = format!("\\{quote}");
    let value = if value.contains(&escaped) {
        Cow::Owned(value.replace(&escaped, &quote.to_string()))
    } else {
        Cow::Borrowed(value)
    };
    Some((value, end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_records_are_told_from_others() {
        for line in [
            "03/02/2026 10:00:00;E;42.s;user=ann",
            "03/02/2026 10:00:00;R;42.s;",
        ] {
            assert!(Record::parse(1, line, false).is_some(), "{line}");
        }
        for line in [
            "",
            "03/02/2026 10:00:00",
            "03/02/2026 10:00:00;E",
            "03/02/2026 10:00:00;E;42.s",
            // The log of the server has a number there.
            "03/02/2026 10:00:00;0008;Server@s;Job;42.s;x",
            "2026-03-02 10:00:00;E;42.s;user=ann",
            "é3/02/2026 10:00:00;E;42.s;user=ann",
        ] {
            assert!(Record::parse(1, line, false).is_none(), "{line}");
        }
        assert!(is_start_of_log(
            b"=ann\n03/02/2026 10:00:00;E;42.s;user=ann\n"
        ));
        assert!(!is_start_of_log(b"id;submit;start\n1;2;3\n"));
    }

    #[test]
    fn values_with_blanks_and_quotes() {
        let line = r#"03/02/2026 10:00:00;E;42.s;user=ann account="heat \"and\" light" project='a "b" c' jobname=my job x queue=main group="open Resource_List.select=2:ncpus=8 empty= end=5"#;
        let all = Record::parse(1, line, false).unwrap().attributes();
        for (name, value) in [
            ("user", Some("ann")),
            ("account", Some(r#"heat "and" light"#)),
            ("project", Some(r#"a "b" c"#)),
            ("jobname", Some("my job x")),
            ("queue", Some("main")),
            ("group", Some("\"open")),
            ("Resource_List.select", Some("2:ncpus=8")),
            ("empty", None),
            ("end", Some("5")),
            ("start", None),
        ] {
            assert_eq!(all.get(name), value, "{name}");
        }
    }
}
