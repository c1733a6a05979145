//! The warm-up of a log: what had ended by its end is left out, what ran then or waited stays.

use std::collections::HashSet;

use cosched_core::{Duration, Time};

use super::{Draft, DraftJob};
use crate::base::format::{counted, span};
use crate::base::problem::Problem;
use crate::load::account::extract::EndExtract;
use crate::record::warm_up::WarmUp;
use crate::scenario::cluster::Layout;
use crate::scenario::sweep::Edge;
use crate::scenario::{self, PolicyName, Scenario, nanoseconds};

/// Checks that `scenario`, with interarrival times scaled to `load`, can begin with what its log
/// says ran, if a warm-up is requested.
///
/// # Errors
/// It cannot.
pub(super) fn check(scenario: &Scenario, load: Option<f64>) -> Result<(), Problem> {
    match scenario.workload.warm_up() {
        Some(requested) if !requested.is_none() => can_begin(scenario, load),
        _ => Ok(()),
    }
}

/// Checks that `scenario` can begin with what its log says ran.
fn can_begin(scenario: &Scenario, load: Option<f64>) -> Result<(), Problem> {
    let refuse = |why: String| Err(Problem::input(format!("`warm_up`: {why}")));
    if let Some(load) = load {
        return refuse(format!(
            "nothing is recorded of a load of {load}; without `load` the jobs are submitted as they were"
        ));
    }
    if scenario.moldable.is_some() {
        return refuse(
            "`moldable` jobs have other sizes than those that ran; leave one of the two out".into(),
        );
    }
    let mut policies = scenario.all_policies();
    match policies.find(|policy| !takes_over(*policy)) {
        None => Ok(()),
        Some(policy) => refuse(format!(
            "{} cannot take over the jobs that the log says run; {}, policies of one's own that are built in, and {} can",
            policy.title(),
            PolicyName::queue_titles("and"),
            PolicyName::Slurm.title(),
        )),
    }
}

/// Whether `policy` can take over running jobs and a queue.
fn takes_over(policy: PolicyName) -> bool {
    policy.is_queue()
        || policy.is_of_slurm()
        || policy.replays()
        || matches!(policy, PolicyName::Own(_))
}

/// The warm-up of a log for which none is requested: until its first end, if it is an extract by
/// end time, and if `scenario` can begin so.
fn proposed(draft: &mut Draft, scenario: &Scenario, load: Option<f64>) -> Option<scenario::WarmUp> {
    if !scenario.workload.is_log() || can_begin(scenario, load).is_err() {
        return None;
    }
    let extract = EndExtract::of_draft(&draft.jobs)?;
    let sentence = format!("{}: `warm_up: 0` takes it as it is", extract.sentence());
    // Of accounting its own reader says it.
    let mut known = draft.remarks.iter_mut();
    match known.find(|one| one.starts_with(EndExtract::SEEMS)) {
        Some(known) => *known = sentence,
        None => draft.remarks.push(sentence),
    }
    Some(scenario::WarmUp::FirstEnd)
}

/// Leaves out of `draft`, whose jobs are in order of submission, those that the log says had ended
/// by the end of the warm-up of `scenario`, with interarrival times scaled to `load`, where nodes that
/// jobs share have this `layout`; `None` if there is none.
///
/// # Errors
/// Nothing was submitted after it, or the log has no starts.
pub(super) fn cut(
    draft: &mut Draft,
    (scenario, layout): (&Scenario, Option<&Layout>),
    load: Option<f64>,
) -> Result<Option<WarmUp>, Problem> {
    let own = scenario.workload.warm_up();
    let requested = own.or_else(|| proposed(draft, scenario, load));
    let Some(requested) = requested.filter(|requested| !requested.is_none()) else {
        return Ok(None);
    };
    let jobs = &draft.jobs;
    let (Some(first), Some(last)) = (jobs.first(), jobs.last()) else {
        return Ok(None);
    };
    if jobs.iter().all(|job| job.label.recorded_wait().is_none()) {
        return Err(Problem::input(
            "`warm_up`: the log says of no job how long it waited, so that it is not known what ran then",
        ));
    }
    let (first, last) = (first.spec.submit, last.spec.submit);
    let until = end_of(requested, jobs).filter(|&until| until <= last);
    let until = until.ok_or_else(|| beyond(requested, jobs.len(), last.since(first)))?;
    if until == first {
        let sentence =
            "`warm_up` ends with the first submission: nothing ran before, and all jobs count";
        draft.remarks.push(sentence.to_owned());
        return Ok(None);
    }
    let state = CutState::of(&mut draft.jobs, until, layout);
    draft.remarks.extend(state.remarks());
    Ok(Some(WarmUp {
        until,
        length: until.since(first),
        ended: state.ended,
        running: state.running,
        waiting: state.waiting,
    }))
}

