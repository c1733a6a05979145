//! Windows of slots: jobs buy nodes that differ in performance and price, for the time they need them.
//!
//! V. Toporkov, D. Yemelyanov, "Optimization of resources selection for jobs
//! scheduling in heterogeneous distributed computing environments", 2018: the job
//! batch scheduling cycle, read as [`crate::slots`] says.

use super::{LastPass, Policy};
use crate::engine::{Context, Fate, HoldReason, Setup, StartReason};
use crate::error::{CapacityError, PolicyError};
use crate::exact::Exact;
use crate::slots::{
    Cost, Criterion, Domain, Node, Performance, Placed, Quality, Request, Search, SearchBuffers,
    Slot, SlotsError, Volume, Window, cuts_of, room_for,
};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// The window of a job: when it begins, how long it is, and where its nodes are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reserved {
    start: Exact,
    length: Exact,
    first: usize,
}

impl Reserved {
    /// None; all zero bytes, to make buffers of.
    pub const EMPTY: Self = Self {
        start: Exact::ZERO,
        length: Exact::ZERO,
        first: 0,
    };
}

/// Slots that the idle time of so many nodes may come to while windows are cut out
/// of it for these requests.
pub fn slots_for(nodes: usize, requests: &[(Request, Criterion)]) -> usize {
    room_for(nodes, cuts_of(requests))
}

/// The same for the jobs of `setup`: maintenance of a node leaves one slot more.
pub fn slots_around(setup: &Setup<'_>, requests: &[(Request, Criterion)]) -> usize {
    let nodes = setup
        .outages
        .maintenance
        .iter()
        .map(|one| one.count as usize);
    let slots = slots_for(setup.nodes as usize, requests);
    slots.saturating_add(nodes.fold(0, usize::saturating_add))
}

/// Borrowed buffers of [`Slots`].
#[derive(Debug, Default)]
pub struct SlotsBuffers<'a> {
    /// [`slots_around`] the setup and requests.
    pub by_start: &'a mut [Slot],
    /// [`slots_around`] the setup and requests.
    pub by_end: &'a mut [Slot],
    /// For the greatest of the requests.
    pub search: SearchBuffers<'a>,
    /// An entry for each job.
    pub reserved: &'a mut [Reserved],
    /// The nodes of all requests: [`cuts_of`] them.
    pub nodes: &'a mut [u32],
}

/// Every job gets the window that is best by its own criterion, as it enters the
/// queue, and starts on its nodes when it begins.
///
/// Jobs that enter at one instant are served in the order of the queue. A window is
/// searched for in what is idle from now until the horizon, which is all that is in
/// no window reserved before, and is reserved at once. The job then runs for as
/// long as the window is: how much is to be done is known, and so how long it takes.
///
/// A job that finds no window is refused. Idle time only shrinks, as time passes
/// and windows are reserved, and nobody ends early, so that a later search could
/// find nothing either; unless nodes come back into service, but who was refused has
/// gone elsewhere.
///
/// Maintenance that is known is no idle time. A node that goes out of service otherwise
/// is not idle any more up to the horizon, as nobody knows when it comes back, and from
/// then on it is again. All windows on it are lost: their jobs, and those that were
/// interrupted, get new ones or are refused, in the order of the queue. The others keep
/// theirs. Who is taken up from a checkpoint asks for what is left of its volume, within
/// the same budget.
///
/// The nodes and the volume of a job are those of its request; the runtime and the
/// estimate in the workload count for nothing.
#[derive(Debug)]
pub struct Slots<'a> {
    requests: &'a [(Request, Criterion)],
    domain: Domain<'a>,
    search: Search<'a>,
    reserved: &'a mut [Reserved],
    nodes: &'a mut [u32],
    horizon: Time,
    last_pass: LastPass,
    placed: Placed,
}

