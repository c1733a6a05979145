//! Present nodes of a cluster, read from the output of `sinfo` or slurmrestd.

use std::collections::BTreeMap;
use std::path::Path;

use super::json;
use super::node::{Machine, Node, Use};
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::load::account::value;
use crate::load::hosts::Room;
use crate::scenario::SpanUnit;

/// Reads the nodes in a file of sinfo or slurmrestd.
///
/// # Errors
/// The file cannot be read or parsed, or has no nodes.
pub(super) fn read(path: &Path) -> Result<Machine, Problem> {
    let text = text_file::read(path, "sinfo prints text or JSON")?;
    let found = match text.trim_start().starts_with('{') {
        true => json::nodes(&text),
        false => lines(&text),
    };
    let found = found.map_err(|problem| problem.in_file(path))?;
    let limit = |node: &Node| Some((node.partitions.first()?.clone(), node.limit?));
    let limits = found.iter().filter_map(limit).collect();
    match found.is_empty() {
        true => Err(Problem::input("there is no node in it").in_file(path)),
        false => Ok(Machine {
            nodes: merged(found),
            limits,
        }),
    }
}

/// Merges the lines of each node in several partitions.
fn merged(all: Vec<Node>) -> Vec<Node> {
    let mut nodes: BTreeMap<String, Node> = BTreeMap::new();
    for node in all {
        match nodes.get_mut(&node.name) {
            None => {
                nodes.insert(node.name.clone(), node);
            }
            Some(known) => {
                known.partitions.extend(node.partitions);
                known.is_used = known.is_used.max(node.is_used);
            }
        }
    }
    nodes.into_values().collect()
}

/// Indices of the columns that are read.
struct Columns {
    names: usize,
    partition: usize,
    state: usize,
    cores: Option<usize>,
    limit: Option<usize>,
    mark: Option<char>,
    count: usize,
}

impl Columns {
    fn of(header: &str) -> Result<Self, Problem> {
        let mark = header.contains('|').then_some('|');
        let all = cells(header, mark);
        let find = |names: &[&str]| all.iter().position(|cell| names.contains(cell));
        let needed = |names: &[&str]| {
            find(names).ok_or_else(|| {
                Problem::input(format!(
                    "the columns of sinfo do not say the {}; there are {}: ask with `sinfo {}`",
                    names[0],
                    all.join(", "),
                    super::NODES_FORMAT
                ))
                .at(1, 1)
            })
        };
        Ok(Self {
            names: needed(&["NODELIST", "NODE_LIST"])?,
            partition: needed(&["PARTITION"])?,
            state: needed(&["STATE"])?,
            cores: find(&["CPUS(A/I/O/T)"]).or(find(&["CPUS"])),
            limit: find(&["TIMELIMIT"]),
            mark,
            count: all.len(),
        })
    }
}

fn cells(line: &str, mark: Option<char>) -> Vec<&str> {
    match mark {
        Some(mark) => line.split(mark).map(str::trim).collect(),
        None => line.split_whitespace().collect(),
    }
}

fn lines(text: &str) -> Result<Vec<Node>, Problem> {
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let Some((_, header)) = lines.next() else {
        return Ok(Vec::new());
    };
    let columns = Columns::of(header)?;
    // A node is listed once for each of its partitions.
    let (mut all, mut room) = (Vec::new(), Room::of(4));
    for (place, line) in lines {
        let cells = cells(line, columns.mark);
        let wrong = |sentence: String| Problem::input(sentence).at(place + 1, 1);
        if cells.len() != columns.count {
            return Err(wrong(format!(
                "{} fields, where the header names {}: the line was cut off",
                cells.len(),
                columns.count
            )));
        }
        let state = cells[columns.state];
        let is_used = Use::of(state).ok_or_else(|| {
            wrong(format!(
                "`STATE` is `{state}`: a state of Slurm, as idle, mixed or drain*, is allowed"
            ))
        })?;
        let names = cells[columns.names];
        // A partition without nodes has a line as well.
        let names = match names {
            "" => Vec::new(),
            list => room
                .expand(list)
                .map_err(|what| wrong(format!("`NODELIST`: {what}")))?,
        };
        let limit = columns.limit.map(|column| cells[column]);
        let limit = limit.and_then(|text| value::limit(text, SpanUnit::Minutes));
        let cores = columns.cores.map(|column| cells[column]);
        let cores =
            cores.and_then(|text| text.rsplit('/').next()?.trim_end_matches('+').parse().ok());
        let partition = cells[columns.partition].trim_end_matches('*');
        all.extend(names.into_iter().map(|name| Node {
            name,
            partitions: vec![partition.to_owned()],
            cores,
            limit,
            is_used,
        }));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_in_two_partitions_is_one() {
        let text = "PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST\n\
                    main*        up   infinite      2   idle n[1-2]\n\
                    long         up 7-00:00:00      1   down* n3\n\
                    all          up   infinite      3   idle n[1-3]\n";
        let nodes = merged(lines(text).unwrap());
        let shown = nodes
            .iter()
            .map(|node| (node.name.as_str(), node.is_used, node.partitions.len()));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [("n1", Use::Up, 2), ("n2", Use::Up, 2), ("n3", Use::Down, 2)]
        );
        let cut = lines("NODELIST|PARTITION|STATE\nn1|main").unwrap_err();
        assert!(cut.sentence.contains("2 fields"), "{cut}");
    }
}
