//! Why a job started when it did, in words.

use cosched_core::engine::{Detail, HoldReason, Interruption, KillReason, Placement, StartReason};
use cosched_core::machine::Candidate;
use cosched_core::{Event, JobId, Sink, Time};

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::{Experiment, Run};
use crate::run::{Choice, drive};

/// One thing that happened to a job, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// When.
    pub at: Time,
    /// What, and why.
    pub sentence: String,
}

/// Why a job started when and where it did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explained {
    /// What happened to it.
    pub remarks: Vec<Remark>,
    /// The nodes considered for it when it started, best first, where the
    /// policy chooses among them.
    pub considered: Vec<Candidate>,
}

/// Why the job at index `job` started when it did and what held it before,
/// found by running again with an eye on that job alone; `None` if cancelled.
///
/// # Errors
/// Those of the run, which has succeeded before.
pub fn explain(run: &Run, job: usize, progress: &Progress) -> Result<Option<Explained>, Problem> {
    let choice = Choice {
        policy: run.policy,
        label: run.label.clone(),
        parameters: run.parameters.clone(),
    };
    let mut watch = Watch {
        job: JobId::new(job),
        seen: Vec::new(),
        considered: Vec::new(),
        waiting: false,
    };
    let finished = drive(&run.experiment, &choice, progress, &mut watch, |_| ())?;
    let words = |&(at, event)| Remark {
        at,
        sentence: match event {
            Event::Killed(_, KillReason::Dropped) => refused(run).to_owned(),
            event => sentence(&run.experiment, at, event),
        },
    };
    Ok(finished.then(|| Explained {
        remarks: watch.seen.iter().map(words).collect(),
        considered: watch.considered,
    }))
}

/// A sink that keeps what happens to one job, reasons only when they change.
struct Watch {
    job: JobId,
    seen: Vec<(Time, Event)>,
    considered: Vec<Candidate>,
    waiting: bool,
}

impl Sink for Watch {
    fn record(&mut self, at: Time, event: Event) {
        if event.job() != self.job {
            return;
        }
        match event {
            Event::Submitted(_) => self.waiting = true,
            Event::Killed(_, reason) if reason.goes_on() => self.waiting = true,
            Event::Started(..) => self.waiting = false,
            _ => {}
        }
        let repeated = match (self.seen.last(), event) {
            (Some(&(_, Event::Held(_, last))), Event::Held(_, reason)) => same(last, reason),
            _ => false,
        };
        if !repeated {
            self.seen.push((at, event));
        }
    }

    // Only while it waits: asking costs an event per waiting job.
    fn asks_why(&self) -> bool {
        self.waiting
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Considered { job, nodes } = *detail {
            self.considered(job, nodes);
        }
    }
}

impl Watch {
    fn considered(&mut self, job: JobId, nodes: &[Candidate]) {
        if job == self.job {
            self.considered = nodes.to_vec();
        }
    }
}

/// Whether two reasons differ in nothing a person would want to read twice.
fn same(last: HoldReason, reason: HoldReason) -> bool {
    use HoldReason::*;
    match (last, reason) {
        (TooFewNodes { .. }, TooFewNodes { .. }) => true,
        (OutOfService { out: a, .. }, OutOfService { out: b, .. }) => a == b,
        (Maintenance { from: a, .. }, Maintenance { from: b, .. }) => a == b,
        (HeadUntil { shadow: a, .. }, HeadUntil { shadow: b, .. }) => a == b,
        (WouldDelay { head: a, .. }, WouldDelay { head: b, .. }) => a == b,
        (a, b) => a == b,
    }
}

/// Why a job of `run` was refused.
pub fn refused(run: &Run) -> &'static str {
    match run.slots() {
        Some(_) => "refused: no window was left for it",
        None => "refused: by what could be foreseen, it would have missed its deadline",
    }
}

