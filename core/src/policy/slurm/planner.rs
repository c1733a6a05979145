//! The plans of one backfill pass: when each waiting job can start at the earliest, and where.

use super::nodes;
use super::table::Table;
use crate::error::CapacityError;
use crate::units::time::{Duration, Time};

/// How the plugin that selects nodes frees those of the running jobs to find out when a
/// waiting job could start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// `select/linear`: one job after the other, by when they end.
    #[default]
    Linear,
    /// `select/cons_tres`: all that end within 30 s of the next, then within 60 s, twice as
    /// long each time; the start is the last of these ends.
    ConsTres,
    /// The same with the start when the last job ends that is needed.
    ConsTresTrimmed,
}

/// What plans are rounded to and how far they reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Plans begin and end at multiples of it, rounded down (`bf_resolution`); at least one
    /// second.
    pub resolution: Duration,
    /// What the clock of the day shows at the start of the simulation: multiples are its.
    pub origin: Duration,
    /// Starts later than this from now are not planned (`bf_window`).
    pub window: Duration,
}

impl Grid {
    /// `at`, rounded down to the resolution; never before the start of the simulation.
    pub fn down(&self, at: Time) -> Time {
        let (step, origin) = (self.resolution.0.max(1), self.origin.0);
        let clock = at.0.saturating_add(origin);
        Time((clock - clock % step).saturating_sub(origin))
    }
}

/// A running job, its nodes listed behind those of the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Holder {
    // When its limit ends, then the sequence in which they were told.
    end: Time,
    sequence: u32,
    key: u32,
    // How many nodes are listed of it and all before.
    last: u32,
}

impl Holder {
    /// None; all zero bytes, to make buffers of.
    pub const EMPTY: Self = Self {
        end: Time::ZERO,
        sequence: 0,
        key: 0,
        last: 0,
    };
}

/// Borrowed buffers of a [`Planner`]; see [`Planner::sizes`].
#[derive(Debug, Default)]
pub struct PlannerBuffers<'a> {
    /// A span of time for each plan and each end of one.
    pub begins: &'a mut [Time],
    /// The nodes of each span.
    pub words: &'a mut [u64],
    /// One for each node.
    pub holders: &'a mut [Holder],
    /// One for each node.
    pub held: &'a mut [u32],
    /// Sets of nodes.
    pub sets: &'a mut [u64],
}

/// How many entries each of [`PlannerBuffers`] needs, by its name there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "they are named as in `PlannerBuffers`")]
pub struct PlannerSizes {
    pub begins: usize,
    pub words: usize,
    pub nodes: usize,
    pub sets: usize,
}

/// Sets of nodes that a planner works on: what is free now, what no plan is in the way of,
/// what can be had, what is chosen.
const SETS: usize = 4;

/// What a pass has decided for a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision<'p> {
    /// When it starts: now, or later.
    pub start: Time,
    /// Where, a bit for each node, 64 to a word.
    pub nodes: &'p [u64],
}

/// The plans of one backfill pass.
///
/// Times are seen as Slurm sees them, in whole seconds, and limits in whole minutes: the
/// caller rounds them.
#[derive(Debug)]
pub struct Planner<'a> {
    grid: Grid,
    selection: Selection,
    table: Table<'a>,
    holders: &'a mut [Holder],
    held: &'a mut [u32],
    free: &'a mut [u64],
    clear: &'a mut [u64],
    had: &'a mut [u64],
    chosen: &'a mut [u64],
    running: usize,
    now: Time,
    nodes: u32,
}

impl<'a> Planner<'a> {
    /// What `nodes` nodes and so many `plans` at once need.
    pub const fn sizes(nodes: u32, plans: usize) -> PlannerSizes {
        let each = (nodes as usize).div_ceil(64);
        let begins = plans.saturating_mul(2).saturating_add(2);
        PlannerSizes {
            begins,
            words: begins.saturating_mul(each),
            nodes: nodes as usize,
            sets: SETS * each,
        }
    }

