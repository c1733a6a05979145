//! The matrix of gang scheduling: rows that take turns, a column for each node.
//!
//! Ousterhout, "Scheduling techniques for concurrent systems", 1982. A job keeps its
//! columns for life; rows are packed first fit.

mod insertion;
mod turns;
mod unify;

use crate::buffers::buffers;
use crate::engine::storage::words_for;
use crate::error::{CapacityError, PolicyError};
use crate::units::ids::JobId;
use crate::units::memory::Memory;

buffers! {
    /// Borrowed buffers of a matrix.
    pub struct MatrixBuffers, MatrixSizes, BoxedMatrix::as_buffers,
    StaticMatrix<JOBS, WORDS, LIMITED>, "" {
        /// Order of the rows; an entry for each possible row.
        order: [u32; rows; JOBS] = 0,
        /// The jobs of each row; as many.
        rows: [Row; rows; JOBS] = Row::EMPTY,
        /// Columns taken in each row, a bit each, [`words_for`] the nodes a row.
        taken: [u64; rows.saturating_mul(words); WORDS] = 0,
        /// Columns that stayed idle when each row last had its turn; as many.
        still_idle: [u64; rows.saturating_mul(words); WORDS] = 0,
        /// Row of each job; an entry for each job of the workload.
        assignments: [RowAssignment; jobs; JOBS] = RowAssignment::EMPTY,
        /// Columns of each job in the matrix; words for each of the jobs that may be in it.
        columns: [u64; held.saturating_mul(words); WORDS] = 0,
        /// Free entries of those; an entry for each of those jobs.
        free: [u32; held; JOBS] = 0,
        /// Memory taken on each node by all jobs in the matrix, whether it is their turn or
        /// not; empty unless it is limited.
        resident: [Memory; if is_limited { nodes } else { 0 }; LIMITED] = Memory::ZERO,
    }
    with {}
    /// Computes the sizes for `rows` rows, of which `held` of all `jobs` jobs are in one at a
    /// time, on `nodes` nodes; `is_limited` if jobs need memory there.
    sizes of(rows: usize, held: usize, jobs: usize, nodes: usize, is_limited: bool) {
        let words = words_for(nodes);
    }
}

/// Jobs of a row, in order of arrival.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Row {
    first: Option<JobId>,
    last: Option<JobId>,
    // Number of the row among all that were ever opened.
    number: u32,
    // Lower bound of the columns of its jobs.
    narrowest: u32,
    // Whether it was opened, or lost columns, since rows were last merged.
    is_untried: bool,
    // Whether it is known that no job fits on the columns that stayed idle when it last had
    // its turn.
    fits_none_idle: bool,
}

impl Row {
    /// No job; all zero bytes.
    pub const EMPTY: Self = Self {
        first: None,
        last: None,
        number: 0,
        narrowest: 0,
        is_untried: false,
        fits_none_idle: false,
    };
}

/// Position of a job in the matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RowAssignment {
    // Index of the row in the buffers + 1; 0 if it is not in the matrix.
    row: u32,
    // Index of its entry among the columns of jobs.
    columns: u32,
    next: Option<JobId>,
    // Memory it needs on each of its columns.
    memory: Memory,
}

impl RowAssignment {
    /// In no row; all zero bytes.
    pub const EMPTY: Self = Self {
        row: 0,
        columns: 0,
        next: None,
        memory: Memory::ZERO,
    };
}

/// Rows that take turns.
#[derive(Debug)]
pub struct Matrix<'a> {
    buffers: MatrixBuffers<'a>,
    nodes: u32,
    // Memory of a node, where it is limited.
    node_memory: Memory,
    words: usize,
    // Number of rows: the first entries of the order.
    len: usize,
    // Number of free entries for columns of jobs: the first ones.
    free: usize,
    // Index of the row whose turn is next.
    turn: usize,
    // Number of rows ever opened.
    opened: u32,
    // Whether any row is untried.
    has_untried: bool,
}

impl<'a> Matrix<'a> {
    /// An empty matrix for `jobs` jobs on `nodes` nodes. The maximum number of rows is the
    /// length of `buffers.order`, that of jobs the length of `buffers.free`.
    ///
    /// # Errors
    /// A buffer is too small for those.
    pub fn new(nodes: u32, jobs: usize, buffers: MatrixBuffers<'a>) -> Result<Self, CapacityError> {
        let (rows, held) = (buffers.order.len(), buffers.free.len());
        let is_limited = !buffers.resident.is_empty();
        buffers.check(rows, held, jobs, nodes as usize, is_limited)?;
        for (index, entry) in (0..).zip(&mut *buffers.order) {
            *entry = index;
        }
        for (index, entry) in (0..).zip(&mut *buffers.free) {
            *entry = index;
        }
        buffers.resident.fill(Memory::ZERO);
        buffers.assignments.fill(RowAssignment::default());
        Ok(Self {
            buffers,
            nodes,
            node_memory: Memory::ZERO,
            words: words_for(nodes as usize),
            len: 0,
            free: held,
            turn: 0,
            opened: 0,
            has_untried: false,
        })
    }

    /// Sets the memory of a node, none at first; it limits jobs where there are buffers for
    /// what is taken.
    #[must_use]
    pub fn with_node_memory(self, node_memory: Memory) -> Self {
        Self {
            node_memory,
            ..self
        }
    }

