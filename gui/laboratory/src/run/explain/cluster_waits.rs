//! Why a job waits on nodes that jobs share, in words.

use cosched_core::machine::cluster::LimitOwner;
use cosched_core::{JobId, Time};

use super::ends::would_end;
use crate::record::Experiment;
use crate::scenario::cluster::unit_noun;

/// On a cluster, for how many of `job`'s nodes or tasks there is room; `None` where nodes are equal and
/// only counted for whoever has them.
pub(super) fn room_in_words(experiment: &Experiment, job: JobId, free: u32) -> Option<String> {
    let described = experiment.scenario.machine.nodes();
    let is_counted = described.is_some_and(|nodes| nodes.kinds.is_empty());
    let cluster = experiment.cluster.as_ref().filter(|_| !is_counted)?;
    let request = &cluster.requests[job.index()];
    let requested = cluster.layout.request_text(request);
    let name = &cluster.partition_of(job.index()).name;
    Some(match (request.units(), free) {
        (1, 0) => format!("it needs {requested}, for which no node of partition `{name}` has room"),
        (_, 0) => format!("it needs {requested}, and partition `{name}` has room for none of them"),
        _ => format!("it needs {requested}, and partition `{name}` has room for {free} of them"),
    })
}

/// Why a job waits for room on a cluster: `now` of its nodes or tasks have room at present,
/// `staying` on nodes that remain available to it.
pub(super) fn no_room(
    experiment: &Experiment,
    at: Time,
    job: JobId,
    [now, staying]: [u32; 2],
) -> String {
    let request = experiment
        .cluster
        .as_ref()
        .map(|all| all.requests[job.index()]);
    let units = request.map_or(1, |request| request.units());
    if now < units {
        let room = room_in_words(experiment, job, now);
        let room = room.unwrap_or_else(|| {
            format!(
                "it needs {}, {now} free",
                experiment.size_unit.counted(units)
            )
        });
        return format!("waits: {room}");
    }
    let end = would_end(experiment, at, job);
    if staying < units {
        format!(
            "fits, but waits: by its estimate it would end {end}and until then only {staying} of its {units} {}s have room on nodes that are not reserved or in maintenance",
            request.as_ref().map_or("node", unit_noun)
        )
    } else {
        "fits, but waits for those ahead of it".to_owned()
    }
}

/// Whose limit keeps a job from starting.
pub(super) fn limit_in_words(experiment: &Experiment, job: JobId, owner: LimitOwner) -> String {
    let Some(cluster) = &experiment.cluster else {
        return "waits: a limit is reached".to_owned();
    };
    let request = &cluster.requests[job.index()];
    let name = |of: usize, index: u32| {
        let name = cluster.limits.names[of].get(index as usize);
        name.map_or_else(|| index.to_string(), Clone::clone)
    };
    // Of a queue that is not to say whose its jobs are.
    let user = |index: u32| match name(0, index) {
        user if user.is_empty() => "its user".to_owned(),
        user => format!("user `{user}`"),
    };
    let whose = match owner {
        LimitOwner::Licence(index) => {
            let index = index as usize;
            let (name, all) = &cluster.layout.licences[index];
            let wanted = request.licences.0[index];
            return format!("waits for licences: for {wanted} of the {all} of `{name}`");
        }
        LimitOwner::User(index) => user(index),
        LimitOwner::Account(index) if index == request.account => {
            format!("account `{}`", name(1, index))
        }
        LimitOwner::Account(index) => format!(
            "account `{}`, which `{}` is below,",
            name(1, index),
            name(1, request.account)
        ),
        LimitOwner::Qos(index) => format!("quality of service `{}`", name(2, index)),
        LimitOwner::UserOfQos(_) => format!(
            "{} in quality of service `{}`",
            user(request.user),
            name(2, request.qos)
        ),
    };
    format!("waits: a limit of {whose} is reached")
}
