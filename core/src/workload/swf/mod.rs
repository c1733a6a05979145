//! The Standard Workload Format, version 2.2: one line at a time, without memory of its own.
//!
//! Source: the format's page at the Parallel Workloads Archive. Opening files is up to the
//! caller; here are the parser of a line ([`parse`]), the header ([`Header`]) and the
//! conversion of records to jobs ([`ConversionRules`]).

mod header;
mod job;
mod line;

pub use header::Header;
pub use job::{ConversionRules, DropReason, RecordChanges, to_job};
pub use line::{parse, parse_from};

use core::fmt;

/// Fields of a record.
pub const FIELDS: usize = 18;

/// Names of the fields, for messages and headings.
pub const FIELD_NAMES: [&str; FIELDS] = [
    "job number",
    "submit time",
    "wait time",
    "run time",
    "allocated processors",
    "average CPU time used",
    "used memory",
    "requested processors",
    "requested time",
    "requested memory",
    "status",
    "user",
    "group",
    "executable",
    "queue",
    "partition",
    "preceding job",
    "think time",
];

/// Index of the submit time.
const SUBMIT: usize = 1;

/// One line of a log.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Line<'t> {
    /// An empty line.
    Blank,
    /// A comment of the form `; Key: value`.
    Header {
        /// The text before the first colon.
        key: &'t str,
        /// The text behind it.
        value: &'t str,
    },
    /// Any other comment.
    Comment(&'t str),
    /// A job.
    Record(Record),
}

/// The 18 fields of a job. Unknown values are -1, as in the file.
///
/// Times are in nanoseconds: five of the fields may have decimals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// 1: a counter from 1, with gaps in cleaned logs.
    pub number: i64,
    /// 2: submit time since the start of the log, in nanoseconds.
    pub submit: i64,
    /// 3: wait time, in nanoseconds.
    pub wait: i64,
    /// 4: run time, in nanoseconds; 0 means less than half a second.
    pub runtime: i64,
    /// 5: allocated processors.
    pub allocated: i64,
    /// 6: average CPU time used, in nanoseconds.
    pub cpu_time: i64,
    /// 7: used memory, in KB per processor.
    pub used_memory: i64,
    /// 8: requested processors.
    pub requested: i64,
    /// 9: requested time, in nanoseconds.
    pub requested_time: i64,
    /// 10: requested memory, in KB per processor.
    pub requested_memory: i64,
    /// 11: 1 completed, 0 failed, 5 cancelled, 2 to 4 a part of a job.
    pub status: i64,
    /// 12: the user.
    pub user: i64,
    /// 13: the user's group.
    pub group: i64,
    /// 14: the application.
    pub executable: i64,
    /// 15: the queue; 0 is interactive by convention.
    pub queue: i64,
    /// 16: the partition.
    pub partition: i64,
    /// 17: the job after whose end this one may be submitted.
    pub preceding: i64,
    /// 18: time between that end and this submission, in nanoseconds.
    pub think_time: i64,
    /// Number of fields beyond the eighteenth; they are not part of the format.
    pub further_fields: u32,
}

/// An error in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineError {
    /// Position in the line in bytes, from 1.
    pub column: usize,
    /// Kind of error.
    pub kind: LineErrorKind,
}

/// Kinds of [`LineError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineErrorKind {
    /// Fewer than 18 fields.
    TooFewFields {
        /// Number of fields.
        found: usize,
    },
    /// Not a number.
    NotANumber {
        /// The field, from 0.
        field: usize,
    },
    /// A decimal where only whole numbers are allowed.
    NotWhole {
        /// The field, from 0.
        field: usize,
    },
    /// A number beyond what the field can hold.
    TooLarge {
        /// The field, from 0.
        field: usize,
    },
    /// A submit time before the one it is counted from.
    TooEarly,
    /// Bytes that are not text.
    NotText,
}

impl fmt::Display for LineErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |f: &mut fmt::Formatter<'_>, field: usize| {
            write!(f, "field {} ({})", field + 1, FIELD_NAMES[field])
        };
        match *self {
            Self::TooFewFields { found } => {
                write!(f, "{found} fields; a record has {FIELDS}")
            }
            Self::NotANumber { field } => {
                name(f, field)?;
                f.write_str(" is not a number")
            }
            Self::NotWhole { field } => {
                name(f, field)?;
                f.write_str(" is not a whole number")
            }
            Self::TooLarge { field } => {
                name(f, field)?;
                f.write_str(" is too large; times may reach 9 000 000 000 s (285 years), other fields 18 digits")
            }
            Self::TooEarly => {
                name(f, SUBMIT)?;
                f.write_str(" is much earlier than those above it")
            }
            Self::NotText => f.write_str("not text; a log is plain text or a gzip file of it"),
        }
    }
}

impl core::error::Error for LineError {}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.kind)
    }
}