impl<'a> Slots<'a> {
    /// For the jobs of `setup`, with a request and a criterion for each, on these
    /// nodes. No window ends after `horizon`.
    ///
    /// # Errors
    /// What is wrong with nodes, horizon or requests, or the buffer that is too
    /// small. `molds` among them is [`Setup::molds`](field@Setup::molds), without which the engine does
    /// not keep how long windows are.
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
            *reserved = Reserved {
                first,
                ..Reserved::EMPTY
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
            placed: Placed::default(),
        })
    }

    /// The windows reserved, and the jobs refused, since the policy took over; where nodes
    /// may go out of service, since the beginning, and with those that were lost.
    pub const fn placed(&self) -> &Placed {
        &self.placed
    }

    /// What is idle, by (start, node). Time that has passed since a job entered the
    /// queue may be among it.
    pub fn idle(&self) -> &[Slot] {
        self.domain.slots()
    }

    /// The nodes of the window of `job`, if it asks for any.
    fn nodes_of(&self, job: JobId) -> &[u32] {
        let first = self.reserved[job.index()].first;
        let (request, _) = &self.requests[job.index()];
        &self.nodes[first..first + request.nodes as usize]
    }

    /// Finds out what is idle, and forgets what another policy planned, or what cannot be
    /// kept as nodes went out of service.
    fn take_over(&mut self, context: &mut Context<'_, '_>) {
        let now = context.exact_now();
        self.domain.reset(now, self.horizon.into());
        let keeps = context.may_lose_nodes();
        match keeps {
            true => self.take_outages(context),
            false => self.placed = Placed::default(),
        }
        let mut running = context.first_running();
        while let Some(job) = running {
            running = context.after(job);
            let end = context.foresight().end_of(job).min(self.horizon.into());
            for (first, count) in context.held(job) {
                for node in first..first + count {
                    // Where it is not idle there is nothing to be taken.
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

    /// Takes out of the idle time in which nodes are out of service, as far as is known.
    fn take_outages(&mut self, context: &Context<'_, '_>) {
        let (now, horizon) = (context.exact_now(), Exact::from(self.horizon));
        if context.out_of_service() > 0 {
            let nodes = 0..context.nodes();
            for node in nodes.filter(|&node| context.node_state(node).is_out_for_long()) {
                // All of it is idle, unless the horizon has passed.
                let _ = self.domain.take(&busy(&[node], now, horizon));
            }
        }
        for window in context.maintenance() {
            let from = now.max(window.from.into());
            let until = horizon.min(window.until.into());
            for node in window.first..window.first + window.count {
                if from < until {
                    // Where it is out of service for longer there is nothing to be taken.
                    let _ = self.domain.take(&busy(&[node], from, until));
                }
            }
        }
    }

    /// Keeps the window of `job`, if it has one that nothing is in the way of.
    fn keep(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let (plan, now) = (context.plan(job), context.exact_now());
        let Reserved {
            start,
            length,
            first,
        } = self.reserved[job.index()];
        if plan != start || plan == Exact::MAX || start.time() < now.time() {
            return false;
        }
        let (request, _) = &self.requests[job.index()];
        let nodes = &self.nodes[first..first + request.nodes as usize];
        // What begins in this nanosecond begins now.
        let window = busy(nodes, start.max(now), start + length);
        self.domain.take(&window).is_ok()
    }

    /// Reserves a window for `job`, or refuses it.
    fn reserve(&mut self, context: &mut Context<'_, '_>, job: JobId) {
        self.domain.trim(context.exact_now());
        let (request, criterion) = &self.requests[job.index()];
        let volume = Exact::whole(request.volume.0);
        let request = Request {
            volume: Volume(context.kept_part(job).rest_of(volume).up().0),
            ..*request
        };
        // Nothing can be wrong: all requests were checked against the buffers.
        let found = self.search.find(&self.domain, &request, *criterion);
        let found = found.ok().flatten();
        let Some(window) = found.filter(|window| self.domain.take(window).is_ok()) else {
            self.placed.skipped += 1;
            let _ = context.kill(job, Fate::Drop);
            return;
        };
        let reserved = &mut self.reserved[job.index()];
        (reserved.start, reserved.length) = (window.start, window.length);
        self.nodes[reserved.first..][..window.nodes.len()].copy_from_slice(window.nodes);
        self.placed.add(&window);
        context.set_plan(job, window.start);
        context.reserves(job, &window);
    }

    /// Starts `job` if its window begins; whether it did.
    fn start(&self, context: &mut Context<'_, '_>, job: JobId, passed: Option<JobId>) -> bool {
        let (start, now) = (context.plan(job), context.exact_now());
        if start.time() > now.time() {
            return false;
        }
        let length = self.reserved[job.index()].length;
        // All that falls into a nanosecond happens at once, but windows that follow one
        // another would come later and later: a job ends when its window does.
        let length = match start.time() == now.time() {
            true => start + length - now,
            false => length,
        };
        let reason = StartReason::Reserved { passed };
        let nodes = self.nodes_of(job);
        context.start_molded(job, nodes, length, reason).is_ok()
    }
}

/// A node that is not idle.
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
        match setup.precedence.is_empty() {
            true => Ok(()),
            false => Err(PolicyError::Precedence),
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
            let start = context.plan(job).time();
            // One that was refused has no plan.
            if start == Time::MAX || self.start(context, job, passed) {
                continue;
            }
            passed = passed.or(Some(job));
            context.hold(job, HoldReason::Reserved { start });
            // What was to start by now waits for whoever is on its nodes.
            if start > now {
                due = due.min(start);
            }
        }
        match due {
            Time::MAX => context.sleep(),
            // Refused only for now and the past.
            next => context.wake_at(next).unwrap_or_default(),
        }
    }
}
