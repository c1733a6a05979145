//! Nodes that jobs share, in partitions, under Slurm.

use super::holders::Selection;
use super::planner::{Grid, members};
use super::table::{Span, Table};
use super::{Ground, limit, nodes, whole_second};
use crate::engine::{Context, Outlook, Setup, StartReason};
use crate::error::{CapacityError, PolicyError};
use crate::machine::cluster::{Amounts, Ask, Cluster, ClusterSetup, Shape};
use crate::policy::Order;
use crate::policy::cluster::queue::{Queue, hold_by_rule};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// A running job and when its limit ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Runner {
    end: Time,
    sequence: u32,
    job: u32,
}

impl Runner {
    /// None; all zero bytes, to make buffers of.
    pub const EMPTY: Self = Self {
        end: Time::ZERO,
        sequence: 0,
        job: 0,
    };
}

/// Borrowed buffers of [`SharedNodes`]; see [`SharedNodes::sizes`].
#[derive(Debug, Default)]
pub struct SharedBuffers<'a> {
    /// One for each begin and each end of a plan, and two.
    pub spans: &'a mut [Span],
    /// The nodes of each span.
    pub words: &'a mut [u64],
    /// One for each job that may run at once.
    pub runners: &'a mut [Runner],
    /// One for each node: what is free there.
    pub rooms: &'a mut [Amounts],
    /// One for each node: how much of a job there is room for.
    pub units: &'a mut [u32],
    /// Sets of nodes.
    pub sets: &'a mut [u64],
    /// One for each partition: how many plans it has.
    pub plans: &'a mut [usize],
}

/// How many entries each of [`SharedBuffers`] needs, by its name there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "they are named as in `SharedBuffers`")]
pub struct SharedSizes {
    pub spans: usize,
    pub words: usize,
    pub runners: usize,
    pub nodes: usize,
    pub sets: usize,
    pub plans: usize,
}

/// Sets of nodes: which those ahead in a main pass are in the way of, which no plan is in the
/// way of, which can be had, which are chosen.
const SETS: usize = 4;

/// Nodes of several kinds in partitions, which jobs share by cores, memory and GPUs.
///
/// As on [whole nodes](super::WholeNodes), but for this. In a main pass a job that does not fit
/// keeps those behind it off the nodes of its partition, not off others. A plan takes its
/// nodes whole, whatever the job asks for there; beside those who run, jobs start on parts of
/// nodes that no plan takes. Running jobs give back what they have of each node. Of nodes on
/// which there is room those of the first kinds are taken that are enough (`Weight`), of these
/// the shortest run of neighbours that is long enough, else the longest ones; tasks go on one
/// node if one has room for all, else on the first that together have. Which tier a partition
/// is of comes before the order of the queue. That plans take whole nodes, and what the passes do
/// with partitions, is Slurm's manual; what is chosen among shared nodes has not been
/// measured.
#[derive(Debug)]
pub struct SharedNodes<'a> {
    grid: Grid,
    selection: Selection,
    nodes: u32,
    table: Table<'a>,
    runners: &'a mut [Runner],
    count: usize,
    rooms: &'a mut [Amounts],
    units: &'a mut [u32],
    blocked: &'a mut [u64],
    clear: &'a mut [u64],
    had: &'a mut [u64],
    chosen: &'a mut [u64],
    plans: &'a mut [usize],
    now: Time,
}

impl<'a> SharedNodes<'a> {
    /// What the nodes of `setup` and so many `plans` at once need.
    pub fn sizes(setup: &Setup<'_>, plans: usize) -> SharedSizes {
        let each = (setup.nodes as usize).div_ceil(64);
        let spans = plans.saturating_mul(2).saturating_add(2);
        let cluster = setup.simulated_cluster();
        let pieces = cluster.map_or(0, |cluster| cluster.sizes().pieces);
        SharedSizes {
            spans,
            words: spans.saturating_mul(each),
            runners: setup.jobs().min(pieces),
            nodes: setup.nodes as usize,
            sets: SETS * each,
            plans: cluster.map_or(0, |cluster| cluster.partitions.len()),
        }
    }

