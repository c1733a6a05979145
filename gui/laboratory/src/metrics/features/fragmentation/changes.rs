//! Changes of free capacity and of the waiting jobs, one after the other: all at once would take more
//! memory than the run.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::Peekable;

use cosched_core::Time;

use crate::record::Run;

/// A change of free capacity or of the waiting jobs; nodes are taken and given by the period of that
/// index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Taken(usize),
    Given(usize),
    Comes(usize),
    Goes(usize),
    Out(u32, u32),
    Back(u32, u32),
}

/// Iterates over the changes of `run` by time: at an instant first those of nodes, then those of
/// jobs, both by index, and outages last.
pub(super) fn changes(run: &Run) -> impl Iterator<Item = (Time, Change)> {
    let periods = run.segments.periods();
    let held = in_order(
        |index| Some([periods[index].from, periods[index].until]),
        periods.len(),
    );
    let held = held.map(|(at, index, begins)| {
        let change = if begins { Change::Taken } else { Change::Given };
        (at, change(index as usize))
    });
    let waits = |job: usize| {
        let outcome = run.outcomes[job];
        let waits = !outcome.refused && outcome.entered < outcome.started;
        waits.then_some([outcome.entered, outcome.started])
    };
    let queued = in_order(waits, run.outcomes.len());
    let queued = queued.map(|(at, job, begins)| {
        let change = if begins { Change::Comes } else { Change::Goes };
        (at, change(job as usize))
    });
    let of_jobs = merged(held, queued);
    merged(of_jobs, outages(run).into_iter())
}

/// Returns the outages of nodes, which are few.
fn outages(run: &Run) -> Vec<(Time, Change)> {
    let spans = run.outages().into_iter().flat_map(|record| &record.spans);
    let both = spans.flat_map(|span| {
        [
            (span.from, Change::Out(span.first, span.count)),
            (span.until, Change::Back(span.first, span.count)),
        ]
    });
    let mut all: Vec<_> = both.filter(|(at, _)| *at < Time::MAX).collect();
    all.sort_by_key(|(at, _)| *at);
    all
}

/// Merges two sequences that are by time; at an instant `first` comes first.
fn merged(
    first: impl Iterator<Item = (Time, Change)>,
    second: impl Iterator<Item = (Time, Change)>,
) -> impl Iterator<Item = (Time, Change)> {
    let (mut first, mut second) = (first.peekable(), second.peekable());
    std::iter::from_fn(move || match (first.peek(), second.peek()) {
        (Some((one, _)), Some((other, _))) if one > other => second.next(),
        (None, _) => second.next(),
        _ => first.next(),
    })
}

/// Iterates over begins and ends of the spans that `span` gives for so many indices, by time and
/// index: each instant, index, and whether a span begins.
fn in_order(
    span: impl Fn(usize) -> Option<[Time; 2]>,
    count: usize,
) -> impl Iterator<Item = (Time, u32, bool)> {
    let from = |index: &usize| span(*index).map(|[from, _]| from);
    let mut order: Vec<u32> = Vec::new();
    if !(0..count).filter_map(|index| from(&index)).is_sorted() {
        order.extend(0..count as u32);
        order.sort_by_key(|index| from(&(*index as usize)));
    }
    let begins = (0..count).map(move |index| order.get(index).map_or(index, |at| *at as usize));
    let begins = begins.filter_map(move |index| Some((span(index)?, index as u32)));
    InOrder {
        begins: begins.peekable(),
        open: BinaryHeap::new(),
    }
}

/// Spans by their begin, and those that have begun.
struct InOrder<I: Iterator<Item = ([Time; 2], u32)>> {
    begins: Peekable<I>,
    open: BinaryHeap<Reverse<(Time, u32)>>,
}

impl<I: Iterator<Item = ([Time; 2], u32)>> Iterator for InOrder<I> {
    type Item = (Time, u32, bool);

    fn next(&mut self) -> Option<Self::Item> {
        let end = self.open.peek().map(|Reverse(end)| *end);
        let is_next =
            |([from, _], index): &([Time; 2], u32)| end.is_none_or(|end| (*from, *index) < end);
        match self.begins.next_if(is_next) {
            Some(([from, until], index)) => {
                // What does not end is no change.
                if until < Time::MAX {
                    self.open.push(Reverse((until, index)));
                }
                Some((from, index, true))
            }
            None => {
                let Reverse((at, index)) = self.open.pop()?;
                Some((at, index, false))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use cosched_core::random::Random;

    use super::*;

    /// By collecting and sorting all, which is slow and obvious. Some spans take no time, some do not
    /// end, and some indices have none.
    #[test]
    fn spans_come_by_time_and_index() {
        let mut random = Random::new(3, 8);
        for is_sorted in [true, false] {
            for count in 0..60 {
                let mut spans: Vec<Option<[Time; 2]>> = (0..count)
                    .map(|_| {
                        let from = random.below(20);
                        let until = match random.below(6) {
                            0 => u64::MAX,
                            more => from + more - 1,
                        };
                        (random.below(5) > 0).then_some([Time(from), Time(until)])
                    })
                    .collect();
                if is_sorted {
                    spans.sort_by_key(|span| span.map(|[from, _]| from));
                }
                let mut expected: Vec<(Time, u32, bool)> = Vec::new();
                for (index, span) in (0..).zip(&spans) {
                    let [from, until] = span.unwrap_or([Time::MAX; 2]);
                    expected.extend([(from, index, true), (until, index, false)]);
                }
                expected.retain(|(at, ..)| *at < Time::MAX);
                expected.sort_by_key(|(at, ..)| *at);
                let found = in_order(|index| spans[index], spans.len());
                assert_eq!(found.collect::<Vec<_>>(), expected);
            }
        }
    }
}
