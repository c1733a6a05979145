//! Nodes that slept in a run, and jobs that waited for them to boot.

use cosched_core::engine::Detail;
use cosched_core::machine::cluster::NodeUnits;
use cosched_core::{Duration, Event, JobId, Sink, Time};

use crate::record::cluster::ClusterData;
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

/// A node as jobs get and leave it.
#[derive(Clone, Copy, Debug)]
struct NodeState {
    // Index of its entry among those that sleep.
    entry: Option<usize>,
    jobs: u32,
    // Since when it has been up and idle; in the future while it boots.
    since: Time,
}

/// A sink that records which nodes sleep.
#[derive(Debug)]
pub(crate) struct SleepRecorder<'e> {
    cluster: &'e ClusterData,
    nodes: Vec<NodeState>,
    held: Vec<Vec<u32>>,
    // Start of each job whose nodes boot, and when they are up.
    booting: Vec<Option<(Time, Time)>>,
    record: SleepRecord,
}

impl<'e> SleepRecorder<'e> {
    /// Makes a sink for a run of `experiment`, if nodes of it may sleep.
    pub(crate) fn of(experiment: &'e Experiment) -> Option<Self> {
        let cluster = experiment.cluster.as_ref()?;
        let all = &cluster.layout.sleep;
        let has = |nodes: &[u64], node: u32| nodes[node as usize / 64] >> (node % 64) & 1 == 1;
        let nodes = (0..cluster.layout.nodes()).map(|node| NodeState {
            entry: all.iter().position(|one| has(&one.nodes, node)),
            jobs: 0,
            since: Time::ZERO,
        });
        let jobs = experiment.jobs.len();
        (!all.is_empty()).then(|| Self {
            cluster,
            nodes: nodes.collect(),
            held: vec![Vec::new(); jobs],
            booting: vec![None; jobs],
            record: SleepRecord {
                spans: Vec::new(),
                wakes: 0,
                boots: vec![Duration::ZERO; jobs],
            },
        })
    }

    /// When `node`, which no job has, has slept by `at`, and how long it takes to boot; `None` if it is awake then.
    fn asleep(&self, node: u32, at: Time) -> Option<(SleepSpan, Duration)> {
        let state = self.nodes.get(node as usize)?;
        let own = self.cluster.layout.sleep.get(state.entry?)?;
        let (_, from) = own.as_core().falls_asleep(state.since);
        let until = at;
        (state.jobs == 0 && from <= at).then_some((SleepSpan { node, from, until }, own.boot_time))
    }

    fn take(&mut self, at: Time, job: JobId, places: &[NodeUnits]) {
        for &NodeUnits { node, .. } in places {
            if let Some((span, boot_time)) = self.asleep(node, at) {
                self.record.spans.push(span);
                self.record.wakes += 1;
                self.nodes[node as usize].since = at.after(boot_time);
            }
            self.nodes[node as usize].jobs += 1;
        }
        self.held[job.index()] = places.iter().map(|one| one.node).collect();
        self.record.boots[job.index()] = Duration::ZERO;
    }

    fn release(&mut self, at: Time, job: JobId) {
        for node in std::mem::take(&mut self.held[job.index()]) {
            let state = &mut self.nodes[node as usize];
            state.jobs -= 1;
            if state.jobs == 0 {
                state.since = state.since.max(at);
            }
        }
        if let Some((start, up)) = self.booting[job.index()].take() {
            self.record.boots[job.index()] = up.min(at).since(start);
        }
    }
}

impl Sink for SleepRecorder<'_> {
    fn record(&mut self, at: Time, event: Event) {
        if let Event::Completed(job) | Event::Killed(job, _) = event {
            self.release(at, job);
        }
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        match *detail {
            Detail::Shares { job, places } => self.take(at, job, places),
            Detail::Boots { job, until } => self.booting[job.index()] = Some((at, until)),
            _ => {}
        }
    }
}

impl Recorder for SleepRecorder<'_> {
    fn finish(mut self: Box<Self>, run: &mut Run) {
        let end = run.metrics.first_submit.after(run.metrics.makespan());
        for job in 0..self.held.len() {
            self.release(end, JobId::new(job));
        }
        let left = (0..self.nodes.len() as u32).filter_map(|node| self.asleep(node, end));
        let left: Vec<_> = left.map(|(span, _)| span).collect();
        self.record.spans.extend(left);
        run.details.keep(self.record);
    }
}

impl Run {
    /// Returns which nodes slept, if any may.
    pub fn sleep(&self) -> Option<&SleepRecord> {
        self.details.get()
    }
}
