//! Events of a job in words.

use cosched_core::engine::{
    Explanation, Interruption, KillReason, Piece, Placement, Quantity, StartReason, WaitReason,
};
use cosched_core::{Event, JobId, Time};

use super::cluster_waits::{limit_in_words, no_room, room_in_words};
use super::ends::{estimated_end_in_words, would_end};
use crate::record::{Experiment, Run};

/// Why a job of `run` was refused.
pub fn refusal_in_words(run: &Run) -> &'static str {
    match run.slots() {
        Some(_) => "refused: no window was left for it",
        None => "refused: by what could be foreseen, it would have missed its deadline",
    }
}

pub(super) fn sentence(experiment: &Experiment, at: Time, event: Event) -> String {
    match event {
        Event::Submitted(job) => {
            let spec = experiment.jobs[job.index()];
            let (nodes, estimate) = (spec.nodes, spec.estimate);
            if !experiment.hosting.servers.is_empty() {
                let follows = !experiment.precedents.as_core().of(job).is_empty();
                let word = if follows { "ready" } else { "submitted" };
                let threads = if nodes == 1 { "thread" } else { "threads" };
                return format!("{word}, with {nodes} {threads}");
            }
            let (requested, index) = (
                request_in_words(experiment, job.index()),
                partition(experiment, job),
            );
            format!("submitted, asking for {requested}{index} for {estimate} s")
        }
        Event::StillWaiting(job, reason) => held(experiment, at, job, reason),
        Event::Started(job, reason) => started(experiment, at, job, reason),
        Event::Suspended(_) => "suspended".to_owned(),
        Event::Resumed(_) => format!("resumed on the same {}", experiment.size_unit.many()),
        Event::Loading(_, load) => {
            if load.first {
                format!("loads its memory for {} s", load.time)
            } else {
                format!("loads what is missing of its memory for {} s", load.time)
            }
        }
        Event::Loaded(_) => "loaded: it runs".to_owned(),
        Event::LoadCut(_, load) => {
            format!(
                "its load is cut short by {} s; what was loaded stays",
                load.time
            )
        }
        Event::SwappedOut(_, swap) => format!(
            "swapped out to make room for job {}: {} s are added to its work",
            experiment.labels[swap.by.index()].number(),
            swap.time
        ),
        Event::Molded(_, mold) => {
            let tier = if mold.background {
                "background"
            } else {
                "foreground"
            };
            let again = match mold.lost.0 {
                0 => String::new(),
                _ => format!(", from the start: {} s are lost", mold.lost),
            };
            format!(
                "runs on {} in the {tier}{again}",
                experiment.size_unit.counted(mold.nodes)
            )
        }
        Event::Promoted(_) => "goes on in the foreground".to_owned(),
        Event::Completed(_) => "completed".to_owned(),
        Event::Killed(_, KillReason::EstimateReached) => {
            "killed: it had run as long as its estimate lets it".to_owned()
        }
        Event::Killed(_, KillReason::Requeued) => {
            "stopped and sent back to the queue with nothing done".to_owned()
        }
        Event::Killed(_, KillReason::Preempted) => "preempted, and stopped for good".to_owned(),
        Event::Killed(_, KillReason::Dropped) => "refused".to_owned(),
        Event::Killed(_, KillReason::Cancelled) => "taken back by its user".to_owned(),
        Event::Killed(_, KillReason::OutOfService(why)) => interrupted(experiment, why),
        // An event of a later core, as its `Debug` text.
        other => format!("{other:?}"),
    }
}

/// A job interrupted by a node that goes out of service.
fn interrupted(experiment: &Experiment, why: Interruption) -> String {
    let Interruption {
        node, kept, lost, ..
    } = why;
    let unit = experiment.size_unit.one();
    let begin = format!("interrupted: {unit} {node} went out of service");
    match (why.is_requeued, kept.0) {
        (false, _) => format!("{begin}; it is killed, after {lost} s"),
        (true, 0) => format!("{begin}; it waits again, and {lost} s are lost"),
        (true, _) => format!(
            "{begin}; it waits again with the {kept} s that its checkpoints kept, and {lost} s are lost"
        ),
    }
}

