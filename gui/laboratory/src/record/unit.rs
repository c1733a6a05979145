//! Unit of the sizes of jobs and of their machine: nodes, or the unit of a log.

use super::Experiment;

/// Unit of sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// Whole nodes.
    #[default]
    Node,
    /// Processors, in a log whose nodes have several.
    Processor,
    /// Cores.
    Core,
    /// GPUs.
    Gpu,
}

impl Unit {
    /// Its name in the singular.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Processor => "processor",
            Self::Core => "core",
            Self::Gpu => "GPU",
        }
    }

    /// Its name in the plural.
    pub const fn many(self) -> &'static str {
        match self {
            Self::Node => "nodes",
            Self::Processor => "processors",
            Self::Core => "cores",
            Self::Gpu => "GPUs",
        }
    }

    /// So many of it: `1 node`, `12 nodes`.
    pub fn counted(self, number: u32) -> String {
        let noun = if number == 1 { self.one() } else { self.many() };
        format!("{number} {noun}")
    }

    /// Its name at the head of a column.
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Node => "Nodes",
            Self::Processor => "Processors",
            Self::Core => "Cores",
            Self::Gpu => "GPUs",
        }
    }

    /// Name of a curve of busy ones over time.
    pub const fn busy(self) -> &'static str {
        match self {
            Self::Node => "Busy nodes",
            Self::Processor => "Busy processors",
            Self::Core => "Busy cores",
            Self::Gpu => "Busy GPUs",
        }
    }
}

impl Unit {
    /// `text`, which speaks of nodes, where sizes count this instead.
    pub fn in_text(self, text: &str) -> String {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut said = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            said += match word {
                "node" => self.one(),
                "nodes" => self.many(),
                "Nodes" => self.heading(),
                other => other,
            };
            let sign = behind.chars().next().map_or(0, char::len_utf8);
            said += &behind[..sign];
            rest = &behind[sign..];
        }
        said
    }
}

impl Experiment {
    /// Returns the unit of its sizes: cores where jobs share nodes, else that of its workload.
    pub fn unit(&self) -> Unit {
        match self.cluster {
            Some(_) => Unit::Core,
            None => self.size_unit,
        }
    }

    /// Returns the unit of its machine: also where jobs share nodes, the machine is of nodes.
    pub fn machine_unit(&self) -> Unit {
        match self.cluster {
            Some(_) => Unit::Node,
            None => self.size_unit,
        }
    }
}

/// Unit of the sizes of several runs: nodes, where they differ.
pub fn unit_of<'r>(runs: impl IntoIterator<Item = &'r super::Run>) -> Unit {
    let mut units = runs.into_iter().map(|run| run.experiment.unit());
    let first = units.next().unwrap_or_default();
    if units.all(|unit| unit == first) {
        first
    } else {
        Unit::Node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a machine of processors, what is said of metrics on hover spoke of nodes.
    #[test]
    fn what_is_said_of_nodes_is_said_of_what_is_counted() {
        let text = "Nodes: the share of node time, 0 to 1, in which nodes were free (nodes_free).";
        let said = "Processors: the share of processor time, 0 to 1, in which processors were free (nodes_free).";
        assert_eq!(Unit::Processor.in_text(text), said);
        assert_eq!(Unit::Node.in_text(text), text);
    }
}
