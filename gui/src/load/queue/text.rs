//! Text of `squeue`: a line per job, under a header.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::job::{Queued, Status};
use super::names::Number;
use super::{FORMAT, Found, expanded};
use crate::base::problem::Problem;
use crate::load::account::value;
use crate::load::account::{Limit, Stamp};
use crate::load::hosts::Room;
use crate::scenario::{InstantUnit, SpanUnit};

/// Meaning of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Says {
    Number,
    User,
    Account,
    Group,
    Partition,
    State,
    Submit,
    Start,
    Used,
    Limit,
    Nodes,
    Cores,
    Priority,
    Hosts,
    Reason,
    /// Nodes of a running job, reason of a waiting one.
    HostsOrReason,
    Dependency,
}

/// Names of squeue's columns.
const COLUMNS: [(&str, Says); 22] = [
    ("JOBID", Says::Number),
    ("USER", Says::User),
    ("ACCOUNT", Says::Account),
    ("GROUP", Says::Group),
    ("PARTITION", Says::Partition),
    ("STATE", Says::State),
    ("ST", Says::State),
    ("SUBMIT_TIME", Says::Submit),
    ("START_TIME", Says::Start),
    ("TIME", Says::Used),
    ("TIME_LIMIT", Says::Limit),
    // `squeue -l`
    ("TIME_LIMI", Says::Limit),
    ("NODES", Says::Nodes),
    ("CPUS", Says::Cores),
    ("MIN_CPUS", Says::Cores),
    ("PRIORITY", Says::Priority),
    ("PRIORITY_LONG", Says::Priority),
    ("NODELIST", Says::Hosts),
    ("REASON", Says::Reason),
    ("NODELIST(REASON)", Says::HostsOrReason),
    ("REASONLIST", Says::HostsOrReason),
    ("DEPENDENCY", Says::Dependency),
];

/// Whether `line` is a header of squeue: its names are in capitals, those of sacct are not.
pub(super) fn is_header(line: &str) -> bool {
    let mut words = line.split([' ', '|']).map(str::trim);
    words.clone().any(|word| word == "JOBID")
        && words.any(|word| matches!(word, "ST" | "STATE" | "TIME" | "PARTITION" | "USER"))
}

/// Delimiters of the cells in a line.
enum Cut {
    /// Between bars.
    Bars,
    /// At the ends of the header's names, with which cells are flush; the last one extends to the
    /// end of the line.
    Ends(Vec<usize>),
    /// Between blanks.
    Blanks,
}

/// Cell with its column, from 1.
type Cell<'t> = (usize, &'t str);

struct Table<'z> {
    says: Vec<Option<Says>>,
    header: Vec<String>,
    cut: Cut,
    zone: &'z TimeZone,
}

/// Parses the jobs in `text`.
///
/// # Errors
/// A line is malformed, with line and column.
pub(super) fn read(text: &str, zone: &TimeZone) -> Result<Found, Problem> {
    let mut lines = text.lines().enumerate();
    let mut found = Found::default();
    let table = loop {
        let Some((_, line)) = lines.next() else {
            return Err(super::no_queue());
        };
        if is_header(line) {
            break Table::of(line, zone);
        }
        // `squeue -l` begins with the date.
        match DateTime::strptime("%a %b %d %H:%M:%S %Y", line.trim()) {
            Ok(date) => found.now = zone.to_timestamp(date).ok().map(stamp),
            Err(_) if line.trim().is_empty() => {}
            Err(_) => return Err(super::no_queue().at(1, 1)),
        }
    };
    table.check()?;
    // Jobs may share a node.
    let mut room = Room::of(4);
    for (place, line) in lines {
        if !line.trim().is_empty() {
            table.take(place + 1, line, &mut found, &mut room)?;
        }
    }
    found.has_submit = table.has(Says::Submit);
    Ok(found)
}

fn stamp(at: Timestamp) -> Stamp {
    Stamp(at.as_millisecond())
}

impl<'z> Table<'z> {
    fn of(line: &str, zone: &'z TimeZone) -> Self {
        let cut = if line.contains('|') {
            Cut::Bars
        } else if line.starts_with(' ') {
            Cut::Ends(ends(line))
        } else {
            Cut::Blanks
        };
        let header: Vec<String> = match cut {
            Cut::Bars => line.split('|').map(|name| name.trim().to_owned()).collect(),
            _ => line.split_whitespace().map(str::to_owned).collect(),
        };
        let says = header.iter().map(|name| {
            let known = COLUMNS.iter().find(|(column, _)| column == name);
            known.map(|(_, says)| *says)
        });
        Self {
            says: says.collect(),
            header,
            cut,
            zone,
        }
    }

