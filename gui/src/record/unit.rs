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

impl Experiment {
    /// Returns the unit of its sizes: cores where jobs share nodes, else that of its workload.
    pub fn unit(&self) -> Unit {
        match self.cluster {
            Some(_) => Unit::Core,
            None => self.counted_in,
        }
    }
}

/// Unit of the sizes of several runs: nodes, where they differ.
#[cfg(feature = "window")]
pub(crate) fn unit_of<'r>(runs: impl IntoIterator<Item = &'r super::Run>) -> Unit {
    let mut units = runs.into_iter().map(|run| run.experiment.unit());
    let first = units.next().unwrap_or_default();
    if units.all(|unit| unit == first) {
        first
    } else {
        Unit::Node
    }
}
