//! Logs in the Standard Workload Format as accounting, so that both are inspected alike.

use std::path::Path;

use cosched_core::workload::swf::{self, Header, Line, Record};

use super::entry::Entry;
use super::tally::{Changes, Dropped};
use super::{Accounts, entry};
use super::{Limit, Stamp, State};
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::load::log::dialect::{FurtherFields, from_header};
use crate::load::log::size_unit;
use crate::scenario::{Dialect, SwfWorkload};

/// Reads the log at `path`, and the size of its machine if the header has it.
///
/// # Errors
/// The log cannot be read or parsed, with line and column.
pub fn read_log(options: &SwfWorkload, path: &Path) -> Result<(Accounts, Option<u32>), Problem> {
    let text = text_file::read(path, "a log is plain text or a gzip file of it")?;
    let mut accounts = Accounts {
        noun: "line",
        ..Accounts::default()
    };
    let mut header = Header::default();
    let mut dialect = options.dialect;
    for (number, line) in text.lines().enumerate() {
        let wrong = |column: usize, sentence: String| {
            let problem = Problem::input(sentence).in_file(path);
            problem.at(number + 1, column)
        };
        let bytes = line.trim_end().as_bytes();
        let parsed = swf::parse(bytes).map_err(|error| wrong(error.column, error.kind.to_string()));
        match parsed? {
            Line::Record(record) => {
                let further = FurtherFields::parse(dialect, bytes, record.further_fields);
                let further = further.map_err(|(column, sentence)| wrong(column, sentence))?;
                accounts.tally.read += 1;
                add_record(&record, further, number + 1, &mut accounts);
            }
            Line::Header { key, value } => {
                dialect = dialect.or_else(|| from_header(key, value));
                if key.eq_ignore_ascii_case("TimeZoneString") {
                    accounts.zone = Some(value.trim().to_owned());
                }
                header.note(key, value);
            }
            Line::Comment(text) => dialect = dialect.or_else(|| from_header("", text)),
            Line::Blank => {}
        }
    }
    if accounts.tally.read == 0 {
        return Err(Problem::input("the log has no records; at least one is needed").in_file(path));
    }
    if let Some(start) = header.unix_start {
        accounts.has_calendar = true;
        accounts.entries.change_all(|entry| {
            let stamps = [
                Some(&mut entry.submit),
                entry.start.as_mut(),
                entry.end.as_mut(),
            ];
            for stamp in stamps.into_iter().flatten() {
                stamp.0 = stamp.0.saturating_add(start.saturating_mul(1000));
            }
        });
    }
    accounts.size_unit = Some(size_unit(&header, dialect));
    let machine = match dialect {
        Some(Dialect::Frontier) => header.max_nodes.or(header.max_processors),
        _ => header.machine(),
    };
    Ok((accounts, machine))
}

fn add_record(record: &Record, further: FurtherFields, line: usize, accounts: &mut Accounts) {
    let Ok(submit) = u64::try_from(record.submit) else {
        accounts.tally.drop(Dropped::NoSubmit);
        return;
    };
    let span = |nanoseconds: i64| u64::try_from(nanoseconds).ok().map(|span| span / 1_000_000);
    let submit = Stamp((submit / 1_000_000) as i64);
    let wait = span(record.wait);
    // Cancelled before it started.
    let never = record.status == 5 && record.runtime <= 0;
    let start = wait.filter(|_| !never);
    let start = start.map(|wait| Stamp(submit.0.saturating_add_unsigned(wait)));
    let runtime = span(record.runtime).filter(|_| !never);
    let size = |size: i64| u32::try_from(size).ok().filter(|size| *size > 0);
    let (mut had, mut requested) = (size(record.allocated), size(record.requested));
    let (mut gpus, mut nodes) = (None, None);
    match further {
        FurtherFields::None => {}
        FurtherFields::Frontier { nodes: found } => {
            nodes = size(found);
            (had, requested) = (None, None);
        }
        FurtherFields::AleaNg { gpus: found, .. } => gpus = size(found),
    }
    let names = &mut accounts.names;
    let mut name = |number: i64, list: fn(&mut entry::Names) -> &mut entry::NameList| {
        (number >= 0).then(|| list(names).index_of(&number.to_string()))
    };
    let entry = Entry {
        line,
        number: u64::try_from(record.number).unwrap_or_default(),
        task: None,
        submit,
        eligible: None,
        start,
        end: start
            .zip(runtime)
            .map(|(start, runtime)| Stamp(start.0.saturating_add_unsigned(runtime))),
        runtime,
        limit: match span(record.requested_time) {
            Some(limit) if limit > 0 => Limit::Within(limit),
            _ => Limit::Unknown,
        },
        state: match record.status {
            1 => State::Completed,
            5 => State::Cancelled,
            -1 => State::Unknown,
            _ => State::Failed,
        },
        nodes,
        cores: had.or(requested),
        requested: (None, requested),
        memory: None,
        gpus,
        gpu_share: None,
        partition: name(record.queue, |names| &mut names.partitions),
        qos: None,
        account: None,
        group: name(record.group, |names| &mut names.groups),
        user: name(record.user, |names| &mut names.users),
        reservation: None,
        hosts: None,
        features: None,
        licences: Vec::new(),
        dependency: None,
        restarts: 0,
        changes: Changes::default(),
    };
    accounts.entries.push(entry);
}
