//! What is to be simulated, and everything that can be wrong with it.

use crate::error::ScenarioError;
use crate::ids::JobId;
use crate::machine::MemorySetup;
use crate::memory::{Memory, TransferRate};
use crate::time::{Duration, Time};
use crate::workload::JobSpec;

/// What a look ahead ([`crate::Context::fork`]) knows of the jobs it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Knowledge {
    /// Only the users' estimates.
    #[default]
    Estimates,
    /// The true runtimes: what a policy could do at best.
    Exact,
}

/// What is to be simulated.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The jobs, by submit time.
    pub workload: &'a [JobSpec],
    /// Exclusive nodes.
    pub nodes: u32,
    /// Shared servers beside them, by their processors.
    pub servers: &'a [u32],
    /// Whether a job is killed when it has done as much work as estimated.
    pub kill_at_estimate: bool,
    /// How many jobs may be suspended at once; each needs room for as many
    /// intervals as there are nodes in [`crate::Storage::intervals`]. Where
    /// there is node memory, its residents are the bound instead.
    pub suspended: u32,
    /// What a look ahead knows.
    pub knowledge: Knowledge,
    /// Memory of the nodes, if it is to be simulated.
    pub memory: Option<MemorySetup>,
}

impl<'a> Setup<'a> {
    /// `workload` on `nodes` equal nodes, jobs being killed at their estimates.
    pub const fn cluster(workload: &'a [JobSpec], nodes: u32) -> Self {
        Self {
            workload,
            nodes,
            servers: &[],
            kill_at_estimate: true,
            suspended: 0,
            knowledge: Knowledge::Estimates,
            memory: None,
        }
    }

    /// `workload` on shared servers with so many processors each.
    pub const fn servers(workload: &'a [JobSpec], servers: &'a [u32]) -> Self {
        Self {
            servers,
            ..Self::cluster(workload, 0)
        }
    }

    /// How many jobs, running or suspended, may hold one node at once.
    pub(crate) fn layers(&self) -> usize {
        match self.memory {
            Some(memory) => memory.residents as usize,
            None => 1 + self.suspended as usize,
        }
    }

    /// How much work `spec` gets to do.
    #[inline]
    pub(crate) const fn work(&self, spec: &JobSpec) -> Duration {
        if self.kill_at_estimate && spec.estimate.0 < spec.runtime.0 {
            spec.estimate
        } else {
            spec.runtime
        }
    }

    /// Whether it can be simulated, on large enough buffers.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), ScenarioError> {
        if self.nodes == 0 && self.servers.is_empty() {
            return Err(ScenarioError::NoNodes);
        }
        if let Some(server) = self.servers.iter().position(|&processors| processors == 0) {
            return Err(ScenarioError::NoProcessors { server });
        }
        self.check_memory()?;
        let capacity = self
            .servers
            .iter()
            .map(|&processors| u128::from(processors));
        let capacity = u128::from(self.nodes) + capacity.sum::<u128>();
        let (mut previous, mut area, mut longest) = (Time::ZERO, 0, 0);
        for (index, spec) in self.workload.iter().enumerate() {
            let job = JobId::new(index);
            self.check_job(job, spec, previous)?;
            let span = u128::from(spec.runtime.max(spec.estimate).0);
            area += span * u128::from(spec.nodes);
            longest = longest.max(span);
            // Whoever starts jobs in some order keeps half of the machine busy.
            let end = u128::from(spec.submit.0) + 2 * area / capacity + longest;
            // Half the range: doubled estimates stay within the other half.
            if end > u128::from(u64::MAX / 2) {
                return Err(ScenarioError::TooLong(job));
            }
            previous = spec.submit;
        }
        Ok(())
    }

    fn check_memory(&self) -> Result<(), ScenarioError> {
        let Some(memory) = self.memory else {
            return Ok(());
        };
        if memory.residents == 0 {
            return Err(ScenarioError::NoResidents);
        }
        let loads = self.workload.iter().any(|spec| spec.memory > Memory::ZERO);
        if loads && memory.transfer == TransferRate(0) {
            return Err(ScenarioError::NoTransfer);
        }
        Ok(())
    }

    fn check_job(&self, job: JobId, spec: &JobSpec, previous: Time) -> Result<(), ScenarioError> {
        let (submit, nodes) = (spec.submit, spec.nodes);
        if nodes == 0 {
            return Err(ScenarioError::NoWidth(job));
        }
        if nodes > self.nodes && self.servers.is_empty() {
            let machine = self.nodes;
            return Err(ScenarioError::TooWide {
                job,
                nodes,
                machine,
            });
        }
        if let Some(memory) = self.memory
            && spec.memory > memory.capacity
        {
            return Err(ScenarioError::TooMuchMemory {
                job,
                memory: spec.memory,
                node: memory.capacity,
            });
        }
        if spec.runtime == Duration::ZERO {
            return Err(ScenarioError::NoRuntime(job));
        }
        if spec.estimate == Duration::ZERO {
            return Err(ScenarioError::NoEstimate(job));
        }
        if submit < previous {
            return Err(ScenarioError::OutOfOrder {
                job,
                submit,
                previous,
            });
        }
        Ok(())
    }
}
