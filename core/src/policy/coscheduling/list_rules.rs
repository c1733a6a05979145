//! Parameters for filling a quantum from lists.

use crate::units::time::Duration;

/// Parameters for filling a quantum from lists; the paper leaves much of it open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListRules {
    /// Length of a quantum, at least a nanosecond.
    pub quantum: Duration,
    /// Time that a job loses of a quantum if it did not run in the one before, less than a
    /// quantum.
    pub switch: Duration,
    /// Maximum number of primaries, and of secondaries, in a quantum; five in the paper.
    pub max_jobs: u32,
    /// Whether jobs of the first and of the second half of the workload are in separate
    /// lists.
    pub heads: bool,
    /// Whether the two lists take turns in giving the primaries.
    pub swap: bool,
    /// Whether some processes of a job may run where not all fit.
    pub partial: bool,
    /// Whether only the first ones, and the next ones, are considered, fit or not, as the
    /// paper's words have it.
    pub window: bool,
    /// Whether new jobs are behind those that wait, not ahead.
    pub arrivals_last: bool,
}

impl ListRules {
    /// For medium grain: one list, whole jobs.
    pub const fn medium(quantum: Duration) -> Self {
        Self {
            quantum,
            switch: Duration::ZERO,
            max_jobs: 5,
            heads: false,
            swap: true,
            partial: false,
            window: false,
            arrivals_last: false,
        }
    }

    /// For coarse grain: two lists, and parts of jobs.
    pub const fn coarse(quantum: Duration) -> Self {
        Self {
            heads: true,
            partial: true,
            ..Self::medium(quantum)
        }
    }

    /// For independent processes: one list, and parts of jobs.
    pub const fn independent(quantum: Duration) -> Self {
        Self {
            partial: true,
            ..Self::medium(quantum)
        }
    }

    /// By the letter of the paper.
    #[must_use]
    pub const fn literal(self) -> Self {
        Self {
            swap: false,
            window: true,
            arrivals_last: true,
            ..self
        }
    }
}
