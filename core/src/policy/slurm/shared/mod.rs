//! Nodes that jobs share, in partitions, under Slurm.

mod search;

use self::search::JobSearch;
use super::grid::Grid;
use super::selection::Selection;
use super::table::{PlanTable, Span};
use super::{Resources, limit, whole_second};
use crate::buffers::buffers;
use crate::engine::{Context, Outlook, Setup, StartReason};
use crate::error::{CapacityError, PolicyError};
use crate::machine::cluster::{Amounts, Cluster};
use crate::policy::Order;
use crate::policy::cluster::queue::{Queue, explain_wait_by_rule};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// A running job and the end of its limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RunningJob {
    end: Time,
    // Of equal ends the first submitted is first.
    order: u32,
    job: u32,
}

impl RunningJob {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        end: Time::ZERO,
        order: 0,
        job: 0,
    };
}

buffers! {
    /// Borrowed buffers of [`SharedNodes`].
    pub struct SharedBuffers, SharedSizes, BoxedShared::as_buffers, "" {
        /// One for each begin and each end of a plan, and two.
        spans: [Span; spans] = Span::EMPTY,
        /// The nodes of each span.
        words: [u64; spans.saturating_mul(each)] = 0,
        /// One for each job that may run at once.
        runners: [RunningJob; setup.jobs().min(pieces)] = RunningJob::EMPTY,
        /// One for each node: its free amounts.
        rooms: [Amounts; setup.nodes as usize] = Amounts::NONE,
        /// One for each node: units of a job with room there.
        units: [u32; setup.nodes as usize] = 0,
        /// Sets of nodes.
        sets: [u64; SETS * each] = 0,
        /// One for each partition: its number of plans.
        plans: [usize; partitions] = 0,
    }
    with {}
    /// Computes the sizes for the nodes of `setup` and `plans` plans at once.
    sizes of(setup: &Setup<'_>, plans: usize) {
        let each = (setup.nodes as usize).div_ceil(64);
        let spans = plans.saturating_mul(2).saturating_add(2);
        let cluster = setup.simulated_cluster();
        let pieces = cluster.map_or(0, |cluster| cluster.pieces());
        let partitions = cluster.map_or(0, |cluster| cluster.partitions.len());
    }
}

/// Number of node sets: blocked by jobs ahead in a main pass, clear of plans, available,
/// chosen.
const SETS: usize = 4;

/// Nodes of several kinds in partitions, which jobs share by cores, memory and GPUs.
///
/// As on [whole nodes](super::WholeNodes), with these differences. In a main pass a job
/// that does not fit blocks the nodes of its partition for those behind it, not others. A
/// plan takes its nodes whole, whatever the job requests there; beside running jobs, jobs
/// start on parts of nodes that no plan takes. Running jobs give back their amounts on each
/// node. Of nodes with room those of the first kinds are taken that are enough (`Weight`),
/// of these the shortest run of neighbours that is long enough, otherwise the longest ones;
/// tasks go on one node if one has room for all, otherwise on the first that together have.
/// The tier of a partition comes before the order of the queue. That plans take whole
/// nodes, and the treatment of partitions in passes, is Slurm's manual; the choice among
/// shared nodes has not been measured.
#[derive(Debug)]
pub struct SharedNodes<'a> {
    grid: Grid,
    selection: Selection,
    nodes: u32,
    table: PlanTable<'a>,
    runners: &'a mut [RunningJob],
    count: usize,
    rooms: &'a mut [Amounts],
    units: &'a mut [u32],
    blocked: &'a mut [u64],
    clear: &'a mut [u64],
    available: &'a mut [u64],
    chosen: &'a mut [u64],
    plans: &'a mut [usize],
    now: Time,
}

impl<'a> SharedNodes<'a> {
    /// For the nodes of `setup` and `plans` plans at once.
    ///
    /// # Errors
    /// A buffer is too small.
    pub fn new(
        setup: &Setup<'_>,
        plans: usize,
        grid: Grid,
        selection: Selection,
        buffers: SharedBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let sizes = SharedSizes::of(setup, plans);
        buffers.sizes().check(&sizes)?;
        let each = (setup.nodes as usize).div_ceil(64);
        let (blocked, rest) = buffers.sets[..sizes.sets].split_at_mut(each);
        let (clear, rest) = rest.split_at_mut(each);
        let (available, chosen) = rest.split_at_mut(each);
        Ok(Self {
            grid,
            selection,
            nodes: setup.nodes,
            table: PlanTable::new(&mut buffers.spans[..sizes.spans], buffers.words, each),
            runners: buffers.runners,
            count: 0,
            rooms: &mut buffers.rooms[..sizes.rooms],
            units: &mut buffers.units[..sizes.units],
            blocked,
            clear,
            available,
            chosen,
            plans: buffers.plans,
            now: Time::ZERO,
        })
    }
}

