//! Preemption under Slurm: which running jobs are preemptable by which, and what becomes of them.

use super::{ClusterRequest, ClusterSetup};

/// What becomes of a job that is preempted (Slurm's `PreemptMode`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PreemptMode {
    /// It is not preemptable.
    #[default]
    Off,
    /// It is stopped and waits again, with nothing done.
    Requeue,
    /// It is stopped for good.
    Cancel,
}

/// How running jobs of a partition are preempted, under Slurm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PreemptRules {
    /// What becomes of them.
    pub mode: PreemptMode,
}

impl PreemptRules {
    /// They are not preemptable.
    pub const OFF: Self = Self {
        mode: PreemptMode::Off,
    };

    /// They are preemptable, and `mode` says what becomes of them.
    pub const fn of(mode: PreemptMode) -> Self {
        Self { mode }
    }

    /// Whether they are preemptable.
    pub fn are_preemptable(&self) -> bool {
        self.mode != PreemptMode::Off
    }
}

#[cfg(all(feature = "slurm", feature = "cluster"))]
impl ClusterSetup<'_> {
    /// Whether any job may be preempted.
    pub(crate) fn has_preemptable_jobs(&self) -> bool {
        let mut partitions = self.partitions.iter();
        partitions.any(|one| one.preempt.are_preemptable())
    }

    /// How jobs with the request `running` are preempted.
    pub(crate) fn preempt_rules(&self, running: &ClusterRequest) -> PreemptRules {
        self.partition(running.partition).preempt
    }

    /// Whether a job with the request `running` may be preempted for one with the request `other`.
    pub(crate) fn is_preemptable_by(
        &self,
        running: &ClusterRequest,
        other: &ClusterRequest,
    ) -> bool {
        let [running, other] = [running, other].map(|one| self.partition(one.partition));
        running.preempt.are_preemptable() && running.tier < other.tier
    }
}
