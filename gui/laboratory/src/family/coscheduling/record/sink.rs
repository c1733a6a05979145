//! A sink that records the use of quanta.

use cosched_core::engine::{Detail, QuantumUse};
use cosched_core::{Event, JobId, Rate, Sink, Time, workload};

use super::{Quantum, QuantumRecord, Seat};
use crate::record::choice::Choice;
use crate::record::details::Recorder;
use crate::record::segments::sink::spans;
use crate::record::{Experiment, JobLabel, Run};
use crate::scenario::PolicyName;
use crate::scenario::coscheduling::GrainClass;

/// Largest number of quanta kept apart; in a longer run, several are kept as one.
const MOST: usize = 1 << 18;

/// Records the use of quanta during a simulation.
#[derive(Debug)]
pub(crate) struct QuantumSink {
    record: QuantumRecord,
    /// Number of quanta merged in the last entry.
    last: u32,
    /// The quantum being reported.
    now: Option<Quantum>,
    /// For each job, the share that it uses of the processors it is reported to have; without an
    /// entry, all.
    parts: Vec<Rate>,
    pub(super) most: usize,
}

impl QuantumSink {
    /// Makes a sink for a run of `choice`, whose policy has quanta.
    pub(crate) fn new(experiment: &Experiment, choice: &Choice) -> Self {
        let requested = &choice.parameters.coscheduling;
        // While it is being measured, a job counts as of fine grain.
        let grain = |declared: Option<GrainClass>| match requested.measuring() {
            Some(_) => GrainClass::Fine,
            None => declared.unwrap_or(requested.grain),
        };
        let terms = experiment.labels.iter().map(JobLabel::terms);
        let grains = terms.clone().map(|terms| grain(terms.grain));
        let sink = Self::sized(experiment.nodes, grains.collect());
        // Flexible coscheduling gives what a medium-grained job leaves to others, and reports only
        // its part; under the other policies it is idle.
        let part = |(declared, used): (Option<GrainClass>, Option<Rate>)| {
            let is_medium = declared.unwrap_or(requested.grain) == GrainClass::Medium;
            used.filter(|_| is_medium).unwrap_or(Rate::FULL)
        };
        let terms = terms.map(|terms| (terms.grain, terms.utilisation));
        let parts = if choice.policy == PolicyName::Flexible {
            Vec::new()
        } else {
            terms.map(part).collect()
        };
        Self { parts, ..sink }
    }

    pub(super) fn sized(nodes: u32, grains: Vec<GrainClass>) -> Self {
        Self {
            record: QuantumRecord {
                nodes,
                quanta: Vec::new(),
                most_merged: 1,
                seats: Vec::new(),
                columns: vec![Vec::new(); grains.len()],
                treated: Vec::new(),
                grains,
            },
            last: 0,
            now: None,
            parts: Vec::new(),
            most: MOST,
        }
    }

    /// Returns the record.
    pub(super) fn into_record(mut self) -> QuantumRecord {
        self.close();
        self.record
    }

    /// Closes the quantum that was being reported.
    fn close(&mut self) {
        let Some(quantum) = self.now.take() else {
            return;
        };
        let quanta = &mut self.record.quanta;
        match quanta.last_mut() {
            Some(last) if self.last < self.record.most_merged => {
                *last = last.merged_with(quantum);
                self.last += 1;
            }
            _ => {
                quanta.push(quantum);
                self.last = 1;
            }
        }
        if quanta.len() > self.most {
            let pairs = quanta.chunks(2);
            let joined = pairs.map(|pair| match pair {
                [one, other] => one.merged_with(*other),
                one => one[0],
            });
            *quanta = joined.collect();
            self.record.most_merged *= 2;
            self.last = self.record.most_merged;
        }
    }
}

impl Sink for QuantumSink {
    fn record(&mut self, _: Time, _: Event) {}

    fn wants_quanta(&self) -> bool {
        true
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        match *detail {
            Detail::Occupies {
                job, until, used, ..
            } => self.occupies(at, job, until, used),
            Detail::RowAssigned { job, row, columns } => self.seated(at, job, row, columns),
            Detail::RowRemoved { job } => self.unseated(at, job),
            Detail::Classified { job, class } => self.classified(at, job, class),
            _ => {}
        }
    }
}

impl QuantumSink {
    fn occupies(&mut self, at: Time, job: JobId, until: Time, used: QuantumUse) {
        if self.now.is_none_or(|now| now.from != at) {
            self.close();
        }
        let now = self.now.get_or_insert(Quantum {
            from: at,
            until,
            ..Quantum::default()
        });
        let part = self.parts.get(job.index()).copied();
        let (used_of, all) = part.unwrap_or(Rate::FULL).terms();
        let part = f64::from(used_of) / f64::from(all);
        let seconds = |nanoseconds: u128| nanoseconds as f64 * part / 1e9;
        let used_up = used.useful + used.spinning + used.switching;
        now.useful += seconds(used.useful);
        now.spinning += seconds(used.spinning);
        now.switching += seconds(used.switching);
        now.unused += seconds(used.given.saturating_sub(used_up));
    }

    fn seated(&mut self, at: Time, job: JobId, row: u32, columns: &[u64]) {
        self.record.seats.push(Seat {
            at,
            job: job.index() as u32,
            row: Some(row),
        });
        if !columns.is_empty() {
            self.record.columns[job.index()].push((at, spans(columns).into()));
        }
    }

    fn unseated(&mut self, at: Time, job: JobId) {
        self.record.seats.push(Seat {
            at,
            job: job.index() as u32,
            row: None,
        });
    }

    fn classified(&mut self, at: Time, job: JobId, class: workload::GrainClass) {
        let job = job.index() as u32;
        self.record.treated.push((at, job, class.into()));
    }
}

impl Recorder for QuantumSink {
    fn finish(self: Box<Self>, run: &mut Run) {
        run.details.keep(self.into_record());
    }
}
