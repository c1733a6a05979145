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
    /// An entry for each job, or none: then gang scheduling goes quantum by
    /// quantum, and never passes over cycles in which nothing changes.
    pub shares: &'a mut [u32],
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
    pub(super) shares: &'a mut [u32],
    pub(super) quanta: Quanta,
    // Quanta begun since the matrix last changed.
    unchanged: usize,
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
        if !buffers.shares.is_empty() {
            CapacityError::unless("shares", jobs, buffers.shares.len())?;
        }
        let (chosen, ended) = (&mut buffers.chosen[..words], &mut buffers.ended[..words]);
        chosen.fill(0);
        ended.fill(0);
        Ok(Self {
            matrix: Matrix::new(nodes, jobs, buffers.matrix)?,
            turns,
            idle: buffers.idle,
            chosen,
            ended,
            shares: buffers.shares,
            quanta: Quanta::new(turns.quantum),
            unchanged: 0,
        })
    }

    /// Whether a quantum begins now; then those chosen are who runs in it.
    pub(super) fn begin(&mut self, context: &mut Context<'_, '_>) -> bool {
        let begins = self.prepare(context);
        if begins {
            self.choose(context);
        }
        begins
    }

    /// Whether every row had its turn since the matrix last changed.
    pub(super) fn is_steady(&self) -> bool {
        self.unchanged >= self.matrix.rows()
    }

    /// Something will change before every row has had its turn again.
    pub(super) fn unsettle(&mut self) {
        self.unchanged = 0;
    }

    /// Whether a quantum begins now: then the matrix is as it has to be.
    pub(super) fn prepare(&mut self, context: &Context<'_, '_>) -> bool {
        for job in context.ended() {
            set(self.ended, job);
        }
        if !self.quanta.is_over(context) {
            return false;
        }
        for job in jobs_of(self.ended) {
            self.matrix.remove(job);
            self.unchanged = 0;
        }
        self.ended.fill(0);
        let rows = self.matrix.rows();
        if self.turns.unify {
            self.matrix.unify();
        }
        let merged = self.matrix.rows() != rows;
        if self.place(context) || merged {
            self.unchanged = 0;
        }
        if self.matrix.rows() == 0 {
            self.quanta.stop();
            return false;
        }
        true
    }

    /// Begins a quantum of the row whose turn it is.
    pub(super) fn choose(&mut self, context: &mut Context<'_, '_>) {
        self.chosen.fill(0);
        let chosen = &mut *self.chosen;
        let alternates = self.turns.alternates;
        self.matrix
            .quantum(alternates, self.idle, |job| set(chosen, job));
        self.unchanged = self.unchanged.saturating_add(1);
        self.quanta.begin(context);
    }

    /// Places jobs that wait and have no place yet, strictly in order; whether
    /// there were any.
    fn place(&mut self, context: &Context<'_, '_>) -> bool {
        let (mut placed, alone) = (false, self.turns.alone);
        for job in context.queue() {
            if !self.matrix.columns(job).is_empty() {
                continue;
            }
            let (nodes, memory) = (context.nodes_of(job), context.request(job).memory);
            if !self.matrix.place(job, nodes, memory, alone) {
                break;
            }
            placed = true;
        }
        placed
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
        self.begin_long(context, self.length);
    }

    /// Begins as many quanta at once as take `length`.
    pub(super) fn begin_long(&mut self, context: &mut Context<'_, '_>, length: Duration) {
        let until = context.now().after(length);
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
