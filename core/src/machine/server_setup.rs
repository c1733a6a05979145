//! Shared servers of a machine, and the threads of jobs there.

use super::contention::{
    BandwidthDivision, Cycles, ServerSpec, Sharing, ThreadGroup, ThreadTable, UnusedBandwidth,
};
use crate::error::ScenarioError;
use crate::families;
use crate::units::time::Duration;

/// Shared servers of a machine, and the threads of jobs there.
#[derive(Clone, Copy, Debug)]
pub struct ServerSetup<'a> {
    /// The servers.
    pub servers: &'a [ServerSpec],
    /// The threads of the jobs.
    pub threads: ThreadTable<'a>,
    /// Rules by which threads share a server.
    pub sharing: Sharing,
    /// The paper's stochastic engine; the fluid one if absent.
    pub cycles: Option<Cycles>,
}

impl ServerSetup<'_> {
    /// No server.
    pub const NONE: Self = Self {
        servers: &[],
        threads: ThreadTable::NONE,
        sharing: Sharing {
            among: BandwidthDivision::Running,
            unused: UnusedBandwidth::Lost,
            remote: None,
        },
        cycles: None,
    };
}

impl<'a> ServerSetup<'a> {
    /// The servers, if simulated.
    #[inline]
    pub(crate) const fn servers(&self) -> &'a [ServerSpec] {
        if families::PLACEMENT {
            self.servers
        } else {
            &[]
        }
    }

    /// The stochastic engine, if there are servers and it is chosen.
    #[inline]
    pub(crate) fn cycles(&self) -> Option<Cycles> {
        self.cycles.filter(|_| families::PLACEMENT)
    }

    /// Checks that the servers and the threads of `jobs` jobs can be simulated.
    pub(crate) fn check(&self, jobs: usize) -> Result<(), ScenarioError> {
        for (index, spec) in self.servers.iter().enumerate() {
            if spec.cores == 0 {
                return Err(ScenarioError::NoProcessors { server: index });
            }
            if spec.bandwidth.is_nan() || spec.bandwidth <= 0.0 {
                return Err(ScenarioError::NoBandwidth { server: index });
            }
        }
        let latency = self.sharing.remote.map_or(1.0, |remote| remote.latency);
        if !(1.0..=f64::MAX).contains(&latency) {
            return Err(ScenarioError::RemoteLatency(latency));
        }
        if self
            .cycles
            .is_some_and(|cycles| cycles.interval == Duration::ZERO)
        {
            return Err(ScenarioError::NoInterval);
        }
        let kinds = self.servers.iter().map(|spec| spec.kind + 1).max();
        self.threads.check(jobs, kinds.unwrap_or(0))
    }

    /// Upper bound of the time of all threads of `group` under any contention, in seconds
    /// of one core, with up to `threads` threads on a server.
    pub(crate) fn longest(&self, group: &ThreadGroup, threads: f64) -> f64 {
        let remote = self.sharing.remote.map_or(1.0, |remote| remote.latency);
        let of_server = |spec: &ServerSpec| {
            let divisor = match self.sharing.among {
                BandwidthDivision::Running => f64::from(spec.cores),
                BandwidthDivision::All => threads,
            };
            remote * (1.0 + group.bandwidth * divisor / spec.bandwidth)
        };
        let dilation = self.servers.iter().map(of_server).fold(1.0, f64::max);
        f64::from(group.count) * (group.demand.seconds() * dilation + group.alone())
    }
}
