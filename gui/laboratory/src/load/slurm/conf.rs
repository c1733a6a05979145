//! `slurm.conf`: settings of the scheduler, nodes and partitions.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Bound, RangeBounds};
use std::path::{Path, PathBuf};

use crate::base::problem::Problem;
use crate::base::system::files;
use crate::base::text_file::{self, position_of};
use crate::load::slurm::text::hosts::{Hosts, Room};

/// Names whose value is a list of hosts.
const HOST_LISTS: [&str; 3] = ["nodename", "nodes", "downnodes"];

/// Word of the file with its position.
struct Word<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

/// Line with those that continue it: a backslash at the end joins the next one without a blank.
#[derive(Default)]
struct JoinedLine {
    text: String,
    // Where in the text each line begins, and its number.
    begins: Vec<(usize, usize)>,
}

impl JoinedLine {
    /// Adds a line without its comment; returns whether the next one continues it.
    fn add(&mut self, line: &str, number: usize) -> bool {
        self.begins.push((self.text.len(), number));
        let line = line.split('#').next().unwrap_or_default();
        let part = line.trim_end().strip_suffix('\\');
        self.text += part.unwrap_or(line);
        part.is_some()
    }

    fn words(&self) -> Vec<Word<'_>> {
        let words = self.text.split_whitespace().map(|text| {
            // `text` is a part of the whole.
            let offset = text.as_ptr().addr() - self.text.as_ptr().addr();
            let line = self.begins.partition_point(|(begin, _)| *begin <= offset);
            let (begin, line) = self.begins[line - 1];
            Word {
                text,
                line,
                column: offset - begin + 1,
            }
        });
        words.collect()
    }
}

/// Settings of a line, by lower-case names.
pub type Fields = BTreeMap<String, String>;

/// Contents of a `slurm.conf`.
#[derive(Clone, Debug, Default)]
pub struct Conf {
    /// Settings of the whole cluster, by lower-case names.
    pub settings: Fields,
    /// `SchedulerParameters`, one by one; those without a value have an empty one.
    pub scheduler: Fields,
    /// Nodes, one item per line.
    pub nodes: Vec<Fields>,
    /// Partitions.
    pub partitions: Vec<Fields>,
    /// Sets of nodes that partitions refer to.
    pub node_sets: Vec<Fields>,
    /// Switches of a `topology.conf` beside it, if `TopologyPlugin` is `topology/tree`.
    pub switches: Vec<Fields>,
    /// Blocks of it, if that is `topology/block`.
    pub blocks: Vec<Fields>,
    /// Nodes that are down, whatever their own lines have.
    pub down_nodes: Vec<Fields>,
    /// First position of each value, by file, line and column.
    positions: HashMap<String, (Option<PathBuf>, usize, usize)>,
    /// Number of files read.
    files: usize,
}

/// Largest number of files that a configuration may consist of.
const MOST_FILES: usize = 64;

/// A file that is being read, and the one that includes it.
struct Origin<'o> {
    path: &'o Path,
    above: Option<&'o Self>,
}

impl Origin<'_> {
    /// Whether `path` is this file or one of those above it.
    fn is_within(&self, path: &Path) -> bool {
        let is_same = |one: &Path| match (files::resolved(one), files::resolved(path)) {
            (Ok(one), Ok(path)) => one == path,
            _ => one == path,
        };
        is_same(self.path) || self.above.is_some_and(|above| above.is_within(path))
    }
}

