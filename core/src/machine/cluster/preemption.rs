//! Preemption under Slurm: which running jobs are preemptable by which, and what becomes of them.

#[cfg(all(feature = "slurm", feature = "cluster"))]
use super::ClusterRequest;
use super::ClusterSetup;
use crate::error::ClusterError;
use crate::units::time::Duration;

/// Fate of a job that is preempted (Slurm's `PreemptMode`).
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

/// How running jobs are preempted, and from when on.
///
/// Grace and exemption are by Slurm's manual, and were not measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preemption {
    /// Their fate.
    pub mode: PreemptMode,
    /// How long they go on once they have been preempted, on their nodes, unless they end before
    /// (`GraceTime`).
    pub grace: Duration,
    /// How long they must have run before (`PreemptExemptTime`).
    pub exempt: Duration,
}

impl Preemption {
    /// They are not preemptable.
    pub const NONE: Self = Self::of(PreemptMode::Off);

    /// At once, from their start on.
    pub const fn of(mode: PreemptMode) -> Self {
        Self {
            mode,
            grace: Duration::ZERO,
            exempt: Duration::ZERO,
        }
    }
}

/// Preemption by a quality of service, and of its jobs, under Slurm (`PreemptType=preempt/qos`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QosPreemption {
    /// Qualities of service whose running jobs are preemptable by its jobs (`Preempt`), a bit each, by
    /// their indices in [`ClusterSetup::qos_preemption`].
    pub preempts: u64,
    /// How its own running jobs are preempted.
    pub preemption: Preemption,
    /// Of running jobs those of a lower priority are preempted first.
    pub priority: u32,
}

impl QosPreemption {
    /// Its jobs neither preempt others nor are preempted.
    pub const NONE: Self = Self {
        preempts: 0,
        preemption: Preemption::NONE,
        priority: 0,
    };

    /// The most qualities of service between which jobs may be preempted.
    pub const MOST: usize = u64::BITS as usize;

    /// Index of one of `all`, at most [`MOST`](Self::MOST), that may preempt itself by way of those that
    /// it may preempt: its jobs and theirs would preempt each other in turns.
    pub fn in_a_cycle(all: &[Self]) -> Option<usize> {
        let all = all.get(..Self::MOST).unwrap_or(all);
        let preempts_itself = |own: &Self, index: usize| {
            // All that are preempted for it, or for one of these.
            let mut reached = own.preempts;
            loop {
                let each = (0..Self::MOST).zip(all);
                let others = each.filter(|(other, _)| reached >> other & 1 == 1);
                let more = others.fold(reached, |set, (_, other)| set | other.preempts);
                if more == reached {
                    return reached >> index & 1 == 1;
                }
                reached = more;
            }
        };
        let mut each = all.iter().enumerate();
        each.find_map(|(index, own)| preempts_itself(own, index).then_some(index))
    }
}

impl ClusterSetup<'_> {
    /// Checks who may preempt whom.
    pub(super) fn check_preemption(&self) -> Result<(), ClusterError> {
        let all = self.qos_preemption;
        if all.is_empty() {
            return Ok(());
        }
        if all.len() > QosPreemption::MOST {
            return Err(ClusterError::TooManyQos { count: all.len() });
        }
        let mut partitions = self.partitions.iter();
        if let Some(partition) = partitions.position(|one| one.preemption.mode != PreemptMode::Off)
        {
            return Err(ClusterError::PreemptedTwice { partition });
        }
        let known = u64::MAX >> (QosPreemption::MOST - all.len());
        if let Some(qos) = all.iter().position(|one| one.preempts & !known != 0) {
            return Err(ClusterError::NoSuchQos { qos });
        }
        match QosPreemption::in_a_cycle(all) {
            Some(qos) => Err(ClusterError::PreemptionCycle { qos }),
            None => Ok(()),
        }
    }
}

#[cfg(all(feature = "slurm", feature = "cluster"))]
impl ClusterSetup<'_> {
    /// Whether any job may be preempted.
    pub(crate) fn has_preemptable_jobs(&self) -> bool {
        let mut partitions = self.partitions.iter();
        partitions.any(|one| one.preemption.mode != PreemptMode::Off)
            || self.qos_preemption.iter().any(|one| one.preempts != 0)
    }

    fn qos_of(&self, request: &ClusterRequest) -> QosPreemption {
        let found = self.qos_preemption.get(request.qos as usize);
        found.copied().unwrap_or(QosPreemption::NONE)
    }

    fn is_by_qos(&self) -> bool {
        !self.qos_preemption.is_empty()
    }

    /// How jobs with the request `running` are preempted.
    pub(crate) fn preemption(&self, running: &ClusterRequest) -> Preemption {
        if self.is_by_qos() {
            self.qos_of(running).preemption
        } else {
            self.partition(running.partition).preemption
        }
    }

    /// Rank of jobs with the request `running` in the order in which jobs are preempted: the tier of
    /// the partition, or the priority of the quality of service.
    pub(crate) fn preempt_rank(&self, running: &ClusterRequest) -> u32 {
        if self.is_by_qos() {
            self.qos_of(running).priority
        } else {
            self.partition(running.partition).tier
        }
    }

    /// Whether a job with the request `running` may be preempted for one with the request `other`.
    pub(crate) fn is_preemptable_by(
        &self,
        running: &ClusterRequest,
        other: &ClusterRequest,
    ) -> bool {
        let is_lower = if self.is_by_qos() {
            let preempts = self.qos_of(other).preempts;
            preempts.checked_shr(running.qos).unwrap_or(0) & 1 == 1
        } else {
            let [running, other] = [running, other].map(|one| self.partition(one.partition));
            running.tier < other.tier
        };
        is_lower && self.preemption(running).mode != PreemptMode::Off
    }
}
