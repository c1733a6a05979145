//! Times that a job ran, from its events.

use std::collections::BTreeSet;

use super::events::{Event, Events, JobEvents};
use crate::load::account::tally::Dropped;
use crate::load::slurm::text::Stamp;

/// Time that a job ran, or its waiting if it never did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt<'e, 't> {
    /// Event that says most of it.
    pub(super) event: &'e Event<'t>,
    pub(super) start: Option<Stamp>,
    pub(super) end: Option<Stamp>,
    /// When it was queued, where it never started: Torque says that nowhere else.
    pub(super) queued: Option<Stamp>,
    pub(super) fate: Fate,
}

/// Fate of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It ended.
    Ended,
    /// It ended, as a user had requested.
    Deleted,
    /// It was sent back to its queue.
    Requeued,
    /// It still ran when the log ended.
    Runs,
    /// It still waited when the log ended.
    Waits,
}

/// Attempts of a job in the order of their starts, and lines that are dropped.
#[derive(Debug, Default)]
pub(super) struct Attempts<'e, 't> {
    pub(super) attempts: Vec<Attempt<'e, 't>>,
    pub(super) dropped: Vec<(Dropped, usize)>,
}

/// Attempts of `job` in a log with `events`.
pub(super) fn attempts<'e, 't>(job: &'e JobEvents<'t>, events: &Events<'_>) -> Attempts<'e, 't> {
    let mut found = Attempts::default();
    found.add_finished(job);
    found.add_begun(job, events);
    if found.attempts.is_empty() && found.dropped.is_empty() {
        found.add_never_started(job, events);
    }
    found
}

impl<'e, 't> Attempts<'e, 't> {
    /// Adds what has a record of its end.
    fn add_finished(&mut self, job: &'e JobEvents<'t>) {
        let is_finished = |event: &&Event<'_>| match event.record.kind {
            b'E' => true,
            // Torque's has nothing but the identifier.
            b'R' => event.start.is_some() && event.end.is_some(),
            _ => false,
        };
        let mut finished: Vec<&Event<'t>> = job.events.iter().filter(is_finished).collect();
        finished.sort_by_key(|event| (event.start, event.end, event.record.line));
        let was_deleted = job.has(b'D');
        for event in finished {
            let fate = match event.record.kind {
                b'R' => Fate::Requeued,
                _ if was_deleted => Fate::Deleted,
                _ => Fate::Ended,
            };
            let attempt = Attempt {
                event,
                start: event.start,
                end: event.end,
                queued: None,
                fate,
            };
            match self.attempts.last_mut() {
                // Logs that are put together may have days in common.
                Some(last) if last.start == event.start => {
                    self.dropped.push((Dropped::Twice, last.event.record.line));
                    *last = attempt;
                }
                _ => self.attempts.push(attempt),
            }
        }
    }

    /// Adds what began, and has no record of its end.
    fn add_begun(&mut self, job: &'e JobEvents<'t>, events: &Events<'_>) {
        let ended: BTreeSet<Stamp> = self.attempts.iter().filter_map(|one| one.start).collect();
        let mut begun: Vec<(Stamp, &Event<'t>)> = (job.events.iter())
            .filter(|event| matches!(event.record.kind, b'S' | b's'))
            .filter_map(|event| Some((event.start?, event)))
            .filter(|(start, _)| !ended.contains(start))
            .collect();
        begun.sort_by_key(|(start, event)| (*start, event.record.line));
        begun.dedup_by_key(|(start, _)| *start);
        let starts: BTreeSet<Stamp> = begun.iter().map(|(start, _)| *start).chain(ended).collect();
        for (start, event) in begun {
            let next = starts.range(Stamp(start.0 + 1)..).next().copied();
            let stop = stop(job, events, start, next);
            let (end, fate) = match (stop, next) {
                (Some((end, fate)), _) => (end, fate),
                // It ended before that, and nothing says when.
                (None, Some(_)) => {
                    self.dropped.push((Dropped::NoRuntime, event.record.line));
                    continue;
                }
                (None, None) => (events.last.max(start), Fate::Runs),
            };
            self.attempts.push(Attempt {
                event,
                start: Some(start),
                end: Some(end),
                queued: None,
                fate,
            });
        }
        self.attempts.sort_by_key(|attempt| attempt.start);
    }

    /// Adds a job that only waited.
    fn add_never_started(&mut self, job: &'e JobEvents<'t>, events: &Events<'_>) {
        let queued: Option<&Event<'t>> = (job.events.iter())
            .filter(|event| event.record.kind == b'Q')
            .max_by_key(|event| event.record.line);
        let Some(event) = queued else {
            // Of what was queued before the log began it is not known when, nor whether it ran.
            let first = job.events.first().map_or(0, |event| event.record.line);
            self.dropped.push((Dropped::NoSubmit, first));
            return;
        };
        if job.has(b'M') {
            self.dropped.push((Dropped::Moved, event.record.line));
            return;
        }
        let fate = if job.has(b'D') || job.has(b'A') {
            Fate::Deleted
        } else {
            Fate::Waits
        };
        self.attempts.push(Attempt {
            event,
            start: None,
            end: None,
            queued: events.written_at(event),
            fate,
        });
    }
}

/// When a job that began at `start` was stopped, before it began again at `next`: what has no record
/// of its end was sent back to its queue, deleted, or aborted by the server.
fn stop(
    job: &JobEvents<'_>,
    events: &Events<'_>,
    start: Stamp,
    next: Option<Stamp>,
) -> Option<(Stamp, Fate)> {
    let stops = job.events.iter().filter_map(|event| {
        let fate = match event.record.kind {
            b'R' if event.start.is_none() || event.end.is_none() => Fate::Requeued,
            b'D' | b'A' => Fate::Deleted,
            _ => return None,
        };
        Some((events.written_at(event)?, fate))
    });
    stops
        .filter(|(at, _)| *at >= start && next.is_none_or(|next| *at <= next))
        .min_by_key(|(at, _)| *at)
}
