//! Heap buffers of policies with quanta.

use cosched_core::engine::Setup;
use cosched_core::engine::storage::words_for;
use cosched_core::machine::processes::ServedProcess;
use cosched_core::matrix::{MatrixBuffers, Row, RowAssignment};
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::coscheduling::{
    Agile, AgileBuffers, Classes, Flexible, FlexibleBuffers, Gang, Gap, ListBuffers, ListEntry,
    Measurement, RowBuffers,
};
use cosched_core::workload::{GrainClass, ProcessTable};
use cosched_core::{Duration, JobId, JobSpec, Memory, Rate, ShareError};

use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::{Buffers, problem};
use crate::record::choice::Choice;
use crate::scenario::PolicyName;
use crate::scenario::coscheduling::Coscheduling;
use crate::scenario::coscheduling::grains::Shares;

/// Buffers of gang scheduling, flexible coscheduling and Agile.
#[derive(Debug)]
pub(super) struct OwnedCoscheduling {
    name: PolicyName,
    parameters: Coscheduling,
    matrix: OwnedMatrix,
    // Sets of nodes: one for rows, one for a list.
    nodes: [Vec<u64>; 2],
    // Sets of jobs: four for rows, one of the listed jobs.
    jobs: [Vec<u64>; 5],
    shares: Vec<u32>,
    measured: Vec<Measurement>,
    gaps: Vec<Gap>,
    filled: Vec<u64>,
    served: Vec<ServedProcess>,
    behind: Vec<(Duration, u32)>,
    // The job on each node, if nodes may go out of service.
    holders: Vec<Option<JobId>>,
    // A list and its copy for each grain but the first.
    lists: [[Vec<ListEntry>; 2]; GrainClass::COUNT - 1],
}

/// Buffers of a matrix.
#[derive(Debug, Default)]
struct OwnedMatrix {
    order: Vec<u32>,
    rows: Vec<Row>,
    taken: Vec<u64>,
    seats: Vec<RowAssignment>,
    columns: Vec<u64>,
    free: Vec<u32>,
    resident: Vec<Memory>,
    capacity: Memory,
}

impl OwnedMatrix {
    /// Allocates for so many rows of jobs on so many nodes, with `memory` if it is limited.
    fn new(rows: usize, jobs: usize, nodes: usize, memory: Option<Memory>) -> Self {
        let words = words_for(nodes);
        Self {
            order: vec![0; rows],
            rows: vec![Row::default(); rows],
            taken: vec![0; rows * words],
            seats: vec![RowAssignment::default(); jobs],
            columns: vec![0; jobs * words],
            free: vec![0; jobs],
            resident: vec![Memory::ZERO; if memory.is_some() { nodes } else { 0 }],
            capacity: memory.unwrap_or_default(),
        }
    }

    fn as_buffers(&mut self) -> MatrixBuffers<'_> {
        MatrixBuffers {
            order: &mut self.order,
            rows: &mut self.rows,
            taken: &mut self.taken,
            assignments: &mut self.seats,
            columns: &mut self.columns,
            free: &mut self.free,
            resident: &mut self.resident,
            capacity: self.capacity,
        }
    }
}

/// Largest number of words of columns, and of processes: 2 GiB of each.
const MOST: usize = 1 << 28;

impl OwnedCoscheduling {
    /// Allocates for the policy of `choice`, on nodes with `node_memory` (0 if it is not given).
    ///
    /// # Errors
    /// It would need too much memory, or the parameters are invalid.
    pub(super) fn new(
        choice: &Choice,
        setup: &Setup<'_>,
        node_memory: Memory,
    ) -> Result<Self, Problem> {
        let (name, requested) = (choice.policy, &choice.parameters.coscheduling);
        let (jobs, nodes) = (setup.workload.len(), setup.nodes as usize);
        let rows = requested.rows.map_or(jobs, |rows| jobs.min(rows as usize));
        let (words, bits) = (words_for(nodes), words_for(jobs));
        let processes = setup.processes.map_or(0, |table| table.len());
        let columns = (rows + jobs).saturating_mul(words);
        if columns.max(processes) > MOST {
            return Err(Problem::input(format!(
                "{} keeps the nodes of every job and the progress of every process: {jobs} jobs on {nodes} nodes with {processes} processes are too many; {MOST} words of 64 nodes, and as many processes, are allowed",
                name.title()
            )));
        }
        check(requested, nodes)?;
        // Agile's processes have no fixed nodes whose memory they could occupy.
        let limited = node_memory > Memory::ZERO && name != PolicyName::Agile;
        let too_large = |job: &JobSpec| job.memory > node_memory;
        if limited && let Some(job) = setup.workload.iter().position(too_large) {
            return Err(Problem::input(format!(
                "the job in place {} needs {} MiB on each node; a node has {node_memory}",
                job + 1,
                setup.workload[job].memory
            )));
        }
        let counts = setup
            .processes
            .map_or([0; GrainClass::COUNT], |table| counts(table, jobs));
        let lists = [1, 2, 3].map(|class: usize| match name {
            PolicyName::Agile => counts[class],
            _ => 0,
        });
        let measured = requested.measuring().map_or(0, |_| jobs);
        Ok(Self {
            name,
            parameters: *requested,
            matrix: OwnedMatrix::new(rows, jobs, nodes, limited.then_some(node_memory)),
            nodes: [vec![0; words], vec![0; words]],
            jobs: [(); 5].map(|()| vec![0; bits]),
            shares: vec![0; jobs],
            measured: vec![Measurement::EMPTY; measured],
            gaps: vec![Gap::default(); nodes],
            filled: vec![0; processes],
            served: vec![(0, Rate::STOPPED); nodes],
            behind: vec![(Duration::ZERO, 0); nodes],
            holders: if setup.outages.are_possible() {
                vec![None; nodes]
            } else {
                Vec::new()
            },
            lists: lists.map(|count| [(); 2].map(|()| vec![ListEntry::default(); count])),
        })
    }
}

