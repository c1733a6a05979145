//! Times in which nodes are out of service: known beforehand, at given times, or drawn.

use super::bits::bits_of;
use crate::error::OutageError;
use crate::random::draw;
use crate::units::time::{Duration, Time};
use crate::workload::Checkpoint;

/// Nodes that will be out of service, as everybody knows from the beginning: no job
/// starts on them that would not have ended before by its estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Maintenance {
    /// From when on.
    pub from: Time,
    /// Until when; they are in service again from then on.
    pub until: Time,
    /// The first of the nodes, counted from 0.
    pub first: u32,
    /// How many there are.
    pub count: u32,
}

/// How many nodes may be busy from some instant on, as a cap on power sets it. Everybody
/// knows it from the beginning: no job starts that would by the estimates, its own and
/// those of the jobs that run, make more nodes busy at any time before it ends. Who runs
/// is not stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cap {
    /// From when on, until the next one.
    pub from: Time,
    /// How many nodes may be busy.
    pub nodes: u32,
}

/// Something that befalls nodes, of which nobody knows beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeChange {
    /// When.
    pub at: Time,
    /// The first of the nodes, counted from 0.
    pub first: u32,
    /// How many there are.
    pub count: u32,
    /// What.
    pub change: Change,
}

/// What befalls a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It fails; who is on it is interrupted.
    Down,
    /// It takes no more jobs; who is on it stays.
    Drain,
    /// It has been repaired, and is drained no longer.
    Up,
}

/// How long something lasts that ends by chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Lifetime {
    /// Exponentially distributed: it ends at any instant as likely as at any other.
    Exponential {
        /// The mean.
        mean: Duration,
    },
    /// Weibull distributed. With a shape below 1 it is the likelier to last the longer
    /// it has lasted: Schroeder and Gibson, "A large-scale study of failures in
    /// high-performance computing systems", 2006, find shapes from 0.7 to 0.8
    /// between failures.
    Weibull {
        /// The shape, above 0.
        shape: f64,
        /// The scale: 1 - 1/e of all have ended by then.
        scale: Duration,
    },
}

impl Lifetime {
    /// The time by which a share `chance`, 0 to just under 1, of all have ended; at
    /// least a nanosecond.
    ///
    /// ```
    /// use cosched_core::machine::Lifetime;
    /// use cosched_core::Duration;
    /// let mean = Duration::from_seconds(100);
    /// let half_life = Lifetime::Exponential { mean }.at(0.5);
    /// assert_eq!(half_life.seconds().round(), 69.0); // 100 ln 2
    /// ```
    pub fn at(self, chance: f64) -> Duration {
        let (shape, scale) = match self {
            Self::Exponential { mean } => (1.0, mean),
            Self::Weibull { shape, scale } => (shape, scale),
        };
        let hazard = -libm::log1p(-chance);
        let time = libm::round(libm::pow(hazard, 1.0 / shape) * scale.0 as f64);
        // A float that is too large becomes the largest number.
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

/// Failures by chance: each node by itself is up and down in turns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Faults {
    /// Which of all possible histories.
    pub seed: u64,
    /// How long a node is up.
    pub failure: Lifetime,
    /// How long it is then down.
    pub repair: Lifetime,
}

impl Faults {
    /// How long `node` stays as it is after it has changed so many times: it is up at
    /// first. That depends on nothing else, so the history is the same under all
    /// policies.
    pub fn lasts(&self, node: u32, changes: u32) -> Duration {
        let name = [FAULTS, u64::from(node), u64::from(changes), 0];
        let lifetime = match changes.is_multiple_of(2) {
            true => self.failure,
            false => self.repair,
        };
        lifetime.at(draw(self.seed, name))
    }
}

/// What these draws are called.
const FAULTS: u64 = 0x6661_756c_7473;

/// What becomes of jobs on nodes that go out of service.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Interrupted {
    /// They wait again in their old places, with nothing done.
    #[default]
    Requeued,
    /// They wait again in their old places, with what their last
    /// [checkpoints](crate::workload::Checkpoint) kept.
    TakenUp,
    /// They are gone.
    Killed,
}

/// All that is to be simulated of nodes out of service.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outages<'a> {
    /// Known beforehand, by their beginnings; none on the same node at the same time.
    pub maintenance: &'a [Maintenance],
    /// What else happens, in the order of time.
    pub changes: &'a [NodeChange],
    /// What happens by chance.
    pub faults: Option<Faults>,
    /// Whether nodes are reported down, drained and up by hand:
    /// [`crate::engine::Engine::node_down`].
    pub by_hand: bool,
    /// What becomes of jobs on nodes that go out of service.
    pub interrupted: Interrupted,
    /// How often a job is sent back to the queue for it; the next time it is killed.
    pub most_requeues: u32,
    /// What the jobs keep where they are [taken up](Interrupted::TakenUp): one for all
    /// of them, or one for each of the workload. The runtimes and estimates of jobs
    /// count the time to [write them](Checkpoint::time).
    pub checkpoints: &'a [Checkpoint],
    /// How many nodes may be busy, in the order of time; as many as there are before the
    /// first, and for ever from the last on.
    #[cfg(feature = "caps")]
    pub caps: &'a [Cap],
}

