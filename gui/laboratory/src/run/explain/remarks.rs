//! The story of a job in sentences, instant by instant.

use cosched_core::engine::{KillReason, StartReason, WaitReason};
use cosched_core::{Event, JobId, Time};

use super::Remark;
use super::sentences;
use super::story::{Cause, Head, Reservation, Story};
use crate::base::format::listed;
use crate::record::Run;

/// Number of jobs that are named one by one.
pub(super) const NAMED: usize = 6;

/// Tells the story of `job`, of which `seen` are the events and `story` the reasons.
pub(super) fn remarks(run: &Run, job: usize, seen: &[(Time, Event)], story: &Story) -> Vec<Remark> {
    let teller = Narrator { run, job, story };
    let mut all = teller.events(seen);
    all.extend(
        story
            .passers
            .iter()
            .map(|passer| teller.pass_remark(passer)),
    );
    all.extend(teller.queue());
    all.extend(teller.preemptions());
    all.extend(teller.boots());
    all.extend(teller.start_remark(seen));
    all.extend(teller.starts_ahead(&all));
    // Remarks of one instant are in the order of their kinds.
    all.sort_by_key(|entry| (entry.remark.at, entry.index));
    all.into_iter().map(|entry| entry.remark).collect()
}

/// Order of the remarks of one instant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RemarkOrder {
    Event,
    Ahead,
    Passed,
    Queue,
    Held,
    Preemption,
    Started,
    Start,
    After,
}

pub(super) struct OrderedRemark {
    index: RemarkOrder,
    remark: Remark,
}

/// Turns the story of a job into sentences.
pub(super) struct Narrator<'r> {
    pub(super) run: &'r Run,
    pub(super) job: usize,
    pub(super) story: &'r Story,
}

