//! Explanations of a policy in its own words, with quantities.

use core::fmt;

use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// Maximum number of quantities in an [`Explanation`].
pub const MAX_QUANTITIES: usize = 3;

/// A number in an [`Explanation`], with its unit, so that a program can format it in its
/// own way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Quantity {
    /// A number without a unit, as of jobs.
    Number(u64),
    /// A number of nodes (processors, cores: what jobs request).
    Nodes(u32),
    /// A job.
    Job(JobId),
    /// An instant.
    Time(Time),
    /// A span of time.
    Duration(Duration),
}

/// Reason for an action of a policy, in its own words: a text in which each `{}` stands for
/// a quantity, in their order.
///
/// ```
/// use cosched_core::engine::{Explanation, WaitReason, Quantity};
/// let why = Explanation::new("its user has {} and may have {}")
///     .with(Quantity::Nodes(6))
///     .with(Quantity::Nodes(8));
/// assert_eq!(why.to_string(), "its user has 6 nodes and may have 8 nodes");
/// let plain = WaitReason::Other { why: "nobody starts on Sundays".into(), behind: None };
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explanation {
    text: &'static str,
    quantities: [Option<Quantity>; MAX_QUANTITIES],
}

/// A piece of an [`Explanation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Text as it is.
    Text(&'static str),
    /// The quantity for a `{}`.
    Quantity(Quantity),
}

impl Explanation {
    /// An explanation with this text. A `{}` without a quantity stays as it is.
    #[inline]
    pub const fn new(text: &'static str) -> Self {
        Self {
            text,
            quantities: [None; MAX_QUANTITIES],
        }
    }

    /// Adds a quantity, for the next `{}`. More than [`MAX_QUANTITIES`], and quantities
    /// without a `{}`, are dropped.
    #[must_use]
    pub const fn with(mut self, quantity: Quantity) -> Self {
        let mut index = 0;
        while index < MAX_QUANTITIES {
            if self.quantities[index].is_none() {
                self.quantities[index] = Some(quantity);
                return self;
            }
            index += 1;
        }
        self
    }

    /// The text, with `{}`.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Its pieces, in order.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        let mut quantities = self.quantities.into_iter().flatten();
        let (mut rest, mut next) = (self.text, None);
        core::iter::from_fn(move || {
            if let Some(quantity) = next.take() {
                return Some(Piece::Quantity(quantity));
            }
            if let Some((before, behind)) = rest.split_once("{}")
                && let Some(quantity) = quantities.next()
            {
                (rest, next) = (behind, Some(quantity));
                return Some(Piece::Text(before));
            }
            let last = core::mem::take(&mut rest);
            (!last.is_empty()).then_some(Piece::Text(last))
        })
    }
}

impl From<&'static str> for Explanation {
    #[inline]
    fn from(text: &'static str) -> Self {
        Self::new(text)
    }
}

/// With the indices of jobs, and times in seconds.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().try_for_each(|piece| match piece {
            Piece::Text(text) => f.write_str(text),
            Piece::Quantity(Quantity::Number(number)) => write!(f, "{number}"),
            Piece::Quantity(Quantity::Nodes(1)) => f.write_str("1 node"),
            Piece::Quantity(Quantity::Nodes(nodes)) => write!(f, "{nodes} nodes"),
            Piece::Quantity(Quantity::Job(job)) => write!(f, "job {}", job.index()),
            Piece::Quantity(Quantity::Time(at)) => write!(f, "{at} s"),
            Piece::Quantity(Quantity::Duration(span)) => write!(f, "{span} s"),
        })
    }
}
