//! Quanta: the jobs of the row whose turn it is, and jobs of other rows on idle columns.

use super::{Matrix, count};
use crate::units::ids::JobId;

impl Matrix<'_> {
    /// Begins a quantum: calls `runs` with the jobs of the row whose turn it is, and, if
    /// `alternates`, jobs of the rows after it whose columns are all idle. `idle` has room
    /// for a bit per column and is set to the columns that stay idle. The turn moves to the
    /// next row.
    pub fn quantum(&mut self, alternates: bool, idle: &mut [u64], mut runs: impl FnMut(JobId)) {
        self.all_columns(idle);
        if self.len == 0 {
            return;
        }
        self.turn %= self.len;
        let idle = &mut idle[..self.words];
        let mut left = self.nodes;
        let rows = if alternates { self.len } else { 1 };
        for index in (self.turn..self.len).chain(0..self.turn).take(rows) {
            if left < self.row(index).narrowest {
                continue;
            }
            let mut any = false;
            for job in self.jobs(index) {
                let own = self.columns(job).iter();
                if own.clone().zip(&*idle).all(|(own, idle)| own & !idle == 0) {
                    idle.iter_mut()
                        .zip(own)
                        .for_each(|(idle, own)| *idle &= !own);
                    any = true;
                    runs(job);
                }
            }
            if any {
                left = count(idle);
                if self.fits_none(idle, left) {
                    break;
                }
            }
        }
        if alternates {
            self.note_idle(idle);
        }
        self.turn += 1;
    }

    /// Whether it is known that no job fits on the `idle` columns, `left` in number: none
    /// fitted on those left when this row last had its turn, and none came since that does.
    fn fits_none(&self, idle: &[u64], left: u32) -> bool {
        let row = self.buffers.order[self.turn] as usize;
        let known = &self.buffers.still_idle[row * self.words..][..self.words];
        let is_within = || {
            idle.iter()
                .zip(known)
                .all(|(idle, known)| idle & !known == 0)
        };
        left == 0 || (self.buffers.rows[row].fits_none_idle && is_within())
    }

    /// Notes the columns that no job fits on: all were tried in vain, or have others.
    fn note_idle(&mut self, idle: &[u64]) {
        let row = self.buffers.order[self.turn] as usize;
        self.buffers.still_idle[row * self.words..][..self.words].copy_from_slice(idle);
        self.buffers.rows[row].fits_none_idle = true;
    }

    /// Notes that `job` has come, which may fit on columns left before.
    pub(super) fn note_arrival(&mut self, job: JobId) {
        let assignment = self.buffers.assignments[job.index()];
        let own = &self.buffers.columns[assignment.columns as usize * self.words..][..self.words];
        for &row in &self.buffers.order[..self.len] {
            let left = &self.buffers.still_idle[row as usize * self.words..][..self.words];
            let row = &mut self.buffers.rows[row as usize];
            if row.fits_none_idle {
                row.fits_none_idle = own.iter().zip(left).any(|(own, left)| own & !left != 0);
            }
        }
    }
}