impl Narrator<'_> {
    pub(super) fn number(&self, job: usize) -> u64 {
        self.run.experiment.labels[job].number()
    }

    pub(super) fn ordered(
        index: RemarkOrder,
        at: Time,
        sentence: String,
        jobs: Vec<usize>,
    ) -> OrderedRemark {
        let remark = Remark { at, sentence, jobs };
        OrderedRemark { index, remark }
    }

    /// `job 5`, `jobs 5 and 6`, `jobs 5, 6, 7 and 4 others`.
    pub(super) fn list(&self, jobs: &[usize]) -> String {
        let named = match jobs.len() {
            many if many > NAMED => NAMED - 1,
            few => few,
        };
        let mut parts: Vec<String> = jobs[..named]
            .iter()
            .map(|&job| self.number(job).to_string())
            .collect();
        if named < jobs.len() {
            parts.push(format!("{} others", jobs.len() - named));
        }
        let noun = if jobs.len() == 1 { "job" } else { "jobs" };
        if parts.is_empty() {
            return "nobody".to_owned();
        }
        format!("{noun} {}", listed(&parts, "and"))
    }

    /// Tells the job's events, except those that other remarks tell.
    fn events(&self, seen: &[(Time, Event)]) -> Vec<OrderedRemark> {
        let mut entries = self.story.entries.iter();
        let mut started = None;
        let mut all = Vec::new();
        for &(at, event) in seen {
            let index = match event {
                Event::StillWaiting(..) => RemarkOrder::Held,
                Event::Started(..) => {
                    started = Some(at);
                    RemarkOrder::Started
                }
                _ if started == Some(at) => RemarkOrder::After,
                _ => RemarkOrder::Event,
            };
            if self.is_in_queue_remarks(event) {
                continue;
            }
            let sentence = self.event(at, event);
            let entry = match event {
                Event::Submitted(_) => entries.next(),
                Event::Killed(_, why) if why.is_requeued() => entries.next(),
                _ => None,
            };
            // On servers all jobs are placed at once.
            let entry = entry.filter(|_| self.run.placements().is_none());
            let named = match self.preempted_for(at, event) {
                Some(other) => vec![other],
                None => named_jobs(event, self.job),
            };
            let ahead = entry.and_then(|entry| entry.ahead.as_deref());
            match (ahead, event) {
                (None, _) => all.push(Self::ordered(index, at, sentence, named)),
                (Some(ahead), Event::Submitted(_)) => {
                    let sentence = format!("{sentence}: {}", self.place_in_queue(ahead));
                    all.push(Self::ordered(index, at, sentence, ahead.to_vec()));
                }
                (Some(ahead), _) => {
                    all.push(Self::ordered(index, at, sentence, named));
                    let again = format!("in the queue again: {}", self.place_in_queue(ahead));
                    all.push(Self::ordered(RemarkOrder::Ahead, at, again, ahead.to_vec()));
                }
            }
        }
        all
    }

    /// Whether the remarks about the queue tell `event`.
    fn is_in_queue_remarks(&self, event: Event) -> bool {
        let Event::StillWaiting(_, why) = event else {
            return false;
        };
        match why {
            WaitReason::HeadUntil { .. } | WaitReason::Reserved { .. } => true,
            WaitReason::Behind { .. } => self.run.policy.foresees_starts(),
            WaitReason::TooFewNodes { .. } => {
                self.run.policy.foresees_starts() && self.run.outages().is_none()
            }
            _ => false,
        }
    }

    fn event(&self, at: Time, event: Event) -> String {
        if let Some(other) = self.preempted_for(at, event) {
            return self.end_by_preemption(other, event);
        }
        match event {
            Event::Killed(_, KillReason::Dropped) => {
                sentences::refusal_in_words(self.run).to_owned()
            }
            event => sentences::sentence(&self.run.experiment, at, event),
        }
    }

    /// `first in the queue`, or `3rd in the queue, behind jobs 1 and 2`.
    fn place_in_queue(&self, ahead: &[usize]) -> String {
        match ahead {
            [] => format!("first in the {}", self.queue_name()),
            ahead => {
                let (index, queue) = (ordinal(ahead.len() + 1), self.queue_name());
                format!("{index} in the {queue}, behind {}", self.list(ahead))
            }
        }
    }

    /// Tells when the job was first in the queue, and its reservations.
    fn queue(&self) -> Vec<OrderedRemark> {
        let (heads, reservations) = (&self.story.headed, &self.story.reservations);
        let mut all = Vec::new();
        for head in heads {
            // Where nothing else is known, the position in the queue says it already.
            let mut entries = self.story.entries.iter();
            let is_said = head.free.is_none() && entries.any(|entry| entry.at == head.at);
            if !is_said && !reservations.iter().any(|reserved| reserved.at == head.at) {
                all.push(Self::ordered(
                    RemarkOrder::Queue,
                    head.at,
                    self.head(head),
                    Vec::new(),
                ));
            }
        }
        let mut before: Option<&Reservation> = None;
        for reserved in reservations {
            let head = heads.iter().find(|head| head.at == reserved.at);
            let mut sentence = head.map(|head| self.head(head) + "; ").unwrap_or_default();
            sentence += &self.reservation(reserved, before, head.is_some());
            let mut jobs = reserved.waits_for.clone();
            if let Cause::Overtaken(others) | Cause::Ended(others) | Cause::Outran(others) =
                &reserved.cause
            {
                jobs.extend(others);
            }
            all.push(Self::ordered(
                RemarkOrder::Queue,
                reserved.at,
                sentence,
                jobs,
            ));
            before = Some(reserved);
        }
        all
    }

    fn head(&self, head: &Head) -> String {
        let needs = sentences::request_in_words(&self.run.experiment, self.job);
        let first = format!("first in the {}", self.queue_name());
        let free = match (head.free, self.run.experiment.cluster.is_some()) {
            (None, _) => return first,
            (Some(0), true) => "there is room for none".to_owned(),
            (Some(free), true) => format!("there is room for {free}"),
            (Some(0), false) => "none is free".to_owned(),
            (Some(1), false) => "1 is free".to_owned(),
            (Some(free), false) => format!("{free} are free"),
        };
        format!("{first}: it needs {needs}, and {free}")
    }

    /// The queue's name: on a cluster one queue has the jobs of all partitions, of which only those
    /// count that may wait for the same nodes.
    fn queue_name(&self) -> &'static str {
        match self.run.experiment.cluster {
            None => "queue",
            Some(_) => "queue for its nodes",
        }
    }

    fn reservation(
        &self,
        reserved: &Reservation,
        before: Option<&Reservation>,
        is_head: bool,
    ) -> String {
        let start = reserved.start;
        let units = self.run.experiment.size_unit.many();
        let when = match &reserved.waits_for[..] {
            [] => String::new(),
            [_] => format!(", when {} ends", self.list(&reserved.waits_for)),
            _ => format!(", when {} end", self.list(&reserved.waits_for)),
        };
        let before = before.filter(|_| reserved.cause != Cause::First);
        let Some(before) = before else {
            let begin = if is_head || self.run.policy.foresees_starts() {
                "by the estimates".to_owned()
            } else {
                format!("{units} are reserved for it: by the estimates")
            };
            return format!("{begin} it can start at {start} s{when}");
        };
        let moved = if start < before.start {
            format!(
                "it can start sooner, at {start} s instead of at {} s",
                before.start
            )
        } else {
            format!("it can start only at {start} s, not at {} s", before.start)
        };
        format!("{moved}{when}{}", self.cause(&reserved.cause))
    }

    fn cause(&self, cause: &Cause) -> String {
        match cause {
            Cause::First => String::new(),
            Cause::Ended(jobs) => match &jobs[..] {
                [job] => {
                    let (spec, outcome) = (self.run.experiment.jobs[*job], self.run.outcomes[*job]);
                    let ran = outcome.completed.since(outcome.started);
                    match spec.estimate.0.checked_sub(ran.0) {
                        Some(early) if early > 0 => format!(
                            ": {} ended {} s sooner than estimated",
                            self.list(jobs),
                            cosched_core::Duration(early)
                        ),
                        _ => format!(": {} ended sooner than expected", self.list(jobs)),
                    }
                }
                _ => format!(": {} ended sooner than estimated", self.list(jobs)),
            },
            Cause::Overtaken(jobs) => format!(": {} came ahead of it and started", self.list(jobs)),
            Cause::Outran(jobs) => match &jobs[..] {
                [_] => format!(": {} runs on beyond its estimate", self.list(jobs)),
                _ => format!(": {} run on beyond their estimates", self.list(jobs)),
            },
            Cause::Other if self.run.outages().is_some() => {
                let units = self.run.experiment.size_unit.many();
                format!(": {units} went out of service or came back")
            }
            Cause::Other => String::new(),
        }
    }

    /// Tells of the jobs ahead that started, together where nothing else happened in between.
    fn starts_ahead(&self, others: &[OrderedRemark]) -> Vec<OrderedRemark> {
        let mut instants: Vec<Time> = others.iter().map(|entry| entry.remark.at).collect();
        instants.sort_unstable();
        let mut all = Vec::new();
        let between = |from: Time, until: Time| {
            let next = instants.partition_point(|&at| at < from);
            instants.get(next).is_some_and(|&at| at < until)
        };
        let together = |one: &(Time, usize), next: &(Time, usize)| !between(one.0, next.0);
        for group in self.story.ahead_started.chunk_by(together) {
            let jobs: Vec<usize> = group.iter().map(|&(_, job)| job).collect();
            let at = group.last().map_or(Time::ZERO, |&(at, _)| at);
            let sentence = match &jobs[..] {
                [_] => format!("{}, which is ahead of it, starts", self.list(&jobs)),
                _ => format!("{}, all ahead of it, have started by now", self.list(&jobs)),
            };
            all.push(Self::ordered(RemarkOrder::Ahead, at, sentence, jobs));
        }
        all
    }
}

/// The other jobs that the sentence of an event names.
fn named_jobs(event: Event, own: usize) -> Vec<usize> {
    let named = match event {
        Event::SwappedOut(_, swap) => Some(swap.by),
        Event::StillWaiting(_, why) => match why {
            WaitReason::Behind { head } | WaitReason::WouldDelay { head, .. } => Some(head),
            WaitReason::WouldDelayItsClass { first } => Some(first),
            WaitReason::Other { behind, .. } => behind,
            _ => None,
        },
        Event::Started(_, why) => match why {
            StartReason::BeforeShadow { head, .. }
            | StartReason::ExtraNodes { head, .. }
            | StartReason::BeforeRepair { head } => Some(head),
            StartReason::Reserved { passed }
            | StartReason::OwnSlice { passed }
            | StartReason::OtherSlice { passed, .. }
            | StartReason::Other { passed, .. } => passed,
            _ => None,
        },
        _ => None,
    };
    let others = named.map(JobId::index).filter(|&job| job != own);
    others.into_iter().collect()
}

/// `2nd`, `10th`, `21st`.
fn ordinal(index: usize) -> String {
    let ending = match (index % 10, index % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{index}{ending}")
}
