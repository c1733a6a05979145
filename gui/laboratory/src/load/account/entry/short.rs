//! Entry of which every value fits in four bytes, as nearly all do.

use super::{Entry, Task};
use crate::load::account::{Changes, Limit, Stamp, State};

/// Entry with values of four bytes: spans in milliseconds, [`NOT_THERE`] for what is unknown.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ShortEntry {
    submit: Stamp,
    memory: u64,
    line: u32,
    number: u32,
    /// Array and index of a task; neither is there for another job.
    task: [u32; 2],
    /// From the submission on.
    eligible: u32,
    start: u32,
    /// From the start on, or from the submission where there is none.
    end: u32,
    runtime: u32,
    limit: ShortLimit,
    nodes: u32,
    cores: u32,
    requested: [u32; 2],
    gpus: u32,
    partition: u32,
    qos: u32,
    account: u32,
    group: u32,
    user: u32,
    hosts: u32,
    changes: Changes,
    restarts: u8,
    state: State,
}

/// In place of a value that is unknown.
const NOT_THERE: u32 = u32::MAX;

/// The value in four bytes, if it fits.
fn short<T: TryInto<u32>>(value: T) -> Option<u32> {
    let short = value.try_into().ok();
    short.filter(|&short| short != NOT_THERE)
}

/// As [`short`], of a value that may be unknown.
fn known<T: TryInto<u32>>(value: Option<T>) -> Option<u32> {
    value.map_or(Some(NOT_THERE), short)
}

/// The value that is kept as `short`, if it is known.
const fn value(short: u32) -> Option<u32> {
    match short {
        NOT_THERE => None,
        short => Some(short),
    }
}

/// Milliseconds from `begin` to an instant, if it is known.
fn from(begin: Stamp, at: Option<Stamp>) -> Option<u32> {
    match at {
        Some(at) => short(at.0.checked_sub(begin.0)?),
        None => Some(NOT_THERE),
    }
}

/// The instant `span` milliseconds after `begin`, if it is known.
fn after(begin: Stamp, span: u32) -> Option<Stamp> {
    value(span).map(|span| Stamp(begin.0 + i64::from(span)))
}

/// Limit in whole seconds, or what there is in its place, from [`ShortLimit::WORDS`] on.
#[derive(Clone, Copy, PartialEq, Debug)]
struct ShortLimit(u32);

impl ShortLimit {
    const WORDS: u32 = u32::MAX - 2;

    fn of(limit: Limit) -> Option<Self> {
        Some(Self(match limit {
            Limit::Unknown => Self::WORDS,
            Limit::OfPartition => Self::WORDS + 1,
            Limit::Unlimited => Self::WORDS + 2,
            Limit::Within(limit) => {
                let seconds = short(limit / 1000)?;
                let is_kept = limit.is_multiple_of(1000) && seconds < Self::WORDS;
                is_kept.then_some(seconds)?
            }
        }))
    }

    const fn limit(self) -> Limit {
        match self.0.checked_sub(Self::WORDS) {
            None => Limit::Within(self.0 as u64 * 1000),
            Some(0) => Limit::Unknown,
            Some(1) => Limit::OfPartition,
            Some(_) => Limit::Unlimited,
        }
    }
}

impl ShortEntry {
    /// `None` if something does not fit.
    #[inline]
    pub(super) fn of(entry: &Entry) -> Option<Self> {
        // Named one by one, so that a field that is added is not forgotten.
        let &Entry {
            line,
            number,
            task,
            submit,
            eligible,
            start,
            end,
            runtime,
            limit,
            state,
            nodes,
            cores,
            requested: (requested_nodes, requested_cores),
            memory,
            gpus,
            gpu_share: None,
            partition,
            qos,
            account,
            group,
            user,
            reservation: None,
            hosts,
            features: None,
            ref licences,
            dependency: None,
            restarts,
            changes,
        } = entry
        else {
            return None;
        };
        if !licences.is_empty() || memory == Some(u64::MAX) {
            return None;
        }
        Some(Self {
            submit,
            memory: memory.unwrap_or(u64::MAX),
            line: short(line)?,
            number: short(number)?,
            task: match task {
                Some(Task { array, index }) => [short(array)?, short(index)?],
                None => [NOT_THERE; 2],
            },
            eligible: from(submit, eligible)?,
            start: from(submit, start)?,
            end: from(start.unwrap_or(submit), end)?,
            runtime: known(runtime)?,
            limit: ShortLimit::of(limit)?,
            nodes: known(nodes)?,
            cores: known(cores)?,
            requested: [known(requested_nodes)?, known(requested_cores)?],
            gpus: known(gpus)?,
            partition: known(partition)?,
            qos: known(qos)?,
            account: known(account)?,
            group: known(group)?,
            user: known(user)?,
            hosts: known(hosts)?,
            changes,
            restarts: u8::try_from(restarts).ok()?,
            state,
        })
    }

    /// Its number.
    pub(super) fn number(&self) -> u64 {
        u64::from(self.number)
    }

    #[inline]
    pub(super) fn entry(&self) -> Entry {
        let start = after(self.submit, self.start);
        let [array, index] = self.task.map(value);
        let task = array.zip(index).map(|(array, index)| Task {
            array: u64::from(array),
            index: u64::from(index),
        });
        Entry {
            line: self.line as usize,
            number: self.number(),
            task,
            submit: self.submit,
            eligible: after(self.submit, self.eligible),
            start,
            end: after(start.unwrap_or(self.submit), self.end),
            runtime: value(self.runtime).map(u64::from),
            limit: self.limit.limit(),
            state: self.state,
            nodes: value(self.nodes),
            cores: value(self.cores),
            requested: (value(self.requested[0]), value(self.requested[1])),
            memory: Some(self.memory).filter(|&memory| memory != u64::MAX),
            gpus: value(self.gpus),
            gpu_share: None,
            partition: value(self.partition),
            qos: value(self.qos),
            account: value(self.account),
            group: value(self.group),
            user: value(self.user),
            reservation: None,
            hosts: value(self.hosts),
            features: None,
            licences: Vec::new(),
            dependency: None,
            restarts: u32::from(self.restarts),
            changes: self.changes,
        }
    }
}
