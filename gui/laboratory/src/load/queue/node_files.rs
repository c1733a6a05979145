//! Present nodes of a cluster, read from the output of `sinfo`, slurmrestd or `pbsnodes`.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::tz::TimeZone;

use super::json;
use super::node::{Machine, Node};
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::load::slurm::text::Availability;
use crate::load::slurm::text::amount::column_count;
use crate::load::slurm::text::columns::{Cells, Columns, columns, ranked};
use crate::load::slurm::text::hosts::Room;
use crate::load::slurm::text::rows::{self, Cut, Line, Row};
use crate::load::slurm::text::time;
use crate::scenario::{CountUnit, SpanUnit};

/// Reads the nodes in a file of sinfo or slurmrestd.
///
/// Or in one of pbsnodes: those of no queue are of all queues of `jobs` that have none.
///
/// # Errors
/// The file cannot be read or parsed, or has no nodes.
pub(super) fn read(path: &Path, jobs: &[super::job::Queued]) -> Result<Machine, Problem> {
    let text = text_file::read(path, "sinfo and pbsnodes print text or JSON")?;
    let found = if super::pbs::is_nodes(&text) {
        super::pbs::nodes(&text).map(|mut nodes| {
            super::pbs::fill_queues(&mut nodes, jobs);
            nodes
        })
    } else if text.trim_start().starts_with('{') {
        json::nodes(&text)
    } else {
        parse(&text)
    };
    let found = found.map_err(|problem| problem.in_file(path))?;
    let limit = |node: &Node| Some((node.partitions.first()?.clone(), node.limit?));
    let limits = found.iter().filter_map(limit).collect();
    if found.is_empty() {
        Err(Problem::input("there is no node in it").in_file(path))
    } else {
        Ok(Machine {
            nodes: merged(found),
            limits,
        })
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
                known.availability = known.availability.max(node.availability);
                known.is_given_whole &= node.is_given_whole;
            }
        }
    }
    nodes.into_values().collect()
}

columns! {
    /// Columns of sinfo.
    COLUMNS of Meaning {
        Names: "NODELIST", "NODE_LIST";
        Partition: "PARTITION";
        State: "STATE";
        Cores: "CPUS(A/I/O/T)", "CPUS";
        Limit: "TIMELIMIT";
        // `sinfo -l`
        Sharing: "OVERSUBSCRIBE", "OVERSUBS";
    }
}

/// Parses the nodes in the lines of sinfo.
fn parse(text: &str) -> Result<Vec<Node>, Problem> {
    // `sinfo -l` begins with the date.
    let is_date = |line: &Line<'_>| time::title(line.text, &TimeZone::UTC).is_some();
    let mut lines = rows::lines(text).skip_while(is_date);
    let Some(header) = lines.next() else {
        return Ok(Vec::new());
    };
    let (cut, names) = Cut::of(header.text);
    let columns = Columns::of(names, |name| ranked(COLUMNS, name));
    for needed in [Meaning::Names, Meaning::Partition, Meaning::State] {
        let known = COLUMNS.iter().find(|(_, meaning)| *meaning == needed);
        if let Some((name, _)) = known.filter(|_| !columns.has(needed)) {
            return Err(Problem::input(format!(
                "the columns of sinfo do not say the {name}; there are {}: ask with `sinfo {}`",
                columns.names.join(", "),
                super::NODES_FORMAT
            ))
            .at(header.number, 1));
        }
    }
    // A node is listed once for each of its partitions.
    let (mut all, mut room) = (Vec::new(), Room::of(4));
    let mut row = Row::default();
    let ends_with_reason = columns.names.last().is_some_and(|name| name == "REASON");
    for line in lines {
        cut.cut(line, &mut row);
        if ends_with_reason {
            // Only that may hold blanks, and it is not used.
            row.cells.truncate(columns.names.len());
        }
        super::check_width(&row, columns.names.len(), "sinfo", super::NODES_FORMAT)?;
        let cells = Cells {
            columns: &columns,
            row: &row,
        };
        all.extend(nodes(cells, &mut room)?);
    }
    Ok(all)
}