    fn has(&self, says: Says) -> bool {
        self.says.contains(&Some(says))
    }

    /// Checks that the necessary columns are present.
    fn check(&self) -> Result<(), Problem> {
        let needed = [
            ("state (STATE)", self.has(Says::State)),
            ("time limit (TIME_LIMIT)", self.has(Says::Limit)),
            (
                "size (NODES or CPUS)",
                self.has(Says::Nodes) || self.has(Says::Cores),
            ),
            (
                "time used (TIME)",
                self.has(Says::Used) || self.has(Says::Start),
            ),
            (
                "reason for waiting (REASON)",
                self.has(Says::Reason) || self.has(Says::HostsOrReason),
            ),
        ];
        match needed.iter().find(|(_, is_there)| !is_there) {
            None => Ok(()),
            Some((missing, _)) => Err(Problem::input(format!(
                "the columns do not say the {missing} of jobs; there are {}: ask with `squeue {FORMAT}`, or `squeue -l`",
                self.header.join(", ")
            ))),
        }
    }

    /// Cells of a line, as many as columns.
    fn cells<'t>(&self, number: usize, line: &'t str) -> Result<Vec<Cell<'t>>, Problem> {
        let mut cells: Vec<Cell<'t>> = Vec::new();
        let column = |cell: &str| cell.as_ptr() as usize - line.as_ptr() as usize + 1;
        match &self.cut {
            Cut::Bars => cells.extend(line.split('|').map(|cell| (column(cell), cell.trim()))),
            Cut::Blanks => {
                let words = line.split_whitespace();
                cells.extend(words.map(|cell| (column(cell), cell)));
            }
            Cut::Ends(ends) => {
                let letters: Vec<char> = line.chars().collect();
                let (mut from, mut shift) = (0, 0);
                for (place, &end) in ends.iter().enumerate() {
                    // A cell that is longer than its column moves those behind it.
                    while letters.get(end + shift).is_some_and(|next| *next != ' ') {
                        shift += 1;
                    }
                    let until = match place + 1 == ends.len() {
                        true => line.len(),
                        false => place_of(line, end + shift),
                    };
                    cells.push((column(&line[from..]), line[from..until].trim()));
                    from = until;
                }
            }
        }
        let (found, wanted) = (cells.len(), self.header.len());
        if found != wanted {
            let sentence = format!(
                "{found} fields, where the header names {wanted}: the line was cut off, or a field is empty or holds a blank or a bar; `squeue {FORMAT}` writes none of these"
            );
            let column = cells.last().map_or(1, |cell| cell.0);
            return Err(Problem::input(sentence).at(number, column));
        }
        Ok(cells)
    }

    fn take(
        &self,
        number: usize,
        line: &str,
        found: &mut Found,
        room: &mut Room,
    ) -> Result<(), Problem> {
        let cells = self.cells(number, line)?;
        let row = Row {
            table: self,
            number,
            cells: &cells,
        };
        expanded(row.job(room)?, found, |sentence| row.number_of(sentence))
    }
}

/// Byte offset in `line` behind `letters` letters.
fn place_of(line: &str, letters: usize) -> usize {
    let mut places = line.char_indices().map(|(place, _)| place);
    places.nth(letters).unwrap_or(line.len())
}

/// Number of letters up to the end of each word.
fn ends(line: &str) -> Vec<usize> {
    let letters: Vec<char> = line.trim_end().chars().collect();
    let is_end = |place: &usize| {
        let next = letters.get(place + 1);
        letters[*place] != ' ' && next.is_none_or(|next| *next == ' ')
    };
    let all = (0..letters.len()).filter(is_end);
    all.map(|place| place + 1).collect()
}

/// Line being read.
struct Row<'r, 't> {
    table: &'r Table<'r>,
    number: usize,
    cells: &'r [Cell<'t>],
}

