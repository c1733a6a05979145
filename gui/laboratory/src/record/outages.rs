//! Nodes out of service: in the core's form, and as recorded in a run.

use cosched_core::engine::{Detail, KillReason};
use cosched_core::machine::{
    Change, Faults, Interrupted, Lifetime, Maintenance, NodeChange, NodeState, Outages,
};
use cosched_core::workload::Checkpoint;
use cosched_core::{Duration, Event, JobSpec, Sink, Time};

use super::Run;
use super::details::Recorder;
use crate::base::problem::Problem;
use crate::scenario::nanoseconds;
use crate::scenario::outages::{self, What};

/// Outages of nodes, and their effect on jobs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OutageData {
    /// Maintenance, known beforehand, by beginning.
    pub maintenance: Vec<Maintenance>,
    /// Other changes of nodes, in the order of time.
    pub changes: Vec<NodeChange>,
    /// Random failures.
    pub faults: Option<Faults>,
    /// Fate of jobs on nodes that go out of service.
    pub interrupted: Interrupted,
    /// Largest number of times that a job is requeued for that.
    pub most_requeues: u32,
    /// The checkpoints that all jobs write; none, or one entry.
    pub checkpoints: Vec<Checkpoint>,
}

impl OutageData {
    /// Makes the outages of a scenario on `nodes` nodes.
    ///
    /// # Errors
    /// They are invalid; one sentence says why.
    pub fn new(requested: &outages::Outages, nodes: u32, seed: u64) -> Result<Self, Problem> {
        let at = |seconds: f64| Time(nanoseconds(seconds));
        let mut maintenance: Vec<_> = requested
            .maintenance
            .iter()
            .map(|window| Maintenance {
                from: at(window.from),
                until: at(window.until),
                first: window.first,
                // A window beyond the machine is reported as such.
                count: window
                    .count
                    .unwrap_or(nodes.saturating_sub(window.first).max(1)),
            })
            .collect();
        maintenance.sort_by_key(|window| window.from);
        let mut changes: Vec<_> = requested
            .events
            .iter()
            .map(|event| NodeChange {
                at: at(event.at),
                first: event.first,
                count: event.count,
                change: match event.what {
                    What::Down => Change::Down,
                    What::Drain => Change::Drain,
                    What::Up => Change::Up,
                },
            })
            .collect();
        changes.sort_by_key(|change| change.at);
        let data = Self {
            maintenance,
            changes,
            faults: requested.failures.map(|failures| Faults {
                seed,
                failure: lifetime(failures.time_to_failure),
                repair: lifetime(failures.time_to_repair),
            }),
            interrupted: requested.interrupted,
            most_requeues: requested.most_requeues,
            checkpoints: requested
                .checkpoint
                .iter()
                .map(|checkpoint| Checkpoint {
                    interval: Duration(nanoseconds(checkpoint.interval)),
                    cost: Duration(nanoseconds(checkpoint.cost)),
                })
                .collect(),
        };
        let checked = data.as_outages().check(nodes, 0);
        checked.map_err(|error| Problem::input(format!("`outages`: {error}")))?;
        Ok(data)
    }

    /// Returns the core's form.
    pub fn as_outages(&self) -> Outages<'_> {
        Outages {
            maintenance: &self.maintenance,
            changes: &self.changes,
            faults: self.faults,
            is_external: false,
            interrupted: self.interrupted,
            max_requeues: self.most_requeues,
            checkpoints: &self.checkpoints,
            ..Outages::NONE
        }
    }

    /// Lengthens `job` by its checkpoints.
    pub(crate) fn write_checkpoints(&self, job: &mut JobSpec) {
        if let Some(checkpoint) = self.checkpoints.first() {
            job.runtime = checkpoint.time(job.runtime);
            job.estimate = checkpoint.time(job.estimate);
        }
    }
}

fn lifetime(requested: outages::Lifetime) -> Lifetime {
    let span = |seconds: f64| Duration(nanoseconds(seconds));
    match requested {
        outages::Lifetime::Exponential { mean } => Lifetime::Exponential { mean: span(mean) },
        outages::Lifetime::Weibull { shape, scale } => Lifetime::Weibull {
            shape,
            scale: span(scale),
        },
    }
}