/// Nodes of a line; a partition without nodes has a line as well.
fn nodes(cells: Cells<'_, Meaning>, room: &mut Room) -> Result<Vec<Node>, Problem> {
    let list = cells.text(Meaning::Names).unwrap_or_default();
    if list.is_empty() {
        return Ok(Vec::new());
    }
    let state = cells.text(Meaning::State).unwrap_or_default();
    let allowed = "a state of Slurm, as idle, mixed or drain*,";
    let availability =
        Availability::of(state).ok_or_else(|| cells.wrong(Meaning::State, state, allowed))?;
    // Allocated, idle, other, and all.
    let cores = cells.value(
        Meaning::Cores,
        "a whole number, or four as 2/6/0/8,",
        |text| {
            let all = text.rsplit('/').next()?;
            column_count(all, CountUnit::Ones).map(|(count, _)| count)
        },
    )?;
    let limit = cells.limit(Meaning::Limit, SpanUnit::Minutes)?;
    let partition = cells.text(Meaning::Partition).unwrap_or_default();
    let sharing = cells.text(Meaning::Sharing).unwrap_or_default();
    let names = room
        .expand(list)
        .map_err(|sentence| cells.list_problem(Meaning::Names, &sentence))?;
    let node = |name| Node {
        name,
        partitions: vec![partition.trim_end_matches('*').to_owned()],
        cores,
        limit,
        availability,
        // `sinfo -l` cuts the word off.
        is_given_whole: sharing.starts_with("EXCLUSIV"),
    };
    Ok(names.into_iter().map(node).collect())
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
        let nodes = merged(parse(text).unwrap());
        let shown = nodes
            .iter()
            .map(|node| (node.name.as_str(), node.availability, node.partitions.len()));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [
                ("n1", Availability::Up, 2),
                ("n2", Availability::Up, 2),
                ("n3", Availability::Down, 2)
            ]
        );
        let cut = parse("NODELIST|PARTITION|STATE\nn1|main").unwrap_err();
        assert!(cut.sentence.contains("2 fields"), "{cut}");
    }

    /// squeue's reader knew the date above the long form, and sinfo's did not; the state of no node
    /// was no state.
    #[test]
    fn the_long_form_and_partitions_without_nodes_are_read() {
        let text = "Mon Nov 23 09:20:58 2026\n\
                    PARTITION AVAIL  TIMELIMIT   JOB_SIZE ROOT OVERSUBS     GROUPS  NODES       STATE NODELIST\n\
                    main*        up   infinite 1-infinite   no       NO        all      2        idle cpn-[24,27]-[01]\n\
                    empty        up      30:00 1-infinite   no       NO        all      0         n/a \n";
        let nodes = parse(text).unwrap();
        let names: Vec<_> = nodes.iter().map(|node| node.name.as_str()).collect();
        assert_eq!(names, ["cpn-24-01", "cpn-27-01"]);
        let bars = "NODELIST|PARTITION|STATE|TIMELIMIT\n|empty|n/a|infinite\nn1|main|idle|n/a\n";
        assert_eq!(parse(bars).unwrap().len(), 1);
    }

    /// `sinfo -N -l`; why a node is drained is free text.
    #[test]
    fn the_long_form_by_nodes_is_read() {
        let text = "Thu Nov 26 15:40:00 2026\n\
                    NODELIST   NODES PARTITION       STATE CPUS    S:C:T MEMORY TMP_DISK WEIGHT AVAIL_FE REASON\n\
                    n1             1     main*        idle 8       2:4:1   1000        0      1   (null) none\n\
                    n2             1     main*     drained 16      2:8:1   1000        0      1   (null) bad disk, see 4\n";
        let nodes = parse(text).unwrap();
        let found = nodes.iter().map(|node| (node.cores, node.availability));
        assert_eq!(
            found.collect::<Vec<_>>(),
            [
                (Some(8), Availability::Up),
                (Some(16), Availability::Drained)
            ]
        );
    }

    /// As `OverSubscribe=EXCLUSIVE` of its partitions has it; one that lets jobs share it is enough.
    #[test]
    fn a_node_is_given_whole_if_all_its_partitions_do_so() {
        let text = "NODELIST|PARTITION|STATE|CPUS(A/I/O/T)|TIMELIMIT|OVERSUBSCRIBE\n\
                    n1|main*|idle|0/4/0/4|infinite|EXCLUSIVE\n\
                    n2|main*|idle|0/4/0/4|infinite|EXCLUSIVE\n\
                    n2|debug|idle|0/4/0/4|infinite|NO\n\
                    n3|debug|idle|0/4/0/4|infinite|FORCE:4\n";
        let nodes = merged(parse(text).unwrap());
        let whole: Vec<bool> = nodes.iter().map(|node| node.is_given_whole).collect();
        assert_eq!(whole, [true, false, false]);
    }

    #[test]
    fn counts_and_limits_are_those_of_squeue_and_refused_where_they_stand() {
        let read = |cores: &str, limit: &str| {
            parse(&format!(
                "NODELIST|PARTITION|STATE|CPUS|TIMELIMIT\nn1|main|idle|{cores}|{limit}\n"
            ))
        };
        for (cores, expected) in [("4K", 4096), ("64+", 64), ("1/2/0/3", 3), ("0/0/0/0", 0)] {
            assert_eq!(read(cores, "infinite").unwrap()[0].cores, Some(expected));
        }
        // Both were taken to be unknown.
        for (cores, limit, column, sentence) in [
            ("many", "infinite", 14, "`CPUS` is `many`: a whole number"),
            ("4", "long", 16, "`TIMELIMIT` is `long`: [D-]HH:MM:SS"),
        ] {
            let problem = read(cores, limit).unwrap_err();
            assert!(problem.sentence.starts_with(sentence), "{problem}");
            let index = problem.position.map(|index| (index.line, index.column));
            assert_eq!(index, Some((2, column)), "{problem}");
        }
    }
}