impl Conf {
    /// Reads `path`, and the files that it includes, relative to its folder.
    ///
    /// # Errors
    /// One of them cannot be read, a line is malformed, or a file includes itself.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let mut conf = Self::default();
        conf.add_file(&Origin { path, above: None })?;
        conf.add_topology(path)?;
        Ok(conf.with_scheduler())
    }

    /// Parses `text`, which may include no file.
    ///
    /// # Errors
    /// A line is malformed.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let mut conf = Self::default();
        conf.add_text(text, None)?;
        Ok(conf.with_scheduler())
    }

    fn add_file(&mut self, origin: &Origin<'_>) -> Result<(), Problem> {
        self.files += 1;
        let text = text_file::read(origin.path, "slurm.conf is plain text or a gzip file of it")?;
        let added = self.add_text(&text, Some(origin));
        added.map_err(|problem| problem.in_file(origin.path))
    }

    fn add_text(&mut self, text: &str, origin: Option<&Origin<'_>>) -> Result<(), Problem> {
        let mut lines = text.lines().zip(1..);
        while let Some((line, number)) = lines.next() {
            let mut joined = JoinedLine::default();
            let mut goes_on = joined.add(line, number);
            while goes_on && let Some((line, number)) = lines.next() {
                goes_on = joined.add(line, number);
            }
            let words = joined.words();
            match &words[..] {
                [first, name] if first.text.eq_ignore_ascii_case("include") => {
                    self.include((first, name.text), origin)?;
                }
                words => self.add_line(words, origin)?,
            }
        }
        Ok(())
    }

    /// Adds the file `name`, relative to the folder of the file in which it stands behind `word`.
    fn include(
        &mut self,
        (word, name): (&Word<'_>, &str),
        origin: Option<&Origin<'_>>,
    ) -> Result<(), Problem> {
        let refused = |why: String| {
            Problem::input(format!("`Include {name}`: {why}")).at(word.line, word.column)
        };
        let Some(origin) = origin else {
            return Err(refused(
                "put the lines of that file here instead".to_owned(),
            ));
        };
        let folder = origin.path.parent().unwrap_or(Path::new(""));
        let path = folder.join(name.trim_matches('"'));
        if origin.is_within(&path) {
            return Err(refused("that file includes itself".to_owned()));
        }
        if self.files >= MOST_FILES {
            let why = format!("a configuration may have {MOST_FILES} files");
            return Err(refused(why));
        }
        if !files::is_file(&path) {
            let why = "there is no such file beside the one that includes it";
            return Err(refused(why.to_owned()));
        }
        let above = Some(origin);
        self.add_file(&Origin { path: &path, above })
    }

    /// Adds the `topology.conf` beside the file at `path`, if there is one and it is of switches or blocks.
    fn add_topology(&mut self, path: &Path) -> Result<(), Problem> {
        let plugin = self.setting("topologyplugin").unwrap_or_default();
        let beside = path.with_file_name("topology.conf");
        let plugins = ["topology/tree", "topology/block"];
        let is_read = plugins.iter().any(|one| plugin.eq_ignore_ascii_case(one));
        if !is_read || !files::is_file(&beside) {
            return Ok(());
        }
        let (path, above) = (&*beside, None);
        self.add_file(&Origin { path, above })
    }

    /// With `SchedulerParameters` one by one.
    fn with_scheduler(mut self) -> Self {
        let parameters = self
            .settings
            .get("schedulerparameters")
            .cloned()
            .unwrap_or_default();
        for one in parameters.split(',').filter(|one| !one.trim().is_empty()) {
            let (name, value) = one.split_once('=').unwrap_or((one, ""));
            self.scheduler
                .insert(name.trim().to_lowercase(), value.trim().to_owned());
        }
        self
    }

    /// The lines of partitions, each with the settings of the `DEFAULT` lines before it.
    pub fn all_partitions(&self) -> Vec<Fields> {
        with_defaults(&self.partitions, "partitionname")
    }

    /// The lines of nodes, likewise.
    pub fn all_nodes(&self) -> Vec<Fields> {
        with_defaults(&self.nodes, "nodename")
    }

    /// Adds the settings of a line.
    fn add_line(&mut self, words: &[Word<'_>], origin: Option<&Origin<'_>>) -> Result<(), Problem> {
        let wrong =
            |word: &Word<'_>, sentence: String| Problem::input(sentence).at(word.line, word.column);
        let mut fields = Vec::new();
        for word in words {
            let Some((name, value)) = word.text.split_once('=') else {
                let sentence = format!("`{}` is not of the form Name=Value", word.text);
                return Err(wrong(word, sentence));
            };
            if let Some(control) = word.text.chars().find(|letter| letter.is_control()) {
                let sentence =
                    format!("{control:?} is a control character: names and values are plain text");
                return Err(wrong(word, sentence));
            }
            let value = value.trim_matches('"');
            let name = match name.to_lowercase() {
                // What `OverSubscribe` was called once.
                name if name == "shared" => "oversubscribe".to_owned(),
                name => name,
            };
            if HOST_LISTS.contains(&name.as_str()) && !self.positions.contains_key(value) {
                let column = word.column + position_of(value, word.text).1 - 1;
                let file = origin.map(|origin| origin.path.to_owned());
                let position = (file, word.line, column);
                self.positions.insert(value.to_owned(), position);
            }
            fields.push((name, value.to_owned()));
        }
        match fields.first().map(|(name, _)| name.as_str()) {
            Some("nodename") => self.nodes.push(fields.into_iter().collect()),
            Some("partitionname") => self.partitions.push(fields.into_iter().collect()),
            Some("nodeset") => self.node_sets.push(fields.into_iter().collect()),
            Some("switchname") => self.switches.push(fields.into_iter().collect()),
            Some("blockname") => self.blocks.push(fields.into_iter().collect()),
            Some("downnodes") => self.down_nodes.push(fields.into_iter().collect()),
            _ => self.settings.extend(fields),
        }
        Ok(())
    }

    /// Nodes by name, in the order of the lines.
    ///
    /// # Errors
    /// There are none, or a list of them is malformed.
    pub fn hosts(&self) -> Result<Hosts, Problem> {
        let (mut names, mut room) = (Vec::new(), Room::default());
        for line in &self.nodes {
            let list = line.get("nodename").map_or("", String::as_str);
            if list.eq_ignore_ascii_case("default") {
                continue;
            }
            names.extend(self.expand(list, &mut room)?);
        }
        if names.is_empty() {
            Err(Problem::input("no line NodeName=… names a node"))
        } else {
            Ok(Hosts::new(names))
        }
    }

    /// Expands a list of hosts in this file, within `room`.
    ///
    /// # Errors
    /// The list is malformed, with its position.
    pub(super) fn expand(&self, list: &str, room: &mut Room) -> Result<Vec<String>, Problem> {
        let hosts = room.expand(list);
        hosts.map_err(|what| self.list_problem(list, format!("the list of hosts {what}")))
    }

    /// Problem in a list of hosts in this file.
    pub(super) fn list_problem(&self, list: &str, sentence: String) -> Problem {
        let problem = Problem::input(sentence);
        match self.positions.get(list) {
            Some((Some(file), line, column)) => problem.in_file(file).at(*line, *column),
            Some((None, line, column)) => problem.at(*line, *column),
            None => problem,
        }
    }

    /// Value of a setting, if present.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.get(name).map(String::as_str)
    }
}

