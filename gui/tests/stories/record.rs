//! The events of a run, replayed: waiting jobs and running jobs with their nodes at every instant.

use std::collections::BTreeMap;

use cosched::record::Run;
use cosched::run::{Choice, choices, molds, policy, processes, setup};
use cosched_core::engine::{BoxedStorage, KillReason};
use cosched_core::{Event, Simulation, Sink, Time};

/// Events of a job, in nanoseconds.
#[derive(Clone, Default)]
pub(crate) struct JobHistory {
    pub(crate) number: u64,
    pub(crate) nodes: u64,
    pub(crate) estimate: u64,
    /// Entries into the queue, and exits from it.
    pub(crate) waits: Vec<(u64, u64)>,
    /// Spans on its nodes.
    pub(crate) stays: Vec<(u64, u64)>,
    /// Starts, without resumptions.
    pub(crate) starts: Vec<u64>,
    /// When it was completed, killed or refused for good.
    pub(crate) end: Option<u64>,
    /// All events, by name.
    pub(crate) events: Vec<(u64, &'static str)>,
}

impl JobHistory {
    pub(crate) fn waits_at(&self, at: u64) -> bool {
        let mut waits = self.waits.iter();
        waits.any(|&(from, until)| from <= at && at < until)
    }

    /// Whether it waits at `at` before any starts; a job refused then never does.
    pub(crate) fn waits_before(&self, at: u64) -> bool {
        let mut waits = self.waits.iter();
        waits.any(|&(from, until)| from <= at && (at < until || at == until && self.starts_at(at)))
    }

    pub(crate) fn is_on_nodes(&self, at: u64) -> bool {
        let mut stays = self.stays.iter();
        stays.any(|&(from, until)| from <= at && at < until)
    }

    pub(crate) fn starts_at(&self, at: u64) -> bool {
        self.starts.contains(&at)
    }

    /// Its end by its estimate as seen at `at`; an exceeded estimate is doubled.
    pub(crate) fn estimated_end(&self, at: u64) -> Option<u64> {
        let start = self.starts.iter().rev().find(|&&start| start <= at)?;
        let mut estimate = self.estimate.max(1);
        while start + estimate <= at {
            estimate *= 2;
        }
        Some(start + estimate)
    }
}

/// Facts of all jobs over time.
pub(crate) struct Record {
    pub(crate) nodes: u64,
    pub(crate) lives: Vec<JobHistory>,
    by_number: BTreeMap<u64, usize>,
    /// Nodes taken from each instant on.
    taken: Vec<(u64, u64)>,
    /// Jobs that left each node, with the instant, in the order of time.
    left: Vec<Vec<(u64, usize)>>,
    /// Nodes of each job at its first start: the first node, and the one behind its last.
    places: Vec<Vec<(usize, usize)>>,
    /// Jobs that waited or ran in each of so many equal parts of the time.
    alive: Vec<Vec<usize>>,
    part: u64,
}

/// Number of parts into which time is cut, so that few jobs have to be examined.
const PARTS: u64 = 4_000;

/// Records every event.
struct EventSink {
    lives: Vec<JobHistory>,
}

impl Sink for EventSink {
    fn record(&mut self, at: Time, event: Event) {
        let life = &mut self.lives[event.job().index()];
        let at = at.0;
        let name = match event {
            Event::Submitted(_) => {
                life.waits.push((at, u64::MAX));
                "submitted"
            }
            Event::Started(..) => {
                life.leave_queue(at);
                life.starts.push(at);
                life.stays.push((at, u64::MAX));
                "started"
            }
            Event::Suspended(_) => {
                life.leave_nodes(at);
                "suspended"
            }
            Event::Resumed(_) => {
                life.stays.push((at, u64::MAX));
                "resumed"
            }
            Event::Completed(_) => {
                life.leave_nodes(at);
                life.end = Some(at);
                "completed"
            }
            Event::Killed(_, why) => {
                life.leave_queue(at);
                life.leave_nodes(at);
                if why.is_requeued() {
                    life.waits.push((at, u64::MAX))
                } else {
                    life.end = Some(at)
                }
                match why {
                    KillReason::EstimateReached => "killed",
                    KillReason::Requeued => "requeued",
                    KillReason::Preempted => "preempted",
                    KillReason::Dropped => "refused",
                    KillReason::OutOfService(_) => "interrupted",
                    _ => "taken back",
                }
            }
            Event::Molded(..) => "molded",
            Event::Promoted(_) => "promoted",
            Event::StillWaiting(..) => return,
            _ => "other",
        };
        life.events.push((at, name));
    }
}

impl JobHistory {
    fn leave_queue(&mut self, at: u64) {
        if let Some(last) = self.waits.last_mut().filter(|last| last.1 == u64::MAX) {
            last.1 = at;
        }
    }

