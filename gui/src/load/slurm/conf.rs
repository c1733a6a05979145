//! `slurm.conf`: the settings that a scheduler obeys, nodes and partitions.

use std::collections::BTreeMap;
use std::path::Path;

use crate::base::problem::Problem;
use crate::base::text_file;
use crate::load::hosts::{Hosts, Room};

/// What a line sets, by lower-case names.
pub type Fields = BTreeMap<String, String>;

/// What is read of a `slurm.conf`.
#[derive(Clone, Debug, Default)]
pub struct Conf {
    /// Settings of the whole cluster, by lower-case names.
    pub settings: Fields,
    /// `SchedulerParameters`, one by one; those without a value have an empty one.
    pub scheduler: Fields,
    /// Nodes, by the lines that define them.
    pub nodes: Vec<Fields>,
    /// Partitions.
    pub partitions: Vec<Fields>,
    /// Sets of nodes that partitions name.
    pub node_sets: Vec<Fields>,
    /// Nodes that are down, whatever is said of them elsewhere.
    pub down_nodes: Vec<Fields>,
}

impl Conf {
    /// Reads `path`.
    ///
    /// # Errors
    /// It cannot be read, or a line is not of this format.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let text = text_file::read(path, "slurm.conf is plain text or a gzip file of it")?;
        Self::parse(&text).map_err(|problem| problem.in_file(path))
    }

    /// Reads `text`.
    ///
    /// # Errors
    /// A line is not of this format.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let mut conf = Self::default();
        let mut joined = String::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if let Some(part) = line.strip_suffix('\\') {
                joined.push_str(part);
                joined.push(' ');
                continue;
            }
            joined.push_str(line);
            let line = std::mem::take(&mut joined);
            conf.take(&line)
                .map_err(|sentence| Problem::input(sentence).at(number + 1, 1))?;
        }
        let parameters = conf
            .settings
            .get("schedulerparameters")
            .cloned()
            .unwrap_or_default();
        for one in parameters.split(',').filter(|one| !one.trim().is_empty()) {
            let (name, value) = one.split_once('=').unwrap_or((one, ""));
            conf.scheduler
                .insert(name.trim().to_lowercase(), value.trim().to_owned());
        }
        Ok(conf)
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        if line.is_empty() {
            return Ok(());
        }
        if line.to_lowercase().starts_with("include ") {
            return Err(format!(
                "`{line}` names another file: put its lines here instead"
            ));
        }
        let mut fields = Vec::new();
        for word in line.split_whitespace() {
            let Some((name, value)) = word.split_once('=') else {
                return Err(format!("`{word}` is not of the form Name=Value"));
            };
            fields.push((name.to_lowercase(), value.trim_matches('"').to_owned()));
        }
        match fields.first().map(|(name, _)| name.as_str()) {
            Some("nodename") => self.nodes.push(fields.into_iter().collect()),
            Some("partitionname") => self.partitions.push(fields.into_iter().collect()),
            Some("nodeset") => self.node_sets.push(fields.into_iter().collect()),
            Some("downnodes") => self.down_nodes.push(fields.into_iter().collect()),
            _ => self.settings.extend(fields),
        }
        Ok(())
    }

    /// The nodes by their names, in the order of the lines.
    ///
    /// # Errors
    /// There are none, or a list of them cannot be read.
    pub fn hosts(&self) -> Result<Hosts, Problem> {
        let (mut names, mut room) = (Vec::new(), Room::default());
        for line in &self.nodes {
            let list = line.get("nodename").map_or("", String::as_str);
            if list.eq_ignore_ascii_case("default") {
                continue;
            }
            let hosts = room.expand(list);
            names
                .extend(hosts.map_err(|what| Problem::input(format!("the list of hosts {what}")))?);
        }
        match names.is_empty() {
            true => Err(Problem::input("no line NodeName=… names a node")),
            false => Ok(Hosts::new(names)),
        }
    }

    /// A setting, if it is there.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.get(name).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_whatever_their_case() {
        let text = "schedulertype=sched/backfill # a note\nSchedulerParameters=bf_interval=1,defer\n\
                    NodeName=n[1-4] \\\n  CPUs=2\nPartitionName=main Nodes=ALL Default=YES\n";
        let conf = Conf::parse(text).unwrap();
        assert_eq!(conf.setting("schedulertype"), Some("sched/backfill"));
        assert_eq!(conf.scheduler["bf_interval"], "1");
        assert_eq!(conf.scheduler["defer"], "");
        assert_eq!(conf.nodes[0]["cpus"], "2");
        assert_eq!(conf.hosts().unwrap().count(), 4);
        assert_eq!(conf.partitions[0]["nodes"], "ALL");
    }

    #[test]
    fn what_is_no_setting_is_said_with_its_line() {
        let problem = Conf::parse("A=1\nhello\n").unwrap_err();
        assert_eq!(problem.place.map(|place| place.line), Some(2));
        assert!(Conf::parse("Include other.conf").is_err());
        assert!(Conf::parse("A=1").unwrap().hosts().is_err());
    }
}
