//! Merging of rows that have no column in common.

use core::ops::Range;

use super::{Matrix, append};
use crate::units::ids::JobId;

impl Matrix<'_> {
    /// Merges rows that have no column in common, the first such pair first, until there
    /// are none; calls `moved` with each moved job and the number of its new row.
    pub fn unify(&mut self, mut moved: impl FnMut(JobId, u32)) {
        if !self.has_untried {
            return;
        }
        let untried = self.untried();
        let mut first = 0;
        while first < self.len {
            match self.partner(first, untried.clone()) {
                Some(other) => self.merge(first, other, &mut moved),
                // Those ahead had no partner before, and columns only came to
                // rows they were tried with: a row that grew fits nowhere new.
                None => first += 1,
            }
        }
        for index in 0..self.len {
            self.buffers.rows[self.buffers.order[index] as usize].is_untried = false;
        }
        self.has_untried = false;
    }

    /// Range of indices of all rows that were opened or lost columns since rows were last
    /// merged.
    fn untried(&self) -> Range<usize> {
        let is_untried = |index: &usize| self.row(*index).is_untried;
        let first = (0..self.len).find(is_untried).unwrap_or(self.len);
        let last = (first..self.len).rfind(is_untried);
        first..last.map_or(first, |last| last + 1)
    }

    /// First row behind the one with index `first` that has no column in common with it:
    /// one of the two has to be `untried`. Those stay within their range, as only rows
    /// behind the first of them are removed.
    fn partner(&self, first: usize, untried: Range<usize>) -> Option<usize> {
        let mut others = if self.row(first).is_untried {
            first + 1..self.len
        } else {
            untried.start.max(first + 1)..untried.end.min(self.len)
        };
        others.find(|other| {
            let mut pairs = self.taken(first).iter().zip(self.taken(*other));
            pairs.all(|(a, b)| a & b == 0)
        })
    }

    /// Moves the jobs of the row with index `from` into that with index `into`.
    fn merge(&mut self, into: usize, from: usize, moved: &mut impl FnMut(JobId, u32)) {
        let [into_row, from_row] = [into, from].map(|index| self.buffers.order[index]);
        let mut next = self.buffers.rows[from_row as usize].first;
        while let Some(job) = next {
            next = self.buffers.assignments[job.index()].next.take();
            self.buffers.assignments[job.index()].row = into_row + 1;
            append(&mut self.buffers, into_row, job);
            moved(job, self.buffers.rows[into_row as usize].number);
        }
        let narrowest = self.buffers.rows[from_row as usize].narrowest;
        let row = &mut self.buffers.rows[into_row as usize];
        row.narrowest = row.narrowest.min(narrowest);
        for word in 0..self.words {
            let more = self.buffers.taken[from_row as usize * self.words + word];
            self.buffers.taken[into_row as usize * self.words + word] |= more;
        }
        self.close(from);
    }
}