impl Buffers for OwnedCoscheduling {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let (name, requested) = (self.name, &self.parameters);
        let (jobs, nodes) = (setup.workload.len(), setup.nodes);
        let [chosen, ended, before, runs, listed] = &mut self.jobs;
        let [idle, places] = &mut self.nodes;
        let rows = RowBuffers {
            matrix: self.matrix.as_buffers(),
            idle,
            chosen,
            ended,
            before,
            runs,
            shares: &mut self.shares,
        };
        let turns = requested.turns();
        let policy = match (name, setup.processes) {
            (PolicyName::Flexible, Some(processes)) => {
                let classes = match requested.measuring() {
                    None => Classes::ByGrain,
                    Some(measuring) => Classes::Measured(measuring, &mut self.measured),
                };
                let buffers = FlexibleBuffers {
                    rows,
                    gaps: &mut self.gaps,
                    open_columns: places,
                    filled: &mut self.filled,
                    served: &mut self.served,
                };
                let flexible = Flexible::new(turns, nodes, jobs, processes, classes, buffers);
                AnyPolicy::Flexible(flexible.map_err(problem)?)
            }
            (PolicyName::Agile, Some(processes)) => {
                let lists = self.lists.each_mut();
                let buffers = AgileBuffers {
                    rows: Some(rows),
                    lists: lists.map(|[list, ran]| ListBuffers { list, ran }),
                    listed,
                    served: &mut self.served,
                    behind: &mut self.behind,
                    nodes: places,
                    holders: &mut self.holders,
                };
                let agile = Agile::new(requested.agile_rules(), nodes, jobs, processes, buffers);
                AnyPolicy::Agile(agile.map_err(|error| too_small(error, requested, processes))?)
            }
            _ => AnyPolicy::Gang(Gang::new(turns, nodes, jobs, rows).map_err(problem)?),
        };
        Ok(policy.into())
    }
}

/// Checks that the parameters agree with each other and with the number of nodes.
fn check(requested: &Coscheduling, nodes: usize) -> Result<(), Problem> {
    if requested.switch >= requested.quantum {
        return Err(Problem::input(format!(
            "a switch of {} s leaves nothing of a quantum of {} s",
            requested.switch, requested.quantum
        )));
    }
    let Shares::Nodes(shares) = requested.shares else {
        return Ok(());
    };
    let all: u64 = shares.all().map(u64::from).iter().sum();
    if all > nodes as u64 {
        Err(Problem::input(format!(
            "the grains share {all} nodes; the machine has {nodes}"
        )))
    } else {
        Ok(())
    }
}

/// Number of jobs of each grain.
fn counts(processes: ProcessTable<'_>, jobs: usize) -> [usize; GrainClass::COUNT] {
    let mut counts = [0; GrainClass::COUNT];
    for job in 0..jobs {
        counts[processes.of(JobId::new(job)).class as usize] += 1;
    }
    counts
}

/// Reports the share that is too small, with the job.
fn too_small(error: ShareError, requested: &Coscheduling, processes: ProcessTable<'_>) -> Problem {
    let ShareError::Share { job, needs, has } = error else {
        return Problem::input(error.to_string());
    };
    let what = match requested.shares {
        Shares::Quanta(_) => "quanta",
        Shares::Nodes(_) => "nodes",
    };
    Problem::input(format!(
        "the job in place {} of {:?} grain needs {needs} {what}; its grain has a share of {has}",
        job.index() + 1,
        processes.of(job).class
    ))
}
