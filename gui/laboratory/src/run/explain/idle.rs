//! Spans in which nodes (or cores, where jobs share nodes) were idle though jobs waited, and why
//! none of them ran there.

use cosched_core::engine::View;
use cosched_core::{Event, JobId, Sink, Time};

use super::sentences;
use super::snapshot::{choice_of, free_units, queue_at};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Run;
use crate::run::drive;

/// A span in which nodes were idle while the same job was first in the queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdleSpan {
    /// Its begin.
    pub from: Time,
    /// Its end.
    pub until: Time,
    /// The fewest and the most idle nodes; on a cluster cores.
    pub nodes: [u32; 2],
    /// Idle time summed over the nodes, in node-nanoseconds.
    pub sum: u128,
    /// The jobs that waited as it began, in the order of the queue, each with the reason.
    pub waiting: Vec<(usize, Option<String>)>,
}

/// Returns the `most` spans of `run` with the largest idle time though jobs waited, the largest
/// first; `None` if cancelled.
///
/// # Errors
/// Errors of running the experiment again.
pub fn longest_idle_spans(
    run: &Run,
    most: usize,
    progress: &Progress,
) -> Result<Option<Vec<IdleSpan>>, Problem> {
    let Some(mut all) = spans(run, progress)? else {
        return Ok(None);
    };
    all.sort_by_key(|span| (std::cmp::Reverse(span.sum), span.from));
    all.truncate(most);
    for span in &mut all {
        if !explain_span(run, span, progress)? {
            return Ok(None);
        }
    }
    Ok(Some(all))
}

/// Returns the span at `at`, if nodes were idle then though jobs waited; `None` if
/// cancelled.
///
/// # Errors
/// Errors of running the experiment again.
pub fn idle_span_at(
    run: &Run,
    at: Time,
    progress: &Progress,
) -> Result<Option<Option<IdleSpan>>, Problem> {
    let Some(all) = spans(run, progress)? else {
        return Ok(None);
    };
    let mut all = all.into_iter();
    let Some(mut span) = all.find(|span| span.from <= at && at < span.until) else {
        return Ok(Some(None));
    };
    Ok(explain_span(run, &mut span, progress)?.then_some(Some(span)))
}

/// Returns all spans in which nodes were idle though jobs waited, in the order of time.
fn spans(run: &Run, progress: &Progress) -> Result<Option<Vec<IdleSpan>>, Problem> {
    super::check(run)?;
    let mut spans = Spans::default();
    let choice = choice_of(run);
    if !drive(&run.experiment, &choice, progress, &mut spans, |_| ())? {
        return Ok(None);
    }
    let mut all = spans.ended;
    all.extend(spans.open.map(|(_, span)| span).filter(|span| span.sum > 0));
    Ok(Some(all))
}

/// Finds which jobs waited as `span` began, and why; returns whether it was not cancelled.
fn explain_span(run: &Run, span: &mut IdleSpan, progress: &Progress) -> Result<bool, Problem> {
    let Some(found) = queue_at(run, span.from, progress)? else {
        return Ok(false);
    };
    let why = |job: usize, why| {
        sentences::sentence(
            &run.experiment,
            span.from,
            Event::StillWaiting(JobId::new(job), why),
        )
    };
    let waiting = found.queue.iter();
    span.waiting = waiting
        .map(|one| (one.job, one.why.map(|reason| why(one.job, reason))))
        .collect();
    Ok(true)
}

/// Records spans as they begin and end.
#[derive(Default)]
struct Spans {
    ended: Vec<IdleSpan>,
    /// The present span, and the first job in the queue.
    open: Option<(JobId, IdleSpan)>,
    /// The last instant, and the nodes idle since then.
    last: (Time, u32),
}

impl Sink for Spans {
    fn record(&mut self, _: Time, _: Event) {}

    fn instant(&mut self, view: &View<'_, '_>) {
        let now = view.now();
        let (since, free) = std::mem::replace(&mut self.last, (now, free_units(view)));
        if let Some((_, span)) = &mut self.open {
            span.until = now;
            span.sum += u128::from(now.since(since).0) * u128::from(free);
        }
        let head = view.queue().next().filter(|_| free_units(view) > 0);
        let is_same = |&(first, _): &(JobId, IdleSpan)| head == Some(first);
        if self.open.as_ref().is_some_and(|open| !is_same(open)) {
            let ended = self.open.take().map(|(_, span)| span);
            self.ended.extend(ended.filter(|span| span.sum > 0));
        }
        let Some(head) = head else { return };
        let nodes = free_units(view);
        let (_, span) = self.open.get_or_insert_with(|| {
            let begun = IdleSpan {
                from: now,
                until: now,
                nodes: [nodes; 2],
                sum: 0,
                waiting: Vec::new(),
            };
            (head, begun)
        });
        span.nodes = [span.nodes[0].min(nodes), span.nodes[1].max(nodes)];
    }
}
