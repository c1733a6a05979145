//! Use of quanta, rows of jobs in the matrix, and classes of jobs.

mod sink;
#[cfg(test)]
mod tests;

use cosched_core::Time;

pub(crate) use sink::QuantumSink;

use crate::record::Run;
use crate::scenario::coscheduling::GrainClass;

/// Consecutive columns: the first and their number.
type Spans = Box<[(u32, u32)]>;

/// Record of one run, quantum by quantum.
#[derive(Clone, PartialEq, Debug)]
pub struct QuantumRecord {
    /// Number of nodes of the machine.
    pub nodes: u32,
    /// Use of each quantum, by time; in very long runs, of several quanta together.
    pub quanta: Vec<Quantum>,
    /// Largest number of quanta merged in an entry.
    pub most_merged: u32,
    /// Placements and moves of jobs in the matrix, by time.
    seats: Vec<Seat>,
    /// Columns of each job that was in the matrix, with the time from which they hold.
    columns: Vec<Vec<(Time, Spans)>>,
    /// Changes of the class as which a job is treated, by time.
    treated: Vec<(Time, u32, GrainClass)>,
    /// The class as which each job is treated at first.
    grains: Vec<GrainClass>,
}

/// Use of processor time, in seconds summed over nodes. Of a job of medium grain, under every
/// policy, it is the part that its processes use while they run; the rest is another job's or idle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Quantum {
    /// Its begin.
    pub from: Time,
    /// Its end.
    pub until: Time,
    /// Processes made progress.
    pub useful: f64,
    /// Processes waited for others.
    pub spinning: f64,
    /// The machine switched to other jobs.
    pub switching: f64,
    /// Allocated to a job whose processes were done: internal fragmentation.
    pub unused: f64,
}

/// A job's row of the matrix from an instant on; `None` once it is in no row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seat {
    at: Time,
    job: u32,
    row: Option<u32>,
}

/// A row of the matrix at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its number, counted from the first row ever opened.
    pub number: u32,
    /// Its jobs, as indices into the experiment's jobs.
    pub jobs: Vec<u32>,
}

impl Quantum {
    /// Returns its use in shares of `nodes`: useful, spinning, switching, allocated but unused, and
    /// idle (external fragmentation).
    pub fn shares(&self, nodes: u32) -> [f64; 5] {
        let all = f64::from(nodes) * self.until.since(self.from).seconds();
        let of = |part: f64| part / all.max(f64::MIN_POSITIVE);
        let parts = [self.useful, self.spinning, self.switching, self.unused].map(of);
        let [useful, spinning, switching, unused] = parts;
        let rest = 1.0 - parts.iter().sum::<f64>();
        [useful, spinning, switching, unused, rest.max(0.0)]
    }

    /// Merges it with `other`, which comes later, and the time between them.
    fn merged_with(self, other: Self) -> Self {
        Self {
            from: self.from,
            until: other.until,
            useful: self.useful + other.useful,
            spinning: self.spinning + other.spinning,
            switching: self.switching + other.switching,
            unused: self.unused + other.unused,
        }
    }
}

impl QuantumRecord {
    /// Returns the quantum at the instant `at`, if there is one.
    pub fn quantum_at(&self, at: Time) -> Option<&Quantum> {
        let next = self.quanta.partition_point(|quantum| quantum.from <= at);
        let quantum = self.quanta.get(next.checked_sub(1)?)?;
        (at < quantum.until).then_some(quantum)
    }

    /// Returns all quanta merged into one, the idle time between them included.
    pub fn total(&self) -> Quantum {
        let all = self.quanta.iter().copied();
        all.reduce(Quantum::merged_with).unwrap_or_default()
    }

    /// Returns the rows of the matrix at `at` in the order of their turns, without jobs that have
    /// ended by then.
    pub fn matrix_at(&self, at: Time, has_ended: impl Fn(u32) -> bool) -> Vec<Row> {
        let mut row_of = std::collections::BTreeMap::new();
        let known = self.seats.partition_point(|seat| seat.at <= at);
        for (index, seat) in self.seats[..known].iter().enumerate() {
            match seat.row {
                Some(row) if !has_ended(seat.job) => row_of.insert(seat.job, (row, index)),
                _ => row_of.remove(&seat.job),
            };
        }
        let mut seats: Vec<_> = row_of.into_iter().collect();
        seats.sort_by_key(|&(_, seat)| seat);
        let rows = seats.chunk_by(|one, other| one.1.0 == other.1.0);
        rows.map(|jobs| Row {
            number: jobs[0].1.0,
            jobs: jobs.iter().map(|(job, _)| *job).collect(),
        })
        .collect()
    }

    /// Returns the columns of `job` in the matrix at `at`: the first of each span and their number.
    pub fn columns(&self, job: u32, at: Time) -> &[(u32, u32)] {
        let columns = &self.columns[job as usize];
        let known = columns.partition_point(|(since, _)| *since <= at);
        known.checked_sub(1).map_or(&[], |last| &columns[last].1)
    }

    /// Returns the class as which `job` is treated at `at`.
    pub fn class_at(&self, job: u32, at: Time) -> GrainClass {
        let known = self.treated.partition_point(|(since, _, _)| *since <= at);
        let last = self.treated[..known].iter().rev();
        last.filter(|(_, other, _)| *other == job)
            .map(|(_, _, class)| *class)
            .next()
            .unwrap_or(self.grains[job as usize])
    }

    /// Returns the classes as which `job` is treated, each with its begin.
    pub fn classes_of(&self, job: u32) -> impl Iterator<Item = (Time, GrainClass)> + '_ {
        let own = self.classes().filter(move |change| change.1 == job);
        own.map(|(at, _, class)| (at, class))
    }

    /// Returns the first class of each job, and then every change, by time.
    pub fn classes(&self) -> impl Iterator<Item = (Time, u32, GrainClass)> + '_ {
        let first = (0..).zip(&self.grains);
        let first = first.map(|(job, class)| (Time::ZERO, job, *class));
        first.chain(self.treated.iter().copied())
    }
}

impl Run {
    /// Returns the use of quanta and the rows of jobs in the matrix; `None` under policies without
    /// quanta, or if segments were not kept.
    pub fn quanta(&self) -> Option<&QuantumRecord> {
        self.details.get()
    }
}
