//! Gang scheduling: the rows of a matrix take turns, a quantum each.

use super::rows::{RowBuffers, Rows, Turns, is_set, jobs_of};
use crate::engine::{Context, Policy};
use crate::error::CapacityError;
use crate::matrix::Matrix;
use crate::rate::Rate;
use crate::time::Duration;

/// Gang scheduling (Ousterhout 1982) with slot unification and alternates. All
/// processes of a job run at once, so that none ever waits for another.
#[derive(Debug)]
pub struct Gang<'a> {
    rows: Rows<'a>,
}

impl<'a> Gang<'a> {
    /// For `jobs` jobs on `nodes` nodes; see [`Matrix::new`] for how many rows
    /// there can be.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        turns: Turns,
        nodes: u32,
        jobs: usize,
        buffers: RowBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let rows = Rows::new(turns, nodes, jobs, buffers)?;
        Ok(Self { rows })
    }

    /// The matrix as it is.
    pub fn matrix(&self) -> &Matrix<'a> {
        &self.rows.matrix
    }
}

impl Gang<'_> {
    /// Passes as many whole cycles of all rows as there are until a job ends or
    /// is submitted, exactly: over a whole cycle each job progresses at its
    /// share of the quanta, and nothing else happens. Whether there was one.
    fn pass_cycles(&mut self, context: &mut Context<'_, '_>) -> bool {
        if self.rows.shares.is_empty() || !self.rows.is_steady() || context.wants_places() {
            return false;
        }
        let turn = self.rows.matrix.turn();
        let rows = self.rows.matrix.rows();
        self.count_shares(context, rows);
        let mut next = context.first_running();
        while let Some(job) = next {
            next = context.after(job);
            let share = Rate::new(self.rows.shares[job.index()], rows as u32);
            // Nothing can be wrong: it is running.
            let _ = context.set_rate(job, share);
        }
        let cycle = Duration(self.rows.turns.quantum.0.saturating_mul(rows as u64));
        let cycles = context.whole_cycles(cycle);
        if cycles == 0 {
            self.rows.matrix.set_turn(turn);
            self.rows.unsettle();
            return false;
        }
        let length = Duration(cycle.0.saturating_mul(cycles));
        self.rows.quanta.begin_long(context, length);
        true
    }

    /// Counts in how many quanta of a cycle each job runs.
    fn count_shares(&mut self, context: &Context<'_, '_>, rows: usize) {
        let Rows {
            matrix,
            turns,
            idle,
            shares,
            ..
        } = &mut self.rows;
        for job in context.running() {
            shares[job.index()] = 0;
        }
        for _ in 0..rows {
            matrix.quantum(turns.alternates, idle, |job| shares[job.index()] += 1);
        }
    }
}

impl Policy for Gang<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if !self.rows.prepare(context) || self.pass_cycles(context) {
            return;
        }
        self.rows.choose(context);
        let mut next = context.first_running();
        while let Some(job) = next {
            next = context.after(job);
            if !is_set(self.rows.chosen, job) {
                // Nothing can be wrong: it is running.
                let _ = context.set_rate(job, Rate::STOPPED);
            }
        }
        for job in jobs_of(self.rows.chosen) {
            // It starts now, unless it has before.
            let _ = context.admit(job);
            let _ = context.set_rate(job, Rate::FULL);
            let columns = self.rows.matrix.columns(job);
            context.occupies(job, columns, self.rows.quanta.until());
        }
    }
}