impl<'t> Row<'_, 't> {
    fn place(&self, says: Says) -> Option<usize> {
        self.table.says.iter().position(|one| *one == Some(says))
    }

    /// Text of a cell, unless it is empty.
    fn cell(&self, says: Says) -> Option<&'t str> {
        let (_, text) = self.cells[self.place(says)?];
        (!value::is_nothing(text)).then_some(text)
    }

    fn wrong(&self, says: Says, text: &str, allowed: &str) -> Problem {
        let place = self.place(says).unwrap_or(0);
        let name = &self.table.header[place];
        Problem::input(format!("`{name}` is `{text}`: {allowed} is allowed"))
            .at(self.number, self.cells[place].0)
    }

    /// Problem in a list of nodes.
    fn wrong_hosts(&self, says: Says, what: &str) -> Problem {
        let place = self.place(says).unwrap_or(0);
        let name = &self.table.header[place];
        Problem::input(format!("`{name}`: {what}")).at(self.number, self.cells[place].0)
    }

    fn value<T>(
        &self,
        says: Says,
        allowed: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let Some(text) = self.cell(says) else {
            return Ok(None);
        };
        let found = read(text).ok_or_else(|| self.wrong(says, text, allowed))?;
        Ok(Some(found))
    }

    fn instant(&self, says: Says) -> Result<Option<Stamp>, Problem> {
        let allowed = "a time such as 2026-11-21T21:01:44 (unset SLURM_TIME_FORMAT) or N/A";
        self.value(says, allowed, |text| {
            value::instant(text, InstantUnit::UnixSeconds, self.table.zone).map(|found| found.0)
        })
    }

    fn count(&self, says: Says) -> Result<Option<u32>, Problem> {
        self.value(says, "a whole number from 1 on", |text| {
            // `8-12` nodes: the fewest are simulated.
            let least = text.split('-').next().unwrap_or(text);
            // 4K means 4096.
            let (digits, times) = match least.strip_suffix('K') {
                Some(digits) => (digits, 1024),
                None => (least, 1),
            };
            let count = digits.parse::<u32>().ok()?.checked_mul(times);
            count.filter(|count| *count > 0)
        })
    }

    /// Problem in the number of the job.
    fn number_of(&self, sentence: String) -> Problem {
        let column = self
            .place(Says::Number)
            .map_or(1, |place| self.cells[place].0);
        Problem::input(sentence).at(self.number, column)
    }

    fn job(&self, room: &mut Room) -> Result<(Queued, Number), Problem> {
        let text = self.cell(Says::Number).unwrap_or_default();
        let number = Number::parse(text).map_err(|sentence| self.number_of(sentence))?;
        let state = self.cell(Says::State).unwrap_or_default();
        let allowed = "a state of Slurm, as PENDING or R,";
        let status = Status::of(state).ok_or_else(|| self.wrong(Says::State, state, allowed))?;
        let limit = self.value(
            Says::Limit,
            "[D-]HH:MM:SS, minutes, UNLIMITED or Partition_Limit",
            |text| match text {
                "NOT_SET" | "INVALID" => Some(Limit::OfPartition),
                _ => value::limit(text, SpanUnit::Minutes),
            },
        )?;
        let both = self.cell(Says::HostsOrReason);
        let said = both.and_then(|both| both.strip_prefix('(')?.strip_suffix(')'));
        let hosts_text = self.cell(Says::Hosts).or(both.filter(|_| said.is_none()));
        let reason = self.cell(Says::Reason).or(said).unwrap_or_default();
        let partitions = self.cell(Says::Partition).unwrap_or_default();
        let used = self.value(Says::Used, "[D-]HH:MM:SS", |text| match text {
            "INVALID" => Some(None),
            _ => value::span(text, SpanUnit::Minutes).map(Some),
        })?;
        let owned = |text: &str| text.to_owned();
        let reason = match self
            .cell(Says::Dependency)
            .filter(|_| reason == "Dependency")
        {
            Some(on) => format!("{reason} {on}"),
            None => reason.to_owned(),
        };
        let job = Queued {
            line: self.number,
            name: text.to_owned(),
            number: number.number,
            user: self.cell(Says::User).map(owned),
            account: self
                .cell(Says::Account)
                .or(self.cell(Says::Group))
                .map(owned),
            partitions: partitions
                .split(',')
                .filter(|one| !one.is_empty())
                .map(owned)
                .collect(),
            status,
            submit: self.instant(Says::Submit)?,
            start: self.instant(Says::Start)?,
            used: used.flatten(),
            limit: limit.unwrap_or(Limit::OfPartition),
            nodes: self.count(Says::Nodes)?,
            cores: self.count(Says::Cores)?,
            priority: self.value(Says::Priority, "a number", |text| text.parse().ok())?,
            hosts: match hosts_text.filter(|_| status != Status::Waiting) {
                Some(text) => room.expand(text).map_err(|what| {
                    let says = if self.has_hosts() {
                        Says::Hosts
                    } else {
                        Says::HostsOrReason
                    };
                    self.wrong_hosts(says, &what)
                })?,
                None => Vec::new(),
            },
            reason,
            at_once: number.at_once,
            is_part: number.is_part,
        };
        Ok((job, number))
    }

    fn has_hosts(&self) -> bool {
        self.table.has(Says::Hosts)
    }
}
