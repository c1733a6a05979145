//! Gang scheduling: the rows of a matrix take turns, a quantum each.

use super::rows::{RowBuffers, Rows, Turns, is_set, jobs_of};
use crate::engine::{Context, Policy};
use crate::error::CapacityError;
use crate::matrix::Matrix;
use crate::rate::Rate;

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

impl Policy for Gang<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if !self.rows.begin(context) {
            return;
        }
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
