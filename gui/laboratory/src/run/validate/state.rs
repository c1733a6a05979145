//! State of a measured machine before a decision, from the log, and what its nodes offer a job.

use cosched_core::machine::cluster::PreemptMode;
use cosched_core::policy::slurm::{NodeOffers, NodeRequest};
use cosched_core::{Duration, Time};

use crate::load::slurm::decisions::{Instant, Number};
use crate::load::slurm::measured::MeasuredMachine;

/// A waiting job, or the waiting tasks of an array.
#[derive(Clone, Debug)]
pub struct WaitingJob {
    /// Its number.
    pub job: Number,
    /// The second of its submission, from the first submission on.
    pub submit: Time,
    /// Requested nodes and CPUs.
    pub request: NodeRequest,
    /// Memory on each of its nodes, in KiB.
    pub memory: u64,
    /// Index of its partition.
    pub partition: usize,
    /// Index of its quality of service among those of the machine.
    pub qos: Option<usize>,
    /// Its user.
    pub user: String,
    /// Its limit, in whole minutes.
    pub limit: Duration,
    /// Number of tasks that wait; 1 if it is no array.
    pub tasks: usize,
    /// How many of them may start.
    pub may_start: usize,
}

/// A running job.
#[derive(Clone, Debug)]
pub struct RunningJob {
    /// When its limit ends, or the grace that it has as it is preempted.
    pub end: Time,
    /// Its place in the list of jobs, by which equal ends are ordered.
    pub order: u64,
    /// Its number.
    pub job: Number,
    /// Its nodes and the CPUs that it has there.
    pub pieces: Vec<(u32, u32)>,
    /// Memory that it has on each, in KiB.
    pub memory: u64,
    /// Index of its partition.
    pub partition: usize,
    /// Index of its quality of service among those of the machine.
    pub qos: Option<usize>,
    /// When it started.
    pub start: Time,
}

/// Free CPUs and memory, in KiB, of a node.
#[derive(Clone, Copy, Debug)]
struct FreeAmounts {
    cpus: u32,
    memory: u64,
}

/// Running jobs of a measured machine.
#[derive(Clone, Debug)]
pub struct MachineState<'m> {
    /// Its nodes and partitions.
    pub machine: &'m MeasuredMachine,
    /// Running jobs, by end and order.
    running: Vec<RunningJob>,
    // Jobs that have ended during a pass: it does not use their nodes.
    ended: Vec<RunningJob>,
}

impl<'m> MachineState<'m> {
    /// Idle nodes.
    pub fn new(machine: &'m MeasuredMachine) -> Self {
        Self {
            machine,
            running: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// Running jobs.
    pub fn running(&self) -> &[RunningJob] {
        &self.running
    }

    /// Adds a job that has started.
    pub fn start(&mut self, job: RunningJob) {
        let before = |one: &RunningJob| (one.end, one.order) <= (job.end, job.order);
        let index = self.running.partition_point(before);
        self.running.insert(index, job);
    }

    /// Removes a job that has ended.
    pub fn end(&mut self, job: Number) {
        self.running.retain(|one| one.job != job);
    }

    /// Removes a job that has ended during a pass, which does not use its nodes.
    pub fn end_in_pass(&mut self, job: Number) {
        let (ended, running) = self.running.drain(..).partition(|one| one.job == job);
        self.running = running;
        self.ended.extend::<Vec<_>>(ended);
    }

    /// Notes that a job is preempted, and goes on until then at the latest.
    pub fn leave(&mut self, job: Number, until: Time) {
        let Some(index) = self.running.iter().position(|one| one.job == job) else {
            return;
        };
        let mut leaving = self.running.remove(index);
        leaving.end = leaving.end.min(until);
        self.start(leaving);
    }

    /// The state without the jobs that may be preempted for `waits` at `now`; `None` if none may.
    pub fn without_preemptable(&self, waits: &WaitingJob, now: Time) -> Option<Self> {
        let own = (waits.partition, waits.qos);
        let preemptable = |one: &RunningJob| {
            let rules = self.machine.preemption(one.partition, one.qos);
            rules.mode != PreemptMode::Off
                && self.machine.may_preempt(own, (one.partition, one.qos))
                && one.start.after(rules.exempt) <= now
        };
        self.running.iter().any(preemptable).then(|| {
            let mut open = self.clone();
            open.running.retain(|one| !preemptable(one));
            open
        })
    }

    /// Offer of the nodes to `job`.
    pub fn offers<'s>(&'s self, job: &'s WaitingJob) -> MachineOffers<'s> {
        let nodes = self.machine.nodes.iter();
        let mut free: Vec<FreeAmounts> = nodes
            .map(|node| FreeAmounts {
                cpus: node.cpus,
                memory: node.memory.unwrap_or(u64::MAX),
            })
            .collect();
        for one in self.running.iter().chain(&self.ended) {
            for &(node, cpus) in &one.pieces {
                let amounts = &mut free[node as usize];
                amounts.cpus = amounts.cpus.saturating_sub(cpus);
                amounts.memory = amounts.memory.saturating_sub(one.memory);
            }
        }
        MachineOffers {
            state: self,
            job,
            now_free: free.clone(),
            free,
        }
    }
}

/// Nodes of a measured machine, as a waiting job sees them.
#[derive(Debug)]
pub struct MachineOffers<'s> {
    state: &'s MachineState<'s>,
    job: &'s WaitingJob,
    now_free: Vec<FreeAmounts>,
    // Where running jobs have been taken away.
    free: Vec<FreeAmounts>,
}

impl MachineOffers<'_> {
    /// Whether it could run on `node` if that were idle.
    fn is_large(&self, node: u32) -> bool {
        let node = &self.state.machine.nodes[node as usize];
        node.cpus >= self.job.request.cpus_per_task
            && node.memory.is_none_or(|memory| memory >= self.job.memory)
    }

