//! Windows on a cluster of priced nodes: by hand, against the batch search, and among other policies.

mod by_hand;
mod drawn;
mod equal_nodes;

use crate::common;
use crate::slots::{OwnedWindow, boxed};
use cosched_core::engine::{Detail, Setup};
use cosched_core::machine::Intervals;
use cosched_core::policy::slots::{ReservedWindow, Slots, SlotsBuffers, slots_around, slots_for};
use cosched_core::slots::{
    BatchResult, BoxedSearch, Cost, Criterion, Node, Request, Slot, SlotsError, Window, cuts_of,
};
use cosched_core::workload::{MoldSpec, Speedup, Work};
use cosched_core::{Duration, Event, Exact, JobId, JobSpec, Simulation, Sink, Storage, Time};

/// Submit time, request and criterion of a job.
pub(crate) type SlotJob = (Time, Request, Criterion);

/// Buffers of the policy, on the heap.
pub(crate) struct Buffers {
    slots: [Vec<Slot>; 2],
    search: BoxedSearch,
    reserved: Vec<ReservedWindow>,
    nodes: Vec<u32>,
}

impl Buffers {
    fn new(nodes: usize, requests: &[(Request, Criterion)]) -> Self {
        Self::with_room(slots_for(nodes, requests), nodes, requests)
    }

    /// Buffers for nodes that go out of service.
    pub(crate) fn around(setup: &Setup<'_>, requests: &[(Request, Criterion)]) -> Self {
        let room = slots_around(setup, requests);
        Self::with_room(room, setup.nodes as usize, requests)
    }

    fn with_room(room: usize, nodes: usize, requests: &[(Request, Criterion)]) -> Self {
        Self {
            slots: [vec![Slot::EMPTY; room], vec![Slot::EMPTY; room]],
            search: boxed(nodes, &greatest(requests)),
            reserved: vec![ReservedWindow::EMPTY; requests.len()],
            nodes: vec![0; cuts_of(requests)],
        }
    }

    pub(crate) fn buffers(&mut self) -> SlotsBuffers<'_> {
        let [by_start, by_end] = &mut self.slots;
        SlotsBuffers {
            by_start,
            by_end,
            search: self.search.as_buffers(),
            reserved: &mut self.reserved,
            nodes: &mut self.nodes,
        }
    }
}

/// A request that needs as much room as any of these. The greatest budget only counts for
/// those that maximise a value.
fn greatest(requests: &[(Request, Criterion)]) -> Request {
    let maximised = requests
        .iter()
        .filter(|(_, criterion)| *criterion == Criterion::MaxQ);
    let budget = maximised.map(|(request, _)| request.budget).max();
    let nodes = requests.iter().map(|(request, _)| request.nodes).max();
    let scale = requests.iter().map(|(request, _)| request.scale).max();
    Request {
        budget: budget.unwrap_or_default(),
        scale: scale.unwrap_or(1),
        ..Request::new(nodes.unwrap_or(1), 1, 0)
    }
}

/// The jobs for the engine; their runtimes are ignored.
pub(crate) fn jobs(requested: &[SlotJob]) -> (Vec<JobSpec>, Vec<(Request, Criterion)>) {
    let specs = requested.iter().map(|(submit, request, _)| {
        let runtime = Duration(request.volume.0);
        JobSpec::exact(*submit, runtime, request.nodes)
    });
    let requests = requested
        .iter()
        .map(|(_, request, criterion)| (*request, *criterion));
    (specs.collect(), requests.collect())
}

/// Molds that the engine needs for jobs to be as long as their windows.
pub(crate) fn molds(specs: &[JobSpec]) -> Vec<MoldSpec<'static>> {
    let mold = |spec: &JobSpec| MoldSpec {
        work: Work::alone(spec.runtime),
        speedup: Speedup::Table(&[1.0]),
        size: spec.nodes,
        deadline: Time::MAX,
        utilisation: None,
    };
    specs.iter().map(mold).collect()
}

fn setup<'s>(specs: &'s [JobSpec], molds: &'s [MoldSpec<'s>], nodes: usize) -> Setup<'s> {
    Setup::cluster(specs, nodes as u32)
        .with_molds(molds)
        .with_kill_at_estimate(false)
}