fn held(experiment: &Experiment, at: Time, job: JobId, reason: WaitReason) -> String {
    let number = |job: JobId| experiment.labels[job.index()].number();
    match reason {
        WaitReason::TooFewNodes { free } => {
            let requested = experiment.jobs[job.index()].nodes;
            format!(
                "waits: it needs {}, {free} free",
                experiment.size_unit.counted(requested)
            )
        }
        WaitReason::Behind { head } => {
            format!("waits behind job {}, which nobody may pass", number(head))
        }
        WaitReason::HeadUntil { shadow, free } => match room_in_words(experiment, job, free) {
            Some(room) => format!(
                "waits as the first of its partition without room: {room}; by the estimates it can start at {shadow} s"
            ),
            None => format!(
                "waits as head of the queue with {} free; by the estimates it can start at {shadow} s",
                experiment.size_unit.counted(free)
            ),
        },
        WaitReason::WouldDelay {
            head,
            shadow,
            extra,
        } => format!(
            "fits, but waits: by its estimate it would end {}after job {} can start at {shadow} s, and {}",
            would_end(experiment, at, job),
            number(head),
            only_left_over(experiment, extra),
        ),
        WaitReason::Reserved { start } => {
            format!("waits with a reservation: it starts at {start} s at the latest")
        }
        WaitReason::Maintenance { from, free } => format!(
            "waits: by its estimate it would still run when maintenance begins at {from} s, and needs {}; {free} of the free {} stay in service",
            experiment
                .size_unit
                .counted(experiment.jobs[job.index()].nodes),
            experiment.size_unit.many()
        ),
        WaitReason::NoRoom { now, staying } => no_room(experiment, at, job, [now, staying]),
        WaitReason::Cap { idle, free } => format!(
            "waits for power: it needs {}, {idle} idle, of which the cap lets {free} be busy until it would end by its estimate",
            experiment
                .size_unit
                .counted(experiment.jobs[job.index()].nodes)
        ),
        WaitReason::OutOfService { free, out } => {
            let requested = experiment.jobs[job.index()].nodes;
            format!(
                "waits: it needs {}, {free} free and {out} out of service",
                experiment.size_unit.counted(requested)
            )
        }
        WaitReason::Limit { owner } => limit_in_words(experiment, job, owner),
        WaitReason::BeyondDepth => "waits: the policy looks only so deep into the queue".to_owned(),
        WaitReason::NodesOfItsClass { eligible } => format!(
            "waits: on all but {eligible} of the free {} a job of its class is suspended, and two jobs of a class never share a {}",
            experiment.size_unit.many(),
            experiment.size_unit.one()
        ),
        WaitReason::WouldDelayItsClass { first } => format!(
            "fits, but waits: it would delay jobs of its class ahead of it, the first of which is job {}",
            number(first)
        ),
        WaitReason::SliceTooShort { load, until } => format!(
            "waits: the slice ends at {until} s, too soon to be worth loading its memory for {load} s"
        ),
        WaitReason::Other { why, behind: None } => {
            format!("waits: {}", custom_reason(experiment, why))
        }
        WaitReason::Other {
            why,
            behind: Some(job),
        } => format!(
            "waits for job {}: {}",
            number(job),
            custom_reason(experiment, why)
        ),
        other => format!("waits: {other:?}"),
    }
}

