//! Which nodes are free, and which intervals of nodes each job holds.

use super::outages::NodeState;
use crate::families;
use crate::table::Table;

/// Consecutive nodes held by one job, linked to the job's next ones.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    first: u32,
    count: u32,
    // Position + 1 of the next interval; 0 ends the list.
    next: u32,
}

impl Interval {
    /// An unused interval. All zero bytes.
    pub const EMPTY: Self = Self {
        first: 0,
        count: 0,
        next: 0,
    };
}

/// The nodes a job holds, as ascending `(first, count)`.
#[derive(Clone, Debug)]
pub struct Intervals<'n> {
    pool: &'n [Interval],
    next: u32,
}

impl Iterator for Intervals<'_> {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        let interval = self.pool.get((self.next as usize).checked_sub(1)?)?;
        self.next = interval.next;
        Some((interval.first, interval.count))
    }
}

/// The allocation of nodes to jobs, lowest-numbered free nodes first.
///
/// A bitmap says which nodes are free; a pool of intervals says who holds the
/// others. Intervals held are disjoint, so one per node always suffices, and
/// one more per node for each further job that may be suspended there.
#[derive(Debug)]
pub struct Nodes<'a> {
    free_words: Table<'a, u64>,
    intervals: Table<'a, Interval>,
    free: u32,
    total: u32,
    // No free node lies in a word below this one.
    lowest_free_word: usize,
    // Head of the list of unused intervals.
    unused: u32,
    // Of each node whether it is in service; empty where all are, always.
    states: Table<'a, NodeState>,
    // Nodes that are not in service.
    out: u32,
}

impl<'a> Nodes<'a> {
    /// `total` nodes, all free. `free_words` has at least one bit per node.
    pub fn new(total: u32, free_words: &'a mut [u64], intervals: &'a mut [Interval]) -> Self {
        for (index, word) in free_words.iter_mut().enumerate() {
            let bits = (total as usize).saturating_sub(index * 64).min(64) as u32;
            *word = ones(bits);
        }
        let pool = intervals.len();
        for (index, interval) in intervals.iter_mut().enumerate() {
            let next = if index + 1 < pool { index + 2 } else { 0 };
            interval.next = next as u32;
        }
        Self {
            free_words: Table::new(free_words, 0),
            intervals: Table::new(intervals, Interval::EMPTY),
            free: total,
            total,
            lowest_free_word: 0,
            unused: u32::from(pool > 0),
            states: Table::new(&mut [], NodeState::UP),
            out: 0,
        }
    }

    /// The same nodes, which may go out of service; `states` has an entry for each.
    #[must_use]
    pub fn with_states(self, states: &'a mut [NodeState]) -> Self {
        states.fill(NodeState::UP);
        let states = Table::new(states, NodeState::UP);
        Self { states, ..self }
    }

    /// Whether nodes may go out of service.
    pub(crate) fn has_states(&self) -> bool {
        !self.states.is_empty()
    }

    /// Nodes that are not in service.
    #[inline]
    pub fn out_of_service(&self) -> u32 {
        self.out
    }

    /// Whether `node` is in service.
    pub fn state(&self, node: u32) -> NodeState {
        let state = self.states.get(node as usize);
        let state = state.copied().unwrap_or(NodeState::UP);
        state.without(NodeState::FELL)
    }

    /// Notes that `node` fails or goes into maintenance.
    pub(crate) fn note_fall(&mut self, node: u32) {
        if let Some(state) = self.states.get_mut(node as usize) {
            *state = state.with(NodeState::FELL);
        }
    }

    /// Whether `node` did so since [`Nodes::forget_falls`].
    pub(crate) fn has_fallen(&self, node: u32) -> bool {
        let state = self.states.get(node as usize);
        state.is_some_and(|state| *state != state.without(NodeState::FELL))
    }

    /// Forgets which nodes did.
    pub(crate) fn forget_falls(&mut self) {
        for state in self.states.iter_mut() {
            *state = state.without(NodeState::FELL);
        }
    }

