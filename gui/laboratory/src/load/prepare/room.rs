//! Whether anybody can have to wait for room, as far as that can be told without a simulation.

use cosched_core::Time;

use crate::base::format::{count, counted};
use crate::base::in_use::after_each_start;
use crate::record::Experiment;
use crate::record::cluster::ClusterData;
use crate::scenario::Workload;

/// A sentence if every job of a table, or all but a few, find room when they are submitted, wherever
/// the others run; `None` if more might have to wait.
///
/// By induction over submissions: if all before have started at once, those that still run hold at
/// most as many nodes as they asked for, whichever these are, and one of which more would do has
/// room. Of nodes that jobs share each unit asked for may be on one of its own.
pub(super) fn remark(experiment: &Experiment) -> Option<String> {
    let is_table = matches!(experiment.scenario.workload, Workload::Table(_));
    if !is_table || holds_back(experiment) {
        return None;
    }
    let held = held(experiment);
    let most = held.iter().copied().max()?;
    if let Some(cluster) = &experiment.cluster {
        return on_shared_nodes(cluster, &held, most);
    }
    let nodes = u64::from(experiment.nodes);
    (most <= nodes).then(|| {
        format!(
            "nobody has to wait for room on this machine: at most {} of its {} {} are asked for at once",
            count(most),
            count(nodes),
            experiment.size_unit.many()
        )
    })
}

/// Nodes that are held at most once a job has started, for each job, if all start when they are
/// submitted; those of a warm-up as the log says, or at its end.
fn held(experiment: &Experiment) -> Vec<u64> {
    let jobs = &experiment.jobs;
    let cluster = experiment.cluster.as_ref();
    let wait = |index: usize| {
        let until = experiment
            .warm_up
            .map_or(Time::ZERO, |warm_up| warm_up.until);
        let wait = experiment.labels[index].recorded_wait().unwrap_or_default();
        // Nothing is left for one submitted later.
        wait.min(until.since(jobs[index].submit))
    };
    let amounts = jobs.iter().enumerate().map(|(index, job)| {
        // As if it held its nodes from its submission on.
        let end = job.submit.after(wait(index)).after(job.runtime);
        let request = cluster.map(|cluster| &cluster.requests[index]);
        let amount = request.map_or(job.nodes, |request| request.units());
        (job.submit, end, amount)
    });
    let mut held: Vec<u64> = after_each_start(amounts).collect();
    // Of jobs that are submitted at the same instant, any may be the last to start.
    for index in (1..held.len()).rev() {
        if jobs[index - 1].submit == jobs[index].submit {
            held[index - 1] = held[index];
        }
    }
    held
}

/// The sentence for nodes that jobs share, `most` of which are held at once.
fn on_shared_nodes(cluster: &ClusterData, held: &[u64], most: u64) -> Option<String> {
    let suitable = cluster.requests.iter();
    let suitable = suitable.map(|request| u64::from(cluster.layout.suitable_nodes(request)));
    let least = suitable.clone().min()?;
    let unsure = suitable.zip(held);
    let unsure = unsure.filter(|(suitable, held)| *held > suitable).count();
    let (most, nodes) = (count(most), count(u64::from(cluster.layout.nodes())));
    match unsure {
        0 => Some(format!(
            "nobody has to wait for room on this machine: at most {most} of its {nodes} nodes are held at once, and for each job {} or more would do",
            count(least)
        )),
        few if few <= held.len() / RARE => Some(format!(
            "hardly anybody has to wait for room on this machine: as long as nobody does, at most {most} of its {nodes} nodes are held at once, and for all but {} as many would do",
            counted(few, "job")
        )),
        _ => None,
    }
}

/// One of so many jobs at most may have to wait where hardly anybody has.
const RARE: usize = 100;

/// Whether something besides room may keep a job from starting.
fn holds_back(experiment: &Experiment) -> bool {
    let machine = experiment.scenario.machine.nodes();
    let is_limited = experiment.cluster.as_ref().is_some_and(|cluster| {
        !cluster.limits.is_empty()
            || !cluster.layout.reservations.is_empty()
            || !cluster.dependencies.all.is_empty()
    });
    is_limited || machine.is_none_or(|machine| machine.outages.is_some() || machine.power.is_some())
}
