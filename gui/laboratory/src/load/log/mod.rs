//! Logs in the Standard Workload Format, read line by line.

mod counts;
pub(in crate::load) mod dialect;
mod lines;
mod records;

pub use records::read_records;

use std::path::Path;

use cosched_core::users::Predecessor;
use cosched_core::workload::swf::{self, ConversionRules, Header, Line, LineErrorKind, Record};
use cosched_core::{Duration, JobSpec, Memory};

use self::counts::LogCounts;
use self::dialect::FurtherFields;
use self::lines::Lines;
use crate::base::long_time::LongTime;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::base::text_file::{Input, NO_MEMORY};
use crate::load::draw::DrawnJob;
use crate::load::draw::QUARTER;
use crate::load::{Draft, DraftJob};
use crate::record::unit::Unit;
use crate::record::{JobAttributes, JobLabel};
use crate::scenario::slicing::MemorySource;
use crate::scenario::{Dialect, MOST_NODES, SwfWorkload};

/// Reads the log at `path`. `nodes` overrides the machine size in its header.
pub(in crate::load) fn read(
    options: &SwfWorkload,
    path: &Path,
    nodes: Option<u32>,
    memory: Option<Memory>,
    progress: &Progress,
) -> Result<Draft, Problem> {
    let lines = Lines::of(Input::open(path)?, path);
    let mut reader = Reader::new(options, lines, nodes, memory);
    let limit = options.jobs.map_or(usize::MAX, |jobs| jobs as usize);
    let mut jobs: Vec<DraftJob> = Vec::new();
    while jobs.len() < limit
        && let Some((job, label)) = reader.next(progress)?
    {
        let late = jobs
            .last()
            .is_some_and(|last| last.spec.submit > job.submit);
        reader.counts.out_of_order += u64::from(late);
        if jobs.len() == jobs.capacity() {
            let room = jobs.try_reserve(jobs.len().max(1024));
            room.map_err(|_| reader.problem_here(1, NO_MEMORY.to_owned()))?;
        }
        jobs.push((job, label).into());
    }
    let draft = reader.finish(jobs.is_empty())?;
    Ok(Draft { jobs, ..draft })
}

/// Whether one of the first `most` jobs of a log has a recorded wait.
///
/// # Errors
/// The log cannot be read up to there.
pub(in crate::load) fn has_starts(options: &SwfWorkload, most: usize) -> Result<bool, Problem> {
    let lines = Lines::of(Input::open(&options.path)?, &options.path);
    let mut reader = Reader::new(options, lines, None, None);
    let progress = Progress::default();
    for _ in 0..most {
        match reader.next(&progress)? {
            Some((_, label)) if label.recorded_wait().is_some() => return Ok(true),
            Some(_) => {}
            None => break,
        }
    }
    Ok(false)
}

/// Reader of a log, job by job.
pub(in crate::load) struct Reader<'s> {
    options: &'s SwfWorkload,
    lines: Lines,
    nodes: Option<u32>,
    memory: Option<Memory>,
    header: Header,
    /// `TimeZoneString`, which the simulation does not use.
    zone: Option<String>,
    // Known from the first record on: the header comes first.
    rules: Option<ConversionRules>,
    counts: LogCounts,
    last_number: i64,
    // Second that submit times are counted from.
    offset_seconds: u64,
    // Dependency of the last job.
    dependency: Option<Predecessor>,
    /// Meaning of further fields, as requested or named in the header.
    dialect: Option<Dialect>,
}

impl<'s> Reader<'s> {
    fn new(
        options: &'s SwfWorkload,
        lines: Lines,
        nodes: Option<u32>,
        memory: Option<Memory>,
    ) -> Self {
        Self {
            options,
            lines,
            nodes,
            memory,
            header: Header::default(),
            zone: None,
            rules: None,
            counts: LogCounts::default(),
            last_number: -1,
            offset_seconds: 0,
            dependency: None,
            dialect: options.dialect,
        }
    }

    /// Reads the log in `input`, which messages call `path`.
    pub(in crate::load) fn from_input(
        options: &'s SwfWorkload,
        input: Input,
        path: &Path,
        nodes: Option<u32>,
    ) -> Self {
        Self::new(options, Lines::of(input, path), nodes, None)
    }

