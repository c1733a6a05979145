//! A job that was moved to another server, until its run is there.

/// A move in progress, to be compared with the run it began from.
pub(crate) struct Move {
    /// Job and server, in words.
    pub(super) words: String,
    /// Name of the run it began from.
    pub(super) label: String,
    /// Makespan of that run, in seconds.
    pub(super) makespan: f64,
}
