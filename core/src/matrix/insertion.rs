//! Choice of columns for a job: in the first row with room for it, or in a new one.

use super::{Matrix, Row, RowAssignment, append, count};
use crate::units::ids::JobId;
use crate::units::memory::Memory;

impl Matrix<'_> {
    /// Puts `job` on the lowest free columns of the first row that has `width` of them with
    /// `memory` left on their nodes, or into a new row; with `alone`, always into a new
    /// row. Returns the number of the row, counted from the first ever opened; `None` if
    /// there is no room for the row, for another job, or for its memory.
    pub fn insert(&mut self, job: JobId, width: u32, memory: Memory, alone: bool) -> Option<u32> {
        self.insert_among(&[], job, width, memory, alone)
    }

    /// As [`Matrix::insert`], on columns whose bits are set in `usable`, 64 to a word, which
    /// has a bit for each column and no others; on any if it is empty.
    pub fn insert_among(
        &mut self,
        usable: &[u64],
        job: JobId,
        width: u32,
        memory: Memory,
        alone: bool,
    ) -> Option<u32> {
        if self.free == 0 || self.with_room(usable, None, memory) < width {
            return None;
        }
        let fits = |row: &usize| self.with_room(usable, Some(*row), memory) >= width;
        let row = match (0..self.len).filter(|_| !alone).find(fits) {
            Some(row) => row,
            None if self.len < self.buffers.order.len() => {
                let row = self.buffers.order[self.len] as usize;
                self.buffers.rows[row] = Row {
                    number: self.opened,
                    narrowest: width,
                    is_untried: true,
                    ..Row::default()
                };
                self.has_untried = true;
                self.opened += 1;
                self.buffers.taken[row * self.words..][..self.words].fill(0);
                self.len += 1;
                self.len - 1
            }
            None => return None,
        };
        let row = self.buffers.order[row];
        self.free -= 1;
        let columns = self.buffers.free[self.free];
        self.buffers.assignments[job.index()] = RowAssignment {
            row: row + 1,
            columns,
            next: None,
            memory,
        };
        let own = &mut self.buffers.columns[columns as usize * self.words..][..self.words];
        let taken = &mut self.buffers.taken[row as usize * self.words..][..self.words];
        take_lowest(usable, own, taken, width, |column| {
            let resident = self.buffers.resident.get_mut(column);
            resident.is_none_or(|resident| {
                let sum = Memory(resident.0.saturating_add(memory.0));
                let has_room = sum <= self.node_memory;
                if has_room {
                    *resident = sum;
                }
                has_room
            })
        });
        append(&mut self.buffers, row, job);
        let row = &mut self.buffers.rows[row as usize];
        row.narrowest = row.narrowest.min(width);
        let number = row.number;
        self.note_arrival(job);
        Some(number)
    }

    /// Number of columns that are `usable` (any, if that is empty) and have `memory` left
    /// on their nodes: of those free in the row with index `row`, or of all.
    fn with_room(&self, usable: &[u64], row: Option<usize>, memory: Memory) -> u32 {
        let taken = row.map_or(&[][..], |row| self.taken(row));
        if self.buffers.resident.is_empty() || memory == Memory::ZERO {
            return match usable {
                [] => self.nodes - count(taken),
                _ => {
                    let words = usable.iter().take(self.words).enumerate();
                    let taken = |word| taken.get(word).copied().unwrap_or(0);
                    words
                        .map(|(word, usable)| (usable & !taken(word)).count_ones())
                        .sum()
                }
            };
        }
        let is_set = |bits: &[u64], column: usize| {
            let word = bits.get(column / 64);
            word.is_some_and(|word| word >> (column % 64) & 1 == 1)
        };
        let has_room = |(column, resident): &(usize, &Memory)| {
            let is_usable = usable.is_empty() || is_set(usable, *column);
            let is_free = is_usable && !is_set(taken, *column);
            is_free && resident.0.saturating_add(memory.0) <= self.node_memory.0
        };
        let columns = self.buffers.resident.iter().take(self.nodes as usize);
        columns.enumerate().filter(has_room).count() as u32
    }
}

/// Sets the lowest `width` bits in `own` that are not set in `taken`, in both, among those
/// in `usable` (all if it is empty) for whose index `has_room` is true.
fn take_lowest(
    usable: &[u64],
    own: &mut [u64],
    taken: &mut [u64],
    mut width: u32,
    mut has_room: impl FnMut(usize) -> bool,
) {
    for (word, (own, taken)) in own.iter_mut().zip(taken).enumerate() {
        *own = 0;
        let mut free = !*taken & usable.get(word).copied().unwrap_or(u64::MAX);
        while width > 0 && free != 0 {
            let bit = free.trailing_zeros() as usize;
            free &= free - 1;
            if has_room(64 * word + bit) {
                *own |= 1 << bit;
                *taken |= 1 << bit;
                width -= 1;
            }
        }
    }
}
