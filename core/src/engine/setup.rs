//! What is to be simulated, and everything that can be wrong with it.

use crate::error::{ClusterError, OutageError, PolicyError, ScenarioError};
use crate::exact::Exact;
use crate::families;
use crate::machine::cluster::ClusterSetup;
use crate::machine::contention::ServerSpec;
use crate::machine::{Hosting, MemorySetup, Outages};
use crate::units::ids::JobId;
use crate::units::memory::Memory;
use crate::units::rate::greatest_common_divisor;
use crate::units::time::{Duration, Time};
use crate::workload::{JobSpec, MoldSpec, Precedence, ProcessTable};

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
    /// The jobs, by submit time; none where they come one by one.
    pub workload: &'a [JobSpec],
    /// How many jobs may be in the system at once where they come one by one
    /// ([`crate::engine::Stream`], [`crate::engine::Engine`]); 0 where the workload is kept whole.
    pub slots: u32,
    /// Exclusive nodes.
    pub nodes: u32,
    /// Shared servers beside them, and what is known of jobs there.
    pub hosting: Hosting<'a>,
    /// Which jobs follow which.
    pub precedence: Precedence<'a>,
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
    /// The processes of the jobs, if they are simulated one by one.
    pub processes: Option<ProcessTable<'a>>,
    /// What is known of moldable jobs, one for each job; empty if none is. Without
    /// it no job can run for another time than its runtime.
    pub molds: &'a [MoldSpec<'a>],
    /// When nodes are out of service, and what becomes of jobs on them.
    pub outages: Outages<'a>,
    /// Kinds of nodes, partitions and what jobs ask for, if the nodes are not simply equal
    /// and each for one job.
    pub cluster: Option<ClusterSetup<'a>>,
}

impl<'a> Setup<'a> {
    /// `workload` on `nodes` equal nodes, jobs being killed at their estimates.
    pub const fn cluster(workload: &'a [JobSpec], nodes: u32) -> Self {
        Self {
            workload,
            slots: 0,
            nodes,
            hosting: Hosting::NONE,
            precedence: Precedence::NONE,
            kill_at_estimate: true,
            suspended: 0,
            knowledge: Knowledge::Estimates,
            memory: None,
            processes: None,
            molds: &[],
            outages: Outages::NONE,
            cluster: None,
        }
    }

    /// Jobs that come one by one, no more than `slots` of them at once, on `nodes`
    /// equal nodes; killed at their estimates.
    pub const fn open(slots: u32, nodes: u32) -> Self {
        Self {
            slots,
            ..Self::cluster(&[], nodes)
        }
    }

    /// How many jobs buffers must have room for: all of the workload, or all that
    /// may be in the system at once.
    #[inline]
    pub const fn jobs(&self) -> usize {
        match self.slots {
            0 => self.workload.len(),
            slots => slots as usize,
        }
    }

    /// How many jobs a profile must have room for ([`crate::machine::profile::points_for`]): all
    /// that may be in the system at once, and each maintenance and each cap as if it
    /// were one more.
    pub fn profiled(&self) -> usize {
        let known = self.outages.maintenance.len() + self.outages.caps().len();
        self.jobs() + known + usize::from(self.outages.are_possible())
    }

    /// Whether all nodes may be busy, as policies need it that keep their own places.
    #[cfg(any(feature = "coscheduling", feature = "slicing"))]
    pub(crate) const fn check_uncapped(&self) -> Result<(), PolicyError> {
        match self.outages.caps().is_empty() {
            true => Ok(()),
            false => Err(PolicyError::Cap),
        }
    }

    /// Whether nodes are always in service, as policies need it that place jobs on servers.
    #[cfg(feature = "placement")]
    pub(crate) const fn check_always_up(&self) -> Result<(), PolicyError> {
        match self.outages.are_possible() {
            true => Err(PolicyError::Outages),
            false => Ok(()),
        }
    }

