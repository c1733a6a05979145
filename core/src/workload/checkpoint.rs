//! Checkpoints that a job writes while it runs, from which it can be restarted.

use crate::units::time::Duration;

/// Checkpointing of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// Work between two checkpoints.
    pub interval: Duration,
    /// Time to write one, in which there is no other progress.
    pub cost: Duration,
}

impl Checkpoint {
    /// Runtime for `work`: a checkpoint is written after each interval, but none at the
    /// end.
    ///
    /// ```
    /// use cosched_core::workload::Checkpoint;
    /// use cosched_core::Duration;
    /// let seconds = Duration::from_seconds;
    /// let checkpoint = Checkpoint { interval: seconds(100), cost: seconds(5) };
    /// assert_eq!(checkpoint.time(seconds(100)), seconds(100));
    /// assert_eq!(checkpoint.time(seconds(250)), seconds(260));
    /// assert_eq!(checkpoint.writing(seconds(260)), seconds(10));
    /// assert_eq!(checkpoint.kept(seconds(209)), seconds(105)); // the second is not whole
    /// ```
    pub const fn time(self, work: Duration) -> Duration {
        let written = match self.interval.0 {
            0 => 0,
            interval => work.0.div_ceil(interval).saturating_sub(1),
        };
        Duration(work.0.saturating_add(written.saturating_mul(self.cost.0)))
    }

    /// Part of a run of this length that is spent on writing.
    pub const fn writing(self, run: Duration) -> Duration {
        let written = run.0.div_ceil(self.period()).saturating_sub(1);
        Duration(written * self.cost.0)
    }

    /// Part of a run of this length that need not be repeated.
    pub const fn kept(self, run: Duration) -> Duration {
        Duration(run.0 - run.0 % self.period())
    }

    /// Time from the end of one checkpoint to that of the next; never 0.
    const fn period(self) -> u64 {
        match self.interval.0.saturating_add(self.cost.0) {
            0 => 1,
            period => period,
        }
    }
}
