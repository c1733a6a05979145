//! Output of `jobcomp/filetxt`: a line per job, each value behind its name.

use std::borrow::Cow;

use super::{Found, Row, Take};
use crate::base::problem::Problem;
use crate::load::account::known;
use crate::load::account::layout::Layout;

pub(super) fn each(text: &str, take: &mut Take<'_>) -> Result<(), Problem> {
    let first = text.lines().next().unwrap_or_default();
    let header: Vec<String> = pairs(first).map(|pair| pair.name.to_owned()).collect();
    let mut layout = Layout::slurm(header)?;
    let mut row = Row::default();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let is_whole = line.ends_with('\n');
        let line = line.trim_end_matches(['\n', '\r']);
        if line.is_empty() {
            continue;
        }
        if !line.starts_with("JobId=") {
            let sentence = "not a line of jobcomp/filetxt, which begins with `JobId=`";
            return Err(Problem::input(sentence).at(number + 1, 1));
        }
        // Tasks of arrays have fields that other jobs lack.
        let names: Vec<&str> = pairs(line).map(|pair| pair.name).collect();
        if layout.header != names {
            layout = match Layout::slurm(names.into_iter().map(str::to_owned).collect()) {
                Ok(layout) => layout,
                Err(_) if !is_whole => {
                    take(Found::CutOff)?;
                    continue;
                }
                Err(problem) => return Err(problem.at(number + 1, 1)),
            };
        }
        if !is_whole && layout.header.last().is_none_or(|name| name != "ExitCode") {
            take(Found::CutOff)?;
            continue;
        }
        row.line = number + 1;
        row.cells = pairs(line)
            .map(|pair| (pair.column, Cow::Borrowed(pair.value)))
            .collect();
        take(Found::Row(&layout, &row))?;
    }
    Ok(())
}

/// Name and value.
struct Pair<'t> {
    name: &'t str,
    value: &'t str,
    /// Column in which the value begins, from 1.
    column: usize,
}

/// Further names before `=` in such lines.
const OTHERS: [&str; 3] = ["ReservationName", "WcKey", "DerivedExitCode"];

/// Pairs of a line. A name follows a blank: names of jobs and folders may hold blanks.
fn pairs(line: &str) -> impl Iterator<Item = Pair<'_>> {
    let is_name = |name: &str| known::slurm(name).is_some() || OTHERS.contains(&name);
    let mut begins: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for word in line.split_inclusive(' ') {
        if let Some(equals) = word.find('=')
            && is_name(&word[..equals])
        {
            begins.push((at, at + equals));
        }
        at += word.len();
    }
    (0..begins.len()).map(move |place| {
        let (name, equals) = begins[place];
        let end = begins.get(place + 1).map_or(line.len(), |next| next.0);
        Pair {
            name: &line[name..equals],
            value: line[equals + 1..end].trim_end(),
            column: equals + 2,
        }
    })
}