impl<'a> Outages<'a> {
    /// All nodes are always in service.
    pub const NONE: Self = Self {
        maintenance: &[],
        changes: &[],
        faults: None,
        by_hand: false,
        interrupted: Interrupted::Requeued,
        most_requeues: u32::MAX,
        checkpoints: &[],
        #[cfg(feature = "caps")]
        caps: &[],
    };

    /// How many nodes may be busy.
    #[inline]
    pub const fn caps(&self) -> &'a [Cap] {
        #[cfg(feature = "caps")]
        return self.caps;
        #[cfg(not(feature = "caps"))]
        &[]
    }

    /// How many nodes may be busy in the end, of a machine of so many.
    pub(crate) const fn last_cap(&self, nodes: u32) -> u32 {
        match self.caps().last() {
            Some(cap) if cap.nodes < nodes => cap.nodes,
            _ => nodes,
        }
    }

    /// Whether a node may ever be out of service, or idle because of a cap.
    pub const fn are_possible(&self) -> bool {
        self.by_hand
            || !self.maintenance.is_empty()
            || !self.changes.is_empty()
            || self.faults.is_some()
            || !self.caps().is_empty()
    }

    /// The checkpoints of the job in this place.
    pub(crate) fn checkpoint(&self, place: usize) -> Option<Checkpoint> {
        match self.checkpoints {
            [all] => Some(*all),
            each => each.get(place).copied(),
        }
    }

    /// Whether this can be on a machine of `nodes` nodes, with so many jobs.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, nodes: u32, jobs: usize) -> Result<(), OutageError> {
        let machine = nodes;
        let fits = |first: u32, count: u32| match first.checked_add(count) {
            _ if count == 0 => Err(OutageError::NoNodes),
            Some(end) if end <= machine => Ok(()),
            _ => Err(OutageError::Beyond {
                last: first.saturating_add(count),
                machine,
            }),
        };
        let mut before = Time::ZERO;
        for (place, window) in self.maintenance.iter().enumerate() {
            let Maintenance { from, until, .. } = *window;
            fits(window.first, window.count)?;
            if from >= until {
                return Err(OutageError::NoLength { from, until });
            }
            if from < before {
                return Err(OutageError::OutOfOrder { at: from, before });
            }
            before = from;
            let earlier = self.maintenance.get(..place).unwrap_or_default();
            if let Some(other) = earlier.iter().find(|other| window.overlaps(other)) {
                return Err(OutageError::Twice {
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
        match self
            .checkpoints
            .iter()
            .all(|one| one.interval > Duration::ZERO)
        {
            true => Ok(()),
            false => Err(OutageError::NoInterval),
        }
    }
}

impl Maintenance {
    /// Whether it is of nodes of another at the same time.
    fn overlaps(&self, other: &Self) -> bool {
        let nodes = self.first < other.first.saturating_add(other.count)
            && other.first < self.first.saturating_add(self.count);
        nodes && self.from < other.until && other.from < self.until
    }

    /// Whether it is of `node`.
    pub const fn is_of(&self, node: u32) -> bool {
        node >= self.first && node - self.first < self.count
    }

    /// Its nodes among the 64 of a word.
    pub(crate) fn word(&self, word: usize) -> u64 {
        bits_of(self.first, self.count, word)
    }
}

/// Whether a node is in service; a node may be out of it for several reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeState(u8);

impl NodeState {
    /// In service.
    pub const UP: Self = Self(0);
    /// Failed, as was said.
    pub const DOWN: Self = Self(1);
    /// Takes no more jobs.
    pub const DRAINED: Self = Self(2);
    /// In maintenance.
    pub const MAINTENANCE: Self = Self(4);
    /// Failed by chance.
    pub const FAILED: Self = Self(8);
    /// It failed or went into maintenance since the policy was last asked, whether it
    /// is in service again or not.
    pub(crate) const FELL: Self = Self(16);

    /// Whether it is in service.
    pub const fn is_up(self) -> bool {
        self.0 == 0
    }

    /// Whether it has failed.
    pub const fn is_down(self) -> bool {
        self.0 & (Self::DOWN.0 | Self::FAILED.0) != 0
    }

    /// Whether it takes no more jobs, but keeps those it has.
    pub const fn is_drained(self) -> bool {
        self.0 & Self::DRAINED.0 != 0
    }

    /// Whether it is in maintenance.
    pub const fn is_in_maintenance(self) -> bool {
        self.0 & Self::MAINTENANCE.0 != 0
    }

    /// Whether nobody knows when it will be in service again.
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
