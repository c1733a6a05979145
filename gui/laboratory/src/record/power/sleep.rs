//! Nodes that slept in a run, and jobs that waited for them to boot.

use std::collections::BTreeMap;

use cosched_core::engine::Detail;
use cosched_core::{Duration, Event, JobId, Sink, Time};

use crate::record::details::Recorder;
use crate::record::{Experiment, Run};

/// Nodes that slept in a run.
#[derive(Clone, PartialEq, Debug)]
pub struct SleepRecord {
    /// Spans in which a node slept, until the end of the run at most.
    pub spans: Vec<SleepSpan>,
    /// How often a node that slept was woken.
    pub wakes: usize,
    /// How long each job waited, after its last start, for its nodes to boot.
    pub boots: Vec<Duration>,
}

/// Time in which a node slept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SleepSpan {
    /// The node.
    pub node: u32,
    /// First instant.
    pub from: Time,
    /// Instant from which on it boots.
    pub until: Time,
}

/// A sink that records which nodes sleep.
#[derive(Debug)]
pub(crate) struct SleepRecorder {
    // Since when each node sleeps that does.
    asleep: BTreeMap<u32, Time>,
    // Start of each job whose nodes boot, and when they are up.
    booting: BTreeMap<JobId, (Time, Time)>,
    record: SleepRecord,
}

impl SleepRecorder {
    /// Makes a sink for a run of `experiment`, if nodes of it may sleep.
    pub(crate) fn of(experiment: &Experiment) -> Option<Self> {
        let cluster = experiment.cluster.as_ref()?;
        let jobs = experiment.jobs.len();
        (!cluster.layout.sleep.is_empty()).then(|| Self {
            asleep: BTreeMap::new(),
            booting: BTreeMap::new(),
            record: SleepRecord {
                spans: Vec::new(),
                wakes: 0,
                boots: vec![Duration::ZERO; jobs],
            },
        })
    }

    /// Notes that `node` has slept until now, if it has.
    fn wake(&mut self, node: u32, until: Time) -> bool {
        let from = self.asleep.remove(&node);
        let span = from.map(|from| SleepSpan { node, from, until });
        self.record.spans.extend(span);
        span.is_some()
    }
}

impl Sink for SleepRecorder {
    fn record(&mut self, at: Time, event: Event) {
        if let Event::Completed(job) | Event::Killed(job, _) = event
            && let Some((start, up)) = self.booting.remove(&job)
        {
            self.record.boots[job.index()] = up.min(at).since(start);
        }
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        match *detail {
            Detail::Sleeps { node, from } => {
                self.asleep.insert(node, from);
            }
            Detail::Shares { job, places } => {
                self.record.boots[job.index()] = Duration::ZERO;
                let woken = places.iter().filter(|place| self.wake(place.node, at));
                let count = woken.count();
                self.record.wakes += count;
            }
            Detail::Boots { job, until } => {
                self.booting.insert(job, (at, until));
            }
            _ => {}
        }
    }
}

impl Recorder for SleepRecorder {
    fn finish(mut self: Box<Self>, run: &mut Run) {
        let end = run.metrics.first_submit.after(run.metrics.makespan());
        for node in self.asleep.clone().into_keys() {
            self.wake(node, end);
        }
        run.details.keep(self.record);
    }
}

impl Run {
    /// Returns which nodes slept, if any may.
    pub fn sleep(&self) -> Option<&SleepRecord> {
        self.details.get()
    }
}
