//! Preview of a table with unnamed columns: its first rows, and guesses at their meaning.

use std::io::Read;
use std::path::Path;

use super::known_tables::{self, KnownTable};
use super::layout::Layout;
use super::rows::{TableFormat, first_cells, is_header};
use crate::base::problem::Problem;
use crate::base::text_file::{Input, read_problem};
use crate::load::open::{default_scenario, existing_path};
use crate::scenario::{
    Columns, InstantUnit, Machine, Says, Scenario, TableWorkload, Units, Workload,
};

/// Bytes that are read, and rows that are shown.
const PREVIEW_BYTES: u64 = 1 << 16;
const PREVIEW_ROWS: usize = 6;
/// Numbers from here on are taken for seconds or milliseconds since 1970.
const UNIX_SECONDS: f64 = 1e8;
const UNIX_MILLISECONDS: f64 = 1e11;

/// Words in the names of columns, with the meaning they suggest; the first match counts.
const NAME_HINTS: [(&str, Says); 30] = [
    ("submit", Says::Submit),
    ("submission", Says::Submit),
    ("queued", Says::Submit),
    ("qtime", Says::Submit),
    ("arriv", Says::Submit),
    ("begin", Says::Start),
    ("start", Says::Start),
    ("finish", Says::End),
    ("end", Says::End),
    ("wait", Says::Wait),
    ("limit", Says::Limit),
    ("walltime", Says::Limit),
    ("estimate", Says::Limit),
    ("runtime", Says::Runtime),
    ("run_time", Says::Runtime),
    ("elapsed", Says::Runtime),
    ("duration", Says::Runtime),
    ("took", Says::Runtime),
    ("gpu", Says::Gpus),
    ("core", Says::Cores),
    ("cpu", Says::Cores),
    ("proc", Says::Cores),
    ("slots", Says::Cores),
    ("node", Says::Nodes),
    ("mem", Says::Memory),
    ("user", Says::User),
    ("group", Says::Group),
    ("account", Says::Account),
    ("queue", Says::Partition),
    ("stat", Says::State),
];

/// Beginning of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Preview {
    /// First rows, including the header if there is one.
    pub rows: Vec<Vec<String>>,
    /// Whether the first row seems to be a header.
    pub has_header: bool,
}

impl Preview {
    /// Reads the beginning of the table at `path`; `None` if it is no table of text or its columns
    /// are known.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(path: &Path) -> Result<Option<Self>, Problem> {
        let form = TableFormat::detect(path)?;
        let Some(form) =
            form.filter(|form| matches!(form, TableFormat::Sacct | TableFormat::Delimited))
        else {
            return Ok(None);
        };
        let mut start = Vec::new();
        let input = Input::open(path)?;
        let read = input.bytes.take(PREVIEW_BYTES).read_to_end(&mut start);
        read.map_err(|error| read_problem(path, &error))?;
        let text = String::from_utf8_lossy(&start);
        let rows = first_cells(form, &text, PREVIEW_ROWS);
        let Some(first) = rows.first() else {
            return Ok(None);
        };
        let is_known = is_header(first) || KnownTable::recognise(first).is_some();
        if is_known || first.len() < 2 {
            return Ok(None);
        }
        let has_header = !first.iter().any(|cell| is_value(cell));
        Ok(Some(Self { rows, has_header }))
    }

    /// Number of columns.
    fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Names of the columns, from the first row if that is a header.
    pub fn names(&self, has_header: bool) -> Vec<String> {
        let first = self.rows.first().cloned().unwrap_or_default();
        if has_header {
            return first;
        }
        (1..=first.len())
            .map(|index| format!("column {index}"))
            .collect()
    }

    /// Guessed meaning of each column, by its name or by its values. No meaning is used twice.
    pub fn guesses(&self, has_header: bool) -> Vec<Option<Says>> {
        let mut found = vec![None; self.width()];
        if has_header {
            for (column, name) in self.names(true).iter().enumerate() {
                let says = guess_by_name(name).filter(|says| !found.contains(&Some(*says)));
                found[column] = says;
            }
            return found;
        }
        let mut instants = [Says::Submit, Says::Start, Says::End].into_iter();
        let mut spans = [Says::Runtime, Says::Limit].into_iter();
        for (column, says) in found.iter_mut().enumerate() {
            *says = match () {
                () if self.all_satisfy(column, is_instant) => instants.next(),
                () if self.all_satisfy(column, is_span) => spans.next(),
                () if self.all_satisfy(column, is_state) => Some(Says::State),
                () if column == 0 && self.all_satisfy(column, is_number) => Some(Says::Number),
                () => None,
            };
        }
        found
    }

    /// Units that fit the values in the columns.
    pub fn units(&self, says: &[Option<Says>]) -> Units {
        let of = |wanted: Says| says.iter().position(|says| *says == Some(wanted));
        let submits = of(Says::Submit).into_iter().flat_map(|column| {
            let cells = self.rows.iter().filter_map(move |row| row.get(column));
            cells.filter_map(|cell| cell.trim().parse::<f64>().ok())
        });
        let instants = match submits.fold(0.0, f64::max) {
            most if most >= UNIX_MILLISECONDS => InstantUnit::UnixMilliseconds,
            most if most >= UNIX_SECONDS => InstantUnit::UnixSeconds,
            _ => InstantUnit::Seconds,
        };
        Units {
            instants,
            ..Units::default()
        }
    }

    /// The table at `path` with these columns.
    ///
    /// # Errors
    /// Columns are missing that jobs need.
    pub fn table(
        &self,
        path: &Path,
        has_header: bool,
        says: &[Option<Says>],
        units: Units,
    ) -> Result<TableWorkload, Problem> {
        let names = self.names(has_header);
        let mut columns = Columns::default();
        for (name, says) in names.iter().zip(says) {
            if let Some(says) = says {
                columns.set(*says, name.clone());
            }
        }
        let table = TableWorkload {
            fields: if has_header {
                Vec::new()
            } else {
                names.clone()
            },
            columns: Some(Box::new(columns)),
            units: Some(units),
            ..TableWorkload::with_path(existing_path(path)?)
        };
        Layout::table(names, &table)?;
        Ok(table)
    }

    /// Whether `column` has values, a header aside, and all satisfy `such`.
    fn all_satisfy(&self, column: usize, such: fn(&str) -> bool) -> bool {
        let rows = self.rows.iter().skip(usize::from(self.has_header));
        let mut cells = rows.filter_map(|row| row.get(column)).peekable();
        cells.peek().is_some() && cells.all(|cell| such(cell.trim()))
    }
}