/// Observed for each job: the window reserved, the nodes held and when.
#[derive(Default)]
struct WindowRecorder {
    windows: Vec<Option<OwnedWindow>>,
    held: Vec<(Time, Time, Vec<u32>)>,
    refused: Vec<JobId>,
    now: Time,
}

impl WindowRecorder {
    fn of(jobs: usize) -> Self {
        Self {
            windows: vec![None; jobs],
            held: vec![(Time::MAX, Time::MAX, Vec::new()); jobs],
            ..Self::default()
        }
    }
}

impl Sink for WindowRecorder {
    fn record(&mut self, at: Time, event: Event) {
        self.now = at;
        match event {
            Event::Started(job, _) => self.held[job.index()].0 = at,
            Event::Completed(job) => self.held[job.index()].1 = at,
            Event::Killed(job, _) => self.refused.push(job),
            _ => {}
        }
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        match *detail {
            Detail::Holds { job, ref nodes } => self.holds(job, nodes.clone()),
            Detail::Reserves { job, window } => self.reserves(at, job, window),
            _ => {}
        }
    }
}

impl WindowRecorder {
    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        let nodes = nodes.flat_map(|(first, count)| first..first + count);
        self.held[job.index()].2 = nodes.collect();
    }

    fn reserves(&mut self, at: Time, job: JobId, window: &Window<'_>) {
        assert!(window.start >= at.into(), "a window begins in the past");
        let before = self.windows[job.index()].replace(window.into());
        assert_eq!(before, None, "a job has two windows");
    }
}

/// The window of each job that was not refused, and their totals.
fn run(
    nodes: &[Node],
    requested: &[SlotJob],
    horizon: Time,
) -> (Vec<Option<OwnedWindow>>, BatchResult) {
    let (specs, requests) = jobs(requested);
    let molds = molds(&specs);
    let setup = setup(&specs, &molds, nodes.len());
    let mut buffers = Buffers::new(nodes.len(), &requests);
    let mut policy = Slots::new(&setup, nodes, &requests, horizon, buffers.buffers()).unwrap();
    let mut storage = common::Boxed::of(&setup);
    let storage = Storage {
        molded: &mut vec![Exact::ZERO; specs.len()],
        ..storage.as_storage()
    };
    let mut seen = WindowRecorder::of(specs.len());
    let mut simulation = Simulation::new(setup, storage).unwrap();
    simulation.run(&mut policy, &mut seen);
    let placed = *policy.totals();
    check_kept(&seen, &placed);
    (seen.windows, placed)
}

/// Every window was kept to the nanosecond, no node had two jobs at once, and the
/// sums are those of the windows.
fn check_kept(seen: &WindowRecorder, placed: &BatchResult) {
    let mut sums = BatchResult::default();
    let mut held = Vec::new();
    for (job, window) in seen.windows.iter().enumerate() {
        let refused = seen.refused.contains(&JobId::new(job));
        assert_eq!(refused, window.is_none());
        let Some(window) = window else {
            sums.skipped += 1;
            continue;
        };
        let (start, end) = (window.start, window.finish());
        let held_for = (start.instant(), end.instant(), window.nodes.clone());
        assert_eq!(seen.held[job], held_for);
        held.extend(window.nodes.iter().map(|&node| (node, window.start, end)));
        sums.found += 1;
        sums.cost.0 += window.cost.0;
        sums.quality.0 += window.quality.0;
        sums.finish = sums.finish.max(end.instant());
    }
    assert_eq!(*placed, sums);
    held.sort_unstable();
    for pair in held.windows(2) {
        assert!(pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1, "{pair:?}");
    }
}

/// Error of a policy for these.
fn wrong(nodes: &[Node], requested: &[SlotJob], horizon: Time) -> SlotsError {
    let (specs, requests) = jobs(requested);
    let molds = molds(&specs);
    let setup = setup(&specs, &molds, nodes.len());
    let mut buffers = Buffers::new(nodes.len(), &requests);
    let policy = Slots::new(&setup, nodes, &requests, horizon, buffers.buffers());
    policy.unwrap_err()
}

/// A request that pays any price.
pub(crate) fn at_any_price(nodes: u32, volume: u64) -> Request {
    Request {
        budget: Cost::MAX,
        ..Request::new(nodes, volume, 0)
    }
}
