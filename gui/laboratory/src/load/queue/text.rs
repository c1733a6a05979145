//! Text of `squeue`: a line per job, under a header.

use jiff::tz::TimeZone;

use super::job::{KnownLimits, Queued};
use super::{FORMAT, ParsedQueue, add_expanded, check_width};
use crate::base::problem::Problem;
use crate::load::slurm::text::amount::column_count;
use crate::load::slurm::text::columns::{Cells, Columns, columns, ranked};
use crate::load::slurm::text::hosts::Room;
use crate::load::slurm::text::job_id::{JobId, Part, tasks};
use crate::load::slurm::text::rows::{self, Cut, Row};
use crate::load::slurm::text::time;
use crate::load::slurm::text::{Limit, Stamp, Status};
use crate::scenario::{CountUnit, InstantUnit, SpanUnit};

columns! {
    /// Columns of squeue.
    COLUMNS of Meaning {
        Number: "JOBID";
        User: "USER";
        Account: "ACCOUNT";
        Group: "GROUP";
        Partition: "PARTITION";
        State: "STATE", "ST";
        Submit: "SUBMIT_TIME";
        Start: "START_TIME";
        Used: "TIME";
        // `squeue -l`
        Limit: "TIME_LIMIT", "TIME_LIMI";
        Nodes: "NODES";
        Cores: "CPUS", "MIN_CPUS";
        Priority: "PRIORITY", "PRIORITY_LONG";
        Hosts: "NODELIST";
        Reason: "REASON";
        /// Nodes of a running job, reason of a waiting one.
        HostsOrReason: "NODELIST(REASON)", "REASONLIST";
        Dependency: "DEPENDENCY";
        Licences: "LICENSES";
        Qos: "QOS";
    }
}

/// Whether `line` is a header of squeue: its names are in capitals, those of sacct are not.
pub(super) fn is_header(line: &str) -> bool {
    let mut words = line.split([' ', '|']).map(str::trim);
    words.clone().any(|word| word == "JOBID")
        && words.any(|word| matches!(word, "ST" | "STATE" | "TIME" | "PARTITION" | "USER"))
}

/// Parses the jobs in `text`.
///
/// # Errors
/// A line is malformed, with line and column.
pub(super) fn read(text: &str, zone: &TimeZone) -> Result<ParsedQueue, Problem> {
    let mut lines = rows::lines(text);
    let mut found = ParsedQueue::default();
    let (cut, names) = loop {
        let line = lines.next().ok_or_else(super::no_queue)?;
        if is_header(line.text) {
            break Cut::of(line.text);
        }
        // `squeue -l` begins with the date.
        let date = time::title(line.text, zone);
        found.written_at = Some(date.ok_or_else(|| super::no_queue().at(1, 1))?);
    };
    let columns = Columns::of(names, |name| ranked(COLUMNS, name));
    check(&columns)?;
    // Jobs may share a node.
    let (mut row, mut room) = (Row::default(), Room::of(4));
    for line in lines {
        cut.cut(line, &mut row);
        check_width(&row, columns.names.len(), "squeue", FORMAT)?;
        let cells = Cells {
            columns: &columns,
            row: &row,
        };
        let (job, tasks) = job(cells, zone, &mut room)?;
        let wrong = |sentence| cells.problem(Meaning::Number, sentence);
        add_expanded(job, &tasks, &mut found, wrong)?;
    }
    found.has_submit = columns.has(Meaning::Submit);
    Ok(found)
}

/// Checks that the necessary columns are present.
fn check(columns: &Columns<Meaning>) -> Result<(), Problem> {
    let has = |meanings: &[Meaning]| meanings.iter().any(|meaning| columns.has(*meaning));
    let needed = [
        ("state (STATE)", has(&[Meaning::State])),
        ("time limit (TIME_LIMIT)", has(&[Meaning::Limit])),
        (
            "size (NODES or CPUS)",
            has(&[Meaning::Nodes, Meaning::Cores]),
        ),
        ("time used (TIME)", has(&[Meaning::Used, Meaning::Start])),
        (
            "reason for waiting (REASON)",
            has(&[Meaning::Reason, Meaning::HostsOrReason]),
        ),
    ];
    match needed.iter().find(|(_, is_there)| !is_there) {
        None => Ok(()),
        Some((missing, _)) => Err(Problem::input(format!(
            "the columns do not say the {missing} of jobs; there are {}: ask with `squeue {FORMAT}`, or `squeue -l`",
            columns.names.join(", ")
        ))),
    }
}