    /// For `nodes` nodes and so many `plans` at once.
    ///
    /// # Errors
    /// A buffer is too small.
    pub fn new(
        nodes: u32,
        plans: usize,
        grid: Grid,
        selection: Selection,
        buffers: PlannerBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let sizes = Self::sizes(nodes, plans);
        CapacityError::unless("begins", sizes.begins, buffers.begins.len())?;
        CapacityError::unless("words", sizes.words, buffers.words.len())?;
        CapacityError::unless("holders", sizes.nodes, buffers.holders.len())?;
        CapacityError::unless("held", sizes.nodes, buffers.held.len())?;
        CapacityError::unless("sets", sizes.sets, buffers.sets.len())?;
        let each = (nodes as usize).div_ceil(64);
        let (free, rest) = buffers.sets[..sizes.sets].split_at_mut(each);
        let (clear, rest) = rest.split_at_mut(each);
        let (had, chosen) = rest.split_at_mut(each);
        Ok(Self {
            grid,
            selection,
            table: Table::new(&mut buffers.begins[..sizes.begins], buffers.words, each),
            holders: buffers.holders,
            held: buffers.held,
            free,
            clear,
            had,
            chosen,
            running: 0,
            now: Time::ZERO,
            nodes,
        })
    }

    /// For how many nodes it was made.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// What plans are rounded to.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Forgets all plans: it is `now`, `free` are the nodes that are free, and each of
    /// `running` ends its limit at an instant and has a key by which `nodes_of` lists its
    /// nodes. Limits that are over end in a second. No node is listed twice.
    pub fn begin<N: Iterator<Item = u32>>(
        &mut self,
        now: Time,
        free: &[u64],
        running: impl Iterator<Item = (Time, u32)>,
        nodes_of: impl Fn(u32) -> N,
    ) {
        self.now = now;
        self.table.clear(now, self.nodes);
        self.free.fill(0);
        for (own, free) in self.free.iter_mut().zip(free) {
            *own = *free;
        }
        self.running = 0;
        let soon = Time(now.0.saturating_add(Duration::from_seconds(1).0));
        for ((end, key), holder) in running.zip(self.holders.iter_mut()) {
            let sequence = self.running as u32;
            let end = end.max(soon);
            (*holder, self.running) = (
                Holder {
                    end,
                    sequence,
                    key,
                    last: 0,
                },
                self.running + 1,
            );
        }
        let holders = self.holders.get_mut(..self.running).unwrap_or_default();
        holders.sort_unstable();
        let mut listed = 0;
        for holder in holders {
            for node in nodes_of(holder.key) {
                if let Some(held) = self.held.get_mut(listed) {
                    (*held, listed) = (node, listed + 1);
                }
            }
            holder.last = listed as u32;
        }
    }

