//! The list of commands to be run, one to a line.

use std::path::Path;

use cosched_core::Duration;

use crate::base::problem::Problem;
use crate::base::text_file;

/// A command to be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueuedCommand {
    /// Submit time, from the beginning of the run.
    pub(crate) submit: Duration,
    /// Number of processors requested.
    pub(crate) nodes: u32,
    /// Estimated runtime.
    pub estimate: Duration,
    /// The line for the shell.
    pub command: String,
}

/// Largest number of jobs in a list: each has a thread that awaits its end.
const MOST_JOBS: usize = 100_000;

/// Reads `[@SUBMIT] PROCESSORS ESTIMATE COMMAND` from each line of the file at `path`
/// for a machine of `nodes` processors. Times are in seconds or end in s, m, h or d;
/// blank lines and those that begin with `#` are passed over.
///
/// # Errors
/// An invalid line, with line and column.
pub fn read(path: &Path, nodes: u32) -> Result<Vec<QueuedCommand>, Problem> {
    let text = text_file::read(path, "a list of commands has one to a line")?;
    let mut jobs = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let job = parse(line, nodes).map_err(|(column, sentence)| {
            Problem::input(sentence).in_file(path).at(index + 1, column)
        })?;
        if jobs.len() == MOST_JOBS {
            let sentence = format!("more than {MOST_JOBS} commands; fewer are allowed");
            return Err(Problem::input(sentence).in_file(path).at(index + 1, 1));
        }
        jobs.push(job);
    }
    if jobs.is_empty() {
        return Err(Problem::input("no command is in it; at least one is needed").in_file(path));
    }
    // Equal submit times keep the order of the file.
    jobs.sort_by_key(|job| job.submit);
    Ok(jobs)
}

/// An error: its column and its sentence.
type ParseError = (usize, String);

fn parse(line: &str, nodes: u32) -> Result<QueuedCommand, ParseError> {
    let mut rest = line;
    let mut submit = Duration::ZERO;
    if line.trim_start().starts_with('@') {
        let (word, column) = next_word(line, &mut rest);
        submit = time(&word[1..], column + 1, "a submit time")?;
    }
    let (word, column) = next_word(line, &mut rest);
    let processors = word
        .parse()
        .ok()
        .filter(|count| (1..=nodes).contains(count));
    let processors = processors.ok_or_else(|| {
        let sentence = format!("`{word}` is not a number of processors; 1 to {nodes} are allowed");
        (column, sentence)
    })?;
    let (word, column) = next_word(line, &mut rest);
    let estimate = time(word, column, "an estimate")?;
    if estimate == Duration::ZERO {
        return Err((column, "an estimate of 0 s; it must be longer".to_owned()));
    }
    let command = rest.trim();
    if command.is_empty() {
        let sentence = "no command; a line is `PROCESSORS ESTIMATE COMMAND`, as in `2 10m ./solve`";
        return Err((line.len() + 1, sentence.to_owned()));
    }
    Ok(QueuedCommand {
        submit,
        nodes: processors,
        estimate,
        command: command.to_owned(),
    })
}

/// Takes the next word off `rest`, a part of `line`; with its column, from 1.
fn next_word<'t>(line: &str, rest: &mut &'t str) -> (&'t str, usize) {
    let text = rest.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, behind) = text.split_at(end);
    let column = line.len() - text.len() + 1;
    *rest = behind;
    (word, column)
}

/// The longest time that is allowed: a year.
const LONGEST: f64 = 366.0 * 86_400.0;

fn time(word: &str, column: usize, what: &str) -> Result<Duration, ParseError> {
    let units = [('s', 1.0), ('m', 60.0), ('h', 3_600.0), ('d', 86_400.0)];
    let unit = units
        .into_iter()
        .find(|&(letter, _)| word.ends_with(letter));
    let (number, unit) = match unit {
        Some((_, unit)) => (&word[..word.len() - 1], unit),
        None => (word, 1.0),
    };
    let seconds = number.parse::<f64>().ok().map(|number| number * unit);
    match seconds.filter(|seconds| (0.0..=LONGEST).contains(seconds)) {
        Some(seconds) => Ok(Duration((seconds * 1e9).round() as u64)),
        None => Err((
            column,
            format!("`{word}` is not {what}: seconds, or a number and s, m, h or d, up to 366d"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_with_their_units() {
        let job = parse("  @1.5m 2 10 sleep 5 # no comment", 4).unwrap();
        assert_eq!(job.submit, Duration::from_seconds(90));
        assert_eq!((job.nodes, job.estimate), (2, Duration::from_seconds(10)));
        assert_eq!(job.command, "sleep 5 # no comment");
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_column() {
        let column = |line| parse(line, 4).unwrap_err().0;
        assert_eq!(column("5 10 sleep 1"), 1);
        assert_eq!(column("1 ten sleep 1"), 3);
        assert_eq!(column("1 0 sleep 1"), 3);
        assert_eq!(column("@x 1 1 sleep 1"), 2);
        assert_eq!(column("1 10"), 5);
        assert_eq!(column("1 -3 sleep"), 3);
    }
}
