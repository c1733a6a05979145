//! `cosched live`: real commands on this machine, scheduled by a policy.

use std::io::{IsTerminal, stderr};
use std::thread::available_parallelism;
use std::time::Duration as Span;

use cosched_core::Time;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use super::arguments;
use crate::cli::command::Perform;
use crate::cli::show::output::{note, print};
use laboratory::base::problem::Problem;
use laboratory::base::sanitize;
use laboratory::record::choice::Choice;
use laboratory::run::live::{self, End, Log, QueuedCommand, Record};
use laboratory::scenario::Parameters;

/// Most running commands that have a row: the rest is counted.
const ROWS: usize = 12;

impl Perform for arguments::Live {
    fn perform(&self) -> Result<(), Problem> {
        live(self)
    }
}

/// Runs the commands of a file, or prints when they would start.
fn live(requested: &arguments::Live) -> Result<(), Problem> {
    let here = available_parallelism().map_or(1, |count| count.get() as u32);
    let nodes = requested.nodes.unwrap_or(here);
    let jobs = live::read(&requested.jobs, nodes)?;
    let parameters = Parameters {
        kill_at_estimate: !requested.no_kill,
        ..Parameters::default()
    };
    let choice = Choice::plain(requested.policy, &parameters);
    if requested.dry_run {
        let records = live::predicted_records(&jobs, nodes, &choice)?;
        return print(&planned_starts(&jobs, &records));
    }
    // Opened before any command runs: a log that cannot be written would lose what happens.
    let log = requested.log.as_deref();
    let log = log.map(|path| Log::begin(path, jobs.len(), nodes, &choice.label));
    let mut log = log.transpose()?;
    let mut table = Table::new(&jobs, requested.quiet);
    let stops = |stop: Box<dyn Fn() + Send>| {
        if let Err(error) = ctrlc::set_handler(stop) {
            note(&format!("cosched: it cannot be stopped cleanly: {error}"));
        }
    };
    let show = |records: &[Record], passed| table.show(records, passed);
    let lived = live::run(&jobs, nodes, &choice, log.as_mut(), stops, show)?;
    table.finish();
    let written = log.map(|log| log.finish(&jobs, &lived.records));
    print(&outcomes(&jobs, &lived.records))?;
    written.transpose()?;
    verdict(&lived.records, lived.is_stopped)
}

/// Fails unless all went well.
fn verdict(records: &[Record], is_stopped: bool) -> Result<(), Problem> {
    let count = |end: End| {
        let ends = records.iter().filter_map(|record| record.ended);
        ends.filter(|&(_, as_told)| as_told == end).count()
    };
    let (failed, killed) = (count(End::Failed), count(End::Killed));
    let all = records.len();
    if is_stopped {
        let done = count(End::Completed);
        let sentence = format!("stopped: {done} of {all} commands had completed");
        return Err(Problem::output(sentence));
    }
    match failed + killed {
        0 => Ok(()),
        _ => Err(Problem::output(format!(
            "of {all} commands {failed} failed and {killed} were killed at their estimates"
        ))),
    }
}

/// Returns when each command would start, in the order of their starts.
fn planned_starts(jobs: &[QueuedCommand], records: &[Record]) -> String {
    let mut text = format!(
        "{:>10}  {:>10}  {:12}  command\n",
        "start s", "end s", "processors"
    );
    for (job, record) in by_start(jobs, records) {
        let (start, end) = (record.started, record.ended.map(|(at, _)| at));
        text += &row(&[seconds(start), seconds(end)], job, record, "");
    }
    text
}

/// Returns what became of each command, in the order of their starts.
fn outcomes(jobs: &[QueuedCommand], records: &[Record]) -> String {
    let mut text = format!(
        "{:>10}  {:>10}  {:>10}  {:12}  command\n",
        "submit s", "start s", "end s", "processors"
    );
    for (job, record) in by_start(jobs, records) {
        let end = record.ended.map(|(at, _)| at);
        let times = [record.submitted, record.started, end].map(seconds);
        let word = match record.ended {
            Some((_, End::Completed)) => "",
            _ => record.state_name(),
        };
        text += &row(&times, job, record, word);
    }
    text
}

fn by_start<'r>(
    jobs: &'r [QueuedCommand],
    records: &'r [Record],
) -> Vec<(&'r QueuedCommand, &'r Record)> {
    let mut rows: Vec<_> = jobs.iter().zip(records).collect();
    // Commands that never started come last.
    rows.sort_by_key(|(_, record)| record.started.unwrap_or(Time::MAX));
    rows
}