    /// Returns the next job that can be simulated with its submission, which may be later than the
    /// clock holds if those before it are late as well.
    pub(in crate::load) fn next_at_long_time(
        &mut self,
        progress: &Progress,
    ) -> Result<Option<DrawnJob>, Problem> {
        let from = LongTime::from_seconds(self.offset_seconds);
        let Some((job, label)) = self.next(progress)? else {
            return Ok(None);
        };
        if job.submit > QUARTER {
            // Half of it stays, so that a line out of order is still seen as earlier.
            self.offset_seconds += (job.submit.0 - QUARTER.0 / 2) / 1_000_000_000;
        }
        Ok(Some((from.after(job.submit), job, label)))
    }

    /// Returns the next job that can be simulated.
    pub(in crate::load) fn next(
        &mut self,
        progress: &Progress,
    ) -> Result<Option<(JobSpec, JobLabel)>, Problem> {
        loop {
            let Some(line) = self.lines.next()? else {
                return Ok(None);
            };
            // Copied, as `line` borrows the buffer of the reader.
            let dialect = self.dialect;
            let further =
                |record: &Record| FurtherFields::parse(dialect, line, record.further_fields);
            let parsed = swf::parse_from(line, self.offset_seconds).map_err(|error| {
                let seen = String::from_utf8_lossy(&line[error.column.min(line.len() + 1) - 1..]);
                let seen = seen.split_whitespace().next().unwrap_or_default();
                (error.column, sentence(error.kind, seen))
            });
            let found = match parsed {
                Ok(Line::Record(record)) => match further(&record) {
                    Ok(further) => {
                        let record = self.counts.apply_further(further, record);
                        self.record(&record)
                    }
                    Err(error) => Err(error),
                },
                Ok(Line::Header { key, value }) => {
                    self.dialect = self.dialect.or_else(|| dialect::from_header(key, value));
                    if key.eq_ignore_ascii_case("TimeZoneString") {
                        self.zone = Some(value.trim().to_owned());
                    }
                    self.header.note(key, value);
                    Ok(None)
                }
                Ok(Line::Comment(text)) => {
                    self.dialect = self.dialect.or_else(|| dialect::from_header("", text));
                    Ok(None)
                }
                Ok(Line::Blank) => Ok(None),
                Err(error) => Err(error),
            };
            if self.lines.number.is_multiple_of(4096) {
                let Input { read, total, .. } = &self.lines.input;
                progress.report(read.get(), *total);
            }
            match found {
                Ok(None) => {}
                Ok(job) => return Ok(job),
                Err((column, sentence)) => return Err(self.problem_here(column, sentence)),
            }
        }
    }

    /// Size of the machine, once a job was read.
    pub(in crate::load) fn machine(&self) -> Option<u32> {
        self.rules.map(|rules| rules.machine)
    }

    /// Problem in the current line.
    pub(in crate::load) fn problem_here(&self, column: usize, sentence: String) -> Problem {
        let problem = Problem::input(sentence).in_file(&self.lines.path);
        problem.at(self.lines.number, column)
    }

    #[inline]
    fn record(&mut self, record: &Record) -> Result<Option<(JobSpec, JobLabel)>, (usize, String)> {
        let rules = match self.rules {
            Some(rules) => rules,
            None => *self.rules.insert(self.first_rules()?),
        };
        // A job's own line comes first; lines of its parts repeat its number.
        let rules = ConversionRules {
            has_parts: rules.has_parts || (record.number > 0 && record.number == self.last_number),
            ..rules
        };
        self.last_number = record.number;
        self.counts.lines += 1;
        self.counts.further_fields += u64::from(record.further_fields > 0);
        let (mut job, changed) = match swf::to_job(record, &rules) {
            Ok(job) => job,
            Err(why) => {
                self.counts.dropped[why as usize] += 1;
                return Ok(None);
            }
        };
        self.counts.note(changed);
        self.dependency = self
            .options
            .feedback
            .then(|| self.dependency_of(record))
            .flatten();
        if self.options.exact_estimates && job.estimate != job.runtime {
            job.estimate = job.runtime;
            self.counts.estimates_replaced += 1;
        }
        let number = u64::try_from(record.number).unwrap_or_default();
        let label = JobLabel::new(
            number,
            &JobAttributes {
                user: u32::try_from(record.user).ok(),
                group: u32::try_from(record.group).ok(),
                queue: u32::try_from(record.queue).ok(),
                executable: u32::try_from(record.executable).ok(),
                requested_memory: u64::try_from(record.requested_memory).ok(),
                recorded_wait: u64::try_from(record.wait).ok().map(Duration),
                ..JobAttributes::default()
            },
        );
        Ok(Some((job, label)))
    }