/// Job of a line, and the tasks of an array that it stands for.
fn job(
    cells: Cells<'_, Meaning>,
    zone: &TimeZone,
    room: &mut Room,
) -> Result<(Queued, Vec<u64>), Problem> {
    let text = cells.cell(Meaning::Number).unwrap_or_default();
    let id = JobId::parse(text).filter(|id| id.step.is_none());
    let id = id.ok_or_else(|| {
        let sentence =
            format!("`{text}` is no number of a job; 42, 42_3, 42_[1-10%2] and 42+1 are allowed");
        cells.problem(Meaning::Number, sentence)
    })?;
    let (tasks, at_once) = match id.part {
        Part::Task(task) => (vec![task], None),
        Part::Tasks(list) => {
            let tasks = tasks(list);
            tasks.map_err(|sentence| cells.problem(Meaning::Number, sentence))?
        }
        Part::Whole | Part::Component(_) => (Vec::new(), None),
    };
    let state = cells.cell(Meaning::State).unwrap_or_default();
    let allowed = "a state of Slurm, as PENDING or R,";
    let status = Status::of(state).ok_or_else(|| cells.wrong(Meaning::State, state, allowed))?;
    let limit = cells.limit(Meaning::Limit, SpanUnit::Minutes)?;
    let both = cells.cell(Meaning::HostsOrReason);
    let in_brackets = both.and_then(|both| both.strip_prefix('(')?.strip_suffix(')'));
    let hosts = cells
        .cell(Meaning::Hosts)
        .or(both.filter(|_| in_brackets.is_none()));
    let hosts = match hosts.filter(|_| status != Status::Waiting) {
        None => Vec::new(),
        Some(list) => room.expand(list).map_err(|sentence| {
            let column = [Meaning::Hosts, Meaning::HostsOrReason];
            let column = column.into_iter().find(|column| cells.columns.has(*column));
            cells.list_problem(column.unwrap_or(Meaning::Hosts), &sentence)
        })?,
    };
    let reason = cells.cell(Meaning::Reason).or(in_brackets);
    let reason = reason.unwrap_or_default();
    let dependency = cells.cell(Meaning::Dependency);
    let partitions = cells.cell(Meaning::Partition).unwrap_or_default();
    let owned = |text: &str| text.to_owned();
    let instant = |meaning| -> Result<Option<Stamp>, Problem> {
        let found = cells.instant(meaning, InstantUnit::UnixSeconds, zone)?;
        Ok(found.map(|(stamp, _)| stamp))
    };
    let size = |meaning| -> Result<Option<u32>, Problem> {
        // No job has a part of a node or core.
        let whole =
            |text: &str| column_count(text, CountUnit::Ones).filter(|(_, is_rounded)| !is_rounded);
        let found = cells.value(meaning, "a whole number from 0 on", whole)?;
        Ok(found.map(|(count, _)| count).filter(|count| *count > 0))
    };
    let job = Queued {
        line: cells.row.line,
        name: text.to_owned(),
        number: id.number,
        user: cells.cell(Meaning::User).map(owned),
        account: (cells.cell(Meaning::Account))
            .or(cells.cell(Meaning::Group))
            .map(owned),
        qos: cells.cell(Meaning::Qos).map(owned),
        partitions: partitions
            .split(',')
            .filter(|one| !one.is_empty())
            .map(owned)
            .collect(),
        status,
        submit: instant(Meaning::Submit)?,
        start: instant(Meaning::Start)?,
        used: cells.span(Meaning::Used, SpanUnit::Minutes)?,
        limit: limit.unwrap_or(Limit::OfPartition),
        nodes: size(Meaning::Nodes)?,
        cores: size(Meaning::Cores)?,
        priority: cells.value(Meaning::Priority, "a number", |text| text.parse().ok())?,
        hosts,
        reason: match dependency.filter(|_| reason == "Dependency") {
            Some(jobs) => format!("{reason} {jobs}"),
            None => reason.to_owned(),
        },
        most_running: at_once,
        has_licences: cells.cell(Meaning::Licences).is_some(),
        is_het_part: matches!(id.part, Part::Component(_)),
        limits: KnownLimits::default(),
    };
    Ok((job, tasks))
}
