//! A fact of a job, and the progress of the job from which on it is known.

/// Progress of a job, from which on some of its facts are known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum JobProgress {
    NotSubmitted,
    Waiting,
    Started,
    /// Ended, or refused; without a replay all jobs are.
    Over,
}

impl JobProgress {
    /// Whether `fact` is known, and does not stand above the others.
    pub(crate) fn is_known(self, fact: &Fact) -> bool {
        self >= fact.known_from && !(self == Self::Over && fact.is_above)
    }
}

/// A fact of a job.
pub(crate) struct Fact {
    /// Name.
    pub(crate) name: &'static str,
    /// Value.
    pub(crate) value: String,
    /// Stage from which on it is known.
    pub(crate) known_from: JobProgress,
    /// Whether the line above the facts has it once the job is over.
    pub(crate) is_above: bool,
}

impl Fact {
    /// Returns a fact that is known once the job is submitted.
    pub(crate) fn submitted(name: &'static str, value: impl Into<String>) -> Self {
        Self {
            name,
            value: value.into(),
            known_from: JobProgress::Waiting,
            is_above: false,
        }
    }

    /// Returns a fact that is known once the job has started.
    pub(crate) fn started(name: &'static str, value: impl Into<String>) -> Self {
        Self {
            known_from: JobProgress::Started,
            ..Self::submitted(name, value)
        }
    }

    /// Returns a fact that is known once the job has ended.
    pub(crate) fn ended(name: &'static str, value: impl Into<String>) -> Self {
        Self {
            known_from: JobProgress::Over,
            ..Self::submitted(name, value)
        }
    }

    /// Marks the fact as one that the line above has once the job is over.
    pub(crate) fn above(self) -> Self {
        Self {
            is_above: true,
            ..self
        }
    }
}
