//! The desktop's memory for policies with quanta.

use cosched_core::engine::Setup;
use cosched_core::machine::processes::Served;
use cosched_core::matrix::{MatrixBuffers, Row, Seat};
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::coscheduling::{
    Agile, AgileBuffers, Flexible, FlexibleBuffers, Gang, Gap, RowBuffers,
};
use cosched_core::storage::words_for;
use cosched_core::workload::GrainClass;
use cosched_core::{CapacityError, Duration, JobId, JobSpec, Memory, Rate};

use crate::problem::Problem;
use crate::scenario::PolicyName;
use crate::scenario::coscheduling::Coscheduling;

/// Buffers of gang scheduling, flexible coscheduling and Agile.
#[derive(Debug, Default)]
pub(crate) struct OwnedCoscheduling {
    order: Vec<u32>,
    rows: Vec<Row>,
    taken: Vec<u64>,
    seats: Vec<Seat>,
    columns: Vec<u64>,
    free: Vec<u32>,
    nodes: Vec<u64>,
    jobs: [Vec<u64>; 2],
    shares: Vec<u32>,
    gaps: Vec<Gap>,
    filled: Vec<u64>,
    served: Vec<Served>,
    behind: Vec<(Duration, u32)>,
    lists: [Vec<Option<JobId>>; 2],
    resident: Vec<Memory>,
    capacity: Memory,
}

/// The most words of columns, and the most processes: 2 GiB of each.
const MOST: usize = 1 << 28;

impl OwnedCoscheduling {
    /// Room for the policy `name`; none for others.
    ///
    /// # Errors
    /// It would need too much.
    pub(crate) fn new(
        name: PolicyName,
        asked: &Coscheduling,
        setup: &Setup<'_>,
        node_memory: Memory,
    ) -> Result<Self, Problem> {
        if !name.has_quanta() {
            return Ok(Self::default());
        }
        let (jobs, nodes) = (setup.workload.len(), setup.nodes as usize);
        let rows = asked.rows.map_or(jobs, |rows| jobs.min(rows as usize));
        let (words, bits) = (words_for(nodes), words_for(jobs));
        let processes = setup.processes.map_or(0, |table| table.len());
        let columns = (rows + jobs).saturating_mul(words);
        if columns.max(processes) > MOST {
            return Err(Problem::input(format!(
                "{} keeps the nodes of every job and the progress of every process: {jobs} jobs on {nodes} nodes with {processes} processes are too many; {MOST} words of 64 nodes, and as many processes, are allowed",
                name.title()
            )));
        }
        // Agile's processes have no nodes of their own to have memory on.
        let limited = node_memory > Memory::ZERO && name != PolicyName::Agile;
        let too_large = |job: &JobSpec| job.memory > node_memory;
        if limited && let Some(job) = setup.workload.iter().position(too_large) {
            return Err(Problem::input(format!(
                "the job in place {} needs {} MiB on each node; a node has {node_memory}",
                job + 1,
                setup.workload[job].memory
            )));
        }
        Ok(Self {
            resident: vec![Memory::ZERO; if limited { nodes } else { 0 }],
            capacity: node_memory,
            order: vec![0; rows],
            rows: vec![Row::default(); rows],
            taken: vec![0; rows * words],
            seats: vec![Seat::default(); jobs],
            columns: vec![0; jobs * words],
            free: vec![0; jobs],
            nodes: vec![0; words],
            jobs: [vec![0; bits], vec![0; bits]],
            shares: vec![0; jobs],
            gaps: vec![Gap::default(); nodes],
            filled: vec![0; processes],
            served: vec![(0, Rate::STOPPED); nodes],
            behind: vec![(Duration::ZERO, 0); nodes],
            lists: [vec![None; jobs], vec![None; jobs]],
        })
    }

    /// The policy, on these buffers. Agile gang schedules jobs of fine grain.
    ///
    /// # Errors
    /// A buffer is too small, or the processes of the jobs are not known.
    pub(crate) fn policy<'p>(
        &'p mut self,
        name: PolicyName,
        asked: &Coscheduling,
        setup: &Setup<'p>,
    ) -> Result<AnyPolicy<'p>, Problem> {
        let (jobs, nodes) = (setup.workload.len(), setup.nodes);
        let problem = |error: CapacityError| Problem::input(error.to_string());
        let class = match setup.processes {
            Some(processes) if jobs > 0 => processes.of(JobId::new(0)).class,
            _ => GrainClass::Fine,
        };
        let lists = asked.lists(class).filter(|_| name == PolicyName::Agile);
        let [chosen, other] = &mut self.jobs;
        if let Some(lists) = lists {
            let [list, second] = &mut self.lists;
            let buffers = AgileBuffers {
                list,
                other: second,
                listed: other,
                chosen,
                served: &mut self.served,
                behind: &mut self.behind,
                nodes: &mut self.nodes,
            };
            let agile = Agile::new(lists, nodes, jobs, buffers).map_err(problem)?;
            return Ok(AnyPolicy::Agile(agile));
        }
        let rows = RowBuffers {
            matrix: MatrixBuffers {
                order: &mut self.order,
                rows: &mut self.rows,
                taken: &mut self.taken,
                seats: &mut self.seats,
                columns: &mut self.columns,
                free: &mut self.free,
                resident: &mut self.resident,
                capacity: self.capacity,
            },
            idle: &mut self.nodes,
            chosen,
            ended: other,
            shares: &mut self.shares,
        };
        let turns = asked.turns();
        let processes = setup.processes.filter(|_| name == PolicyName::Flexible);
        let Some(processes) = processes else {
            let gang = Gang::new(turns, nodes, jobs, rows).map_err(problem)?;
            return Ok(AnyPolicy::Gang(gang));
        };
        let buffers = FlexibleBuffers {
            rows,
            gaps: &mut self.gaps,
            filled: &mut self.filled,
            served: &mut self.served,
        };
        let flexible = Flexible::new(turns, nodes, jobs, processes, buffers).map_err(problem)?;
        Ok(AnyPolicy::Flexible(flexible))
    }
}
