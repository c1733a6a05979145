//! Outages of nodes: known beforehand, at given times, or drawn; and caps on busy nodes.

use super::bits::bits_of;
use crate::error::OutageError;
use crate::random::draw;
use crate::units::time::{Duration, Time};
use crate::workload::Checkpoint;

/// Nodes that will be out of service, known to all policies from the beginning: a job
/// starts on them only if it ends before by its estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Maintenance {
    /// Its beginning.
    pub from: Time,
    /// Its end; the nodes are in service again from then on.
    pub until: Time,
    /// First of the nodes, from 0.
    pub first: u32,
    /// Number of nodes.
    pub count: u32,
}

/// Maximum number of busy nodes from some instant on, as a cap on power sets it. All
/// policies know it from the beginning: a job starts only if, by the estimates of it and
/// the running jobs, the number of busy nodes stays within the caps until it ends. Running
/// jobs are not stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cap {
    /// Its beginning; it holds until the next one.
    pub from: Time,
    /// Maximum number of busy nodes.
    pub nodes: u32,
}

/// A change of nodes that is not known beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeChange {
    /// Time of the change.
    pub at: Time,
    /// First of the nodes, from 0.
    pub first: u32,
    /// Number of nodes.
    pub count: u32,
    /// The change.
    pub change: Change,
}

/// Change of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It fails; jobs on it are interrupted.
    Down,
    /// It accepts no more jobs; jobs on it stay.
    Drain,
    /// It has been repaired, and is no longer drained.
    Up,
}

/// Distribution of the duration of a state that ends by chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Lifetime {
    /// Exponential: the remaining time does not depend on the time passed.
    Exponential {
        /// The mean.
        mean: Duration,
    },
    /// Weibull. With a shape below 1 the expected remaining time grows with the time
    /// passed: Schroeder and Gibson, "A large-scale study of failures in high-performance
    /// computing systems", 2006, find shapes from 0.7 to 0.8 between failures.
    Weibull {
        /// The shape, above 0.
        shape: f64,
        /// The scale: a share of 1 - 1/e has ended by then.
        scale: Duration,
    },
}

impl Lifetime {
    /// Quantile of the duration at `chance`, 0 to just under 1; at least a nanosecond.
    ///
    /// ```
    /// use cosched_core::machine::Lifetime;
    /// use cosched_core::Duration;
    /// let mean = Duration::from_seconds(100);
    /// let half_life = Lifetime::Exponential { mean }.quantile(0.5);
    /// assert_eq!(half_life.seconds().round(), 69.0); // 100 ln 2
    /// ```
    pub fn quantile(self, chance: f64) -> Duration {
        let (shape, scale) = match self {
            Self::Exponential { mean } => (1.0, mean),
            Self::Weibull { shape, scale } => (shape, scale),
        };
        let hazard = -libm::log1p(-chance);
        let time = libm::round(libm::pow(hazard, 1.0 / shape) * scale.0 as f64);
        // Casts of floats saturate.
        Duration((time as u64).max(1))
    }

    fn is_possible(self) -> bool {
        match self {
            Self::Exponential { mean } => mean > Duration::ZERO,
            Self::Weibull { shape, scale } => {
                shape.is_finite() && shape > 0.0 && scale > Duration::ZERO
            }
        }
    }
}

/// Failures by chance: each node independently alternates between up and down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Faults {
    /// Seed of the history.
    pub seed: u64,
    /// Time that a node is up.
    pub failure: Lifetime,
    /// Time that it is then down.
    pub repair: Lifetime,
}

impl Faults {
    /// Duration of the state of `node` after `changes` changes, up at first. It depends on
    /// nothing else, so the history is the same under all policies.
    pub fn duration(&self, node: u32, changes: u32) -> Duration {
        let name = [FAULTS, u64::from(node), u64::from(changes), 0];
        let lifetime = if changes.is_multiple_of(2) {
            self.failure
        } else {
            self.repair
        };
        lifetime.quantile(draw(self.seed, name))
    }
}

/// Name of these draws.
const FAULTS: u64 = 0x6661_756c_7473;

/// Consequence for jobs on nodes that go out of service.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Interrupted {
    /// They wait again in their old positions, with nothing done.
    #[default]
    Requeued,
    /// They wait again in their old positions, with the work that their last
    /// [checkpoints](crate::workload::Checkpoint) kept.
    TakenUp,
    /// They are gone.
    Killed,
}

/// Outages, caps and their consequences in a simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outages<'a> {
    /// Maintenance in order of beginning; windows of the same node do not overlap.
    pub maintenance: &'a [Maintenance],
    /// Other changes, in order of time.
    pub changes: &'a [NodeChange],
    /// Failures by chance.
    pub faults: Option<Faults>,
    /// Whether nodes are reported down, drained and up from outside:
    /// [`crate::engine::Engine::node_down`].
    pub is_external: bool,
    /// Consequence for jobs on nodes that go out of service.
    pub interrupted: Interrupted,
    /// Maximum number of requeues of a job after interruptions; the next one kills it.
    pub max_requeues: u32,
    /// Checkpoints where jobs are [taken up](Interrupted::TakenUp): one for all of them, or
    /// one for each of the workload. The runtimes and estimates of jobs include the time to
    /// [write them](Checkpoint::time).
    pub checkpoints: &'a [Checkpoint],
    /// Caps on busy nodes, in order of time; there is none before the first, and the last
    /// one holds forever.
    #[cfg(feature = "caps")]
    pub caps: &'a [Cap],
}