    fn leave_nodes(&mut self, at: u64) {
        if let Some(last) = self.stays.last_mut().filter(|last| last.1 == u64::MAX) {
            last.1 = at;
        }
    }
}

impl Record {
    /// The events of `run`, simulated once more with nothing but a list of them; spans on nodes are
    /// those of the run.
    pub(crate) fn of(run: &Run) -> Self {
        let experiment = &run.experiment;
        let lives = experiment.jobs.iter().zip(&experiment.labels);
        let lives = lives.map(|(spec, label)| JobHistory {
            number: label.number(),
            nodes: spec.nodes.into(),
            estimate: spec.estimate.0,
            ..JobHistory::default()
        });
        let mut notes = EventSink {
            lives: lives.collect(),
        };
        let requested = choices(&experiment.scenario);
        let mut requested = requested.into_iter();
        let choice = requested.find(|choice| choice.label == run.label);
        let choice = choice.unwrap_or_else(|| Choice::plain(run.policy, &run.parameters));
        let processes = processes(experiment, &choice).unwrap();
        let molds = molds(experiment, &choice);
        let sets = experiment.node_sets();
        let setup = setup(experiment, &choice, processes.as_ref(), &molds, &sets);
        let mut policy = policy(experiment, &choice, &setup).unwrap();
        let mut storage = BoxedStorage::new(&setup);
        let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
        simulation.run(&mut policy.policy(&setup).unwrap(), &mut notes);
        Self::new(run, notes.lives)
    }

    fn new(run: &Run, lives: Vec<JobHistory>) -> Self {
        let mut changes: BTreeMap<u64, i64> = BTreeMap::new();
        for life in &lives {
            for &(from, until) in &life.stays {
                *changes.entry(from).or_default() += life.nodes as i64;
                *changes.entry(until).or_default() -= life.nodes as i64;
            }
        }
        let mut now = 0_i64;
        let taken = changes.into_iter().map(|(at, change)| {
            now += change;
            (at, now.max(0) as u64)
        });
        let taken: Vec<(u64, u64)> = taken.filter(|&(at, _)| at < u64::MAX).collect();
        // In the background there are more rows than nodes.
        let ends = run.segments.iter().map(|one| one.first_node + one.nodes);
        let mut left = vec![Vec::new(); ends.max().unwrap_or_default() as usize];
        for segment in run.segments.iter() {
            let first = segment.first_node as usize;
            let end = (first + segment.nodes as usize).min(left.len());
            for node in left.get_mut(first..end).into_iter().flatten() {
                node.push((segment.until.0, segment.job as usize));
            }
        }
        for node in &mut left {
            node.sort_unstable();
        }
        let mut places = vec![Vec::new(); lives.len()];
        for segment in run.segments.iter() {
            let job = segment.job as usize;
            if lives[job].starts.first() == Some(&segment.from.0) {
                let first = segment.first_node as usize;
                places[job].push((first, first + segment.nodes as usize));
            }
        }
        let end = taken.last().map_or(0, |&(at, _): &(u64, u64)| at);
        let part = end / PARTS + 1;
        let mut alive = vec![Vec::new(); PARTS as usize + 1];
        for (job, life) in lives.iter().enumerate() {
            let from = life.waits.first().map_or(0, |&(from, _)| from);
            let until = life.end.unwrap_or(u64::MAX).min(end.max(from));
            for index in from / part..=until / part {
                alive[index.min(PARTS) as usize].push(job);
            }
        }
        let numbers = lives.iter().enumerate();
        Self {
            places,
            alive,
            part,
            nodes: run.experiment.nodes.into(),
            by_number: numbers.map(|(index, life)| (life.number, index)).collect(),
            taken,
            left,
            lives,
        }
    }

    /// The jobs that wait or run at `at`, and some more; by submission.
    pub(crate) fn alive(&self, at: u64) -> &[usize] {
        &self.alive[(at / self.part).min(PARTS) as usize]
    }

    /// Index of the job of that number.
    pub(crate) fn index(&self, number: u64) -> Result<usize, String> {
        let index = self.by_number.get(&number).copied();
        index.ok_or_else(|| format!("there is no job {number}"))
    }

    /// Nodes free at `at`, once everything that happens then has.
    pub(crate) fn free(&self, at: u64) -> u64 {
        let after = self.taken.partition_point(|&(from, _)| from <= at);
        let taken = after.checked_sub(1).map_or(0, |last| self.taken[last].1);
        self.nodes.saturating_sub(taken)
    }

    /// For the nodes that `job` got at its first start, the jobs that had last left them while it
    /// waited, with the instant and the number of nodes.
    pub(crate) fn left_to(&self, job: usize) -> BTreeMap<(u64, usize), u64> {
        let life = &self.lives[job];
        let mut found = BTreeMap::new();
        let (Some(&start), Some(&(entered, _))) = (life.starts.first(), life.waits.first()) else {
            return found;
        };
        for node in self.places[job].iter().flat_map(|&(first, end)| first..end) {
            let left = &self.left[node];
            let before = left.partition_point(|&(until, _)| until <= start);
            let others = left[..before].iter().rev();
            let last = others.copied().find(|&(_, other)| other != job);
            if let Some(last) = last.filter(|&(until, _)| until > entered) {
                *found.entry(last).or_default() += 1;
            }
        }
        found
    }
}