/// Problem of the setting `name`, whose `value` is none of the `allowed` ones.
pub(super) fn unknown(name: &str, value: &str, allowed: &str) -> Problem {
    Problem::input(format!("{name} is `{value}`; {allowed} are allowed"))
}

/// Parses `value` of the setting `name` as a whole number within `range`.
pub(super) fn whole(name: &str, value: &str, range: impl RangeBounds<u32>) -> Result<u32, Problem> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let allowed = match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => format!("from {least} to {most}"),
            (Bound::Included(least), _) => format!("from {least}"),
            (_, Bound::Included(most)) => format!("up to {most}"),
            _ => String::new(),
        };
        unknown(name, value, &format!("whole numbers {allowed}"))
    })
}

/// The `lines` other than `DEFAULT`, each with the settings of the `DEFAULT` lines before it.
fn with_defaults(lines: &[Fields], named_by: &str) -> Vec<Fields> {
    let (mut usual, mut all) = (Fields::new(), Vec::new());
    for line in lines {
        let name = line.get(named_by).map_or("", String::as_str);
        if name.eq_ignore_ascii_case("default") {
            usual.extend(line.clone());
            continue;
        }
        let mut whole = usual.clone();
        whole.extend(line.clone());
        all.push(whole);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backslash_joins_lines_without_a_blank() {
        let text =
            "NodeName=n[1-2] CPUs=4 # kind\nPartitionName=a Nodes=n1,\\\nn2 \\\n  MaxTime=5\n";
        let conf = Conf::parse(text).unwrap();
        let partition = &conf.all_partitions()[0];
        assert_eq!(partition["nodes"], "n1,n2");
        assert_eq!(partition["maxtime"], "5");
        // Positions are those of the file.
        let text = "NodeName=n1\nPartitionName=a \\\n  Nodes=n1 \\\n oops\n";
        let problem = Conf::parse(text).unwrap_err();
        let position = problem.position.unwrap();
        assert_eq!((position.line, position.column), (4, 2));
    }

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

    /// The name of a node would have become that of a kind, which no scenario may have.
    #[test]
    fn a_control_character_is_refused_where_it_stands() {
        let problem = Conf::parse("A=1\nNodeName=n\0[1-4] CPUs=2\n").unwrap_err();
        let index = problem.position.map(|index| (index.line, index.column));
        assert_eq!(index, Some((2, 1)));
        assert!(problem.sentence.contains(r"'\0'"), "{}", problem.sentence);
    }

    #[test]
    fn malformed_settings_are_refused_with_their_line() {
        let position = |problem: Problem| problem.position.map(|index| (index.line, index.column));
        let problem = Conf::parse("A=1\nB=2 \\\n C=3 hello\n").unwrap_err();
        assert_eq!(position(problem), Some((3, 6)));
        let conf = Conf::parse("A=1\nNodeName=a CPUs=2\nNodeName=n[1-,3] CPUs=2\n").unwrap();
        assert_eq!(position(conf.hosts().unwrap_err()), Some((3, 10)));
        let problem = Conf::parse("Include other.conf").unwrap_err();
        assert!(problem.sentence.contains("put the lines of that file here"));
        assert!(Conf::parse("A=1").unwrap().hosts().is_err());
    }
}
