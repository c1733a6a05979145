//! What policies with a matrix have in common: quanta, and who is in which row.

use crate::engine::Context;
use crate::engine::storage::words_for;
use crate::error::CapacityError;
use crate::ids::JobId;
use crate::matrix::{Matrix, MatrixBuffers};
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

/// Borrowed buffers of a matrix and its quanta.
#[derive(Debug, Default)]
pub struct RowBuffers<'a> {
    /// Those of the matrix.
    pub matrix: MatrixBuffers<'a>,
    /// A bit for each node.
    pub idle: &'a mut [u64],
    /// A bit for each job: those that run in the present quantum.
    pub chosen: &'a mut [u64],
    /// A bit for each job: those that have ended since it began.
    pub ended: &'a mut [u64],
}

/// Rows that take turns. Quanta follow one another from the submission that
/// ends an idle period; jobs that come in between are placed when the next one
/// begins, and a row is not cut short when its jobs end.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    pub(super) matrix: Matrix<'a>,
    pub(super) turns: Turns,
    // Columns that nobody runs on in the present quantum.
    pub(super) idle: &'a mut [u64],
    pub(super) chosen: &'a mut [u64],
    ended: &'a mut [u64],
    pub(super) quanta: Quanta,
}

impl<'a> Rows<'a> {
    pub(super) fn new(
        turns: Turns,
        nodes: u32,
        jobs: usize,
        buffers: RowBuffers<'a>,
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
            quanta: Quanta::new(turns.quantum),
        })
    }

    /// Whether a quantum begins now; then those chosen are who runs in it.
    pub(super) fn begin(&mut self, context: &mut Context<'_, '_>) -> bool {
        for job in context.ended() {
            set(self.ended, job);
        }
        if !self.quanta.is_over(context) {
            return false;
        }
        for job in jobs_of(self.ended) {
            self.matrix.remove(job);
        }
        self.ended.fill(0);
        if self.turns.unify {
            self.matrix.unify();
        }
        self.place(context);
        if self.matrix.rows() == 0 {
            self.quanta.stop();
            return false;
        }
        self.chosen.fill(0);
        let chosen = &mut *self.chosen;
        let alternates = self.turns.alternates;
        self.matrix
            .quantum(alternates, self.idle, |job| set(chosen, job));
        self.quanta.begin(context);
        true
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
}

/// One quantum after the other, from the submission that ends an idle period.
#[derive(Debug)]
pub(super) struct Quanta {
    length: Duration,
    // When the present one ends; nothing if the machine is idle.
    until: Option<Time>,
    // How many began so far.
    pub(super) begun: u64,
}

impl Quanta {
    pub(super) fn new(length: Duration) -> Self {
        Self {
            length: length.max(Duration(1)),
            until: None,
            begun: 0,
        }
    }

    pub(super) fn is_over(&self, context: &Context<'_, '_>) -> bool {
        self.until.is_none_or(|until| until <= context.now())
    }

    /// When the present quantum ends.
    pub(super) fn until(&self) -> Time {
        self.until.unwrap_or_default()
    }

    pub(super) fn stop(&mut self) {
        self.until = None;
    }

    pub(super) fn begin(&mut self, context: &mut Context<'_, '_>) {
        let until = context.now().after(self.length);
        self.until = Some(until);
        self.begun += 1;
        // It is later than now.
        let _ = context.wake_at(until);
    }
}

pub(super) fn set(bits: &mut [u64], job: JobId) {
    bits[job.index() / 64] |= 1 << (job.index() % 64);
}

pub(super) fn is_set(bits: &[u64], job: JobId) -> bool {
    bits[job.index() / 64] >> (job.index() % 64) & 1 == 1
}

/// The jobs whose bits are set, in the order of the workload.
pub(super) fn jobs_of(bits: &[u64]) -> impl Iterator<Item = JobId> + '_ {
    places_of(bits).map(JobId::new)
}

/// The places of bits that are set, the lowest first.
pub(super) fn places_of(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        let next = |bits: &u64| Some(bits & bits.wrapping_sub(1));
        let rest = core::iter::successors(Some(bits), next).take_while(|bits| *bits != 0);
        rest.map(move |bits| 64 * word + bits.trailing_zeros() as usize)
    })
}
