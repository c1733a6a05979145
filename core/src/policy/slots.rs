//! Windows of slots: jobs buy time on nodes that differ in performance and price.
//!
//! V. Toporkov, D. Yemelyanov, "Optimization of resources selection for jobs scheduling in
//! heterogeneous distributed computing environments", 2018: the job batch scheduling cycle,
//! read as in [`crate::slots`].

use super::{LastPass, Policy};
use crate::buffers::buffers;
use crate::engine::{Context, Fate, Setup, StartReason, WaitReason};
use crate::error::{CapacityError, PolicyError};
use crate::exact::Exact;
#[cfg(feature = "alloc")]
use crate::slots::BoxedSearch;
use crate::slots::{
    BatchResult, Cost, Criterion, Domain, Node, Performance, Quality, Request, Search,
    SearchBuffers, SearchSizes, Slot, SlotsError, Volume, Window, cuts_of, room_for,
};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Window of a job: its begin, length, and the position of its nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReservedWindow {
    start: Exact,
    length: Exact,
    first: usize,
}

impl ReservedWindow {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        start: Exact::ZERO,
        length: Exact::ZERO,
        first: 0,
    };
}

/// Maximum number of slots of the idle time of `nodes` nodes while windows are cut out of
/// it for these requests.
pub fn slots_for(nodes: usize, requests: &[(Request, Criterion)]) -> usize {
    room_for(nodes, cuts_of(requests))
}

/// [`slots_for`] the nodes and jobs of `setup`: maintenance of a node leaves one slot more.
pub fn slots_around(setup: &Setup<'_>, requests: &[(Request, Criterion)]) -> usize {
    let nodes = setup
        .outages
        .maintenance
        .iter()
        .map(|one| one.count as usize);
    let slots = slots_for(setup.nodes as usize, requests);
    slots.saturating_add(nodes.fold(0, usize::saturating_add))
}

buffers! {
    /// Borrowed buffers of [`Slots`].
    pub struct SlotsBuffers, SlotsSizes, BoxedSlots::as_buffers, "" {
        /// [`slots_around`] the setup and requests.
        by_start: [Slot; slots] = Slot::EMPTY,
        /// [`slots_around`] the setup and requests.
        by_end: [Slot; slots] = Slot::EMPTY,
        /// An entry for each job.
        reserved: [ReservedWindow; setup.jobs()] = ReservedWindow::EMPTY,
        /// Nodes of all windows: [`cuts_of`] the requests.
        nodes: [u32; cuts_of(requests)] = 0,
    }
    with {
        /// For the greatest of the requests.
        search: SearchBuffers, SearchSizes, BoxedSearch = search,
    }
    /// Computes the sizes for the jobs of `setup` with these requests.
    sizes of(setup: &Setup<'_>, requests: &[(Request, Criterion)]) {
        let each = requests.iter().map(|(request, by)| (*request, *by == Criterion::MaxQ));
        let search = SearchSizes::of(setup.nodes as usize, each);
        let slots = slots_around(setup, requests);
    }
}

/// Every job gets the window that is best by its own criterion, as it enters the queue, and
/// starts on its nodes when it begins.
///
/// Jobs that enter at one instant are served in the order of the queue. A window is
/// searched for in the idle time from now until the horizon, which is all time in no window
/// reserved before, and is reserved at once. The job then runs for as long as the window
/// is: its volume is known, and so is its runtime.
///
/// A job that finds no window is refused. Idle time only shrinks, as time passes and
/// windows are reserved, and no job ends early, so that a later search could find nothing
/// either; unless nodes come back into service, but a refused job has gone elsewhere.
///
/// Known maintenance is not idle time. A node that goes out of service otherwise is not
/// idle up to the horizon, as its return is unknown, and is idle again when it returns. All
/// windows on it are lost: their jobs, and those that were interrupted, get new ones or are
/// refused, in the order of the queue. The others keep theirs. A job that restarts from a
/// checkpoint requests the rest of its volume, within the same budget.
///
/// The nodes and the volume of a job are those of its request; the runtime and the estimate
/// in the workload are ignored.
#[derive(Debug)]
pub struct Slots<'a> {
    requests: &'a [(Request, Criterion)],
    domain: Domain<'a>,
    search: Search<'a>,
    reserved: &'a mut [ReservedWindow],
    nodes: &'a mut [u32],
    horizon: Time,
    last_pass: LastPass,
    totals: BatchResult,
}

