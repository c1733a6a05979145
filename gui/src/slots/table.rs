//! Slots from a table of commas: a line each with node, performance, price, quality, start and end.

use std::path::Path;

use serde::Deserialize;

use super::scenario::{NodeSpec, allowed};
use crate::problem::Problem;
use crate::text_file;

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

/// The nodes of the table at `path`, in the order in which they first appear.
///
/// # Errors
/// It cannot be read or is no such table, with the line.
pub(super) fn read(path: &Path) -> Result<Vec<NodeSpec>, Problem> {
    let text = text_file::read(path, "slots are a text file of comma-separated values")?;
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let mut nodes: Vec<NodeSpec> = Vec::new();
    let headers = reader.headers().map_err(|error| said(&error))?.clone();
    for record in reader.records() {
        let record = record.map_err(|error| said(&error))?;
        let place = record.position().map_or(1, csv::Position::line) as usize;
        let line: Line = record
            .deserialize(Some(&headers))
            .map_err(|error| Problem::input(words(&error)).at(place, 1))?;
        add(&mut nodes, &line).map_err(|sentence| Problem::input(sentence).at(place, 1))?;
    }
    match nodes.is_empty() {
        true => Err(Problem::input(
            "no slots in it; a line has node, performance, price, quality, start and end",
        )),
        false => Ok(nodes),
    }
}

/// What is wrong, and in which line.
fn said(error: &csv::Error) -> Problem {
    let place = error.position().map_or(1, csv::Position::line) as usize;
    Problem::input(words(error)).at(place, 1)
}

/// What is wrong with a line, without its place.
fn words(error: &csv::Error) -> String {
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

fn add(nodes: &mut Vec<NodeSpec>, line: &Line) -> Result<(), String> {
    let node = NodeSpec {
        id: Some(line.node),
        performance: allowed("performance", line.performance, 1e-9)?,
        price: allowed("price", line.price, 0.0)?,
        quality: allowed("quality", line.quality, 0.0)?,
        slots: Some(Vec::new()),
        booked: None,
    };
    let known = nodes.iter().position(|known| known.id == node.id);
    let place = known.unwrap_or_else(|| {
        nodes.push(node.clone());
        nodes.len() - 1
    });
    let own = |node: &NodeSpec| [node.performance, node.price, node.quality];
    if own(&nodes[place]) != own(&node) {
        return Err(format!(
            "node {} has another performance, price or quality than in a line above",
            line.node
        ));
    }
    let slots = nodes[place].slots.get_or_insert_default();
    slots.push((line.start, line.end));
    Ok(())
}