impl Resources for SharedNodes<'_> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        if setup.simulated_cluster().is_none() {
            return Err(PolicyError::NoCluster);
        }
        let (made_for, machine) = (self.nodes, setup.nodes);
        if made_for != machine {
            return Err(PolicyError::Nodes {
                expected: made_for,
                machine,
            });
        }
        let needed = SharedSizes::of(setup, 0);
        CapacityError::unless("runners", needed.runners, self.runners.len())?;
        Ok(CapacityError::unless(
            "plans",
            needed.plans,
            self.plans.len(),
        )?)
    }

    fn order_queue(&mut self, order: Order, context: &mut Context<'_, '_>, kept: bool) {
        Queue { order }.apply(context, kept);
    }

    fn begin_main(&mut self, context: &Context<'_, '_>) {
        self.now = whole_second(context.now());
        self.count = 0;
        self.blocked.fill(0);
    }

    fn begin_backfill(&mut self, context: &Context<'_, '_>) {
        self.begin_main(context);
        let horizon = self.grid.down(self.now.after(self.grid.window));
        self.table.clear(self.now, horizon, self.nodes);
        self.plans.fill(0);
        let soon = self.now.after(Duration::from_seconds(1));
        for (runner, job) in self.runners.iter_mut().zip(context.running()) {
            let end = whole_second(context.started(job)).after(limit(context, job));
            *runner = RunningJob {
                end: end.max(soon),
                order: context.order_of(job),
                job: job.index() as u32,
            };
            self.count += 1;
        }
        if let Some(running) = self.runners.get_mut(..self.count) {
            running.sort_unstable();
        }
    }

    fn choose_now(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let Some(search) = JobSearch::of(context, job) else {
            return false;
        };
        for (clear, blocked) in self.clear.iter_mut().zip(&*self.blocked) {
            *clear = !blocked;
        }
        let span = (self.now, self.now.after(limit(context, job)));
        // No job gives anything back until now.
        let fits = self.first_with(&search, span, Some(self.now), Selection::Linear);
        match fits {
            Some(_) => self.choose(search.cluster, &search.request),
            None => self.chosen.fill(0),
        }
        fits.is_some()
    }

    fn earliest(&mut self, context: &Context<'_, '_>, job: JobId, limit: Duration) -> Option<Time> {
        let start = self.search(&JobSearch::of(context, job)?, limit)?;
        let most = self.now.0.saturating_add(self.grid.window.0);
        (start.0 <= most).then_some(start)
    }

    fn start(&mut self, context: &mut Context<'_, '_>, job: JobId, reason: StartReason) -> bool {
        let chosen = &*self.chosen;
        let mut usable = |_: &Outlook<'_, '_>, node: u32, units: u32| {
            let word = chosen.get(node as usize / 64).copied().unwrap_or(0);
            if word >> (node % 64) & 1 == 1 {
                units
            } else {
                0
            }
        };
        let started = context.start_in_rounds(job, &mut [&mut usable], reason);
        if started.is_err() {
            return false;
        }
        let started = RunningJob {
            end: self.now.after(limit(context, job)),
            order: context.order_of(job),
            job: job.index() as u32,
        };
        let before = self.runners.get(..self.count).unwrap_or_default();
        let index = before.partition_point(|runner| *runner <= started);
        if let Some(behind) = self.runners.get_mut(index..self.count + 1) {
            behind.rotate_right(1);
            behind[0] = started;
            self.count += 1;
        }
        true
    }

    fn plan(&mut self, context: &Context<'_, '_>, job: JobId, start: Time, limit: Duration) {
        let (from, to) = self.grid.taken_span(start, limit);
        self.table.take(from, to, self.chosen);
        let request = context
            .cluster()
            .map(|all| all.setup().request(job.index()));
        let partition = request.map_or(0, |request| request.partition as usize);
        if let Some(plans) = self.plans.get_mut(partition) {
            *plans += 1;
        }
    }

    fn plan_started(&mut self, context: &Context<'_, '_>, job: JobId, limit: Duration) {
        // `select/linear` gives whole nodes to jobs that do not want to be alone.
        let setup = context.cluster().map(Cluster::setup);
        let setup = setup.filter(|_| self.selection != Selection::Linear);
        if setup.is_some_and(|setup| setup.gets_whole_nodes(&setup.request(job.index()))) {
            let (from, to) = self.grid.taken_span(self.now, limit);
            self.table.take(from, to, self.chosen);
        }
    }

    fn plans(&self, context: &Context<'_, '_>, job: JobId) -> usize {
        let request = context
            .cluster()
            .map(|all| all.setup().request(job.index()));
        let partition = request.map_or(0, |request| request.partition as usize);
        self.plans.get(partition).copied().unwrap_or(0)
    }

    fn spans(&self) -> usize {
        self.table.spans_made()
    }

    fn block(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let Some(setup) = context.cluster().map(Cluster::setup) else {
            return false;
        };
        let (request, now) = (setup.request(job.index()), context.now());
        for (word, blocked) in self.blocked.iter_mut().enumerate() {
            *blocked |= setup.blocked_word(&request, now, word);
        }
        let is_open = |nodes: &[u64]| {
            let mut both = nodes.iter().zip(&*self.blocked);
            both.any(|(nodes, blocked)| nodes & !blocked != 0)
        };
        setup.partitions.iter().any(|one| is_open(one.nodes))
    }

    fn may_fit(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        context.cluster().is_none_or(|cluster| {
            let request = cluster.setup().request(job.index());
            cluster.room(&request, request.units()) >= request.units()
        })
    }

    fn is_over(&self, context: &Context<'_, '_>) -> bool {
        let setup = context.cluster().map(Cluster::setup);
        setup.is_none_or(|setup| setup.next_edge(context.now()).is_none())
    }

    fn compete(&self, context: &Context<'_, '_>, one: JobId, other: JobId) -> bool {
        context.share_nodes(one, other)
    }

    fn explain_wait_by_rule(&self, context: &mut Context<'_, '_>, job: JobId) {
        explain_wait_by_rule(context, job);
    }
}
