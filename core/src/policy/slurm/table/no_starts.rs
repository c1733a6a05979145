//! Memory of jobs that have no start within the window of a pass.

use super::refusals::Refusals;
use crate::units::time::Time;

/// Widths and limits of jobs that have no start within the window, whichever instants a search tries.
///
/// Within a pass nodes are only taken. So a job that has none leaves none to those as wide and long.
#[derive(Clone, Copy, Debug)]
pub(in crate::policy::slurm) struct NoStarts {
    refusals: Refusals,
    // Whether a job was passed over because of them.
    pub(in crate::policy::slurm) have_served: bool,
}

impl NoStarts {
    /// None is known.
    pub(in crate::policy::slurm) const NONE: Self = Self {
        refusals: Refusals::NONE,
        have_served: false,
    };

    /// Whether a job on so many nodes, whose limit would end at `end` if it began now, is known to have
    /// none.
    #[inline]
    pub(in crate::policy::slurm) fn cover(&self, (nodes, end): (u32, Time)) -> bool {
        // The end of time stands for no limit that is known.
        end < Time::MAX && self.refusals.cover((nodes, end), Time::ZERO)
    }

    /// Notes that such a job has none.
    pub(in crate::policy::slurm) fn add(&mut self, job: (u32, Time)) {
        self.refusals.add(job, Time::MAX);
    }
}
