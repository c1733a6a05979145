//! How other jobs passed a job, and were preempted for one another, in sentences.

use cosched_core::engine::{KillReason, StartReason};
use cosched_core::{Event, JobId, Time};

use super::ends::estimated_end_in_words;
use super::remarks::{Narrator, OrderedRemark, RemarkOrder};
use super::sentences;
use super::story::{Passer, Preemption};

impl Narrator<'_> {
    /// Tells how another job passed the job.
    pub(super) fn pass_remark(&self, passer: &Passer) -> OrderedRemark {
        let Passer { at, job: other, .. } = *passer;
        let experiment = &self.run.experiment;
        let requested = sentences::request_in_words(experiment, other);
        let (reason, head) = self.pass_reason(passer);
        let sentence = format!(
            "passed by job {}, which takes {requested}: {reason}",
            self.number(other)
        );
        let jobs = [Some(other), head].into_iter().flatten();
        Self::ordered(
            RemarkOrder::Passed,
            at,
            sentence,
            jobs.filter(|&one| one != self.job).collect(),
        )
    }

    /// Why a job was allowed to pass, and the other job that this names.
    fn pass_reason(&self, passer: &Passer) -> (String, Option<usize>) {
        let first = match self.run.experiment.cluster {
            None => "first in the queue",
            Some(_) => "first of its partition without room",
        };
        let head_of = |head: JobId| {
            if head.index() == self.job {
                "this job".to_owned()
            } else {
                format!("job {}, the {first},", self.number(head.index()))
            }
        };
        let experiment = &self.run.experiment;
        let ends = || estimated_end_in_words(experiment, passer.at, JobId::new(passer.job));
        match passer.why {
            StartReason::BeforeShadow { head, shadow } => (
                format!(
                    "{}, and {} can start only at {shadow} s",
                    ends(),
                    head_of(head)
                ),
                Some(head.index()),
            ),
            StartReason::ExtraNodes {
                head,
                shadow,
                extra,
            } => (
                match experiment.cluster {
                    None => format!(
                        "{} will be left over when {} can start, at {shadow} s",
                        experiment.size_unit.counted(extra),
                        head_of(head)
                    ),
                    Some(_) => format!("{} can start at {shadow} s all the same", head_of(head)),
                },
                Some(head.index()),
            ),
            StartReason::BeforeRepair { head } => (
                format!(
                    "too few {} are in service for {}",
                    experiment.size_unit.many(),
                    head_of(head)
                )
                .trim_end_matches(',')
                .to_owned(),
                Some(head.index()),
            ),
            StartReason::Reserved { .. } => (self.reservation_reason(passer.at), None),
            StartReason::OwnSlice { .. } => ("in a slice of its own class".to_owned(), None),
            StartReason::OtherSlice { slice, .. } => (
                format!(
                    "on {} left over in a slice of {slice} jobs",
                    experiment.size_unit.many()
                ),
                None,
            ),
            StartReason::Head if experiment.cluster.is_some() => {
                let why = "on nodes for which nobody ahead of it was waiting for room";
                (why.to_owned(), None)
            }
            StartReason::Head => ("it was considered first".to_owned(), None),
            StartReason::Admitted => ("the policy admitted it".to_owned(), None),
            StartReason::Placed { server, .. } => (format!("on server {}", server.index()), None),
            StartReason::Other { why, .. } => (sentences::custom_reason(experiment, why), None),
            other => (format!("{other:?}"), None),
        }
    }

    /// The job for which this one was preempted, if `event` at `at` stops it for that.
    pub(super) fn preempted_for(&self, at: Time, event: Event) -> Option<usize> {
        let Event::Killed(_, KillReason::Requeued | KillReason::Preempted) = event else {
            return None;
        };
        let mut own = self.story.preemptions.iter().rev();
        own.find(|one| one.job == self.job && one.at <= at)
            .map(|one| one.by)
    }

    /// `preempted for job 3, and stopped for good`.
    pub(super) fn end_by_preemption(&self, other: usize, event: Event) -> String {
        let end = match event {
            Event::Killed(_, KillReason::Preempted) => "stopped for good",
            _ => "sent back to the queue with nothing done",
        };
        format!("preempted for job {}, and {end}", self.number(other))
    }

    /// Tells of the jobs that make room for this one, and of its own grace.
    pub(super) fn preemptions(&self) -> Vec<OrderedRemark> {
        let is_same = |one: &Preemption, next: &Preemption| {
            (one.at, one.by, one.until) == (next.at, next.by, next.until)
        };
        let together = self.story.preemptions.chunk_by(is_same);
        together
            .filter_map(|group| self.preemption(group.first()?, group))
            .collect()
    }

    /// Tells of the preemption of a `group` of jobs, of which `one` is the first.
    fn preemption(&self, one: &Preemption, group: &[Preemption]) -> Option<OrderedRemark> {
        let Preemption { at, by, until, .. } = *one;
        let is_for_it = by == self.job;
        let jobs = if is_for_it {
            group.iter().map(|one| one.job).collect()
        } else {
            vec![by]
        };
        let (verb, whose, they) = match jobs.len() {
            1 => ("is", "its", "it"),
            _ => ("are", "their", "they"),
        };
        let sentence = match (is_for_it, until > at) {
            (true, false) => format!("{} {verb} preempted for it", self.list(&jobs)),
            (true, true) => format!(
                "{} {verb} preempted for it: in {whose} grace {they} may go on until {until} s",
                self.list(&jobs)
            ),
            (false, true) => format!(
                "preempted for {}: in its grace it may go on until {until} s",
                self.list(&jobs)
            ),
            // Its end tells it.
            (false, false) => return None,
        };
        Some(Self::ordered(RemarkOrder::Preemption, at, sentence, jobs))
    }

    fn reservation_reason(&self, at: Time) -> String {
        let mut known = self.story.reservations.iter().rev();
        let known = known.find(|known| known.at <= at);
        match known {
            Some(known) => format!(
                "its own reservation came due, and this job can still start at {} s",
                known.start
            ),
            None => "its own reservation came due".to_owned(),
        }
    }
}
