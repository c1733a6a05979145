//! Shares of decayed usage over time against their targets.

use std::sync::Arc;

use cosched_core::{Event, JobId, Sink, Time};

use super::PriorityData;
use crate::record::Run;
use crate::record::details::Recorder;

/// Approximate number of instants kept; beyond twice as many every other one is dropped.
const KEPT_INSTANTS: usize = 1000;

/// Shares of usage over time.
#[derive(Clone, PartialEq, Debug)]
pub struct FairshareRecord {
    /// Names of accounts, or of users where there are no accounts.
    pub names: Vec<String>,
    /// Share of the machine promised to each.
    pub targets: Vec<f64>,
    /// Share of decayed usage of each, at the instants of calculation.
    pub parts: Vec<(Time, Vec<f64>)>,
}

impl Run {
    /// Returns the shares of usage, if its queue was ordered by priority.
    pub fn fairshare(&self) -> Option<&FairshareRecord> {
        self.details.get()
    }
}

/// A sink that records which jobs run over time.
#[derive(Debug)]
pub(crate) struct FairshareRecorder {
    data: Arc<PriorityData>,
    changes: Vec<(Time, JobId, bool)>,
}

impl FairshareRecorder {
    /// Makes a sink for a run with those priorities.
    pub(crate) fn new(data: Arc<PriorityData>) -> Self {
        Self {
            data,
            changes: Vec::new(),
        }
    }
}

impl Sink for FairshareRecorder {
    fn record(&mut self, at: Time, event: Event) {
        let change = match event {
            Event::Started(job, _) => (at, job, true),
            Event::Completed(job) | Event::Killed(job, _) => (at, job, false),
            _ => return,
        };
        self.changes.push(change);
    }
}

impl Recorder for FairshareRecorder {
    fn finish(self: Box<Self>, run: &mut Run) {
        if let Some(record) = record(&self.data, &self.changes) {
            run.details.keep(record);
        }
    }
}

/// Computes usage again, as the policy has done.
fn record(data: &PriorityData, changes: &[(Time, JobId, bool)]) -> Option<FairshareRecord> {
    let (mut members, mut stack) = (data.members.clone(), vec![0; data.members.len()]);
    let mut fairshare = data.fairshare(&mut members, &mut stack).ok()?;
    let shown = match data.accounts {
        0 => data.members.len(),
        accounts => accounts,
    };
    let shown = 0..shown as u32;
    let mut samples = Samples {
        parts: Vec::new(),
        every: 1,
        count: 0,
    };
    fairshare.begin(changes.first()?.0);
    // Since when each job runs.
    let mut running: Vec<Option<Time>> = vec![None; data.standings.len()];
    for &(at, job, starts) in changes {
        while fairshare.next() <= at && fairshare.next() < Time::MAX {
            fairshare.advance(fairshare.next());
            let all = fairshare.total();
            samples.add(fairshare.calculated(), || {
                let used = shown.clone().map(|index| fairshare.usage(index));
                used.map(|used| if all > 0.0 { used / all } else { 0.0 })
                    .collect()
            });
        }
        fairshare.advance(at);
        let standing = data.standings.get(job.index())?;
        let since = running.get_mut(job.index())?;
        match (since.take(), starts) {
            (_, true) => {
                *since = Some(at);
                fairshare.start(standing.user, standing.billed_units(), at);
            }
            (Some(since), false) => {
                fairshare.end(standing.user, standing.billed_units(), since, at);
            }
            // A job killed while it waits.
            (None, false) => {}
        }
    }
    Some(FairshareRecord {
        names: data.names[..shown.len()].to_vec(),
        targets: shown.map(|index| fairshare.target(index)).collect(),
        parts: samples.parts,
    })
}

/// A part of all instants, evenly spaced.
struct Samples {
    parts: Vec<(Time, Vec<f64>)>,
    every: usize,
    count: usize,
}

impl Samples {
    fn add(&mut self, at: Time, parts: impl Fn() -> Vec<f64>) {
        if self.count.is_multiple_of(self.every) {
            self.parts.push((at, parts()));
        }
        self.count += 1;
        if self.parts.len() > 2 * KEPT_INSTANTS {
            let mut index = 0;
            self.parts.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.every *= 2;
        }
    }
}
