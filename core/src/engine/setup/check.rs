//! Validity of a setup.

use super::Setup;
use crate::error::{ClusterError, OutageError, ScenarioError};
use crate::families;
use crate::units::ids::JobId;
use crate::units::memory::Memory;
use crate::units::time::{Duration, Time};
use crate::workload::JobSpec;

impl Setup<'_> {
    /// Checks that the setup can be simulated, on large enough buffers.
    ///
    /// # Errors
    /// The first error in it.
    pub fn check(&self) -> Result<(), ScenarioError> {
        self.check_features()?;
        if self.nodes == 0 && self.server_setup.servers().is_empty() {
            return Err(ScenarioError::NoNodes);
        }
        self.check_open()?;
        if families::PLACEMENT {
            self.server_setup.check(self.workload.len())?;
        }
        self.precedence.check(self.workload.len())?;
        if let Some(processes) = self.processes() {
            processes.check(self.workload.iter().map(|spec| spec.nodes))?;
        }
        self.check_memory()?;
        self.check_molds()?;
        self.check_cluster()?;
        if families::OUTAGES {
            let checked = self.outages.check(self.nodes, self.jobs());
            checked.map_err(ScenarioError::Outages)?;
            let checked = self.check_caps();
            checked.map_err(ScenarioError::Outages)?;
        }
        let servers = self.server_setup.servers().iter();
        let cores: u128 = servers.map(|server| u128::from(server.cores)).sum();
        // In the worst case no job starts before the last cap.
        let (capped, last_cap) = match self.outages.caps().last() {
            Some(cap) if families::CAPS => (self.outages.last_cap(self.nodes), cap.from),
            _ => (self.nodes, Time::ZERO),
        };
        let capacity = u128::from(capped) + cores;
        let (mut previous, mut area, mut longest) = (Time::ZERO, 0, 0);
        for (index, spec) in self.workload.iter().enumerate() {
            let job = JobId::new(index);
            self.check_job(job, spec, previous)?;
            let span = u128::from(spec.runtime.max(spec.estimate).0);
            area += span * u128::from(spec.nodes);
            longest = if self.precedence.is_empty() {
                longest.max(span)
            } else {
                // In the worst case all jobs follow one another.
                longest + span
            };
            // A policy that starts jobs in some order keeps half of the machine busy.
            let begin = u128::from(spec.submit.max(last_cap).0);
            let end = begin + 2 * area / capacity + longest;
            // Half the range: doubled estimates stay within the other half.
            if end > u128::from(u64::MAX / 2) {
                return Err(ScenarioError::TooLong(job));
            }
            previous = spec.submit;
        }
        self.check_servers_time(previous)
    }

    /// Checks that all needed parts of the engine are built in.
    fn check_features(&self) -> Result<(), ScenarioError> {
        let has_placement =
            !self.server_setup.servers.is_empty() || !self.precedence.all().is_empty();
        let needed = [
            ("placement", has_placement, families::PLACEMENT),
            ("slicing", self.memory.is_some(), families::SLICING),
            (
                "coscheduling",
                self.processes.is_some(),
                families::COSCHEDULING,
            ),
            ("cluster", self.cluster.is_some(), families::CLUSTER),
            ("moldable", !self.molds.is_empty(), families::MOLDABLE),
            ("outages", self.outages.are_possible(), families::OUTAGES),
        ];
        for (feature, is_needed, is_built) in needed {
            if is_needed && !is_built {
                return Err(ScenarioError::NotBuilt { feature });
            }
        }
        Ok(())
    }

    /// Checks that nothing refers to jobs by index where they come one by one.
    fn check_open(&self) -> Result<(), ScenarioError> {
        let has_tables = !self.workload.is_empty()
            || !self.precedence.is_empty()
            || !self.server_setup.servers().is_empty()
            || self.processes().is_some()
            || !self.molds().is_empty()
            || self.simulated_cluster().is_some();
        if self.slots > 0 && has_tables {
            Err(ScenarioError::OpenTables)
        } else {
            Ok(())
        }
    }

    /// Checks that the time on servers, with all contention, is in range.
    fn check_servers_time(&self, last_submit: Time) -> Result<(), ScenarioError> {
        if self.server_setup.servers().is_empty() || self.workload.is_empty() {
            return Ok(());
        }
        let seconds = last_submit.seconds() + self.longest_on_servers();
        if seconds < Time(u64::MAX / 2).seconds() {
            Ok(())
        } else {
            Err(ScenarioError::TooLong(JobId::new(self.workload.len() - 1)))
        }
    }

    fn check_molds(&self) -> Result<(), ScenarioError> {
        let rows = self.workload.len();
        if !self.molds().is_empty() && self.molds().len() != rows {
            return Err(ScenarioError::MoldTable { rows });
        }
        for (index, (mold, spec)) in self.molds().iter().zip(self.workload).enumerate() {
            let (job, size, machine) = (JobId::new(index), mold.size, self.nodes);
            mold.check(job, spec.submit)?;
            let too_wide = size > machine && self.server_setup.servers().is_empty();
            if size == 0 || too_wide {
                return Err(ScenarioError::MoldSize { job, size, machine });
            }
        }
        Ok(())
    }

    fn check_cluster(&self) -> Result<(), ScenarioError> {
        let Some(cluster) = self.simulated_cluster() else {
            return Ok(());
        };
        if let Some(feature) = self.other_machine() {
            return Err(ScenarioError::Cluster(ClusterError::Unsupported {
                feature,
            }));
        }
        let checked = cluster.check(self.nodes, self.workload);
        checked.map_err(ScenarioError::Cluster)
    }

    /// What is simulated besides equal nodes that jobs have exclusively and keep.
    fn other_machine(&self) -> Option<&'static str> {
        let features = [
            ("memory that is loaded", self.memory().is_some()),
            ("processes", self.processes().is_some()),
            ("moldable jobs", !self.molds().is_empty()),
            ("suspended jobs", self.suspended > 0),
            ("shared servers", !self.server_setup.servers().is_empty()),
        ];
        let mut simulated = features.into_iter().filter(|(_, is_there)| *is_there);
        simulated.next().map(|(feature, _)| feature)
    }

    /// Checks that caps apply to equal nodes that jobs have exclusively.
    fn check_caps(&self) -> Result<(), OutageError> {
        if self.outages.caps().is_empty() {
            return Ok(());
        }
        let cluster = self
            .simulated_cluster()
            .map(|_| "kinds of nodes and partitions");
        if let Some(feature) = cluster.or_else(|| self.other_machine()) {
            return Err(OutageError::CapUnsupported { feature });
        }
        let cap = self.outages.last_cap(self.nodes);
        let mut jobs = self.workload.iter();
        // Jobs wider than the machine are reported as such.
        let too_wide = |spec: &JobSpec| spec.nodes > cap && spec.nodes <= self.nodes;
        match jobs.position(too_wide) {
            None => Ok(()),
            Some(index) => Err(OutageError::CapTooLow {
                job: JobId::new(index),
                nodes: self.workload[index].nodes,
                cap,
            }),
        }
    }

    fn check_memory(&self) -> Result<(), ScenarioError> {
        let Some(memory) = self.memory() else {
            return Ok(());
        };
        if memory.residents == 0 {
            return Err(ScenarioError::NoResidents);
        }
        let loads = self.workload.iter().any(|spec| spec.memory > Memory::ZERO);
        if loads && memory.transfer.kibibytes() == 0 {
            return Err(ScenarioError::NoTransfer);
        }
        if !memory.transfer.is_in_range(memory.capacity) {
            return Err(ScenarioError::FineTransfer);
        }
        Ok(())
    }

    #[inline(always)]
    fn check_job(&self, job: JobId, spec: &JobSpec, previous: Time) -> Result<(), ScenarioError> {
        let (submit, nodes) = (spec.submit, spec.nodes);
        if nodes == 0 {
            return Err(ScenarioError::NoWidth(job));
        }
        if nodes > self.nodes && self.server_setup.servers().is_empty() {
            let machine = self.nodes;
            return Err(ScenarioError::TooWide {
                job,
                nodes,
                machine,
            });
        }
        if let Some(memory) = self.memory()
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
