//! Rows on nodes that go out of service: jobs that leave the matrix, and columns that are
//! avoided.

use super::bits::{clear, set_bits_of};
use super::quanta::Quanta;
use super::rows::Rows;
use crate::engine::Context;
use crate::units::ids::JobId;

impl Rows<'_> {
    /// Handles node changes, which cut the present quantum short: jobs on failed nodes
    /// leave the matrix, whosever turn it was.
    pub(super) fn interrupt(&mut self, context: &mut Context<'_, '_>, quanta: &Quanta) {
        self.mark_unsteady();
        if quanta.elapsed(context) < self.turns.switch {
            // Jobs that the machine was still switching to have not run.
            let both = self.runs.iter_mut().zip(&*self.before);
            both.for_each(|(runs, before)| *runs &= before);
        }
        let mut next = context.first_running();
        while let Some(job) = next {
            next = context.after(job);
            let mut nodes = set_bits_of(self.matrix.columns(job));
            let fallen = nodes.find(|&node| context.went_out_of_service(node as u32));
            drop(nodes);
            if let Some(node) = fallen {
                // Cannot fail: it is running.
                let _ = context.interrupt(job, node as u32);
                self.matrix.remove(job);
                context.report_no_row(job);
                for set in [&mut *self.chosen, &mut *self.before, &mut *self.runs] {
                    clear(set, job);
                }
            }
        }
    }

    /// Removes jobs that wait for their first turn from the matrix where they may not start
    /// now; returns whether any was.
    pub(super) fn leave_unusable(&mut self, context: &mut Context<'_, '_>) -> bool {
        let mut left = false;
        let mut next = context.head();
        while let Some(job) = next {
            next = context.after(job);
            let columns = self.matrix.columns(job).iter().enumerate();
            let unusable = |(word, &columns)| columns & !context.usable_word(job, word) != 0;
            if columns.into_iter().any(unusable) {
                self.matrix.remove(job);
                context.report_no_row(job);
                left = true;
            }
        }
        left
    }

    /// Places `job` on columns on which it may start now; returns the number of its row.
    /// Reports why it waits if there are too few of them.
    pub(super) fn assign_row_in_service(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
    ) -> Option<u32> {
        // The idle columns are recomputed when the next quantum begins.
        let (nodes, usable) = (context.nodes_of(job), &mut *self.idle);
        self.matrix.all_columns(usable);
        let (mut in_service, mut free) = (0, 0);
        for (word, usable) in usable.iter_mut().enumerate() {
            let up = *usable & context.free_words()[word];
            *usable = up & context.usable_word(job, word);
            in_service += up.count_ones();
            free += usable.count_ones();
        }
        context.explain_wait_for_service(job, nodes, in_service, free);
        let memory = context.request(job).memory;
        let alone = self.turns.alone;
        self.matrix.insert_among(usable, job, nodes, memory, alone)
    }
}