/// Consecutive nodes that were out of service for the same reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutSpan {
    /// Its begin.
    pub from: Time,
    /// Its end; [`Time::MAX`] if they were still out of service in the end.
    pub until: Time,
    /// The first node.
    pub first: u32,
    /// Number of nodes from there on.
    pub count: u32,
    /// The reasons.
    pub state: NodeState,
}

/// Returns the name of a state of a node, for tables and for people.
pub fn state_name(state: NodeState) -> &'static str {
    match state {
        _ if state.is_down() => "down",
        _ if state.is_in_maintenance() => "maintenance",
        _ if state.is_drained() => "drained",
        _ => "up",
    }
}

/// Record of outages in a run, and of jobs that they interrupted.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OutageRecord {
    /// Spans of nodes out of service, by beginning.
    pub spans: Vec<OutSpan>,
    /// Number of times that each job was requeued, or killed, for that.
    pub interrupted: Vec<u32>,
    /// Whether each job was killed for that.
    pub destroyed: Vec<bool>,
}

impl Run {
    /// Returns which nodes were out of service over time; `None` where all always are in service.
    pub fn outages(&self) -> Option<&OutageRecord> {
        self.details.get()
    }

    /// Whether `job` ended because one of its nodes went out of service.
    pub fn is_destroyed(&self, job: usize) -> bool {
        let record = self.outages();
        record.is_some_and(|record| record.destroyed.get(job) == Some(&true))
    }
}

/// A sink that records nodes out of service over time.
#[derive(Debug)]
pub(crate) struct OutageRecorder {
    record: OutageRecord,
    // For each node that is out of service, the index of its span.
    open: Vec<Option<usize>>,
}

impl OutageRecorder {
    /// Makes a sink for so many jobs on so many nodes.
    pub(crate) fn new(jobs: usize, nodes: u32) -> Self {
        Self {
            record: OutageRecord {
                spans: Vec::new(),
                interrupted: vec![0; jobs],
                destroyed: vec![false; jobs],
            },
            open: vec![None; nodes as usize],
        }
    }

    /// Ends the span of `node` at `at`: it is cut into the nodes before it, which go on, the node
    /// itself, and those behind.
    fn close(&mut self, node: u32, at: Time) {
        let Some(index) = self.open[node as usize].take() else {
            return;
        };
        let span = self.record.spans[index];
        let (before, behind) = (node - span.first, span.first + span.count - node - 1);
        self.record.spans[index] = OutSpan {
            until: at,
            first: node,
            count: 1,
            ..span
        };
        for (first, count) in [(span.first, before), (node + 1, behind)] {
            if count > 0 {
                let part = OutSpan {
                    first,
                    count,
                    ..span
                };
                self.open(part);
            }
        }
    }

    fn open(&mut self, span: OutSpan) {
        let index = self.record.spans.len();
        self.record.spans.push(span);
        for node in span.first..span.first + span.count {
            self.open[node as usize] = Some(index);
        }
    }
}

impl Sink for OutageRecorder {
    fn record(&mut self, _: Time, event: Event) {
        if let Event::Killed(job, KillReason::OutOfService(why)) = event {
            self.record.interrupted[job.index()] += 1;
            self.record.destroyed[job.index()] = !why.is_requeued;
        }
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        if let Detail::NodeState {
            first,
            count,
            state,
        } = *detail
        {
            self.node_state(at, first, count, state);
        }
    }
}

impl Recorder for OutageRecorder {
    fn finish(mut self: Box<Self>, run: &mut Run) {
        self.record.spans.retain(|span| span.until > span.from);
        self.record
            .spans
            .sort_by_key(|span| (span.from, span.first));
        run.details.keep(self.record);
    }
}

impl OutageRecorder {
    fn node_state(&mut self, at: Time, first: u32, count: u32, state: NodeState) {
        // Usually they are those that went out of service together.
        let indices = &self.open[first as usize..(first + count) as usize];
        let index = indices.first().copied().flatten();
        match index.map(|index| self.record.spans[index]) {
            Some(span)
                if (span.first, span.count) == (first, count)
                    && indices.iter().all(|other| *other == index) =>
            {
                if let Some(index) = index {
                    self.record.spans[index].until = at;
                }
                self.open[first as usize..(first + count) as usize].fill(None);
            }
            _ => (first..first + count).for_each(|node| self.close(node, at)),
        }
        if !state.is_up() {
            self.open(OutSpan {
                from: at,
                until: Time::MAX,
                first,
                count,
                state,
            });
        }
    }
}
