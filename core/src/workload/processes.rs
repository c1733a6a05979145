//! Processes of parallel jobs and their barriers.

use crate::error::ScenarioError;
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::Duration;

/// Processor time between two barriers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grain {
    /// None: no process progresses unless all that are not done run at once.
    Lockstep,
    /// This time, at least a nanosecond.
    Every(Duration),
    /// There are no barriers.
    Independent,
}

/// Jobs by their grain, from those that must run at once to those that need not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum GrainClass {
    /// Its processes must run at once.
    Fine,
    /// They should, but do not use all of the time.
    Medium,
    /// They seldom wait for one another.
    Coarse,
    /// They never do.
    #[default]
    Independent,
}

impl GrainClass {
    /// Number of classes.
    pub const COUNT: usize = 4;
}

/// Specification of a job's processes, one on each of its nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessSpec {
    /// The class of its grain.
    pub class: GrainClass,
    /// Processor time between two barriers.
    pub grain: Grain,
    /// Share of a node that a process uses when all of them run.
    pub utilisation: Rate,
}

impl ProcessSpec {
    /// Processes that use all of their nodes and never wait.
    pub const INDEPENDENT: Self = Self {
        class: GrainClass::Independent,
        grain: Grain::Independent,
        utilisation: Rate::FULL,
    };
}

/// Processes of all jobs: read-only, so that it may lie in flash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProcessTable<'a> {
    specs: &'a [ProcessSpec],
    first: &'a [u32],
}

impl<'a> ProcessTable<'a> {
    /// Job `j` is `specs[j]`; its processes are those from `first[j]` on, one
    /// for each of its nodes, up to `first[j + 1]`.
    pub const fn new(specs: &'a [ProcessSpec], first: &'a [u32]) -> Self {
        Self { specs, first }
    }

    /// Whether this is the same slice as `other`, or equal to it.
    #[cfg(feature = "coscheduling")]
    pub(crate) fn is_same(&self, other: &ProcessTable<'_>) -> bool {
        let same = core::ptr::eq(self.specs, other.specs) && core::ptr::eq(self.first, other.first);
        // Repeated checks compare the same slice, which is fast.
        same || self == other
    }

    /// Specification of the processes of `job`.
    pub fn of(&self, job: JobId) -> ProcessSpec {
        self.specs[job.index()]
    }

    /// Indices of its processes among all.
    pub fn range_of(&self, job: JobId) -> core::ops::Range<usize> {
        let [first, end] = [job.index(), job.index() + 1].map(|row| self.first[row] as usize);
        first..end
    }

    /// Number of processes of all jobs.
    pub fn len(&self) -> usize {
        self.first.last().map_or(0, |end| *end as usize)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether some leave a part of their nodes to others, which progress by fractions of a
    /// nanosecond there.
    pub(crate) fn has_parts(&self) -> bool {
        let mut specs = self.specs.iter();
        specs.any(|spec| spec.utilisation != Rate::FULL)
    }

    /// Checks that it describes jobs with these numbers of nodes.
    pub(crate) fn check(
        &self,
        nodes: impl ExactSizeIterator<Item = u32>,
    ) -> Result<(), ScenarioError> {
        let rows = nodes.len() + 1;
        let wrong = ScenarioError::ProcessTable { rows };
        if self.specs.len() + 1 != rows || self.first.len() != rows {
            return Err(wrong);
        }
        for (nodes, ends) in nodes.zip(self.first.windows(2)) {
            if ends[1].checked_sub(ends[0]) != Some(nodes) {
                return Err(wrong);
            }
        }
        Ok(())
    }
}
