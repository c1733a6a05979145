//! Errors in the description of a cluster.

/// Error in the description of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutError {
    /// Partition or reservation it is about, by the list's name and its index, if any.
    pub(in crate::scenario) part: Option<(&'static str, usize)>,
    /// Sentence.
    pub sentence: String,
}

impl LayoutError {
    pub(super) fn of<T>(sentence: impl Into<String>) -> Result<T, Self> {
        Err(Self {
            part: None,
            sentence: sentence.into(),
        })
    }

    /// Makes an error of the part with this index in the cluster's list of that name.
    pub(super) fn at(list: &'static str, index: usize) -> impl Fn(String) -> Self {
        move |sentence| Self {
            part: Some((list, index)),
            sentence,
        }
    }
}