impl<'a> Outages<'a> {
    /// All nodes are always in service.
    pub const NONE: Self = Self {
        maintenance: &[],
        changes: &[],
        faults: None,
        is_external: false,
        interrupted: Interrupted::Requeued,
        max_requeues: u32::MAX,
        checkpoints: &[],
        #[cfg(feature = "caps")]
        caps: &[],
    };

    /// Caps on busy nodes.
    #[inline]
    pub const fn caps(&self) -> &'a [Cap] {
        #[cfg(feature = "caps")]
        return self.caps;
        #[cfg(not(feature = "caps"))]
        &[]
    }

    /// Maximum number of busy nodes in the end, of a machine of `nodes` nodes.
    pub(crate) const fn last_cap(&self, nodes: u32) -> u32 {
        match self.caps().last() {
            Some(cap) if cap.nodes < nodes => cap.nodes,
            _ => nodes,
        }
    }

    /// Whether a node may ever be out of service, or withheld by a cap.
    pub const fn are_possible(&self) -> bool {
        self.is_external
            || !self.maintenance.is_empty()
            || !self.changes.is_empty()
            || self.faults.is_some()
            || !self.caps().is_empty()
    }

    /// Checkpoints of the job with this index.
    pub(crate) fn checkpoint(&self, index: usize) -> Option<Checkpoint> {
        match self.checkpoints {
            [all] => Some(*all),
            each => each.get(index).copied(),
        }
    }

    /// Checks it for a machine of `nodes` nodes and `jobs` jobs.
    ///
    /// # Errors
    /// The first error in it.
    pub fn check(&self, nodes: u32, jobs: usize) -> Result<(), OutageError> {
        let machine = nodes;
        let fits = |first: u32, count: u32| match first.checked_add(count) {
            _ if count == 0 => Err(OutageError::NoNodes),
            Some(end) if end <= machine => Ok(()),
            _ => Err(OutageError::NoSuchNodes {
                last: first.saturating_add(count),
                machine,
            }),
        };
        let mut before = Time::ZERO;
        for (index, window) in self.maintenance.iter().enumerate() {
            let Maintenance { from, until, .. } = *window;
            fits(window.first, window.count)?;
            if from >= until {
                return Err(OutageError::NoLength { from, until });
            }
            if from < before {
                return Err(OutageError::OutOfOrder { at: from, before });
            }
            before = from;
            let earlier = self.maintenance.get(..index).unwrap_or_default();
            if let Some(other) = earlier.iter().find(|other| window.overlaps(other)) {
                return Err(OutageError::Overlap {
                    from,
                    until: other.until,
                });
            }
        }
        before = Time::ZERO;
        for change in self.changes {
            fits(change.first, change.count)?;
            if change.at < before {
                let at = change.at;
                return Err(OutageError::OutOfOrder { at, before });
            }
            before = change.at;
        }
        for (cap, next) in self.caps().iter().zip(self.caps().iter().skip(1)) {
            let (at, before) = (next.from, cap.from);
            if at <= before {
                return Err(OutageError::CapOrder { at, before });
            }
        }
        let possible = |faults: Faults| faults.failure.is_possible() && faults.repair.is_possible();
        if !self.faults.is_none_or(possible) {
            return Err(OutageError::Lifetime);
        }
        let rows = self.checkpoints.len();
        if rows > 1 && rows != jobs {
            return Err(OutageError::CheckpointTable { rows, jobs });
        }
        if self
            .checkpoints
            .iter()
            .all(|one| one.interval > Duration::ZERO)
        {
            Ok(())
        } else {
            Err(OutageError::NoInterval)
        }
    }
}

impl Maintenance {
    /// Whether both have a node at the same time.
    fn overlaps(&self, other: &Self) -> bool {
        let nodes = self.first < other.first.saturating_add(other.count)
            && other.first < self.first.saturating_add(self.count);
        nodes && self.from < other.until && other.from < self.until
    }

    /// Whether it includes `node`.
    pub const fn includes(&self, node: u32) -> bool {
        node >= self.first && node - self.first < self.count
    }

    /// Bits of its nodes in the word of index `word`.
    pub(crate) fn word(&self, word: usize) -> u64 {
        bits_of(self.first, self.count, word)
    }
}

/// State of a node; it may be out of service for several reasons at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeState(u8);

impl NodeState {
    /// In service.
    pub const UP: Self = Self(0);
    /// Reported as failed.
    pub const DOWN: Self = Self(1);
    /// Drained: accepts no more jobs.
    pub const DRAINED: Self = Self(2);
    /// In maintenance.
    pub const MAINTENANCE: Self = Self(4);
    /// Failed by chance.
    pub const FAILED: Self = Self(8);
    /// Failed or went into maintenance since the last call of the policy, even if it is in
    /// service again.
    pub(crate) const WENT_OUT: Self = Self(16);

    /// Whether it is in service.
    pub const fn is_up(self) -> bool {
        self.0 == 0
    }

    /// Whether it has failed.
    pub const fn is_down(self) -> bool {
        self.0 & (Self::DOWN.0 | Self::FAILED.0) != 0
    }

    /// Whether it accepts no more jobs, but keeps those it has.
    pub const fn is_drained(self) -> bool {
        self.0 & Self::DRAINED.0 != 0
    }

    /// Whether it is in maintenance.
    pub const fn is_in_maintenance(self) -> bool {
        self.0 & Self::MAINTENANCE.0 != 0
    }

    /// Whether the time of its return to service is unknown.
    pub(crate) const fn is_out_for_long(self) -> bool {
        self.0 & !Self::MAINTENANCE.0 != 0
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}
