//! A line that selects jobs, as in `user == 12 && nodes >= 64 && wait > 2h`.

mod lex;
mod parse;
mod quantity;

use std::fmt;
use std::str::FromStr;

use crate::record::Run;
pub use quantity::Quantity;

/// A selection of jobs.
///
/// ```
/// use cosched_laboratory::metrics::select::filter::Filter;
///
/// let filter: Filter = "nodes >= 64 && (wait > 2h || killed)".parse()?;
/// let wrong = "nodes >= many".parse::<Filter>().unwrap_err();
/// assert_eq!(wrong.at, 9);
/// # Ok::<(), cosched_laboratory::metrics::select::filter::FilterError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    text: String,
    condition: Condition,
}

/// Condition of a selected job.
#[derive(Clone, PartialEq, Debug)]
enum Condition {
    Any,
    Compared(Quantity, Comparison, f64),
    Not(Box<Self>),
    Both(Box<Self>, Box<Self>),
    Either(Box<Self>, Box<Self>),
}

/// Relation of a quantity to a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    Equal,
    Other,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    fn holds(self, one: f64, other: f64) -> bool {
        match self {
            Self::Equal => one == other,
            Self::Other => one != other,
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::More => one > other,
            Self::AtLeast => one >= other,
        }
    }
}

/// An error in a line, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilterError {
    /// Index of the character, from 0.
    pub at: usize,
    /// The error in one sentence.
    pub sentence: String,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.at + 1, self.sentence)
    }
}

impl std::error::Error for FilterError {}

impl Default for Filter {
    /// All jobs.
    fn default() -> Self {
        Self {
            text: String::new(),
            condition: Condition::Any,
        }
    }
}

impl FromStr for Filter {
    type Err = FilterError;

    /// Parses a line; an empty one selects all jobs.
    fn from_str(text: &str) -> Result<Self, FilterError> {
        let text = text.trim();
        Ok(Self {
            text: text.to_owned(),
            condition: parse::line(text)?,
        })
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Filter {
    /// Whether it selects all jobs.
    pub fn is_all(&self) -> bool {
        self.condition == Condition::Any
    }

    /// Returns the conjunction with `other`; only one of them where that suffices.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        if self.is_all() || *self == *other {
            return other.clone();
        }
        if other.is_all() || self.text.split("&&").any(|part| part.trim() == other.text) {
            return self.clone();
        }
        let bracketed = |filter: &Self| match filter.condition {
            Condition::Either(..) => format!("({})", filter.text),
            _ => filter.text.clone(),
        };
        Self {
            text: format!("{} && {}", bracketed(self), bracketed(other)),
            condition: Condition::Both(
                Box::new(self.condition.clone()),
                Box::new(other.condition.clone()),
            ),
        }
    }

    /// Whether it selects the same jobs in all runs of a workload: it uses nothing that a policy
    /// decides.
    pub fn is_policy_independent(&self) -> bool {
        self.condition.is_of_workload()
    }

    /// Whether it selects `job` of `run`. A comparison with an unknown quantity is false.
    pub fn selects(&self, run: &Run, job: usize) -> bool {
        self.condition.holds(run, job)
    }
}

impl Condition {
    fn holds(&self, run: &Run, job: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Compared(quantity, comparison, value) => quantity
                .of(run, job)
                .is_some_and(|known| comparison.holds(known, *value)),
            Self::Not(inner) => !inner.holds(run, job),
            Self::Both(one, other) => one.holds(run, job) && other.holds(run, job),
            Self::Either(one, other) => one.holds(run, job) || other.holds(run, job),
        }
    }

    fn is_of_workload(&self) -> bool {
        match self {
            Self::Any => true,
            Self::Compared(quantity, ..) => quantity.is_policy_independent(),
            Self::Not(inner) => inner.is_of_workload(),
            Self::Both(one, other) | Self::Either(one, other) => {
                one.is_of_workload() && other.is_of_workload()
            }
        }
    }
}