    /// Says whether `node` is in service; `is_held` says whether a job has it, for one
    /// that is in service again.
    pub fn set_state(&mut self, node: u32, state: NodeState, is_held: bool) {
        let before = self.state(node);
        let Some(place) = self.states.get_mut(node as usize) else {
            return;
        };
        *place = match *place == before {
            true => state,
            false => state.with(NodeState::FELL),
        };
        let (word, bit) = (node as usize / 64, 1 << (node % 64));
        match (before.is_up(), state.is_up()) {
            (true, false) => {
                self.out += 1;
                self.free -= u32::from(self.free_words[word] & bit != 0);
                self.free_words[word] &= !bit;
            }
            (false, true) => {
                self.out -= 1;
                if !is_held {
                    self.free += 1;
                    self.free_words[word] |= bit;
                    self.lowest_free_word = self.lowest_free_word.min(word);
                }
            }
            _ => {}
        }
    }

    /// The first of `count` nodes from `first` on that is on `list`, if one is.
    pub fn touches(&self, list: u32, first: u32, count: u32) -> Option<u32> {
        let end = first.saturating_add(count);
        let mut held = self.intervals(list);
        held.find_map(|(start, count)| {
            let node = start.max(first);
            (node < end && node < start + count).then_some(node)
        })
    }

    /// Whether a node on `list` is not in service.
    pub(crate) fn loses(&self, list: u32) -> bool {
        let mut held = self.intervals(list);
        held.any(|(first, count)| (first..first + count).any(|node| !self.state(node).is_up()))
    }

    /// Takes `count` nodes out of those that `which` says, word by word of 64: as many
    /// as possible of the first ones, then of the second ones, each lowest-numbered
    /// first. `None` if there are not enough; all must be free.
    pub(crate) fn allocate_among(
        &mut self,
        count: u32,
        which: impl Fn(usize, u64) -> [u64; 2],
    ) -> Option<u32> {
        let words = (self.total as usize).div_ceil(64);
        let (mut first, mut second) = (0, 0);
        for word in 0..words {
            let [one, other] = which(word, self.free_words[word]);
            first += one.count_ones();
            second += other.count_ones();
        }
        if count == 0 || first + second < count {
            return None;
        }
        let mut left = [first.min(count), count.saturating_sub(first)];
        let (mut list, mut tail, mut tail_end) = (0, 0, 0);
        for word in 0..words {
            let mut taken = 0;
            for (nodes, left) in which(word, self.free_words[word])
                .into_iter()
                .zip(&mut left)
            {
                let nodes = lowest(nodes, *left);
                *left -= nodes.count_ones();
                taken |= nodes;
            }
            while taken != 0 {
                let start = taken.trailing_zeros();
                let run = (taken >> start).trailing_ones();
                let at = word as u32 * 64 + start;
                taken &= !mask(start, run);
                if tail != 0 && tail_end == at {
                    self.intervals[tail as usize - 1].count += run;
                } else {
                    let Some(interval) = self.take_interval(at, run) else {
                        self.splice(list, tail);
                        return None;
                    };
                    match tail {
                        0 => list = interval,
                        _ => self.intervals[tail as usize - 1].next = interval,
                    }
                    tail = interval;
                }
                tail_end = at + run;
            }
        }
        self.occupy(list).then_some(list)
    }

    /// Nodes not held by any running job.
    #[inline]
    pub fn free(&self) -> u32 {
        self.free
    }

    /// Nodes in the machine.
    #[inline]
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Whether `node` is free; false beyond the machine.
    pub fn is_free(&self, node: u32) -> bool {
        node < self.total && self.free_words[node as usize / 64] >> (node % 64) & 1 == 1
    }

