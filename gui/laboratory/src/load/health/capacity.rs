//! Use of the machine over time: its size as far as it shows, and idle spans.

use super::{InspectedLog, percent};
use crate::base::format::{self, count, counted};
use crate::load::account::Stamp;

/// Resources in use over time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Capacity {
    /// Most in use at once, and since when.
    pub most: (u64, Option<Stamp>),
    /// Most in use in each week from the first start on, with the beginning of the week.
    pub weeks: Vec<(Stamp, u64)>,
    /// Mean from the first submission to the last end.
    pub mean: f64,
    /// Spans in which nothing ran though jobs waited, from and until, the longest first.
    pub idle: Vec<(Stamp, Stamp)>,
    /// Milliseconds during which more was in use than the machine has, if its size is known.
    pub over_capacity: Option<i64>,
}

/// A week, and the shortest idle span that is reported, in milliseconds.
const WEEK: i64 = 7 * 86_400_000;
const SHORTEST_IDLE: i64 = 600_000;

/// Change at an instant: of resources in use, running jobs and waiting jobs.
#[derive(Clone, Copy, Default)]
struct UsageChange {
    used: i64,
    running: i64,
    waiting: i64,
}

impl Capacity {
    pub(super) fn of(subject: &InspectedLog<'_>) -> Self {
        let mut steps: Vec<(Stamp, UsageChange)> = Vec::new();
        for (entry, runtime, size) in subject.executed() {
            // Without a start it is not known when it ran.
            let Some(start) = entry.start else { continue };
            let used = i64::from(size);
            let end = Stamp(start.0.saturating_add_unsigned(runtime));
            steps.push((
                entry.submit.min(start),
                UsageChange {
                    waiting: 1,
                    ..UsageChange::default()
                },
            ));
            steps.push((
                start,
                UsageChange {
                    used,
                    running: 1,
                    waiting: -1,
                },
            ));
            steps.push((
                end,
                UsageChange {
                    used: -used,
                    running: -1,
                    waiting: 0,
                },
            ));
        }
        steps.sort_by_key(|(at, _)| *at);
        let mut found = Self {
            over_capacity: subject.machine.map(|_| 0),
            ..Self::default()
        };
        found.add_steps(subject, &steps);
        found
            .idle
            .sort_by_key(|(from, until)| std::cmp::Reverse(until.since(*from)));
        found
    }

    fn add_steps(&mut self, subject: &InspectedLog<'_>, steps: &[(Stamp, UsageChange)]) {
        let (Some(&(first, _)), Some(&(last, _))) = (steps.first(), steps.last()) else {
            return;
        };
        let mut now = UsageChange::default();
        let mut work = 0.0;
        for (index, &(at, step)) in steps.iter().enumerate() {
            now.used += step.used;
            now.running += step.running;
            now.waiting += step.waiting;
            let next = steps.get(index + 1).map_or(last, |next| next.0);
            let span = next.since(at);
            // All steps of one instant count together.
            if span == 0 {
                continue;
            }
            let used = now.used.max(0).unsigned_abs();
            work += used as f64 * span as f64;
            if used > self.most.0 {
                self.most = (used, Some(at));
            }
            self.note_weeks(first, at, next, used);
            if now.running == 0 && now.waiting > 0 && span >= SHORTEST_IDLE {
                self.idle.push((at, next));
            }
            if let (Some(beyond), Some(machine)) = (&mut self.over_capacity, subject.machine)
                && used > u64::from(machine)
            {
                *beyond += span;
            }
        }
        self.mean = work / (last.since(first).max(1)) as f64;
    }

