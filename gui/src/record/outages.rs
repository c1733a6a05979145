//! Nodes out of service: as the core wants them, and as a run told of them.

use cosched_core::engine::{Detail, KillReason};
use cosched_core::machine::{
    Change, Faults, Interrupted, Lifetime, Maintenance, NodeChange, NodeState, Outages,
};
use cosched_core::workload::Checkpoint;
use cosched_core::{Duration, Event, JobSpec, Sink, Time};

use crate::base::problem::Problem;
use crate::scenario::nanoseconds;
use crate::scenario::outages::{self, What};

/// When nodes are out of service, and what becomes of jobs on them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OutageData {
    /// Known beforehand, by their beginnings.
    pub maintenance: Vec<Maintenance>,
    /// What else befalls nodes, in the order of time.
    pub changes: Vec<NodeChange>,
    /// What happens by chance.
    pub faults: Option<Faults>,
    /// What becomes of jobs on nodes that go out of service.
    pub interrupted: Interrupted,
    /// How often a job is sent back to the queue for that.
    pub most_requeues: u32,
    /// The checkpoints that all jobs write; none, or one entry.
    pub checkpoints: Vec<Checkpoint>,
}

impl OutageData {
    /// What a scenario asks for on `nodes` nodes.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn new(asked: &outages::Outages, nodes: u32, seed: u64) -> Result<Self, Problem> {
        let at = |seconds: f64| Time(nanoseconds(seconds));
        let mut maintenance: Vec<_> = asked
            .maintenance
            .iter()
            .map(|window| Maintenance {
                from: at(window.from),
                until: at(window.until),
                first: window.first,
                // One beyond the machine is told of as such.
                count: window
                    .count
                    .unwrap_or(nodes.saturating_sub(window.first).max(1)),
            })
            .collect();
        maintenance.sort_by_key(|window| window.from);
        let mut changes: Vec<_> = asked
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
            faults: asked.failures.map(|failures| Faults {
                seed,
                failure: lifetime(failures.time_to_failure),
                repair: lifetime(failures.time_to_repair),
            }),
            interrupted: asked.interrupted,
            most_requeues: asked.most_requeues,
            checkpoints: asked
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

    /// As the core wants it.
    pub fn as_outages(&self) -> Outages<'_> {
        Outages {
            maintenance: &self.maintenance,
            changes: &self.changes,
            faults: self.faults,
            by_hand: false,
            interrupted: self.interrupted,
            most_requeues: self.most_requeues,
            checkpoints: &self.checkpoints,
            ..Outages::NONE
        }
    }

    /// Lets `job` take as long as it does with its checkpoints.
    pub(crate) fn write_checkpoints(&self, job: &mut JobSpec) {
        if let Some(checkpoint) = self.checkpoints.first() {
            job.runtime = checkpoint.time(job.runtime);
            job.estimate = checkpoint.time(job.estimate);
        }
    }
}

fn lifetime(asked: outages::Lifetime) -> Lifetime {
    let span = |seconds: f64| Duration(nanoseconds(seconds));
    match asked {
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
    /// From when on.
    pub from: Time,
    /// Until when; [`Time::MAX`] if they still were in the end.
    pub until: Time,
    /// The first node.
    pub first: u32,
    /// How many from there on.
    pub count: u32,
    /// Why.
    pub state: NodeState,
}

/// The name of a state of a node, for tables and for people.
pub fn state_name(state: NodeState) -> &'static str {
    match state {
        _ if state.is_down() => "down",
        _ if state.is_in_maintenance() => "maintenance",
        _ if state.is_drained() => "drained",
        _ => "up",
    }
}

/// What a run told of nodes out of service, and of jobs that were on them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OutageRecord {
    /// Which nodes were out of service when, by their beginnings.
    pub spans: Vec<OutSpan>,
    /// How often each job was sent back to the queue, or stopped for good, for that.
    pub interrupted: Vec<u32>,
    /// Whether each job was stopped for good for that.
    pub destroyed: Vec<bool>,
}

/// A sink that keeps which nodes were out of service when.
#[derive(Debug)]
pub(crate) struct OutageSink {
    record: OutageRecord,
    // Of each node that is out of service, the place of its span.
    open: Vec<Option<usize>>,
}

impl OutageSink {
    /// For so many jobs on so many nodes.
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

    /// What was told.
    pub(crate) fn finish(mut self) -> OutageRecord {
        self.record.spans.retain(|span| span.until > span.from);
        self.record
            .spans
            .sort_by_key(|span| (span.from, span.first));
        self.record
    }

    /// Ends what was known of `node` at `at`: its span is cut into those before it,
    /// which go on, the node itself, and those behind.
    fn close(&mut self, node: u32, at: Time) {
        let Some(place) = self.open[node as usize].take() else {
            return;
        };
        let span = self.record.spans[place];
        let (before, behind) = (node - span.first, span.first + span.count - node - 1);
        self.record.spans[place] = OutSpan {
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
        let place = self.record.spans.len();
        self.record.spans.push(span);
        for node in span.first..span.first + span.count {
            self.open[node as usize] = Some(place);
        }
    }
}

impl Sink for OutageSink {
    fn record(&mut self, _: Time, event: Event) {
        if let Event::Killed(job, KillReason::OutOfService(why)) = event {
            self.record.interrupted[job.index()] += 1;
            self.record.destroyed[job.index()] = !why.goes_on;
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

impl OutageSink {
    fn node_state(&mut self, at: Time, first: u32, count: u32, state: NodeState) {
        // Usually they are those that went out of service together.
        let places = &self.open[first as usize..(first + count) as usize];
        let place = places.first().copied().flatten();
        match place.map(|place| self.record.spans[place]) {
            Some(span)
                if (span.first, span.count) == (first, count)
                    && places.iter().all(|other| *other == place) =>
            {
                if let Some(place) = place {
                    self.record.spans[place].until = at;
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
