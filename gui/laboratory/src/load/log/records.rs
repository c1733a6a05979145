//! Records of a log as they stand in the file, for studies that convert them by rules of their own.

use std::path::Path;

use cosched_core::workload::swf::{self, Header, Line, Record};

use super::{Input, Lines};
use crate::base::problem::Problem;

/// Header and records of the log at `path`, in the order of its lines.
///
/// # Errors
/// The file cannot be read, or a line is no record.
pub fn read_records(path: &Path) -> Result<(Header, Vec<Record>), Problem> {
    let mut lines = Lines::of(Input::open(path)?, path);
    let (mut header, mut records) = (Header::default(), Vec::new());
    loop {
        let number = lines.number + 1;
        let Some(line) = lines.next()? else {
            return Ok((header, records));
        };
        let parsed = swf::parse(line).map_err(|error| {
            let problem = Problem::input(error.kind.to_string()).in_file(path);
            problem.at(number, error.column)
        })?;
        match parsed {
            Line::Record(record) => records.push(record),
            Line::Header { key, value } => header.note(key, value),
            Line::Comment(_) | Line::Blank => {}
        }
    }
}