fn sentence(experiment: &Experiment, at: Time, event: Event) -> String {
    match event {
        Event::Submitted(job) => {
            let asked = experiment.jobs[job.index()];
            let (nodes, estimate) = (asked.nodes, asked.estimate);
            if !experiment.hosting.servers.is_empty() {
                let follows = !experiment.precedents.as_precedence().of(job).is_empty();
                let word = if follows { "ready" } else { "submitted" };
                let threads = if nodes == 1 { "thread" } else { "threads" };
                return format!("{word}, with {nodes} {threads}");
            }
            format!("submitted, asking for {} for {estimate} s", count(nodes))
        }
        Event::Held(job, reason) => held(experiment, at, job, reason),
        Event::Started(job, reason) => started(experiment, at, job, reason),
        Event::Suspended(_) => "suspended".to_owned(),
        Event::Resumed(_) => "resumed on the same nodes".to_owned(),
        Event::Loading(_, load) => match load.first {
            true => format!("loads its memory for {} s", load.time),
            false => format!("loads what is missing of its memory for {} s", load.time),
        },
        Event::Loaded(_) => "loaded: it runs".to_owned(),
        Event::LoadCut(_, load) => {
            format!(
                "its load is cut short by {} s; what was loaded stays",
                load.time
            )
        }
        Event::SwappedOut(_, swap) => format!(
            "swapped out to make room for job {}: {} s are added to its work",
            experiment.labels[swap.by.index()].number,
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
            format!("runs on {} in the {tier}{again}", count(mold.nodes))
        }
        Event::Promoted(_) => "goes on in the foreground".to_owned(),
        Event::Completed(_) => "completed".to_owned(),
        Event::Killed(_, KillReason::EstimateReached) => {
            "killed: it had run as long as its estimate".to_owned()
        }
        Event::Killed(_, KillReason::Requeued) => {
            "stopped and sent back to the queue with nothing done".to_owned()
        }
        Event::Killed(_, KillReason::Dropped) => "refused".to_owned(),
        Event::Killed(_, KillReason::Cancelled) => "taken back by its user".to_owned(),
        Event::Killed(_, KillReason::OutOfService(why)) => interrupted(why),
        // What a later core may tell, in its own words.
        other => format!("{other:?}"),
    }
}

/// What becomes of a job of which a node goes out of service.
fn interrupted(why: Interruption) -> String {
    let Interruption {
        node, kept, lost, ..
    } = why;
    let begin = format!("interrupted: node {node} went out of service");
    match (why.goes_on, kept.0) {
        (false, _) => format!("{begin}; it is killed, after {lost} s"),
        (true, 0) => format!("{begin}; it waits again, and {lost} s are lost"),
        (true, _) => format!(
            "{begin}; it waits again with the {kept} s that its checkpoints kept, and {lost} s are lost"
        ),
    }
}

/// When `job` would end by its estimate if it ran from `at` on.
fn estimated_end(experiment: &Experiment, at: Time, job: JobId) -> Time {
    at.after(experiment.jobs[job.index()].estimate)
}

fn held(experiment: &Experiment, at: Time, job: JobId, reason: HoldReason) -> String {
    let number = |job: JobId| experiment.labels[job.index()].number;
    match reason {
        HoldReason::TooFewNodes { free } => {
            let asked = experiment.jobs[job.index()].nodes;
            format!("waits: it needs {}, {free} free", count(asked))
        }
        HoldReason::Behind { head } => {
            format!("waits behind job {}, which nobody may pass", number(head))
        }
        HoldReason::HeadUntil { shadow, free } => format!(
            "waits as head of the queue with {free} nodes free; by the estimates it can start at {shadow} s"
        ),
        HoldReason::WouldDelay {
            head,
            shadow,
            extra,
        } => format!(
            "fits, but waits: by its estimate it would end at {} s, after job {} can start at {shadow} s, and of the nodes free then only {extra} are left over",
            estimated_end(experiment, at, job),
            number(head)
        ),
        HoldReason::Reserved { start } => {
            format!("waits with a reservation: it starts at {start} s at the latest")
        }
        HoldReason::Maintenance { from, free } => format!(
            "waits: by its estimate it would still run when maintenance begins at {from} s, and needs {}; {free} of the free nodes stay in service",
            count(experiment.jobs[job.index()].nodes)
        ),
        HoldReason::OutOfService { free, out } => {
            let asked = experiment.jobs[job.index()].nodes;
            format!(
                "waits: it needs {}, {free} free and {out} out of service",
                count(asked)
            )
        }
        HoldReason::BeyondDepth => "waits: the policy looks only so deep into the queue".to_owned(),
        HoldReason::NodesOfItsClass { eligible } => format!(
            "waits: on all but {eligible} of the free nodes a job of its class is suspended, and two jobs of a class never share a node"
        ),
        HoldReason::WouldDelayItsClass { first } => format!(
            "fits, but waits: it would delay jobs of its class ahead of it, the first of which is job {}",
            number(first)
        ),
        HoldReason::SliceTooShort { load, until } => format!(
            "waits: the slice ends at {until} s, too soon to be worth loading its memory for {load} s"
        ),
        HoldReason::Other { why, behind: None } => format!("waits: {why}"),
        HoldReason::Other {
            why,
            behind: Some(job),
        } => format!("waits for job {}: {why}", number(job)),
        other => format!("waits: {other:?}"),
    }
}