/// Scenario with the jobs of `table` and every default policy.
pub fn scenario_of(table: TableWorkload) -> Scenario {
    let path = table.path.clone();
    default_scenario(&path, Machine::cluster(None), Workload::Table(table))
}

/// Guessed meaning of a column by its name.
fn guess_by_name(name: &str) -> Option<Says> {
    if let Some((_, says)) = known_tables::slurm_column(name) {
        return Some(says).filter(|says| *says != Says::Name);
    }
    let name = name.to_lowercase();
    if ["id", "job", "jobid", "job_id", "number"].contains(&name.as_str()) {
        return Some(Says::Number);
    }
    let mut words = NAME_HINTS.iter();
    words
        .find(|(word, _)| name.contains(word))
        .map(|(_, says)| *says)
}

fn is_value(cell: &str) -> bool {
    let cell = cell.trim();
    is_number(cell) || is_instant(cell) || is_span(cell)
}

fn is_number(cell: &str) -> bool {
    cell.parse::<f64>().is_ok()
}

/// Whether a cell is a date with a time, or a number of seconds or milliseconds since 1970.
fn is_instant(cell: &str) -> bool {
    let is_date = cell.len() >= 16 && cell.as_bytes()[4] == b'-' && cell.contains(':');
    is_date
        || cell
            .parse::<f64>()
            .is_ok_and(|number| number >= UNIX_SECONDS)
}

/// Whether a cell has hours, minutes and seconds.
fn is_span(cell: &str) -> bool {
    let is_of_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let time = cell.split_once('-').map_or(cell, |(_, time)| time);
    time.split(':').count() == 3 && time.split(':').all(is_of_digits)
}

fn is_state(cell: &str) -> bool {
    const STATES: [&str; 6] = [
        "COMPLETED",
        "FAILED",
        "CANCELLED",
        "TIMEOUT",
        "DONE",
        "EXIT",
    ];
    let cell = cell.to_uppercase();
    STATES.iter().any(|state| cell.starts_with(state))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Preview> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("jobs.csv");
        std::fs::write(&path, text).unwrap();
        Preview::open(&path).unwrap()
    }

    #[test]
    fn columns_without_a_header_are_proposed_by_what_stands_in_them() {
        let text = "1,2026-03-02T09:55:00,2026-03-02T10:00:00,0:10:00,8,COMPLETED\n\
                    2,2026-03-02T09:58:00,2026-03-02T10:12:00,0:02:30,4,FAILED\n";
        let preview = of(text).unwrap();
        assert!(!preview.has_header);
        let expected = [
            Some(Says::Number),
            Some(Says::Submit),
            Some(Says::Start),
            Some(Says::Runtime),
            None,
            Some(Says::State),
        ];
        assert_eq!(preview.guesses(false), expected);
    }

    #[test]
    fn columns_with_a_header_are_proposed_by_their_names_and_none_twice() {
        let preview =
            of("id;SubmitTime;Begin;Took;Slots;Cores\n1;1772445300;1772445600;10;8;8\n").unwrap();
        assert!(preview.has_header);
        let says = preview.guesses(true);
        let expected = [
            Some(Says::Number),
            Some(Says::Submit),
            Some(Says::Start),
            Some(Says::Runtime),
            Some(Says::Cores),
            None,
        ];
        assert_eq!(says, expected);
        assert_eq!(preview.units(&says).instants, InstantUnit::UnixSeconds);
    }

    #[test]
    fn known_tables_and_other_files_have_no_preview() {
        assert_eq!(
            of("JobID|User|Submit|Start|End|NNodes\n1|u|a|b|c|1\n"),
            None
        );
        assert_eq!(of("; a log\n1 2 3\n"), None);
    }
}
