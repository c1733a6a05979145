//! Classes of jobs by how long they run.

use crate::units::time::Duration;

/// How long a job runs, roughly: what coarse time slices are given to.
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
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// Its place in [`Class::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Where one class ends and the next begins.
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
    /// The class of a job that runs, or is estimated to run, so long.
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
