//! Gaps of flexible coscheduling filled from the queues of their columns.

use super::bits::{is_set, set_bits_of};
use super::flexible::Flexible;
use super::gap_turns::Fitness;
use crate::engine::Context;
use crate::units::ids::JobId;
use crate::workload::GrainClass;

impl Flexible<'_> {
    /// Whether processes are queued for the gaps of their columns. Where nodes may go out of
    /// service, jobs may come back on other columns.
    pub(super) fn keeps_turns(&self, context: &Context<'_, '_>) -> bool {
        self.gap_turns.are_kept() && !context.may_lose_nodes()
    }

    /// Whether another quantum is to begin; then the matrix and the queues are updated.
    pub(super) fn is_due(&mut self, context: &mut Context<'_, '_>) -> bool {
        let keeps_turns = self.keeps_turns(context);
        if self.last_pass.next(context).is_none() && keeps_turns {
            self.list_turns();
        }
        let Self {
            rows,
            quanta,
            processes,
            classes,
            gap_turns,
            filled,
            ..
        } = self;
        rows.is_due(context, quanta, |job, columns| {
            // Measured classes change.
            let may_fill = processes.of(job).class >= GrainClass::Coarse;
            if keeps_turns && (may_fill || !classes.are_fixed()) {
                gap_turns.join(job, processes.range_of(job).start, columns, filled);
            }
        })
    }

    /// Makes the queues anew.
    fn list_turns(&mut self) {
        self.gap_turns.clear();
        for row in 0..self.rows.matrix.rows() {
            for job in self.rows.matrix.jobs(row) {
                let first = self.processes.range_of(job).start;
                let columns = self.rows.matrix.columns(job);
                self.gap_turns.join(job, first, columns, self.filled);
            }
        }
    }

    /// Finds the processes that fill the gaps.
    pub(super) fn find_next_fillers(&mut self, context: &Context<'_, '_>) {
        let Self {
            rows,
            processes,
            classes,
            gap_turns,
            gaps,
            open,
            ..
        } = self;
        for column in set_bits_of(open) {
            let fitness = |job: JobId, process: usize| {
                if rows.matrix.columns(job).is_empty() {
                    return Fitness::Leaves;
                }
                let spec = processes.of(job);
                if classes.of(job, spec) < GrainClass::Coarse || is_set(rows.chosen, job) {
                    return Fitness::Stays;
                }
                let process = process - processes.range_of(job).start;
                if context.is_done(job, process) {
                    Fitness::Leaves
                } else {
                    Fitness::Fills
                }
            };
            if let Some((job, process)) = gap_turns.next(column, fitness) {
                let process = process - processes.range_of(job).start;
                gaps[column].fill(job, process as u32);
            }
        }
    }

    /// Runs these processes, row by row.
    pub(super) fn run_next_fillers(&mut self, context: &mut Context<'_, '_>) {
        let mut count = 0;
        for column in set_bits_of(self.open) {
            if let Some(job) = self.gaps[column].filler() {
                self.gap_turns.rows[count] = (self.rows.matrix.row_of(job), Some(job));
                count += 1;
            }
        }
        self.gap_turns.rows[..count].sort_unstable();
        let mut before = None;
        for index in 0..count {
            let (row, job) = self.gap_turns.rows[index];
            if before != Some(row) {
                before = Some(row);
                let mut next = job.and_then(|job| self.rows.matrix.first_beside(job));
                while let Some(job) = next {
                    next = self.rows.matrix.next_in_row(job);
                    if self.may_fill(job) {
                        self.fill(context, job);
                    }
                }
            }
        }
    }
}
