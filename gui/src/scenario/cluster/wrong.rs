//! What is wrong with the description of a cluster, and which part of it is.

use crate::scenario::fields::Part;

/// What is wrong with the description of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Which partition or reservation it is about, by its place, if it is about one.
    pub(in crate::scenario) part: Option<(Part, usize)>,
    /// The sentence.
    pub sentence: String,
}

impl Wrong {
    pub(super) fn of<T>(sentence: impl Into<String>) -> Result<T, Self> {
        Err(Self {
            part: None,
            sentence: sentence.into(),
        })
    }

    /// That of the partition or reservation in this place.
    pub(super) fn at(part: Part, place: usize) -> impl Fn(String) -> Self {
        move |sentence| Self {
            part: Some((part, place)),
            sentence,
        }
    }
}