    /// When a job for `nodes` nodes and a limit could start by what is planned so far; none
    /// if that cannot be found, or is beyond the window.
    pub fn earliest(&mut self, nodes: u32, limit: Duration) -> Option<Decision<'_>> {
        let start = self.search(nodes, limit)?;
        let most = self.now.0.saturating_add(self.grid.window.0);
        (start.0 <= most).then_some(Decision {
            start,
            nodes: self.chosen,
        })
    }

    fn search(&mut self, nodes: u32, limit: Duration) -> Option<Time> {
        let mut start = self.now;
        loop {
            let end = start.after(limit);
            let next = self.table.next(start, end);
            self.table.free(start, end, self.clear);
            let begin = match count(self.clear) >= nodes {
                true => self.first_with(nodes, start, next),
                false => None,
            };
            // Whoever would wait for running jobs longer than for the next plan to end
            // tries then.
            let begin = begin.filter(|&begin| next.is_none_or(|next| begin <= next));
            if let Some(begin) = begin {
                nodes::choose(self.had, nodes, self.chosen);
                let (from, to) = (self.grid.down(begin), self.grid.down(begin.after(limit)));
                // Nothing planned can be in the way of who starts now.
                if begin <= self.now || !self.table.is_planned(from, to, self.chosen) {
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

    /// When, not before `start`, so many of the nodes in `clear` are free of running jobs,
    /// and in `had` which ones; none if not by `limit`.
    fn first_with(&mut self, nodes: u32, start: Time, limit: Option<Time>) -> Option<Time> {
        let mut had = 0;
        for ((had_now, free), clear) in self.had.iter_mut().zip(&*self.free).zip(&*self.clear) {
            *had_now = free & clear;
            had += had_now.count_ones();
        }
        if had >= nodes {
            return Some(start);
        }
        let (mut next, mut first, mut span) = (0, 0, Duration::from_seconds(30));
        while next < self.running {
            let begin = self.holders[next].end;
            if limit.is_some_and(|limit| begin > limit) {
                return None;
            }
            let together = match self.selection {
                Selection::Linear => begin,
                _ => begin.after(span),
            };
            span = Duration(span.0.saturating_add(span.0));
            let mut enough = None;
            while next < self.running {
                let Holder { end, last, .. } = self.holders[next];
                if end > together || (self.selection == Selection::Linear && end > begin) {
                    break;
                }
                for node in self.held.get(first..last as usize).unwrap_or_default() {
                    let (word, bit) = (*node as usize / 64, 1 << (node % 64));
                    let clear = self.clear.get(word).is_some_and(|clear| clear & bit != 0);
                    if let (true, Some(word)) = (clear, self.had.get_mut(word)) {
                        *word |= bit;
                        had += 1;
                    }
                }
                (first, next) = (last as usize, next + 1);
                if had >= nodes {
                    enough = Some(enough.unwrap_or(end));
                    if self.selection == Selection::Linear {
                        break;
                    }
                }
            }
            if let Some(enough) = enough {
                let end = match self.selection {
                    Selection::ConsTres => self.holders[next - 1].end,
                    _ => enough,
                };
                return Some(start.max(end));
            }
        }
        None
    }

    /// Plans that `nodes` are taken from `start` for the limit.
    pub fn plan(&mut self, start: Time, limit: Duration, nodes: &[u64]) {
        let (from, to) = (self.grid.down(start), self.grid.down(start.after(limit)));
        self.table.take(from, to, nodes);
    }

    /// The same for what was [found last](Self::earliest).
    pub fn plan_last(&mut self, start: Time, limit: Duration) {
        let (from, to) = (self.grid.down(start), self.grid.down(start.after(limit)));
        self.table.take(from, to, self.chosen);
    }

    /// A job has started now on `nodes`, for the limit.
    pub fn start(&mut self, limit: Duration, nodes: &[u64]) {
        for (free, taken) in self.free.iter_mut().zip(nodes) {
            *free &= !taken;
        }
        let end = self.now.after(limit);
        let before = self.holders.get(..self.running).unwrap_or_default();
        let place = before.partition_point(|holder| holder.end <= end);
        let first = match place {
            0 => 0,
            _ => self.holders[place - 1].last as usize,
        };
        let listed = before.last().map_or(0, |holder| holder.last as usize);
        let (mut all, taken) = (listed, count(nodes) as usize);
        if listed + taken > self.held.len() || self.running == self.holders.len() {
            return;
        }
        for (word, bits) in nodes.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                self.held[all] = 64 * word as u32 + bits.trailing_zeros();
                (bits, all) = (bits & (bits - 1), all + 1);
            }
        }
        self.held[first..all].rotate_right(taken);
        let new = Holder {
            end,
            sequence: self.running as u32,
            key: u32::MAX,
            last: (first + taken) as u32,
        };
        self.holders.copy_within(place..self.running, place + 1);
        self.holders[place] = new;
        self.running += 1;
        for holder in &mut self.holders[place + 1..self.running] {
            holder.last += taken as u32;
        }
    }

    /// The same for what was [found last](Self::earliest).
    pub fn start_last(&mut self, limit: Duration) {
        // The set is lent to itself for the call.
        let chosen = core::mem::take(&mut self.chosen);
        self.start(limit, chosen);
        self.chosen = chosen;
    }

    /// The nodes found last, ascending.
    pub fn chosen(&self) -> impl Iterator<Item = u32> + '_ {
        members(self.chosen)
    }

    /// How many nodes are free.
    pub fn free_nodes(&self) -> u32 {
        count(self.free)
    }

    /// Where a job for `nodes` nodes starts now, whatever is planned: which nodes then are
    /// [chosen](Self::chosen). Whether there are as many.
    pub fn choose_now(&mut self, nodes: u32) -> bool {
        if count(self.free) < nodes {
            return false;
        }
        self.had.copy_from_slice(self.free);
        nodes::choose(self.had, nodes, self.chosen);
        true
    }
}

/// How many nodes are in a set.
fn count(nodes: &[u64]) -> u32 {
    nodes.iter().map(|bits| bits.count_ones()).sum()
}

/// The nodes of a set, ascending.
pub(super) fn members(nodes: &[u64]) -> impl Iterator<Item = u32> + '_ {
    nodes.iter().enumerate().flat_map(|(word, &bits)| {
        let mut rest = bits;
        core::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros());
            rest &= rest.wrapping_sub(1);
            bit.map(|bit| 64 * word as u32 + bit)
        })
    })
}