impl<'a> Slots<'a> {
    /// For the jobs of `setup`, with a request and a criterion for each, on these nodes. No
    /// window ends after `horizon`.
    ///
    /// # Errors
    /// An error in nodes, horizon or requests, or the buffer that is too small, among them
    /// `molds`, [`Setup::molds`](field@Setup::molds), which the engine needs to keep the
    /// lengths of windows.
    pub fn new(
        setup: &Setup<'_>,
        nodes: &'a [Node],
        requests: &'a [(Request, Criterion)],
        horizon: Time,
        buffers: SlotsBuffers<'a>,
    ) -> Result<Self, SlotsError> {
        let jobs = setup.jobs();
        CapacityError::unless("priced nodes", setup.nodes as usize, nodes.len())?;
        let nodes = &nodes[..setup.nodes as usize];
        CapacityError::unless("requests", jobs, requests.len())?;
        let requests = &requests[..jobs];
        CapacityError::unless("molds", jobs, setup.molds.len())?;
        CapacityError::unless("reserved", jobs, buffers.reserved.len())?;
        CapacityError::unless("nodes", cuts_of(requests), buffers.nodes.len())?;
        let domain = Domain::idle_until(nodes, horizon, buffers.by_start, buffers.by_end)?;
        let search = Search::new(buffers.search);
        search.check_batch(&domain, requests)?;
        CapacityError::unless("by_start", slots_around(setup, requests), domain.room())?;
        let mut first = 0;
        for (reserved, (request, _)) in buffers.reserved.iter_mut().zip(requests) {
            *reserved = ReservedWindow {
                first,
                ..ReservedWindow::EMPTY
            };
            first += request.nodes as usize;
        }
        Ok(Self {
            requests,
            domain,
            search,
            reserved: buffers.reserved,
            nodes: buffers.nodes,
            horizon,
            last_pass: LastPass::new(),
            totals: BatchResult::default(),
        })
    }

    /// Windows reserved, and jobs refused, since the policy took over; where nodes may go
    /// out of service, since the beginning, lost ones included.
    pub const fn totals(&self) -> &BatchResult {
        &self.totals
    }

    /// Idle time, by (start, node). Time that has passed since the last job entered the
    /// queue may be included.
    pub fn idle(&self) -> &[Slot] {
        self.domain.slots()
    }

    /// Nodes of the window of `job`, if it requests any.
    fn nodes_of(&self, job: JobId) -> &[u32] {
        let first = self.reserved[job.index()].first;
        let (request, _) = &self.requests[job.index()];
        &self.nodes[first..first + request.nodes as usize]
    }

    /// Rebuilds the idle time, and drops windows that another policy planned, or that
    /// cannot be kept as nodes went out of service.
    fn take_over(&mut self, context: &mut Context<'_, '_>) {
        let now = context.exact_now();
        self.domain.reset(now, self.horizon.into());
        let keeps = context.may_lose_nodes();
        if keeps {
            self.take_outages(context)
        } else {
            self.totals = BatchResult::default()
        }
        let mut running = context.first_running();
        while let Some(job) = running {
            running = context.after(job);
            let end = context
                .foresight()
                .end_at_full_rate(job)
                .min(self.horizon.into());
            for (first, count) in context.held(job) {
                for node in first..first + count {
                    // Fails where it is not idle, and there is nothing to take.
                    let _ = self.domain.take(&busy(&[node], now, end));
                }
            }
        }
        let mut waiting = context.head();
        while let Some(job) = waiting {
            waiting = context.after(job);
            if !(keeps && self.keep(context, job)) {
                context.set_plan(job, Exact::MAX);
            }
        }
    }

    /// Takes the time in which nodes are out of service, as far as is known, out of the
    /// idle time.
    fn take_outages(&mut self, context: &Context<'_, '_>) {
        let (now, horizon) = (context.exact_now(), Exact::from(self.horizon));
        if context.out_of_service() > 0 {
            let nodes = 0..context.nodes();
            for node in nodes.filter(|&node| context.node_state(node).is_out_for_long()) {
                // Fails only if the horizon has passed: all of it is idle.
                let _ = self.domain.take(&busy(&[node], now, horizon));
            }
        }
        for window in context.maintenance() {
            let from = now.max(window.from.into());
            let until = horizon.min(window.until.into());
            for node in window.first..window.first + window.count {
                if from < until {
                    // Fails where it is out of service for longer, and there is nothing to
                    // take.
                    let _ = self.domain.take(&busy(&[node], from, until));
                }
            }
        }
    }