fn row(times: &[String], job: &QueuedCommand, record: &Record, word: &str) -> String {
    let mut text = String::new();
    for time in times {
        text += &format!("{time:>10}  ");
    }
    let behind = match word {
        "" => String::new(),
        word => format!("   ({word})"),
    };
    let command = sanitize::line(&job.command);
    text + &format!("{:12}  {command}{behind}\n", record.processors)
}

fn seconds(at: Option<Time>) -> String {
    at.map_or_else(|| "-".to_owned(), |at| format!("{:.3}", at.seconds()))
}

/// Display while commands run: on a terminal bars that move, else a line at each start and end.
struct Table<'j> {
    jobs: &'j [QueuedCommand],
    is_quiet: bool,
    bars: Option<(MultiProgress, ProgressBar)>,
    rows: Vec<(usize, ProgressBar)>,
    // Last state printed of each job.
    said: Vec<&'static str>,
}

impl<'j> Table<'j> {
    fn new(jobs: &'j [QueuedCommand], is_quiet: bool) -> Self {
        let bars = (!is_quiet && stderr().is_terminal()).then(|| {
            let all = MultiProgress::new();
            let last = all.add(ProgressBar::new_spinner());
            (all, last)
        });
        Self {
            jobs,
            is_quiet,
            bars,
            rows: Vec::new(),
            said: vec!["waiting"; jobs.len()],
        }
    }

    fn show(&mut self, records: &[Record], passed: Span) {
        if self.bars.is_none() && !self.is_quiet {
            self.report(records);
        }
        let Some((all, last)) = &self.bars else {
            return;
        };
        let is_running = |index: usize| records[index].state_name() == "running";
        self.rows.retain(|(index, bar)| {
            let stays = is_running(*index);
            if !stays {
                bar.finish_and_clear();
                all.remove(bar);
            }
            stays
        });
        for index in (0..records.len()).filter(|&index| is_running(index)) {
            let is_new = self.rows.iter().all(|(other, _)| *other != index);
            if is_new && self.rows.len() < ROWS {
                let bar = all.insert_before(last, bar_of(&self.jobs[index], &records[index]));
                self.rows.push((index, bar));
            }
        }
        for (index, bar) in &self.rows {
            let began = records[*index].started.unwrap_or(Time::ZERO);
            let since = passed.as_secs_f64() - began.seconds();
            bar.set_position((since.max(0.0) * 1e3) as u64);
        }
        last.set_message(counts_line(records));
        last.tick();
    }

    /// Prints a line for each command whose state has changed.
    fn report(&mut self, records: &[Record]) {
        for (index, record) in records.iter().enumerate() {
            let word = record.state_name();
            if self.said[index] == word {
                continue;
            }
            self.said[index] = word;
            let at = record.ended.map(|(at, _)| at).or(record.started);
            let command = sanitize::line(&self.jobs[index].command);
            let on = match record.processors.as_str() {
                "" => String::new(),
                processors => format!(" on {processors}"),
            };
            let number = index + 1;
            note(&format!(
                "{:>10} s  {word}: job {number}{on}: {command}",
                seconds(at)
            ));
        }
    }

    fn finish(&mut self) {
        if let Some((all, _)) = &self.bars {
            // The table that is printed afterwards has it all.
            let _ = all.clear();
        }
    }
}

fn bar_of(job: &QueuedCommand, record: &Record) -> ProgressBar {
    let bar = ProgressBar::new((job.estimate.seconds() * 1e3) as u64);
    let style = ProgressStyle::with_template("{prefix:>8} [{bar:30}] {msg}");
    if let Ok(style) = style {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_prefix(record.processors.clone());
    let command = sanitize::line(&job.command);
    bar.set_message(format!("of {} s  {command}", job.estimate));
    bar
}

/// Returns the number of commands in each state.
fn counts_line(records: &[Record]) -> String {
    let count = |word: &str| {
        records
            .iter()
            .filter(|record| record.state_name() == word)
            .count()
    };
    let ended = records
        .iter()
        .filter(|record| record.ended.is_some())
        .count();
    format!(
        "{} running, {} waiting, {ended} of {} ended",
        count("running"),
        count("waiting"),
        records.len()
    )
}
