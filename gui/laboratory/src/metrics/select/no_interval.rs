//! Reasons why it is not said how sure a change is.

use crate::base::format::counted;

/// Least number of jobs whose values differ, fifteen in a batch: with fewer, the few that make up
/// most of a mean are likely to be missing.
pub const LEAST_DIFFERENT: usize = 120;

/// Reason for the absence of an interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NoInterval {
    /// The mean before is 0, or there are no jobs: no share of it exists.
    NothingBefore,
    /// All jobs have the same values before and after.
    AllSame,
    /// Only so many jobs have different values.
    FewJobs(usize),
    /// The values before are so concentrated that the mean before may itself be near 0, and a share
    /// of it anything.
    FewStretches {
        /// Effective number of independent stretches of time of equal weight: all batches where
        /// they are equal, one where one has everything. Kish, "Survey sampling", 1965.
        equal: f64,
        /// Number of such stretches needed.
        needed: f64,
    },
}

impl NoInterval {
    /// Returns the reason in a sentence.
    pub fn sentence(self) -> String {
        match self {
            Self::NothingBefore => "the mean before is 0".to_owned(),
            Self::AllSame => "all jobs have the same in both".to_owned(),
            Self::FewJobs(jobs) => format!(
                "too short to say: the two differ in {}; at least {LEAST_DIFFERENT} are needed",
                counted(jobs, "job")
            ),
            Self::FewStretches { equal, needed } => format!(
                "too short to say: most of it falls into few stretches of time, like {equal:.1} \
                 independent ones of equal weight; more than {needed:.1} are needed"
            ),
        }
    }

    /// Returns the words in place of an interval.
    pub fn words(self) -> &'static str {
        match self {
            Self::NothingBefore => "–",
            Self::AllSame => "the same",
            Self::FewJobs(_) | Self::FewStretches { .. } => "too short to say",
        }
    }
}