    /// The intervals on `list`.
    #[inline]
    pub fn intervals(&self, list: u32) -> Intervals<'_> {
        Intervals {
            pool: &self.intervals,
            next: list,
        }
    }

    /// Takes `count` nodes, lowest-numbered first, and returns the list that
    /// [`Nodes::release`] takes back; `None` if there are not enough.
    pub fn allocate(&mut self, count: u32) -> Option<u32> {
        if count > self.free || count == 0 {
            return None;
        }
        let (mut list, mut tail, mut tail_end) = (0, 0, 0);
        let mut left = count;
        let mut word = self.lowest_free_word;
        while left > 0
            && let Some(&free) = self.free_words.get(word)
        {
            if free == 0 {
                word += self.equal_words(word);
                continue;
            }
            let start = free.trailing_zeros();
            let first = word as u32 * 64 + start;
            let run = match free == u64::MAX && left >= 64 {
                true => 64 * self.equal_words(word).min(left as usize / 64) as u32,
                false => (free >> start).trailing_ones().min(left),
            };
            // Runs are found in ascending order, so one that continues
            // across a word boundary extends the interval just made.
            if tail != 0 && tail_end == first {
                self.intervals[tail as usize - 1].count += run;
            } else {
                let Some(taken) = self.take_interval(first, run) else {
                    // Only where jobs are suspended can the pool run out.
                    self.free -= count - left;
                    self.release(list);
                    return None;
                };
                match tail {
                    0 => list = taken,
                    _ => self.intervals[tail as usize - 1].next = taken,
                }
                tail = taken;
            }
            self.set_free(first, run, false);
            tail_end = first + run;
            left -= run;
            // Nodes behind the run in its last word may be free.
            word = tail_end as usize / 64;
        }
        self.free -= count;
        self.lowest_free_word = word;
        Some(list)
    }

    /// How many words from `word` on are like it.
    #[inline]
    fn equal_words(&self, word: usize) -> usize {
        let words = self.free_words.get(word..).unwrap_or_default();
        let [first, ..] = words else {
            return 0;
        };
        // Eight at once, for a machine may have thousands of them.
        let differs = |many: &&[u64; 8]| many.iter().fold(0, |bits, other| bits | (other ^ first));
        let (many, _) = words.as_chunks();
        let many = many.iter().take_while(|many| differs(many) == 0).count();
        let rest = words.get(8 * many..).unwrap_or_default();
        let unequal = rest.iter().position(|other| other != first);
        8 * many + unequal.unwrap_or(rest.len())
    }

    /// Says of `count` nodes from `first` on whether they are free: those of whole words
    /// at once.
    #[inline]
    fn set_free(&mut self, first: u32, count: u32, free: bool) {
        let (start, end) = (first.next_multiple_of(64), first + count);
        let whole = start as usize / 64..end as usize / 64;
        match self.free_words.get_mut(whole) {
            Some(words) if !words.is_empty() => {
                words.fill(if free { u64::MAX } else { 0 });
                self.set_bits(first, start - first, free);
                self.set_bits(end - end % 64, end % 64, free);
            }
            _ => self.set_bits(first, count, free),
        }
    }

    /// The same, word by word.
    #[inline]
    fn set_bits(&mut self, first: u32, count: u32, free: bool) {
        for (word, mask) in words(first, count) {
            match free {
                true => self.free_words[word] |= mask,
                false => self.free_words[word] &= !mask,
            }
        }
    }

    /// Takes exactly these nodes, ascending and free, and returns their list;
    /// `None` if they are not.
    pub fn allocate_these(&mut self, nodes: &[u32]) -> Option<u32> {
        let ascending = nodes.is_sorted_by(|one, next| one < next);
        if nodes.is_empty() || !ascending || !nodes.iter().all(|&node| self.is_free(node)) {
            return None;
        }
        let (mut list, mut tail) = (0, 0);
        for run in nodes.chunk_by(|one, next| one + 1 == *next) {
            let (first, count) = (run[0], run.len() as u32);
            let Some(taken) = self.take_interval(first, count) else {
                self.splice(list, tail);
                return None;
            };
            match tail {
                0 => list = taken,
                _ => self.intervals[tail as usize - 1].next = taken,
            }
            tail = taken;
        }
        self.occupy(list).then_some(list)
    }

    /// One bit per node, set if it is free, 64 to a word.
    pub fn free_words(&self) -> &[u64] {
        let words = (self.total as usize).div_ceil(64);
        self.free_words.get(..words).unwrap_or_default()
    }

    /// Whether all nodes on `list` are free.
    pub fn are_free(&self, list: u32) -> bool {
        self.intervals(list).all(|(first, count)| {
            words(first, count).all(|(word, mask)| self.free_words[word] & mask == mask)
        })
    }

    /// Gives back the nodes on `list` and forgets it.
    pub fn release(&mut self, list: u32) {
        let tail = self.vacate(list);
        self.splice(list, tail);
    }

    /// Gives back the nodes on `list` for a while, without forgetting them.
    /// Returns the list's tail.
    pub fn vacate(&mut self, list: u32) -> u32 {
        let (mut position, mut tail) = (list, 0);
        while position != 0 {
            let Interval { first, count, next } = self.intervals[position as usize - 1];
            self.lowest_free_word = self.lowest_free_word.min(first as usize / 64);
            match families::OUTAGES && self.out > 0 {
                true => self.vacate_in_service(first, count),
                false => {
                    self.free += count;
                    self.set_free(first, count, true);
                }
            }
            (tail, position) = (position, next);
        }
        tail
    }

    /// Gives back those of these nodes that are in service.
    #[inline(never)]
    fn vacate_in_service(&mut self, first: u32, count: u32) {
        for node in first..first + count {
            if self.state(node).is_up() {
                self.free += 1;
                self.free_words[node as usize / 64] |= 1 << (node % 64);
            }
        }
    }

    /// Takes the nodes on a vacated `list` again, if all of them are free.
    pub fn occupy(&mut self, list: u32) -> bool {
        let all_free = self.are_free(list);
        let mut position = if all_free { list } else { 0 };
        while position != 0 {
            let Interval { first, count, next } = self.intervals[position as usize - 1];
            self.free -= count;
            self.set_free(first, count, false);
            position = next;
        }
        all_free
    }

    /// Forgets a vacated `list`.
    pub fn forget(&mut self, list: u32) {
        let mut tail = list;
        while tail != 0 {
            match self.intervals[tail as usize - 1].next {
                0 => break,
                next => tail = next,
            }
        }
        self.splice(list, tail);
    }

    /// Returns the intervals from `list` to `tail` to the pool, in one go.
    fn splice(&mut self, list: u32, tail: u32) {
        if tail != 0 {
            self.intervals[tail as usize - 1].next = self.unused;
            self.unused = list;
        }
    }

    fn take_interval(&mut self, first: u32, count: u32) -> Option<u32> {
        let taken = self.unused;
        let interval = self.intervals.get_mut((taken as usize).checked_sub(1)?)?;
        self.unused = interval.next;
        *interval = Interval {
            first,
            count,
            next: 0,
        };
        Some(taken)
    }
}

/// The words that `count` nodes from `first` on touch, and their bits in them.
#[inline]
pub(crate) fn words(first: u32, count: u32) -> impl Iterator<Item = (usize, u64)> {
    let end = first + count;
    let mut node = first;
    core::iter::from_fn(move || {
        let run = (64 - node % 64).min(end - node);
        let bits = (run > 0).then(|| (node as usize / 64, mask(node % 64, run)));
        node += run;
        bits
    })
}

/// The lowest `count` of the ones in `bits`.
fn lowest(mut bits: u64, count: u32) -> u64 {
    if bits.count_ones() <= count {
        return bits;
    }
    let all = bits;
    for _ in 0..count {
        bits &= bits - 1;
    }
    all & !bits
}

/// `count` ones from bit 0; `count` is 0 to 64.
const fn ones(count: u32) -> u64 {
    if count == 0 {
        0
    } else {
        u64::MAX >> (64 - count)
    }
}

/// `run` ones from bit `start`; `run` is 1 to 64.
const fn mask(start: u32, run: u32) -> u64 {
    ones(run) << start
}