    /// For the nodes of `setup` and so many `plans` at once.
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
        let sizes = Self::sizes(setup, plans);
        for (name, needed, there) in [
            ("spans", sizes.spans, buffers.spans.len()),
            ("words", sizes.words, buffers.words.len()),
            ("runners", sizes.runners, buffers.runners.len()),
            ("rooms", sizes.nodes, buffers.rooms.len()),
            ("units", sizes.nodes, buffers.units.len()),
            ("sets", sizes.sets, buffers.sets.len()),
            ("plans", sizes.plans, buffers.plans.len()),
        ] {
            CapacityError::unless(name, needed, there)?;
        }
        let each = (setup.nodes as usize).div_ceil(64);
        let (blocked, rest) = buffers.sets[..sizes.sets].split_at_mut(each);
        let (clear, rest) = rest.split_at_mut(each);
        let (had, chosen) = rest.split_at_mut(each);
        Ok(Self {
            grid,
            selection,
            nodes: setup.nodes,
            table: Table::new(&mut buffers.spans[..sizes.spans], buffers.words, each),
            runners: buffers.runners,
            count: 0,
            rooms: &mut buffers.rooms[..sizes.nodes],
            units: &mut buffers.units[..sizes.nodes],
            blocked,
            clear,
            had,
            chosen,
            plans: buffers.plans,
            now: Time::ZERO,
        })
    }

    /// When there is room for `ask` by what is planned, and where then.
    fn search(&mut self, outlook: &Search<'_, '_, '_>, limit: Duration) -> Option<Time> {
        let Search { cluster, ask, .. } = *outlook;
        let setup = cluster.setup();
        let soonest = self.soonest(outlook);
        let (mut start, mut span) = (self.now, 0);
        loop {
            let end = start.after(limit);
            span = self.table.at_from(span, start);
            let window = next_window(setup, &ask, start, end);
            let next = self.table.next(span, end).into_iter().chain(window).min();
            if let Some(next) = next.filter(|&next| next < soonest) {
                start = next;
                continue;
            }
            let begin = match self.table.free(span, end, 1, self.clear) {
                true => self.first_with(outlook, (start, end), next, self.selection),
                false => None,
            };
            // Whoever would wait for running jobs longer than for the next plan to end
            // tries then.
            let begin = begin.filter(|&begin| next.is_none_or(|next| begin <= next));
            if let Some(begin) = begin {
                self.choose(cluster, &ask);
                let (from, to) = self.grid.taken(begin, limit);
                let until = begin.after(limit);
                let lets = members(self.chosen).all(|node| setup.lets(&ask, node, begin, until));
                // Nothing planned can be in the way of who starts now.
                let is_clear = begin <= self.now || !self.table.is_planned(from, to, self.chosen);
                if lets && is_clear {
                    return Some(begin);
                }
                if begin > start {
                    start = begin;
                    continue;
                }
            }
            start = next?;
        }
    }

    /// When running jobs give back enough for `ask`, whatever is planned.
    fn soonest(&mut self, outlook: &Search<'_, '_, '_>) -> Time {
        let all = self.clear.iter_mut().enumerate();
        all.for_each(|(word, bits)| *bits = crate::machine::bits::bits_of(0, self.nodes, word));
        // Who may go nowhere now may later: only what runs counts.
        let found = self.first_with(outlook, (Time::MAX, Time::MAX), None, Selection::Linear);
        match found {
            Some(Time::MAX) => Time::ZERO,
            Some(end) => end,
            None => Time::MAX,
        }
    }

    /// When, not before the `start` of the span, there is room for `ask` on the nodes in `clear`
    /// beside running jobs, by `limit`; in `had` is where.
    fn first_with(
        &mut self,
        search: &Search<'_, '_, '_>,
        (start, end): (Time, Time),
        limit: Option<Time>,
        selection: Selection,
    ) -> Option<Time> {
        let Search {
            context,
            cluster,
            ask,
        } = *search;
        let (setup, wanted) = (cluster.setup(), ask.units());
        let partition = setup.partition(ask.partition);
        let mut room = 0u32;
        for (word, (had, clear)) in self.had.iter_mut().zip(&mut *self.clear).enumerate() {
            *clear &= partition.nodes.get(word).copied().unwrap_or(0);
            *had = 0;
        }
        self.units.fill(0);
        for node in 0..self.nodes {
            let (word, bit) = (node as usize / 64, 1 << (node % 64));
            if self.clear[word] & bit == 0 {
                continue;
            }
            if start < Time::MAX && !setup.lets(&ask, node, start, end) {
                self.clear[word] &= !bit;
                continue;
            }
            let free = cluster.free(node);
            let units = cluster.units_in(node, &ask, &free);
            (self.rooms[node as usize], self.units[node as usize]) = (free, units);
            if units > 0 {
                self.had[word] |= bit;
            }
            room = room.saturating_add(units);
        }
        if room >= wanted {
            return Some(start);
        }
        let running = self.runners.get(..self.count).unwrap_or_default();
        let (rooms, all, had, clear) = (
            &mut *self.rooms,
            &mut *self.units,
            &mut *self.had,
            &*self.clear,
        );
        let add = |place: usize| {
            let job = JobId::new(running[place].job as usize);
            let other = setup.ask(job.index());
            let is_whole = setup.takes_whole(&other);
            for node in context
                .held(job)
                .flat_map(|(first, count)| first..first + count)
            {
                let (word, bit) = (node as usize / 64, 1 << (node % 64));
                if clear[word] & bit == 0 {
                    continue;
                }
                let mut on = cluster.on(node).filter(|(here, _)| *here == job);
                let there = on.next().map_or(0, |(_, units)| units);
                let free = &mut rooms[node as usize];
                *free = match is_whole {
                    true => cluster.capacity(node),
                    false => free.plus(&other.each, there),
                };
                let units = cluster.units_in(node, &ask, free);
                let before = core::mem::replace(&mut all[node as usize], units);
                if units > 0 {
                    had[word] |= bit;
                }
                room = room.saturating_sub(before).saturating_add(units);
            }
            room >= wanted
        };
        let end_of = |place: usize| running.get(place).map(|runner| runner.end);
        let found = selection.free_until(limit, end_of, add);
        match start {
            Time::MAX => found,
            start => found.map(|end| end.max(start)),
        }
    }

    /// Chooses of the nodes in `had`, on which there is room for as many of its units as is
    /// noted.
    fn choose(&mut self, cluster: &Cluster<'_>, ask: &Ask) {
        let wanted = ask.units();
        let (units, from) = (&*self.units, &mut *self.clear);
        let alone = |node: u32| units[node as usize] >= wanted;
        let (count, is_alone) = match ask.shape {
            Shape::Nodes(count) => (count, false),
            Shape::Tasks(_) => (1, members(self.had).any(alone)),
        };
        if matches!(ask.shape, Shape::Tasks(_)) && !is_alone {
            self.chosen.fill(0);
            let mut left = wanted;
            for node in members(self.had) {
                if left == 0 {
                    break;
                }
                self.chosen[node as usize / 64] |= 1 << (node % 64);
                left = left.saturating_sub(units[node as usize]);
            }
            return;
        }
        from.fill(0);
        let (mut nodes, mut found) = (members(self.had).peekable(), 0);
        // Kind by kind, until there are enough.
        for (first, kind) in cluster.setup().kinds() {
            while let Some(node) = nodes.next_if(|&node| node < first + kind.count) {
                if !is_alone || alone(node) {
                    from[node as usize / 64] |= 1 << (node % 64);
                    found += 1;
                }
            }
            if found >= count {
                break;
            }
        }
        nodes::choose(from, count, self.chosen);
    }
}