    /// Checks that it can hold jobs of a workload of `jobs` jobs on `nodes` nodes.
    pub(crate) fn check(&self, nodes: u32, jobs: usize) -> Result<(), PolicyError> {
        PolicyError::unless_nodes(self.nodes, nodes)?;
        CapacityError::unless("assignments", jobs, self.buffers.assignments.len())?;
        let has_no_row = self.buffers.order.is_empty() || self.buffers.free.is_empty();
        if jobs > 0 && has_no_row {
            return Err(PolicyError::NoRow);
        }
        Ok(())
    }

    /// Sets the turn to the row with index `turn`, as it was before.
    pub(crate) fn set_turn(&mut self, turn: usize) {
        self.turn = turn;
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.len
    }

    /// The row whose turn is next.
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// Jobs of the row with index `row`, in order of arrival.
    pub fn jobs(&self, row: usize) -> impl Iterator<Item = JobId> + '_ {
        let first = self.buffers.rows[self.buffers.order[row] as usize].first;
        core::iter::successors(first, |job| self.buffers.assignments[job.index()].next)
    }

    /// The job behind `job` in its row.
    pub fn next_in_row(&self, job: JobId) -> Option<JobId> {
        self.buffers.assignments[job.index()].next
    }

    /// Number of the row of `job`, which is in the matrix: rows are in this order.
    pub(crate) fn row_of(&self, job: JobId) -> u32 {
        self.row_with(job).map_or(u32::MAX, |row| row.number)
    }

    /// First job of the row of `job`.
    pub(crate) fn first_beside(&self, job: JobId) -> Option<JobId> {
        self.row_with(job)?.first
    }

    fn row_with(&self, job: JobId) -> Option<&Row> {
        let row = self.buffers.assignments[job.index()].row as usize;
        Some(&self.buffers.rows[row.checked_sub(1)?])
    }

    /// Bitmap of the columns of `job`, 64 to a word; empty if it is not in the matrix.
    pub fn columns(&self, job: JobId) -> &[u64] {
        let seat = self.buffers.assignments[job.index()];
        match seat.row {
            0 => &[],
            _ => &self.buffers.columns[seat.columns as usize * self.words..][..self.words],
        }
    }

    /// Removes `job`, and its row if that is empty then.
    pub fn remove(&mut self, job: JobId) {
        let RowAssignment {
            row,
            columns,
            next,
            memory,
        } = self.buffers.assignments[job.index()];
        let Some(row) = (row as usize).checked_sub(1) else {
            return;
        };
        let own = &self.buffers.columns[columns as usize * self.words..][..self.words];
        let taken = &mut self.buffers.taken[row * self.words..][..self.words];
        taken
            .iter_mut()
            .zip(own)
            .for_each(|(taken, own)| *taken &= !own);
        for (column, resident) in self.buffers.resident.iter_mut().enumerate() {
            if own[column / 64] >> (column % 64) & 1 == 1 {
                *resident = Memory(resident.0 - memory.0);
            }
        }
        let mut before = None;
        let mut at = self.buffers.rows[row].first;
        while let Some(other) = at.filter(|other| *other != job) {
            before = Some(other);
            at = self.buffers.assignments[other.index()].next;
        }
        match before {
            Some(before) => self.buffers.assignments[before.index()].next = next,
            None => self.buffers.rows[row].first = next,
        }
        if self.buffers.rows[row].last == Some(job) {
            self.buffers.rows[row].last = before;
        }
        // With fewer columns it may fit to rows that it could not merge with.
        self.buffers.rows[row].is_untried = true;
        self.has_untried = true;
        self.buffers.assignments[job.index()] = RowAssignment::default();
        self.buffers.free[self.free] = columns;
        self.free += 1;
        if self.buffers.rows[row].first.is_none() {
            let order = &self.buffers.order[..self.len];
            if let Some(index) = order.iter().position(|other| *other as usize == row) {
                self.close(index);
            }
        }
    }

    /// Removes the row with this index from the order.
    fn close(&mut self, index: usize) {
        self.buffers.order[index..self.len].rotate_left(1);
        self.len -= 1;
        if index < self.turn {
            self.turn -= 1;
        }
    }

    /// Sets the bits of all columns in `columns`, and no others.
    pub(crate) fn all_columns(&self, columns: &mut [u64]) {
        columns[..self.words].fill(u64::MAX);
        if let Some(last) = columns[..self.words].last_mut()
            && !self.nodes.is_multiple_of(64)
        {
            *last = (1 << (self.nodes % 64)) - 1;
        }
    }

    fn row(&self, index: usize) -> &Row {
        &self.buffers.rows[self.buffers.order[index] as usize]
    }

    fn taken(&self, index: usize) -> &[u64] {
        let row = self.buffers.order[index] as usize;
        &self.buffers.taken[row * self.words..][..self.words]
    }
}

fn count(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

/// Appends `job` to a row's list.
fn append(buffers: &mut MatrixBuffers<'_>, row: u32, job: JobId) {
    let row = &mut buffers.rows[row as usize];
    match row.last.replace(job) {
        Some(last) => buffers.assignments[last.index()].next = Some(job),
        None => row.first = Some(job),
    }
}
