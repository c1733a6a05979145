//! What is wrong with the description of a cluster, and which part of it is.

/// What is wrong with the description of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Which partition it is about, by its place, if it is about one.
    pub partition: Option<usize>,
    /// The sentence.
    pub sentence: String,
}

impl Wrong {
    pub(super) fn of<T>(sentence: impl Into<String>) -> Result<T, Self> {
        Err(Self {
            partition: None,
            sentence: sentence.into(),
        })
    }

    /// That of the partition in this place.
    pub(super) fn at(place: usize) -> impl Fn(String) -> Self {
        move |sentence| Self {
            partition: Some(place),
            sentence,
        }
    }
}
