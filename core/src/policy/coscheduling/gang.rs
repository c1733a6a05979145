//! Gang scheduling: the rows of a matrix take turns, a quantum each.

use crate::engine::storage::words_for;
use crate::engine::{Context, Policy};
use crate::error::CapacityError;
use crate::ids::JobId;
use crate::matrix::{Matrix, MatrixBuffers};
use crate::rate::Rate;
use crate::time::{Duration, Time};

/// How rows take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turns {
    /// How long a row runs, at least a nanosecond.
    pub quantum: Duration,
    /// Whether jobs of other rows run on columns that are idle for a quantum.
    pub alternates: bool,
    /// Whether rows that have no column in common are merged.
    pub unify: bool,
    /// Whether every job has a row of its own.
    pub alone: bool,
}

impl Turns {
    /// With everything that fills idle columns.
    pub const fn of(quantum: Duration) -> Self {
        Self {
            quantum,
            alternates: true,
            unify: true,
            alone: false,
        }
    }
}

/// Borrowed buffers of gang scheduling.
#[derive(Debug, Default)]
pub struct GangBuffers<'a> {
    /// Those of the matrix.
    pub matrix: MatrixBuffers<'a>,
    /// A bit for each node.
    pub idle: &'a mut [u64],
    /// A bit for each job: those that run in the present quantum.
    pub chosen: &'a mut [u64],
    /// A bit for each job: those that have ended since it began.
    pub ended: &'a mut [u64],
}

/// Gang scheduling (Ousterhout 1982) with slot unification and alternates.
///
/// Quanta follow one another from the submission that ends an idle period. Jobs
/// that come in between are placed when the next one begins, and a row is not
/// cut short when its jobs end.
#[derive(Debug)]
pub struct Gang<'a> {
    matrix: Matrix<'a>,
    turns: Turns,
    idle: &'a mut [u64],
    chosen: &'a mut [u64],
    ended: &'a mut [u64],
    // When the present quantum ends; nothing if the machine is idle.
    until: Option<Time>,
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
        buffers: GangBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let (columns, words) = (words_for(nodes as usize), words_for(jobs));
        CapacityError::unless("idle", columns, buffers.idle.len())?;
        CapacityError::unless("chosen", words, buffers.chosen.len())?;
        CapacityError::unless("ended", words, buffers.ended.len())?;
        let (chosen, ended) = (&mut buffers.chosen[..words], &mut buffers.ended[..words]);
        chosen.fill(0);
        ended.fill(0);
        Ok(Self {
            matrix: Matrix::new(nodes, jobs, buffers.matrix)?,
            turns,
            idle: buffers.idle,
            chosen,
            ended,
            until: None,
        })
    }

    /// The matrix as it is.
    pub fn matrix(&self) -> &Matrix<'a> {
        &self.matrix
    }

    /// Takes jobs that have ended out of the matrix.
    fn retire(&mut self) {
        for (word, bits) in self.ended.iter_mut().enumerate() {
            while *bits != 0 {
                let job = JobId::new(64 * word + bits.trailing_zeros() as usize);
                *bits &= *bits - 1;
                self.matrix.remove(job);
            }
        }
    }

    /// Places jobs that wait and have no place yet, strictly in order.
    fn place(&mut self, context: &Context<'_, '_>) {
        for job in context.queue() {
            let has_place = !self.matrix.columns(job).is_empty();
            if !has_place
                && !self
                    .matrix
                    .place(job, context.nodes_of(job), self.turns.alone)
            {
                return;
            }
        }
    }

    /// Lets the jobs of the next row run, and no others.
    fn run(&mut self, context: &mut Context<'_, '_>) {
        self.chosen.fill(0);
        let chosen = &mut *self.chosen;
        self.matrix
            .quantum(self.turns.alternates, self.idle, |job| {
                chosen[job.index() / 64] |= 1 << (job.index() % 64);
            });
        let mut next = context.first_running();
        while let Some(job) = next {
            next = context.after(job);
            if !is_set(self.chosen, job) {
                // Nothing can be wrong: it is running.
                let _ = context.set_rate(job, Rate::STOPPED);
            }
        }
        for word in 0..self.chosen.len() {
            let mut bits = self.chosen[word];
            while bits != 0 {
                let job = JobId::new(64 * word + bits.trailing_zeros() as usize);
                bits &= bits - 1;
                // It starts now, unless it has before.
                let _ = context.admit(job);
                let _ = context.set_rate(job, Rate::FULL);
            }
        }
    }
}

fn is_set(bits: &[u64], job: JobId) -> bool {
    bits[job.index() / 64] >> (job.index() % 64) & 1 == 1
}

impl Policy for Gang<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        for job in context.ended() {
            self.ended[job.index() / 64] |= 1 << (job.index() % 64);
        }
        let now = context.now();
        if self.until.is_some_and(|until| now < until) {
            return;
        }
        self.retire();
        if self.turns.unify {
            self.matrix.unify();
        }
        self.place(context);
        if self.matrix.rows() == 0 {
            self.until = None;
            return;
        }
        self.run(context);
        let until = now.after(Duration(self.turns.quantum.0.max(1)));
        self.until = Some(until);
        // It is later than now.
        let _ = context.wake_at(until);
    }
}