    /// Keeps the window of `job`, if it has one and its nodes are idle in it.
    fn keep(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let (plan, now) = (context.plan(job), context.exact_now());
        let ReservedWindow {
            start,
            length,
            first,
        } = self.reserved[job.index()];
        if plan != start || plan == Exact::MAX || start.instant() < now.instant() {
            return false;
        }
        let (request, _) = &self.requests[job.index()];
        let nodes = &self.nodes[first..first + request.nodes as usize];
        // A window that begins in this nanosecond begins now.
        let window = busy(nodes, start.max(now), start + length);
        self.domain.take(&window).is_ok()
    }

    /// Reserves a window for `job`, or refuses it.
    fn reserve(&mut self, context: &mut Context<'_, '_>, job: JobId) {
        self.domain.trim(context.exact_now());
        let (request, criterion) = &self.requests[job.index()];
        let volume = Exact::whole(request.volume.0);
        let request = Request {
            volume: Volume(context.kept_part(job).rest_of(volume).round_up().0),
            ..*request
        };
        // Cannot fail: all requests were checked against the buffers.
        let found = self.search.find(&self.domain, &request, *criterion);
        let found = found.ok().flatten();
        let Some(window) = found.filter(|window| self.domain.take(window).is_ok()) else {
            self.totals.skipped += 1;
            let _ = context.kill(job, Fate::Drop);
            return;
        };
        let reserved = &mut self.reserved[job.index()];
        (reserved.start, reserved.length) = (window.start, window.length);
        self.nodes[reserved.first..][..window.nodes.len()].copy_from_slice(window.nodes);
        self.totals.add(&window);
        context.set_plan(job, window.start);
        context.report_window(job, &window);
    }

    /// Starts `job` if its window begins; returns whether it did.
    fn start(&self, context: &mut Context<'_, '_>, job: JobId, passed: Option<JobId>) -> bool {
        let (start, now) = (context.plan(job), context.exact_now());
        if start.instant() > now.instant() {
            return false;
        }
        let length = self.reserved[job.index()].length;
        // All events of a nanosecond happen at once, but consecutive windows would come
        // later and later: a job ends when its window does.
        let length = if start.instant() == now.instant() {
            start + length - now
        } else {
            length
        };
        let reason = StartReason::Reserved { passed };
        let nodes = self.nodes_of(job);
        context.start_molded(job, nodes, length, reason).is_ok()
    }
}

/// Window of a node that is not idle.
fn busy(node: &[u32], start: Exact, end: Exact) -> Window<'_> {
    Window {
        start,
        length: end - start,
        performance: Performance::ZERO,
        cost: Cost::ZERO,
        quality: Quality::ZERO,
        nodes: node,
    }
}

impl Policy for Slots<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        let jobs = setup.jobs();
        PolicyError::unless_jobs(self.requests.len(), jobs)?;
        PolicyError::unless_nodes(self.domain.nodes().len() as u32, setup.nodes)?;
        if setup.molds.len() != jobs {
            return Err(PolicyError::NoMolds);
        }
        let slots = slots_around(setup, self.requests);
        CapacityError::unless("by_start", slots, self.domain.room())?;
        if setup.precedence.is_empty() {
            Ok(())
        } else {
            Err(PolicyError::Precedence)
        }
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if self.last_pass.next(context).is_none() {
            self.take_over(context);
        }
        let now = context.now();
        let (mut next, mut passed, mut due) = (context.head(), None, Time::MAX);
        while let Some(job) = next {
            next = context.after(job);
            if context.plan(job) == Exact::MAX {
                self.reserve(context, job);
            }
            let start = context.plan(job).instant();
            // A refused job has no plan.
            if start == Time::MAX || self.start(context, job, passed) {
                continue;
            }
            passed = passed.or(Some(job));
            context.explain_wait(job, WaitReason::Reserved { start });
            // A job that was to start by now waits for those on its nodes.
            if start > now {
                due = due.min(start);
            }
        }
        match due {
            Time::MAX => context.cancel_wake(),
            // Refused only for now and the past.
            next => context.wake_at(next).unwrap_or_default(),
        }
    }
}