/// The instant at which a warm-up of `jobs`, which are in order of submission, ends; `None` if that
/// is after all of them.
fn end_of(requested: scenario::WarmUp, jobs: &[DraftJob]) -> Option<Time> {
    match requested {
        scenario::WarmUp::Edge(Edge::Seconds(seconds)) => {
            let first = jobs.first()?.spec.submit;
            Some(first.after(Duration(nanoseconds(seconds))))
        }
        scenario::WarmUp::Edge(Edge::Jobs(count)) => {
            jobs.get(count as usize).map(|job| job.spec.submit)
        }
        scenario::WarmUp::FirstEnd => jobs.iter().map(|job| recorded(job)[1]).min(),
    }
}

/// The problem that a warm-up leaves none of `jobs` jobs, submitted within `length`.
fn beyond(requested: scenario::WarmUp, jobs: usize, length: Duration) -> Problem {
    let seen = match requested {
        scenario::WarmUp::Edge(Edge::Seconds(seconds)) => {
            format!("{} are longer than that", span(seconds))
        }
        scenario::WarmUp::Edge(Edge::Jobs(count)) => {
            format!("the first {count} are all of them or more")
        }
        scenario::WarmUp::FirstEnd => "the first of them ends after that".to_owned(),
    };
    Problem::input(format!(
        "`warm_up` leaves no job that counts: the log has {}, submitted within {}, and {seen}",
        counted(jobs, "job"),
        span(length.seconds())
    ))
}

/// Recorded start and end of a job. One without a recorded wait starts when it is submitted, as in
/// the schedule as recorded.
fn recorded(job: &DraftJob) -> [Time; 2] {
    let wait = job.label.recorded_wait().unwrap_or_default();
    let start = job.spec.submit.after(wait);
    [start, start.after(job.spec.runtime)]
}

/// Longest estimate that the partition of `job`, and the reservation in which it runs, allow.
fn longest_estimate(job: &DraftJob, layout: Option<&Layout>) -> Duration {
    let (Some(layout), Some(request)) = (layout, &job.request) else {
        return Duration::MAX;
    };
    let partition = layout.partitions.get(request.partition as usize);
    let of_partition = partition.map_or(Duration::MAX, |one| one.longest_estimate);
    let own = request
        .reservation
        .and_then(|index| layout.reservations.get(index as usize));
    of_partition.min(own.map_or(Duration::MAX, |own| own.until.since(own.from)))
}

/// Past by the log of the jobs submitted before an instant.
#[derive(Default)]
struct CutState {
    /// Number of those that had ended.
    ended: usize,
    /// Number of those that ran.
    running: usize,
    /// Number of those that waited.
    waiting: usize,
    /// Number of those that ran, in all for longer than their estimates.
    raised: usize,
    /// Number of those of them that ran for longer than their partition allows.
    over_partition: usize,
    /// Number of those without a recorded wait.
    unknown: usize,
    /// Whether jobs share nodes.
    is_shared: bool,
}

impl CutState {
    /// Leaves out of `jobs` those that had ended at `until`, and lets those that ran then run to
    /// their recorded ends, as far as their partitions allow.
    fn of(jobs: &mut Vec<DraftJob>, until: Time, layout: Option<&Layout>) -> Self {
        let mut state = Self::default();
        jobs.retain_mut(|job| {
            if job.spec.submit >= until {
                return true;
            }
            let [start, end] = recorded(job);
            state.unknown += usize::from(job.label.recorded_wait().is_none());
            if end <= until {
                state.ended += 1;
                return false;
            }
            // What starts at that very instant is for the policy to decide.
            if start >= until {
                state.waiting += 1;
                return true;
            }
            state.running += 1;
            state.is_shared |= job.request.is_some();
            if job.spec.estimate < job.spec.runtime {
                let longest = longest_estimate(job, layout);
                state.raised += 1;
                state.over_partition += usize::from(longest < job.spec.runtime);
                job.spec = job.spec.with_estimate(job.spec.runtime.min(longest));
            }
            true
        });
        forget_missing(jobs);
        state
    }

    /// Sentences on what is not as the log has it.
    fn remarks(&self) -> Vec<String> {
        let sentences = [
            (
                self.raised,
                "that ran at the end of the warm-up with an estimate below the runtime: raised to that",
            ),
            (
                self.over_partition,
                "that ran at the end of the warm-up for longer than their partition or reservation allows: raised to what it allows",
            ),
            (
                self.unknown,
                "submitted in the warm-up without a recorded wait: taken to start when submitted",
            ),
        ];
        let found = sentences.into_iter().filter(|(count, _)| *count > 0);
        let mut all: Vec<String> = found
            .map(|(count, words)| format!("{} {words}", counted(count, "job")))
            .collect();
        if self.is_shared {
            all.push(
                "jobs that ran at the end of the warm-up are on the first nodes with room for them, not where they were"
                    .to_owned(),
            );
        }
        all
    }
}

/// Removes dependencies on jobs that are not among `jobs` any more: they have ended.
fn forget_missing(jobs: &mut [DraftJob]) {
    if jobs.iter().all(|job| job.after.is_empty()) {
        return;
    }
    let there: HashSet<u64> = jobs.iter().map(|job| job.label.number()).collect();
    for job in jobs {
        job.after.retain(|number| there.contains(number));
    }
}