fn started(experiment: &Experiment, at: Time, job: JobId, reason: StartReason) -> String {
    let number = |job: JobId| experiment.labels[job.index()].number;
    match reason {
        StartReason::Head => "started: first in the queue, and enough nodes were free".to_owned(),
        StartReason::BeforeShadow { head, shadow } => format!(
            "started ahead of job {}: by its estimate it ends at {} s, and by the estimates that job can start only at {shadow} s",
            number(head),
            estimated_end(experiment, at, job)
        ),
        StartReason::ExtraNodes {
            head,
            shadow,
            extra,
        } => format!(
            "started ahead of job {}: when that job can start, at {shadow} s, {extra} nodes will be left over",
            number(head)
        ),
        StartReason::BeforeRepair { head } => format!(
            "started ahead of job {}, for which too few nodes are in service",
            number(head)
        ),
        StartReason::Reserved { passed: None } => "started: its reservation came due".to_owned(),
        StartReason::Reserved { passed: Some(job) } => format!(
            "started: its reservation came due, ahead of job {}, whose reservation it does not touch",
            number(job)
        ),
        StartReason::Placed { server, why } => {
            format!("placed on server {}{}", server.index(), placed_there(why))
        }
        StartReason::Admitted => "admitted by the policy".to_owned(),
        StartReason::OwnSlice { passed: None } => {
            "started in a slice of its class: first of its class, and enough nodes were free"
                .to_owned()
        }
        StartReason::OwnSlice { passed: Some(job) } => format!(
            "started in a slice of its class ahead of job {}, which is not delayed",
            number(job)
        ),
        StartReason::OtherSlice {
            slice,
            passed: None,
        } => format!("started on nodes left over in a slice of {slice} jobs"),
        StartReason::OtherSlice {
            slice,
            passed: Some(job),
        } => format!(
            "started on nodes left over in a slice of {slice} jobs, ahead of job {}, which is not delayed",
            number(job)
        ),
        StartReason::Other { why, passed: None } => format!("started: {why}"),
        StartReason::Other {
            why,
            passed: Some(job),
        } => format!("started ahead of job {}: {why}", number(job)),
        other => format!("started: {other:?}"),
    }
}

fn count(nodes: u32) -> String {
    match nodes {
        1 => "1 node".to_owned(),
        nodes => format!("{nodes} nodes"),
    }
}

/// Why a job was placed where it was, behind "placed on server 2".
fn placed_there(why: Placement) -> &'static str {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{load, run, scenario};

    /// What is said of each job of `text` under its one policy, by its place.
    fn said(text: &str, job: usize) -> Vec<String> {
        let scenario = scenario::parse(text, None).unwrap();
        let progress = Progress::default();
        let experiment = Arc::new(load::prepare(&scenario, None, &progress).unwrap());
        let choice = &run::choices(&scenario)[0];
        let run = run::simulate(&experiment, choice, true, &progress).unwrap();
        let explained = explain(&run.unwrap(), job, &progress).unwrap().unwrap();
        let remarks = explained.remarks.into_iter();
        remarks.map(|remark| remark.sentence).collect()
    }

    /// Job 2 can start when job 1 ends, at 100 s. Job 3, from 2 s on, ends at 32 s
    /// by its estimate; job 4 would end at 203 s.
    const FOUR: &str = "(machine: Cluster(nodes: 4), policies: [Easy], workload: Jobs([
        (submit: 0, runtime: 100, nodes: 2),
        (submit: 1, runtime: 10, nodes: 4),
        (submit: 2, runtime: 20, nodes: 1, estimate: 30),
        (submit: 3, runtime: 200, nodes: 1),
    ]))";

    #[test]
    fn who_passes_is_told_by_its_own_estimated_end() {
        let said = said(FOUR, 2);
        assert!(
            said.contains(
                &"started ahead of job 2: by its estimate it ends at 32 s, and by the estimates that job can start only at 100 s"
                    .to_owned()
            ),
            "{said:?}"
        );
    }

    #[test]
    fn who_may_not_pass_is_told_when_it_would_end() {
        let said = said(FOUR, 3);
        assert!(
            said.contains(
                &"fits, but waits: by its estimate it would end at 203 s, after job 2 can start at 100 s, and of the nodes free then only 0 are left over"
                    .to_owned()
            ),
            "{said:?}"
        );
    }
}
