//! Errors in the description of a cluster.

use crate::scenario::fields::Part;

/// Error in the description of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Partition or reservation it is about, by index, if any.
    pub(in crate::scenario) part: Option<(Part, usize)>,
    /// Sentence.
    pub sentence: String,
}

impl Wrong {
    pub(super) fn of<T>(sentence: impl Into<String>) -> Result<T, Self> {
        Err(Self {
            part: None,
            sentence: sentence.into(),
        })
    }

    /// Makes an error of the partition or reservation with this index.
    pub(super) fn at(part: Part, place: usize) -> impl Fn(String) -> Self {
        move |sentence| Self {
            part: Some((part, place)),
            sentence,
        }
    }
}
