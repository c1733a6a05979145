//! The servers of a machine and what is known of the jobs on them.

use core::ops::Range;

use crate::engine::setup::Setup;
use crate::error::ScenarioError;
use crate::ids::JobId;
use crate::machine::contention::{
    Among, Cycles, ServerSpec, Sharing, ThreadGroup, ThreadTable, Unused, remote_threads,
};
use crate::time::Duration;

/// The shared servers of a machine and what is known of jobs on them.
#[derive(Clone, Copy, Debug)]
pub struct Hosting<'a> {
    /// The servers.
    pub servers: &'a [ServerSpec],
    /// The threads of the jobs.
    pub threads: ThreadTable<'a>,
    /// How threads share a server.
    pub sharing: Sharing,
    /// The paper's stochastic engine; the fluid one if absent.
    pub cycles: Option<Cycles>,
}

impl Hosting<'_> {
    /// No server.
    pub const NONE: Self = Self {
        servers: &[],
        threads: ThreadTable::NONE,
        sharing: Sharing {
            among: Among::Running,
            unused: Unused::Lost,
            remote: None,
        },
        cycles: None,
    };
}

/// How many entries [`crate::Storage::threads`] needs, and as many the scratch
/// buffer beside it: local and remote threads of each group.
pub const fn threads_for(jobs: usize, groups: usize) -> usize {
    2 * if groups == 0 { jobs } else { groups }
}

impl<'a> Setup<'a> {
    /// The places of `job` in the pool of threads, on servers of `kind`.
    #[inline]
    pub(crate) fn pool(&self, job: JobId, kind: u32) -> Range<usize> {
        match self.hosting.threads.is_empty() {
            true => 2 * job.index()..2 * job.index() + 2,
            false => {
                let entries = self.hosting.threads.entries(job, kind);
                2 * entries.start..2 * entries.end
            }
        }
    }

    /// What a job that is not in the table is taken to be.
    pub(crate) fn implied(&self, job: JobId) -> ThreadGroup {
        let spec = &self.workload[job.index()];
        ThreadGroup::busy(spec.nodes, self.work(spec), 0.0)
    }

    /// How many threads of how many groups each entry of the pool stands for:
    /// calls `visit` with the entry, its group, and local and remote threads.
    pub(crate) fn parts(
        &self,
        job: JobId,
        kind: u32,
        mut visit: impl FnMut(u32, &ThreadGroup, [u32; 2]),
    ) {
        let implied = [self.implied(job)];
        let phases = self.phases(job, kind, &implied);
        for (entry, group) in phases.iter().enumerate() {
            if group.continues {
                continue;
            }
            let remote = match self.hosting.sharing.remote {
                Some(_) => remote_threads(group.count),
                None => 0,
            };
            visit(entry as u32, group, [group.count - remote, remote]);
        }
    }

    /// All groups and phases of `job`; `implied` if it is not in the table.
    #[inline]
    pub(crate) fn phases<'b>(
        &self,
        job: JobId,
        kind: u32,
        implied: &'b [ThreadGroup],
    ) -> &'b [ThreadGroup]
    where
        'a: 'b,
    {
        match self.hosting.threads.is_empty() {
            true => implied,
            false => self.hosting.threads.of(job, kind),
        }
    }
}

impl Hosting<'_> {
    /// Whether the servers and the threads of `jobs` jobs can be simulated.
    pub(crate) fn check(&self, jobs: usize) -> Result<(), ScenarioError> {
        let places = self.servers.iter().enumerate();
        for (place, spec) in places {
            if spec.cores == 0 {
                return Err(ScenarioError::NoProcessors { server: place });
            }
            if spec.bandwidth.is_nan() || spec.bandwidth <= 0.0 {
                return Err(ScenarioError::NoBandwidth { server: place });
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

    /// The longest that all threads of `group` can take, whoever is beside
    /// them, in seconds of one core, with up to `threads` threads on a server.
    fn longest(&self, group: &ThreadGroup, threads: f64) -> f64 {
        let remote = self.sharing.remote.map_or(1.0, |remote| remote.latency);
        let of_server = |spec: &ServerSpec| {
            let divisor = match self.sharing.among {
                Among::Running => f64::from(spec.cores),
                Among::All => threads,
            };
            remote * (1.0 + group.bandwidth * divisor / spec.bandwidth)
        };
        let dilation = self.servers.iter().map(of_server).fold(1.0, f64::max);
        f64::from(group.count) * (group.demand.seconds() * dilation + group.alone())
    }
}

impl Setup<'_> {
    /// The longest that all jobs can take on servers, one thread after
    /// another, in seconds.
    pub(crate) fn longest_on_servers(&self) -> f64 {
        let (mut threads, mut sum) = (0.0, 0.0);
        self.each_group(|group| threads += f64::from(group.count));
        self.each_group(|group| sum += self.hosting.longest(group, threads));
        sum
    }

    fn each_group(&self, mut visit: impl FnMut(&ThreadGroup)) {
        for job in (0..self.workload.len()).map(JobId::new) {
            for kind in 0..self.hosting.threads.kinds() {
                let implied = [self.implied(job)];
                self.phases(job, kind, &implied).iter().for_each(&mut visit);
            }
        }
    }

    /// How many cycles the threads of all jobs need.
    pub fn cycles(&self) -> usize {
        let mut sum = 0;
        if self.hosting.cycles.is_some() {
            self.each_group(|group| {
                sum += if group.continues {
                    0
                } else {
                    group.count as usize
                };
            });
        }
        sum
    }
}
