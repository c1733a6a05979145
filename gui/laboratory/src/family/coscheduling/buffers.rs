//! Heap buffers of policies with quanta.

use cosched_core::engine::Setup;
use cosched_core::engine::storage::words_for;
use cosched_core::matrix::MatrixSizes;
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::coscheduling::{
    Agile, BoxedAgile, BoxedFlexible, BoxedRows, Classes, Flexible, Gang, Measurement, RowSizes,
    TurnRules,
};
use cosched_core::workload::{GrainClass, ProcessTable};
use cosched_core::{JobId, JobSpec, Memory, ShareError};

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
    parameters: Coscheduling,
    node_memory: Memory,
    measured: Vec<Measurement>,
    buffers: PolicyBuffers,
}

/// Those of each policy.
#[derive(Debug)]
enum PolicyBuffers {
    Gang(BoxedRows),
    Flexible(BoxedFlexible),
    Agile(BoxedAgile),
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
        let words = words_for(nodes);
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
        let matrix = MatrixSizes::of(rows, jobs, jobs, nodes, limited);
        let rows = RowSizes::of(matrix, jobs, nodes);
        let buffers = match (name, setup.processes) {
            (PolicyName::Flexible, Some(_)) => {
                PolicyBuffers::Flexible(BoxedFlexible::new(rows, nodes, processes))
            }
            (PolicyName::Agile, Some(table)) => {
                let [_, own @ ..] = counts(table, jobs);
                let has_outages = setup.outages.are_possible();
                PolicyBuffers::Agile(BoxedAgile::new(rows, jobs, own, nodes, has_outages))
            }
            _ => PolicyBuffers::Gang(BoxedRows::with_sizes(&rows)),
        };
        let measured = requested.measuring().map_or(0, |_| jobs);
        Ok(Self {
            parameters: *requested,
            node_memory,
            measured: vec![Measurement::EMPTY; measured],
            buffers,
        })
    }
}

impl Buffers for OwnedCoscheduling {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let requested = &self.parameters;
        let (jobs, nodes) = (setup.workload.len(), setup.nodes);
        let processes = setup.processes.unwrap_or_default();
        let turns = TurnRules {
            node_memory: self.node_memory,
            ..requested.turns()
        };
        let policy = match &mut self.buffers {
            PolicyBuffers::Gang(rows) => {
                let gang = Gang::new(turns, nodes, jobs, rows.as_buffers());
                AnyPolicy::Gang(gang.map_err(problem)?)
            }
            PolicyBuffers::Flexible(buffers) => {
                let classes = match requested.measuring() {
                    None => Classes::ByGrain,
                    Some(measuring) => Classes::Measured(measuring, &mut self.measured),
                };
                let buffers = buffers.as_buffers();
                let flexible = Flexible::new(turns, nodes, jobs, processes, classes, buffers);
                AnyPolicy::Flexible(flexible.map_err(problem)?)
            }
            PolicyBuffers::Agile(buffers) => {
                let (rules, buffers) = (requested.agile_rules(), buffers.as_buffers());
                let agile = Agile::new(rules, nodes, jobs, processes, buffers);
                AnyPolicy::Agile(agile.map_err(|error| too_small(error, requested, processes))?)
            }
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