    fn cpus(&self, node: u32) -> u32 {
        let (size, free) = (
            &self.state.machine.nodes[node as usize],
            &self.free[node as usize],
        );
        let request = &self.job.request;
        let is_taken = request.whole_nodes && free.cpus < size.cpus;
        let is_too_small = free.memory < self.job.memory || free.cpus < request.least_cpus();
        if is_taken || is_too_small {
            0
        } else {
            free.cpus
        }
    }
}

impl NodeOffers for MachineOffers<'_> {
    fn request(&self) -> NodeRequest {
        self.job.request
    }

    fn partition(&self) -> &[u64] {
        &self.state.machine.partitions[self.job.partition].nodes
    }

    fn weight_and_size(&self, node: u32) -> (u32, u32) {
        let node = &self.state.machine.nodes[node as usize];
        (node.weight, node.cpus)
    }

    fn is_busy(&self, node: u32) -> bool {
        let mut pieces = self.state.running.iter().flat_map(|one| &one.pieces);
        pieces.any(|(held, _)| *held == node)
    }

    fn write_offers(&mut self, offers: &mut [u32], large: &mut [u64]) {
        self.free.copy_from_slice(&self.now_free);
        offers.fill(0);
        large.fill(0);
        let partition = &self.state.machine.partitions[self.job.partition].nodes;
        for (node, offer) in (0..).zip(offers) {
            let (word, bit) = (node as usize / 64, 1 << (node % 64));
            if partition[word] & bit != 0 && self.is_large(node) {
                large[word] |= bit;
                *offer = self.cpus(node);
            }
        }
    }

    fn end_of(&self, index: usize) -> Option<Time> {
        self.state.running.get(index).map(|one| one.end)
    }

    fn take_away(&mut self, index: usize, large: &[u64], freed: &mut dyn FnMut(u32, u32)) {
        if index == 0 {
            self.free.copy_from_slice(&self.now_free);
        }
        let Some(one) = self.state.running.get(index) else {
            return;
        };
        for &(node, cpus) in &one.pieces {
            if large[node as usize / 64] >> (node % 64) & 1 == 0 {
                continue;
            }
            let free = &mut self.free[node as usize];
            free.cpus = free.cpus.saturating_add(cpus);
            free.memory = free.memory.saturating_add(one.memory);
            freed(node, self.cpus(node));
        }
    }
}

/// A second.
pub(super) const SECOND: Duration = Duration::from_seconds(1);

/// Nanoseconds of a millisecond.
const MILLISECOND: u64 = SECOND.0 / 1000;

/// `at`, counted from the second `origin`; `None` if it is before.
pub(super) fn time_of(at: Instant, origin: Instant) -> Option<Time> {
    let milliseconds = u64::try_from(at - 1000 * origin).ok()?;
    Some(Time(milliseconds.saturating_mul(MILLISECOND)))
}

/// Time of the first of events that come every `period`, of which one is at `at`, counted from the
/// second `origin`.
pub(super) fn phase_of(at: Instant, origin: Instant, period: Duration) -> Duration {
    let since = i128::from(at - 1000 * origin) * i128::from(MILLISECOND);
    let phase = since.rem_euclid(i128::from(period.0.max(1)));
    Duration(u64::try_from(phase).unwrap_or_default())
}

/// The whole second of `at`, counted from `origin`.
pub(super) fn second_of(at: Instant, origin: Instant) -> Time {
    Time::from_seconds((at.div_euclid(1000) - origin).max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periodic_events_are_counted_back_and_forth() {
        let minute = Duration::from_seconds(60);
        let milliseconds = |count: u64| Duration(count * MILLISECOND);
        // At 100.5 s, a second is 100: the first is then, or a minute times any number away.
        assert_eq!(phase_of(100_500, 100, minute), milliseconds(500));
        assert_eq!(phase_of(220_500, 100, minute), milliseconds(500));
        assert_eq!(phase_of(99_000, 100, minute), milliseconds(59_000));
        assert_eq!(time_of(99_000, 100), None);
        assert_eq!(time_of(100_500, 100), Some(Time(milliseconds(500).0)));
    }
}