fn started(experiment: &Experiment, at: Time, job: JobId, reason: StartReason) -> String {
    let number = |job: JobId| experiment.labels[job.index()].number();
    match reason {
        StartReason::Head => match experiment.cluster {
            None => format!(
                "started: first in the queue, and enough {} were free",
                experiment.unit().many()
            ),
            Some(_) => "started: there was room, and nobody ahead of it was waiting for any there"
                .to_owned(),
        },
        StartReason::BeforeShadow { head, shadow } => format!(
            "started ahead of job {}: {}, and by the estimates that job can start only at {shadow} s",
            number(head),
            estimated_end_in_words(experiment, at, job)
        ),
        StartReason::ExtraNodes {
            head,
            shadow,
            extra,
        } => match experiment.cluster {
            None => format!(
                "started ahead of job {}: when that job can start, at {shadow} s, {} will be left over",
                number(head),
                experiment.size_unit.counted(extra)
            ),
            Some(_) => format!(
                "started ahead of job {}: that job can start at {shadow} s all the same",
                number(head)
            ),
        },
        StartReason::BeforeRepair { head } => format!(
            "started ahead of job {}, for which too few {} are in service",
            number(head),
            experiment.size_unit.many()
        ),
        StartReason::Reserved { passed: None } => "started: its reservation came due".to_owned(),
        StartReason::Reserved { passed: Some(job) } => format!(
            "started: its reservation came due, ahead of job {}, whose reservation it does not touch",
            number(job)
        ),
        StartReason::Placed { server, why } => {
            format!(
                "placed on server {}{}",
                server.index(),
                placement_reason(why)
            )
        }
        StartReason::Admitted => "admitted by the policy".to_owned(),
        StartReason::OwnSlice { passed: None } => {
            format!(
                "started in a slice of its class: first of its class, and enough {} were free",
                experiment.size_unit.many()
            )
        }
        StartReason::OwnSlice { passed: Some(job) } => format!(
            "started in a slice of its class ahead of job {}, which is not delayed",
            number(job)
        ),
        StartReason::OtherSlice {
            slice,
            passed: None,
        } => format!(
            "started on {} left over in a slice of {slice} jobs",
            experiment.size_unit.many()
        ),
        StartReason::OtherSlice {
            slice,
            passed: Some(job),
        } => format!(
            "started on {} left over in a slice of {slice} jobs, ahead of job {}, which is not delayed",
            experiment.size_unit.many(),
            number(job)
        ),
        StartReason::Other { why, passed: None } => {
            format!("started: {}", custom_reason(experiment, why))
        }
        StartReason::Other {
            why,
            passed: Some(job),
        } => format!(
            "started ahead of job {}: {}",
            number(job),
            custom_reason(experiment, why)
        ),
        other => format!("started: {other:?}"),
    }
}

/// A reason in the policy's own words, its quantities in units of the experiment.
pub(super) fn custom_reason(experiment: &Experiment, why: Explanation) -> String {
    let said = why.pieces().map(|piece| match piece {
        Piece::Text(text) => text.to_owned(),
        Piece::Quantity(Quantity::Number(number)) => number.to_string(),
        Piece::Quantity(Quantity::Nodes(nodes)) => experiment.size_unit.counted(nodes),
        Piece::Quantity(Quantity::Job(job)) => match experiment.labels.get(job.index()) {
            Some(label) => format!("job {}", label.number()),
            None => "a job that there is not".to_owned(),
        },
        Piece::Quantity(Quantity::Time(at)) => format!("{at} s"),
        Piece::Quantity(Quantity::Duration(span)) => format!("{span} s"),
        // A quantity of a later core, as its `Debug` text.
        Piece::Quantity(other) => format!("{other:?}"),
    });
    said.collect()
}

/// The request of the job at index `job`.
pub(super) fn request_in_words(experiment: &Experiment, job: usize) -> String {
    match &experiment.cluster {
        None => experiment.size_unit.counted(experiment.jobs[job].nodes),
        Some(cluster) => cluster.layout.request_text(&cluster.requests[job]),
    }
}

/// ` in partition `gpu``, put behind a request.
fn partition(experiment: &Experiment, job: JobId) -> String {
    experiment.cluster.as_ref().map_or_else(String::new, |all| {
        let name = &all.partition_of(job.index()).name;
        format!(" in partition `{name}`")
    })
}

/// `of the nodes free then only 2 are left over`.
fn only_left_over(experiment: &Experiment, extra: u32) -> String {
    match &experiment.cluster {
        None => {
            let verb = if extra == 1 { "is" } else { "are" };
            let units = experiment.size_unit.many();
            format!("of the {units} free then only {extra} {verb} left over")
        }
        Some(_) => "it would take what that job needs then".to_owned(),
    }
}

/// Why a job was placed on its server, put behind "placed on server 2".
fn placement_reason(why: Placement) -> &'static str {
    match why {
        Placement::LeastLoad => ": no server had fewer threads per core",
        Placement::EarliestCompletion => ": by looking ahead, it completes nowhere sooner",
        Placement::EarliestLastCompletion => {
            ": by looking ahead, the last of the jobs there completes no later than elsewhere"
        }
        Placement::LeastAverage => {
            ": of the servers with enough idle cores (or of all, if none had), it had the least load average"
        }
        Placement::Mapped => ", as it was mapped beforehand",
        _ => "",
    }
}