    /// `workload` on shared servers.
    pub const fn servers(workload: &'a [JobSpec], servers: &'a [ServerSpec]) -> Self {
        Self {
            hosting: Hosting {
                servers,
                ..Hosting::NONE
            },
            ..Self::cluster(workload, 0)
        }
    }

    /// The memory of the nodes that is simulated.
    #[inline]
    pub(crate) fn memory(&self) -> Option<MemorySetup> {
        self.memory.filter(|_| families::SLICING)
    }

    /// The cluster that is simulated.
    #[inline]
    pub(crate) fn simulated_cluster(&self) -> Option<ClusterSetup<'a>> {
        self.cluster.filter(|_| families::CLUSTER)
    }

    /// Whether nodes are equal and each for one job, as policies need it that count them.
    #[inline]
    pub(crate) fn check_equal_nodes(&self) -> Result<(), PolicyError> {
        match self.simulated_cluster() {
            None => Ok(()),
            Some(_) => Err(PolicyError::Cluster),
        }
    }

    /// The processes that are simulated.
    #[inline]
    pub(crate) fn processes(&self) -> Option<ProcessTable<'a>> {
        self.processes.filter(|_| families::COSCHEDULING)
    }

    /// What is known of the jobs that are molded.
    #[inline]
    pub(crate) const fn molds(&self) -> &'a [MoldSpec<'a>] {
        match families::MOLDABLE {
            true => self.molds,
            false => &[],
        }
    }

    /// How many jobs, running or suspended, may hold one node at once.
    pub(crate) fn layers(&self) -> usize {
        match self.memory() {
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

    /// What `span`, a runtime or estimate of `job` rounded up to a nanosecond, is
    /// exactly: where jobs are molded, it may be work divided by a speed-up.
    pub(crate) fn exact(&self, job: JobId, spec: &JobSpec, span: Duration) -> Exact {
        let mold = self.molds().get(job.index());
        let by_speedup = mold.map(|mold| mold.time(spec.nodes));
        let by_speedup = by_speedup.filter(|time| time.up() == span);
        by_speedup.unwrap_or(span.into())
    }

    /// Whether times may be no whole nanoseconds, so that
    /// [`crate::Storage::parts`] is needed: where jobs are molded, and where
    /// memory moves at a rate that does not divide it.
    pub fn has_parts(&self) -> bool {
        !self.molds().is_empty()
            || self
                .memory()
                .is_some_and(|memory| self.loads_in_parts(&memory))
    }

    /// Amounts of memory are sums and differences of what jobs need, what nodes
    /// have, and what is moved in whole nanoseconds. If the rate divides all of
    /// those, no time to move any of them has a part.
    fn loads_in_parts(&self, memory: &MemorySetup) -> bool {
        let rate = u64::from(memory.transfer.kibibytes());
        let demands = self.workload.iter().map(|spec| spec.memory);
        // Of jobs that are not known yet it may be anything.
        let demands = demands.chain((self.slots > 0).then_some(Memory(1)));
        let common = demands.fold(memory.parts(memory.capacity), |common, demand| {
            greatest_common_divisor(common, memory.parts(demand))
        });
        rate > 0 && !common.is_multiple_of(rate)
    }

    /// Whether processes progress by parts of a nanosecond, so that
    /// [`crate::Storage::progress_parts`] is needed: where some leave a part of
    /// their nodes to others.
    pub fn has_progress_parts(&self) -> bool {
        self.processes()
            .is_some_and(|processes| processes.has_parts())
    }

    /// Whether it can be simulated, on large enough buffers.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), ScenarioError> {
        self.check_built()?;
        if self.nodes == 0 && self.hosting.servers().is_empty() {
            return Err(ScenarioError::NoNodes);
        }
        self.check_open()?;
        if families::PLACEMENT {
            self.hosting.check(self.workload.len())?;
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
        let servers = self.hosting.servers().iter();
        let cores: u128 = servers.map(|server| u128::from(server.cores)).sum();
        // Before the last cap nothing need start at all.
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
            longest = match self.precedence.is_empty() {
                true => longest.max(span),
                // All may have to follow one another.
                false => longest + span,
            };
            // Whoever starts jobs in some order keeps half of the machine busy.
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

    /// Whether all that is to be simulated is built.
    fn check_built(&self) -> Result<(), ScenarioError> {
        let has_placement = !self.hosting.servers.is_empty() || !self.precedence.all().is_empty();
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

    /// Whether nothing names jobs by their places where they have none.
    fn check_open(&self) -> Result<(), ScenarioError> {
        let has_tables = !self.workload.is_empty()
            || !self.precedence.is_empty()
            || !self.hosting.servers().is_empty()
            || self.processes().is_some()
            || !self.molds().is_empty()
            || self.simulated_cluster().is_some();
        match self.slots > 0 && has_tables {
            true => Err(ScenarioError::OpenTables),
            false => Ok(()),
        }
    }

    /// Whether the time on servers, with all contention, can be counted.
    fn check_servers_time(&self, last_submit: Time) -> Result<(), ScenarioError> {
        if self.hosting.servers().is_empty() || self.workload.is_empty() {
            return Ok(());
        }
        let seconds = last_submit.seconds() + self.longest_on_servers();
        match seconds < Time(u64::MAX / 2).seconds() {
            true => Ok(()),
            false => Err(ScenarioError::TooLong(JobId::new(self.workload.len() - 1))),
        }
    }

    fn check_molds(&self) -> Result<(), ScenarioError> {
        let rows = self.workload.len();
        if !self.molds().is_empty() && self.molds().len() != rows {
            return Err(ScenarioError::MoldTable { rows });
        }
        for (place, (mold, spec)) in self.molds().iter().zip(self.workload).enumerate() {
            let (job, size, machine) = (JobId::new(place), mold.size, self.nodes);
            mold.check(job, spec.submit)?;
            let too_wide = size > machine && self.hosting.servers().is_empty();
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
        let beside = [
            ("memory that is loaded", self.memory().is_some()),
            ("processes", self.processes().is_some()),
            ("moldable jobs", !self.molds().is_empty()),
            ("suspended jobs", self.suspended > 0),
            ("shared servers", !self.hosting.servers().is_empty()),
        ];
        if let Some((what, _)) = beside.into_iter().find(|(_, is_there)| *is_there) {
            return Err(ScenarioError::Cluster(ClusterError::Beside { what }));
        }
        let checked = cluster.check(self.nodes, self.workload);
        checked.map_err(ScenarioError::Cluster)
    }

    /// Whether caps are of equal nodes that jobs have alone.
    fn check_caps(&self) -> Result<(), OutageError> {
        if self.outages.caps().is_empty() {
            return Ok(());
        }
        let beside = [
            (
                "kinds of nodes and partitions",
                self.simulated_cluster().is_some(),
            ),
            ("memory that is loaded", self.memory().is_some()),
            ("processes", self.processes().is_some()),
            ("moldable jobs", !self.molds().is_empty()),
            ("suspended jobs", self.suspended > 0),
            ("shared servers", !self.hosting.servers().is_empty()),
        ];
        if let Some((what, _)) = beside.into_iter().find(|(_, is_there)| *is_there) {
            return Err(OutageError::CapBeside { what });
        }
        let cap = self.outages.last_cap(self.nodes);
        let mut jobs = self.workload.iter();
        // Those wider than the machine are told of as such.
        let too_wide = |spec: &JobSpec| spec.nodes > cap && spec.nodes <= self.nodes;
        match jobs.position(too_wide) {
            None => Ok(()),
            Some(place) => Err(OutageError::CapTooLow {
                job: JobId::new(place),
                nodes: self.workload[place].nodes,
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
        if !memory.transfer.suits(memory.capacity) {
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
        if nodes > self.nodes && self.hosting.servers().is_empty() {
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