    fn note_weeks(&mut self, first: Stamp, from: Stamp, until: Stamp, used: u64) {
        // A log of a hundred years has some 5000 weeks; a longer one is not drawn by weeks.
        const MOST: i64 = 6000;
        let week = |stamp: Stamp| stamp.since(first) / WEEK;
        // A span that ends with a week does not touch the next one.
        for number in week(from)..=week(Stamp(until.0 - 1)).min(MOST) {
            while self.weeks.len() as i64 <= number {
                let begin = first.0.saturating_add(self.weeks.len() as i64 * WEEK);
                self.weeks.push((Stamp(begin), 0));
            }
            let most = &mut self.weeks[number as usize].1;
            *most = used.max(*most);
        }
    }

    pub(super) fn lines(&self, subject: &InspectedLog<'_>) -> Vec<String> {
        let unit = subject.accounts.size_unit.unwrap_or(subject.size.unit());
        let noun = unit.many();
        let Some(at) = self.most.1 else {
            return vec!["it is not said when jobs started: nothing is known".to_owned()];
        };
        let mut lines = vec![format!(
            "at most {} at once, from {} on; {} in the mean, {} of that",
            counted(self.most.0 as usize, unit.one()),
            subject.instant(at),
            format::number(self.mean),
            percent(self.mean, self.most.0 as f64)
        )];
        lines.extend(self.by_week(subject));
        if let (Some(machine), Some(beyond)) = (subject.machine, self.over_capacity) {
            lines.push(match beyond {
                0 => format!(
                    "never more than the {} {noun} that there are",
                    count(u64::from(machine))
                ),
                beyond => format!(
                    "more than the {} {noun} that there are for {} in all",
                    count(u64::from(machine)),
                    format::span(beyond as f64 / 1000.0)
                ),
            });
        }
        lines.push(match &self.idle[..] {
            [] => "no standstill: whenever jobs waited for 10 min or more, others ran".to_owned(),
            [longest, ..] => {
                let all: i64 = self.idle.iter().map(|(from, until)| until.since(*from)).sum();
                format!(
                    "nothing ran though jobs waited: {} times, {} in all, the longest from {} for {} (an outage, or jobs that were held)",
                    self.idle.len(),
                    format::span(all as f64 / 1000.0),
                    subject.instant(longest.0),
                    format::span(longest.1.since(longest.0) as f64 / 1000.0)
                )
            }
        });
        lines
    }

    /// Range of the most in use over weeks, if there are several.
    fn by_week(&self, subject: &InspectedLog<'_>) -> Option<String> {
        let (least, most) = (
            self.weeks.iter().min_by_key(|week| week.1)?,
            self.weeks.iter().max_by_key(|week| week.1)?,
        );
        (self.weeks.len() > 1).then(|| {
            format!(
                "by weeks the most at once was {} to {} (in the weeks from {} and from {})",
                count(least.1),
                count(most.1),
                subject.instant(least.0),
                subject.instant(most.0)
            )
        })
    }
}

/// Clock steps backwards, as far as they show: jobs of greater numbers submitted earlier.
pub(super) fn clock_steps(subject: &InspectedLog<'_>) -> Option<String> {
    // A minute: jobs submitted at about the same time may be numbered in another order.
    const LEAST: i64 = 60_000;
    let mut jobs: Vec<_> = subject
        .accounts
        .entries
        .iter()
        .filter(|entry| entry.task.is_none() && entry.restarts == 0)
        .map(|entry| (entry.number, entry.submit))
        .collect();
    jobs.sort_by_key(|&(number, submit)| (number, submit));
    jobs.dedup_by_key(|(number, _)| *number);
    let steps = jobs
        .windows(2)
        .map(|pair| (pair[0].1.since(pair[1].1), pair[1]));
    let steps: Vec<_> = steps.filter(|(back, _)| *back >= LEAST).collect();
    let &(back, (number, submit)) = steps.iter().max_by_key(|(back, _)| *back)?;
    Some(format!(
        "{} times a job was submitted earlier than one of a smaller number; at most by {}, job {number} at {}: a clock was put back, or numbers do not follow submission",
        steps.len(),
        format::span(back as f64 / 1000.0),
        subject.instant(submit)
    ))
}
