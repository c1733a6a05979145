//! Slots from comma-separated values: a line each with node, performance, price, quality, start and
//! end.

use std::collections::HashMap;
use std::path::Path;

use csv::StringRecord;
use serde::Deserialize;

use super::scenario::NodeSpec;
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::scenario::slots::{LEAST, allowed};

/// A line of the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    node: u64,
    performance: f64,
    price: f64,
    #[serde(default)]
    quality: f64,
    start: f64,
    end: f64,
}

/// Reads the nodes of the table at `path`, in the order in which they first appear.
///
/// # Errors
/// It cannot be read or is no such table, with the line.
pub(super) fn read(path: &Path) -> Result<Vec<NodeSpec>, Problem> {
    let text = text_file::read(path, "slots are a text file of comma-separated values")?;
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let mut nodes = NodeTable::default();
    let headers = reader
        .headers()
        .map_err(|error| line_problem(&error))?
        .clone();
    for record in reader.records() {
        let record = record.map_err(|error| line_problem(&error))?;
        let index = record.position().map_or(1, csv::Position::line) as usize;
        let line: Line = record.deserialize(Some(&headers)).map_err(|error| {
            let sentence = in_column(&error, &headers, &record);
            Problem::input(sentence.unwrap_or_else(|| error_in_words(&error))).at(index, 1)
        })?;
        nodes
            .add(&line)
            .map_err(|sentence| Problem::input(sentence).at(index, 1))?;
    }
    if nodes.nodes.is_empty() {
        Err(Problem::input(
            "no slots in it; a line has node, performance, price, quality, start and end",
        ))
    } else {
        Ok(nodes.nodes)
    }
}

/// Names the value of `record` that is not a number, if that is the error.
fn in_column(error: &csv::Error, headers: &StringRecord, record: &StringRecord) -> Option<String> {
    let csv::ErrorKind::Deserialize { err, .. } = error.kind() else {
        return None;
    };
    let column = err.field()? as usize;
    let (name, value) = (headers.get(column)?, record.get(column)?);
    Some(format!(
        "`{value}` in the column `{name}` is no such number"
    ))
}

/// An error with its line.
fn line_problem(error: &csv::Error) -> Problem {
    let index = error.position().map_or(1, csv::Position::line) as usize;
    Problem::input(error_in_words(error)).at(index, 1)
}

/// An error in a line, in words, without its position.
fn error_in_words(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => format!(
            "{err}; a line has numbers for node, performance, price, quality, start and end, named so in the first line"
        ),
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("{len} values in a table of {expected_len} columns"),
        _ => error.to_string(),
    }
}

/// The nodes read so far, and the index of each by its number.
#[derive(Default)]
struct NodeTable {
    nodes: Vec<NodeSpec>,
    places: HashMap<u64, usize>,
}

impl NodeTable {
    fn add(&mut self, line: &Line) -> Result<(), String> {
        let own = [
            allowed(line.performance, "performance", LEAST)?,
            allowed(line.price, "price", 0.0)?,
            allowed(line.quality, "quality", 0.0)?,
        ];
        let [performance, price, quality] = own;
        let index = *self.places.entry(line.node).or_insert_with(|| {
            self.nodes.push(NodeSpec {
                id: Some(line.node),
                performance,
                price,
                quality,
                slots: Some(Vec::new()),
                booked: None,
            });
            self.nodes.len() - 1
        });
        let node = &mut self.nodes[index];
        if [node.performance, node.price, node.quality] != own {
            return Err(format!(
                "node {} has another performance, price or quality than in a line above",
                line.node
            ));
        }
        let slots = node.slots.get_or_insert_default();
        slots.push((line.start, line.end));
        Ok(())
    }
}