/// A job whose start is searched.
#[derive(Clone, Copy)]
struct Search<'s, 'c, 'a> {
    context: &'s Context<'c, 'a>,
    cluster: &'s Cluster<'a>,
    ask: Ask,
}

impl<'s, 'c, 'a> Search<'s, 'c, 'a> {
    fn of(context: &'s Context<'c, 'a>, job: JobId) -> Option<Self> {
        let cluster = context.cluster()?;
        let ask = cluster.setup().ask(job.index());
        Some(Self {
            context,
            cluster,
            ask,
        })
    }
}

/// When, after `start`, an advance reservation gives nodes back that is in the way of `ask`
/// until `end`, or its own begins.
fn next_window(setup: &ClusterSetup<'_>, ask: &Ask, start: Time, end: Time) -> Option<Time> {
    let others = setup.advance.iter().filter(|one| one.from <= end);
    let own = setup.advance_of(ask).map(|own| own.from);
    let all = others.map(|one| one.until).chain(own);
    all.filter(|&at| at > start).min()
}

impl Ground for SharedNodes<'_> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        let Some(cluster) = setup.simulated_cluster() else {
            return Err(PolicyError::NoCluster);
        };
        let (made_for, machine) = (self.nodes, setup.nodes);
        if made_for != machine {
            return Err(PolicyError::Nodes { made_for, machine });
        }
        let runners = Self::sizes(setup, 0).runners;
        CapacityError::unless("runners", runners, self.runners.len())?;
        let partitions = cluster.partitions.len();
        Ok(CapacityError::unless(
            "plans",
            partitions,
            self.plans.len(),
        )?)
    }

    fn put_in_order(&mut self, order: Order, context: &mut Context<'_, '_>, kept: bool) {
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
            *runner = Runner {
                end: end.max(soon),
                sequence: self.count as u32,
                job: job.index() as u32,
            };
            self.count += 1;
        }
        if let Some(running) = self.runners.get_mut(..self.count) {
            running.sort_unstable();
        }
    }

    fn choose_now(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let Some(search) = Search::of(context, job) else {
            return false;
        };
        for (clear, blocked) in self.clear.iter_mut().zip(&*self.blocked) {
            *clear = !blocked;
        }
        let span = (self.now, self.now.after(limit(context, job)));
        // Nobody gives anything back until now.
        let fits = self.first_with(&search, span, Some(self.now), Selection::Linear);
        match fits {
            Some(_) => self.choose(search.cluster, &search.ask),
            None => self.chosen.fill(0),
        }
        fits.is_some()
    }

    fn earliest(&mut self, context: &Context<'_, '_>, job: JobId, limit: Duration) -> Option<Time> {
        let start = self.search(&Search::of(context, job)?, limit)?;
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
        let end = self.now.after(limit(context, job));
        let before = self.runners.get(..self.count).unwrap_or_default();
        let place = before.partition_point(|runner| runner.end <= end);
        if let Some(behind) = self.runners.get_mut(place..self.count + 1) {
            behind.rotate_right(1);
            behind[0] = Runner {
                end,
                sequence: u32::MAX,
                job: job.index() as u32,
            };
            self.count += 1;
        }
        true
    }

    fn plan(&mut self, context: &Context<'_, '_>, job: JobId, start: Time, limit: Duration) {
        let (from, to) = self.grid.taken(start, limit);
        self.table.take(from, to, self.chosen);
        let ask = context.cluster().map(|all| all.setup().ask(job.index()));
        let partition = ask.map_or(0, |ask| ask.partition as usize);
        if let Some(plans) = self.plans.get_mut(partition) {
            *plans += 1;
        }
    }

    fn plans(&self, context: &Context<'_, '_>, job: JobId) -> usize {
        let ask = context.cluster().map(|all| all.setup().ask(job.index()));
        let partition = ask.map_or(0, |ask| ask.partition as usize);
        self.plans.get(partition).copied().unwrap_or(0)
    }

    fn spans(&self) -> usize {
        self.table.made()
    }

    fn block(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let Some(setup) = context.cluster().map(Cluster::setup) else {
            return false;
        };
        let (ask, now) = (setup.ask(job.index()), context.now());
        for (word, blocked) in self.blocked.iter_mut().enumerate() {
            *blocked |= setup.in_the_way_of_others(&ask, now, word);
        }
        let is_open = |nodes: &[u64]| {
            let mut both = nodes.iter().zip(&*self.blocked);
            both.any(|(nodes, blocked)| nodes & !blocked != 0)
        };
        setup.partitions.iter().any(|one| is_open(one.nodes))
    }

    fn may_fit(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        context.cluster().is_none_or(|cluster| {
            let ask = cluster.setup().ask(job.index());
            cluster.room(&ask, ask.units()) >= ask.units()
        })
    }

    fn hold_by_rule(&self, context: &mut Context<'_, '_>, job: JobId) {
        hold_by_rule(context, job);
    }
}
