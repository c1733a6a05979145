//! The engine's setup of a run: its machine, jobs, and what the policy needs besides.

use cosched_core::Duration;
use cosched_core::engine::Setup;
use cosched_core::machine::{MemorySetup, Outages};
use cosched_core::workload::{Class, MoldSpec};

use crate::base::problem::Problem;
use crate::family::coscheduling::processes::ProcessData;
use crate::family::slurm::buffers;
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::record::cluster::NodeSets;
use crate::scenario::moldable::Deadlines;

/// Returns the processes of all jobs, if the policy of `choice` needs them.
///
/// # Errors
/// They do not suit the policy.
pub fn processes(experiment: &Experiment, choice: &Choice) -> Result<Option<ProcessData>, Problem> {
    ProcessData::new(experiment, choice.policy, &choice.parameters.coscheduling)
}

/// Returns the moldable jobs, if the policy of `choice` decides how long jobs run, deadlines are
/// hard, or runtimes by speed-ups are no whole nanoseconds; else nothing.
pub fn molds<'e>(experiment: &'e Experiment, choice: &Choice) -> Vec<MoldSpec<'e>> {
    let molding = &choice.parameters.molding;
    if choice.policy.knows_runtimes() {
        return crate::family::moldable::molds::molds(experiment, molding.loss);
    }
    let has_parts = || {
        let jobs = experiment.jobs.iter().zip(&experiment.molds);
        let mut times = jobs.filter_map(|(job, mold)| Some(mold.as_ref()?.time(job.nodes)));
        times.any(|time| !time.is_whole())
    };
    if molding.deadlines == Deadlines::Hard || has_parts() {
        // Overheads of virtual machines are those of policies that use them.
        crate::family::moldable::molds::molds(experiment, 0.0)
    } else {
        Vec::new()
    }
}

/// Returns the engine's setup of `experiment` for `choice`, with `processes` if the policy needs
/// them, and its [`node_sets`](Experiment::node_sets).
pub fn setup<'e>(
    experiment: &'e Experiment,
    choice: &Choice,
    processes: Option<&'e ProcessData>,
    molds: &'e [MoldSpec<'e>],
    sets: &'e NodeSets<'e>,
) -> Setup<'e> {
    let hosting = &experiment.hosting;
    let nodes = if hosting.servers.is_empty() {
        experiment.whole_nodes()
    } else {
        0
    };
    // Runtimes by size or by nodes are known in advance. Jobs of a log ran as long as recorded.
    let kill_at_estimate = choice.parameters.kill_at_estimate
        && !choice.policy.knows_runtimes()
        && !choice.first_policy().replays();
    let outages = Outages {
        is_external: choice.changes_nodes(),
        ..experiment.limits()
    };
    let mut setup = Setup::cluster(&experiment.jobs, nodes)
        .with_kill_at_estimate(kill_at_estimate)
        .with_overrun(overrun(choice))
        .with_server_setup(hosting.as_core())
        .with_precedence(experiment.precedents.as_core())
        .with_molds(molds)
        .with_outages(outages);
    setup.memory = choice
        .policy
        .shares_nodes()
        .then(|| memory_setup(experiment, choice));
    setup.processes = processes.map(ProcessData::as_table);
    setup.cluster = experiment
        .cluster
        .as_ref()
        .map(|cluster| cluster.as_setup(sets));
    setup
}

/// Returns how much more than estimated a job may do until it is killed: where Slurm does that.
fn overrun(choice: &Choice) -> Duration {
    let slurm = Some(&choice.parameters.slurm).filter(|_| choice.policy.is_of_slurm());
    slurm.and_then(buffers::overrun).unwrap_or(Duration::ZERO)
}

fn memory_setup(experiment: &Experiment, choice: &Choice) -> MemorySetup {
    let slicing = &choice.parameters.slicing;
    MemorySetup {
        swapping: slicing.swapping,
        charge: slicing.charge,
        ..MemorySetup::new(experiment.memory, experiment.transfer, Class::COUNT as u32)
    }
}
