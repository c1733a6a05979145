//! Reading of a search and its domain from files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use cosched_core::Time;
use cosched_core::slots::{Node, Performance, Price, Quality, Slot};
use serde::{Deserialize, Serialize};

use super::scenario::{DomainSource, NodeSpec, SlotSearch};
use super::{DomainData, table};
use crate::base::problem::Problem;
use crate::base::ron_text::{after_comments, read_ron, write_ron};
use crate::scenario::{LONGEST, nanoseconds};

/// A file for reading.
#[derive(Deserialize)]
enum SearchFile {
    Slots(SlotSearch),
}

/// A file for writing.
#[derive(Serialize)]
enum SearchFileRef<'a> {
    Slots(&'a SlotSearch),
}

/// Whether `text` is a search for windows, not a scenario of jobs.
pub fn is_search(text: &str) -> bool {
    after_comments(text).starts_with("Slots")
}

/// Parses a search.
///
/// # Errors
/// It is invalid, with line and column.
pub fn parse(text: &str) -> Result<SlotSearch, Problem> {
    let SearchFile::Slots(search) = read_ron(text)?;
    Ok(search)
}

/// Returns a search as text that [`parse`] reads back.
pub fn to_ron(search: &SlotSearch) -> String {
    write_ron(&SearchFileRef::Slots(search))
}

impl SlotSearch {
    /// Reads or draws the nodes and their slots. A path is relative to the folder of `source`.
    ///
    /// # Errors
    /// They are invalid.
    pub fn data(&self, source: Option<&Path>) -> Result<DomainData, Problem> {
        let horizon = self.horizon.map(|end| time("horizon", end)).transpose()?;
        match &self.domain {
            DomainSource::Model(_) if horizon.is_some() => Err(Problem::input(
                "the horizon of a domain that is drawn is said in `Model(…)`",
            )),
            DomainSource::Model(model) => {
                let drawn = model.model()?;
                DomainData::drawn(&drawn, model.nodes as usize, self.seed)
            }
            DomainSource::Nodes(nodes) => listed_domain(nodes, horizon),
            DomainSource::Csv(path) => {
                let folder = source
                    .and_then(Path::parent)
                    .map_or_else(PathBuf::new, Path::to_owned);
                let path = folder.join(path);
                let nodes = table::read(&path).map_err(|problem| problem.in_file(&path))?;
                listed_domain(&nodes, horizon).map_err(|problem| problem.in_file(&path))
            }
        }
    }
}

/// The domain of nodes that are written out.
fn listed_domain(nodes: &[NodeSpec], horizon: Option<Time>) -> Result<DomainData, Problem> {
    let mut data = DomainData {
        horizon: horizon.unwrap_or_default(),
        ..DomainData::default()
    };
    let (mut given, mut known) = (Vec::new(), HashSet::new());
    for (index, node) in (0..).zip(nodes) {
        let id = node.id.unwrap_or(u64::from(index) + 1);
        if !known.insert(id) {
            return Err(Problem::input(format!("two nodes have the number {id}")));
        }
        check(node, id, horizon)?;
        data.ids.push(id);
        data.nodes.push(Node {
            performance: Performance::of(node.performance),
            price: Price::of(node.price),
            quality: Quality::of(node.quality),
        });
        given.extend(spans(index, id, node.slots.as_deref())?);
        data.booked
            .extend(spans(index, id, node.booked.as_deref())?);
    }
    // Everything that is not booked is idle, except on nodes that list their idle slots.
    data = data.with_idle()?;
    data.idle
        .retain(|slot| nodes[slot.node as usize].slots.is_none());
    data.idle.extend(given);
    let last = data.idle.iter().map(|slot| slot.end.instant()).max();
    data.horizon = horizon.or(last).unwrap_or_default();
    data.check()?;
    Ok(data)
}

/// Checks that the time of a node is given once, and until when.
fn check(node: &NodeSpec, id: u64, horizon: Option<Time>) -> Result<(), Problem> {
    let sentence = match (&node.slots, &node.booked, horizon) {
        (Some(_), Some(_), _) => {
            format!("node {id} has `slots` and `booked`; one of them says all")
        }
        (None, _, None) => format!(
            "node {id} has no `slots`, so that it is idle whenever it is not booked; say until when by `horizon`"
        ),
        (Some(slots), None, Some(horizon)) => {
            let beyond = |(_, end): &&(f64, f64)| *end > horizon.seconds();
            match slots.iter().find(beyond) {
                Some((_, end)) => {
                    format!("a slot of node {id} ends at {end} s, after the horizon of {horizon} s")
                }
                None => return Ok(()),
            }
        }
        _ => return Ok(()),
    };
    Err(Problem::input(sentence))
}

/// Slots of a node.
fn spans(node: u32, id: u64, spans: Option<&[(f64, f64)]>) -> Result<Vec<Slot>, Problem> {
    let spans = spans.unwrap_or_default().iter();
    spans.map(|span| slot(node, id, *span)).collect()
}

fn slot(node: u32, id: u64, (start, end): (f64, f64)) -> Result<Slot, Problem> {
    let [start, end] = [start, end].map(|at| time(&format!("time of node {id}"), at));
    Ok(Slot::new(node, start?, end?))
}

fn time(what: &str, seconds: f64) -> Result<Time, Problem> {
    if (0.0..=LONGEST).contains(&seconds) {
        Ok(Time(nanoseconds(seconds)))
    } else {
        Err(Problem::input(format!(
            "{seconds} is not a {what}: 0 to {LONGEST} seconds are allowed"
        )))
    }
}
