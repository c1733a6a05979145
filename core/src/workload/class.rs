//! Classes of jobs by runtime.

use crate::units::time::Duration;

/// Rough runtime of a job, for coarse time slices.
///
/// Esbaugh, "Coarse-grain time sharing with advantageous overhead minimization
/// for parallel job scheduling", 2010, table 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
#[repr(u8)]
pub enum Class {
    /// Minutes.
    #[default]
    Short = 0,
    /// Hours.
    Medium,
    /// Longer.
    Long,
}

impl Class {
    /// All of them, shortest first.
    pub const ALL: [Self; 3] = [Self::Short, Self::Medium, Self::Long];
    /// Number of classes.
    pub const COUNT: usize = Self::ALL.len();

    /// Its index in [`Class::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Bounds between classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClassBounds {
    /// The least runtime of a medium job.
    pub medium: Duration,
    /// The least runtime of a long job.
    pub long: Duration,
}

impl Default for ClassBounds {
    /// Ten minutes and three hours, as in the thesis; a job exactly at a bound
    /// is in the longer class.
    fn default() -> Self {
        Self {
            medium: Duration::from_seconds(600),
            long: Duration::from_seconds(10_800),
        }
    }
}

impl ClassBounds {
    /// Class of a job with this runtime or estimate.
    pub fn class_of(&self, runtime: Duration) -> Class {
        if runtime < self.medium {
            Class::Short
        } else if runtime < self.long {
            Class::Medium
        } else {
            Class::Long
        }
    }
}