    /// Dependency of the last job, with feedback.
    pub(in crate::load) fn dependency(&self) -> Option<Predecessor> {
        self.dependency
    }

    fn dependency_of(&mut self, record: &Record) -> Option<Predecessor> {
        let tag = u64::try_from(record.preceding)
            .ok()
            .filter(|&tag| tag > 0)?;
        let think = u64::try_from(record.think_time);
        self.counts.thinks_unknown += u64::from(think.is_err());
        let think = Duration(think.unwrap_or_default());
        Some(Predecessor { tag, think })
    }

    fn first_rules(&self) -> Result<ConversionRules, (usize, String)> {
        let of_header = match self.dialect {
            // Sizes are in nodes.
            Some(Dialect::Frontier) => self.header.max_nodes.or(self.header.max_processors),
            _ => self.header.machine(),
        };
        let Some(machine) = self.nodes.or(of_header) else {
            let sentence = "the header says neither MaxProcs nor MaxNodes: give the machine's size with --nodes, or `machine: Cluster(nodes: …)` in a scenario";
            return Err((1, sentence.to_owned()));
        };
        if machine > MOST_NODES {
            let sentence =
                format!("a machine of {machine} nodes is too large; 1 to {MOST_NODES} are allowed");
            return Err((1, sentence));
        }
        Ok(ConversionRules {
            machine,
            prefer_requested: self.options.prefer_requested,
            keep_zero_runtimes: self.options.keep_zero_runtimes,
            clip_wide: self.options.clip_wide,
            raise_estimates: self.options.raise_estimates,
            has_parts: self.header.has_parts,
            memory: self.node_memory()?,
        })
    }

    /// Memory of a node, if memory is taken from the log.
    fn node_memory(&self) -> Result<Option<Memory>, (usize, String)> {
        if self.options.memory != Some(MemorySource::Log) {
            return Ok(None);
        }
        match self.memory.or(self.header.max_memory) {
            Some(memory) => Ok(Some(memory)),
            None => {
                let sentence = "the header does not say MaxMemory: give the memory of a node with `machine: Cluster(memory: …)` in the scenario";
                Err((1, sentence.to_owned()))
            }
        }
    }

    /// Finishes the draft with what concerns the whole log; `is_empty` if it has no job.
    pub(in crate::load) fn finish(self, is_empty: bool) -> Result<Draft, Problem> {
        let problem = |sentence: String| Problem::input(sentence).in_file(&self.lines.path);
        if self.lines.input.read.get() == 0 {
            let sentence = "the file is empty; a log has at least one job";
            return Err(problem(sentence.to_owned()));
        }
        let remarks = self.counts.remarks(self.options.feedback);
        if is_empty {
            let why = if remarks.is_empty() {
                "it has no records".to_owned()
            } else {
                remarks.join("; ")
            };
            return Err(problem(format!("no usable job in the log: {why}")));
        }
        Ok(Draft {
            remarks,
            nodes: self.rules.map(|rules| rules.machine),
            counted_in: size_unit(&self.header, self.dialect),
            memory: self.header.max_memory,
            unix_start: self.header.unix_start,
            zone: self.zone,
            ..Draft::default()
        })
    }
}

/// Unit of sizes in a log with this header: processors where it has them and fewer nodes.
pub(crate) fn size_unit(header: &Header, dialect: Option<Dialect>) -> Unit {
    let counts_nodes = dialect == Some(Dialect::Frontier);
    let Some(processors) = header.max_processors.filter(|_| !counts_nodes) else {
        return Unit::Node;
    };
    match header.max_nodes {
        Some(nodes) if nodes >= processors => Unit::Node,
        _ => Unit::Processor,
    }
}

fn sentence(kind: LineErrorKind, seen: &str) -> String {
    match kind {
        LineErrorKind::NotText | LineErrorKind::TooFewFields { .. } => kind.to_string(),
        _ => format!("{kind}: `{seen}`"),
    }
}
