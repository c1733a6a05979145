//! Common part of policies with a matrix: quanta, and jobs in rows.

use super::bits::{is_set, jobs_of, jobs_without, set};
use super::quanta::Quanta;
use super::service::{Service, serve_all};
use crate::buffers::buffers;
use crate::engine::Context;
use crate::engine::storage::words_for;
use crate::error::{CapacityError, PolicyError};
use crate::machine::processes::{ServedProcess, ServiceUse};
#[cfg(feature = "alloc")]
use crate::matrix::BoxedMatrix;
use crate::matrix::{Matrix, MatrixBuffers, MatrixSizes, StaticMatrix};
use crate::units::ids::JobId;
use crate::units::memory::Memory;
use crate::units::time::Duration;
use crate::workload::GrainClass;

/// Parameters of rows that take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnRules {
    /// Time that a row runs, at least a nanosecond.
    pub quantum: Duration,
    /// Time that a job loses of a quantum if it did not run in the one before, less than a
    /// quantum.
    pub switch: Duration,
    /// Memory of a node; it limits jobs where the matrix has
    /// [buffers](field@MatrixBuffers::resident) for what is taken.
    pub node_memory: Memory,
    /// Whether jobs of other rows run on columns that are idle for a quantum.
    pub alternates: bool,
    /// Whether rows that have no column in common are merged.
    pub unify: bool,
    /// Whether every job has a row of its own.
    pub alone: bool,
}

impl TurnRules {
    /// With all ways of filling idle columns, and switches that take no time.
    pub const fn of(quantum: Duration) -> Self {
        Self {
            quantum,
            switch: Duration::ZERO,
            node_memory: Memory::ZERO,
            alternates: true,
            unify: true,
            alone: false,
        }
    }
}

buffers! {
    /// Borrowed buffers of a matrix and its quanta.
    pub struct RowBuffers, RowSizes, BoxedRows::as_buffers,
    StaticRows<JOBS, WORDS, LIMITED, JOB_WORDS, NODE_WORDS>, "" {
        /// A bit for each node.
        idle: [u64; words_for(nodes); NODE_WORDS] = 0,
        /// A bit for each job: jobs that run in the present quantum.
        chosen: [u64; words_for(jobs); JOB_WORDS] = 0,
        /// A bit for each job: jobs that have ended since it began.
        ended: [u64; words_for(jobs); JOB_WORDS] = 0,
        /// A bit for each job: jobs that ran in the quantum before.
        before: [u64; words_for(jobs); JOB_WORDS] = 0,
        /// A bit for each job: jobs that run in any way in the present one.
        runs: [u64; words_for(jobs); JOB_WORDS] = 0,
        /// An entry for each job, or none: then gang scheduling goes quantum by quantum, and
        /// never skips cycles in which nothing changes.
        shares: [u32; jobs; JOBS] = 0,
    }
    with {
        /// Buffers of the matrix.
        matrix: MatrixBuffers, MatrixSizes, BoxedMatrix, StaticMatrix<JOBS, WORDS, LIMITED>
            = matrix,
    }
    /// Computes the sizes for `jobs` jobs on `nodes` nodes, with a matrix of these sizes.
    sizes of(matrix: MatrixSizes, jobs: usize, nodes: usize) {}
}

/// Rows that take turns. Quanta follow one another from the submission that ends an idle
/// period; jobs that come in between are placed when the next one begins, and a row is not
/// cut short when its jobs end.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    pub(super) matrix: Matrix<'a>,
    pub(super) turns: TurnRules,
    // Idle columns in the present quantum.
    pub(super) idle: &'a mut [u64],
    pub(super) chosen: &'a mut [u64],
    ended: &'a mut [u64],
    pub(super) before: &'a mut [u64],
    pub(super) runs: &'a mut [u64],
    pub(super) shares: &'a mut [u32],
    // Number of quanta begun since the matrix last changed.
    unchanged: usize,
}

/// Checks that a switch leaves a part of a quantum.
pub(super) fn check_quantum(quantum: Duration, switch: Duration) -> Result<(), PolicyError> {
    if switch < quantum {
        Ok(())
    } else {
        Err(PolicyError::Quantum { quantum, switch })
    }
}

impl<'a> Rows<'a> {
    pub(super) fn new(
        turns: TurnRules,
        nodes: u32,
        jobs: usize,
        buffers: RowBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let (columns, words) = (words_for(nodes as usize), words_for(jobs));
        let mut needed = RowSizes::of(buffers.matrix.sizes(), jobs, nodes as usize);
        if buffers.shares.is_empty() {
            needed.shares = 0;
        }
        buffers.sizes().check(&needed)?;
        let sets = [buffers.chosen, buffers.ended, buffers.before, buffers.runs];
        let [chosen, ended, before, runs] = sets.map(|set| {
            let set = &mut set[..words];
            set.fill(0);
            set
        });
        Ok(Self {
            matrix: Matrix::new(nodes, jobs, buffers.matrix)?.with_node_memory(turns.node_memory),
            turns,
            idle: &mut buffers.idle[..columns],
            chosen,
            ended,
            before,
            runs,
            shares: buffers.shares,
            unchanged: 0,
        })
    }

    /// Checks that it can hold jobs of a workload of `jobs` jobs on `nodes` nodes.
    pub(super) fn check(&self, nodes: u32, jobs: usize) -> Result<(), PolicyError> {
        check_quantum(self.turns.quantum, self.turns.switch)?;
        CapacityError::unless("chosen", words_for(jobs), self.chosen.len())?;
        if !self.shares.is_empty() {
            CapacityError::unless("shares", jobs, self.shares.len())?;
        }
        self.matrix.check(nodes, jobs)
    }

    /// Whether another quantum is to begin; then the matrix is updated for it. Calls `placed`
    /// with each job that gets columns, and with these.
    pub(super) fn is_due(
        &mut self,
        context: &mut Context<'_, '_>,
        quanta: &mut Quanta,
        placed: impl FnMut(JobId, &[u64]),
    ) -> bool {
        self.note_ended(context);
        if !quanta.is_over(context) {
            return false;
        }
        let anybody = self.update(context, None, placed);
        if !anybody {
            self.end_quantum();
            quanta.stop();
        }
        anybody
    }

    /// Notes ended jobs, which the context reports only at this instant.
    pub(super) fn note_ended(&mut self, context: &Context<'_, '_>) {
        for job in context.ended() {
            set(self.ended, job);
        }
    }

    /// Updates the matrix when a quantum begins: ended jobs leave, rows are merged, and
    /// waiting jobs of `class` (of all, if there is none) are placed, for each of which
    /// `placed` is called with its columns. Returns whether it has any job then.
    pub(super) fn update(
        &mut self,
        context: &mut Context<'_, '_>,
        class: Option<GrainClass>,
        placed: impl FnMut(JobId, &[u64]),
    ) -> bool {
        for job in jobs_of(self.ended) {
            self.unchanged = if self.matrix.columns(job).is_empty() {
                self.unchanged
            } else {
                0
            };
            self.matrix.remove(job);
        }
        self.ended.fill(0);
        let rows = self.matrix.rows();
        if self.turns.unify {
            self.matrix
                .unify(|job, row| context.report_row(job, row, &[]));
        }
        let merged = self.matrix.rows() != rows;
        let left = !context.is_in_full_service() && self.leave_unusable(context);
        if self.assign_rows(context, class, placed) || merged || left {
            self.unchanged = 0;
        }
        self.matrix.rows() > 0
    }

    /// Whether every row had its turn since the matrix last changed.
    pub(super) fn is_steady(&self) -> bool {
        self.unchanged >= self.matrix.rows()
    }

    /// Notes that something will change before every row has had its turn again.
    pub(super) fn mark_unsteady(&mut self) {
        self.unchanged = 0;
    }

    /// Whether whole cycles may be skipped at once, as far as rows are concerned: the sink
    /// does not want each quantum, and nothing is lost by switching.
    pub(super) fn may_pass(&self, context: &Context<'_, '_>) -> bool {
        let never_switches = self.turns.switch == Duration::ZERO || self.matrix.rows() == 1;
        !self.shares.is_empty() && self.is_steady() && never_switches && !context.wants_quanta()
    }

    /// Counts the quanta of a cycle in which each job of the matrix runs.
    pub(super) fn count_shares(&mut self) {
        let Self {
            matrix,
            turns,
            idle,
            shares,
            ..
        } = self;
        for row in 0..matrix.rows() {
            for job in matrix.jobs(row) {
                shares[job.index()] = 0;
            }
        }
        for _ in 0..matrix.rows() {
            matrix.quantum(turns.alternates, idle, |job| shares[job.index()] += 1);
        }
    }

    /// Chooses the jobs that run in a quantum of the row whose turn it is.
    pub(super) fn choose(&mut self) {
        self.chosen.fill(0);
        let chosen = &mut *self.chosen;
        let alternates = self.turns.alternates;
        self.matrix
            .quantum(alternates, self.idle, |job| set(chosen, job));
        self.unchanged = self.unchanged.saturating_add(1);
        self.end_quantum();
        self.runs.copy_from_slice(self.chosen);
    }

    /// Jobs that ran in the quantum before and were not chosen for the present one.
    pub(super) fn left_out(&self) -> impl Iterator<Item = JobId> + '_ {
        jobs_without(self.before, self.chosen)
    }

    /// Makes the present quantum the one before.
    pub(super) fn end_quantum(&mut self) {
        core::mem::swap(&mut self.before, &mut self.runs);
        self.runs.fill(0);
    }

    /// Notes that `job` runs in this quantum though its row does not.
    pub(super) fn note_filling(&mut self, job: JobId) {
        set(self.runs, job);
    }

    /// Time that `job` loses of the present quantum.
    pub(super) fn lost(&self, job: JobId) -> Duration {
        if is_set(self.before, job) {
            Duration::ZERO
        } else {
            self.turns.switch
        }
    }

    /// Serves all processes of the chosen jobs; reports the time and its use for each.
    pub(super) fn serve(
        &self,
        context: &mut Context<'_, '_>,
        quanta: &Quanta,
        served: &mut [ServedProcess],
        mut visit: impl FnMut(&mut Context<'_, '_>, JobId, Duration, ServiceUse),
    ) {
        for job in jobs_of(self.chosen) {
            let service = Service::of(self.lost(job), quanta.span());
            let (_, ran) = serve_all(context, job, service, served);
            if context.wants_quanta() {
                let columns = self.matrix.columns(job);
                let used = service.quantum_use(context, job, columns, ran);
                context.report_occupation(job, columns, quanta.span_end(), used);
            }
            visit(context, job, service.time(), ran);
        }
    }

    /// Serves all jobs in the matrix for as many whole cycles of all rows as there are
    /// until a job ends or is submitted, exactly: over a whole cycle each job gets its
    /// share of the quanta, and nothing else happens. Returns the time that takes; `None`
    /// if there is not one cycle.
    pub(super) fn serve_cycles(
        &mut self,
        context: &mut Context<'_, '_>,
        served: &mut [ServedProcess],
    ) -> Option<Duration> {
        let (turn, rows) = (self.matrix.turn(), self.matrix.rows());
        self.count_shares();
        let quantum = self.turns.quantum.0;
        let cycle = Duration(quantum.saturating_mul(rows as u64));
        let mut cycles = context.foresight().cycles_to_disturbance(cycle);
        for row in 0..rows {
            for job in self.matrix.jobs(row) {
                let share = quantum.saturating_mul(u64::from(self.shares[job.index()]));
                cycles = cycles.min(context.foresight().cycles_to_end(job, Duration(share)));
            }
        }
        if cycles == 0 {
            self.matrix.set_turn(turn);
            self.mark_unsteady();
            return None;
        }
        for row in 0..rows {
            for job in self.matrix.jobs(row) {
                let share = quantum.saturating_mul(u64::from(self.shares[job.index()]));
                let all = Service {
                    lost: Duration::ZERO,
                    quantum: Duration(share.saturating_mul(cycles)),
                };
                serve_all(context, job, all, served);
            }
        }
        Some(Duration(cycle.0.saturating_mul(cycles)))
    }

    /// Places waiting jobs that are not in the matrix, strictly in order; returns whether
    /// there were any.
    fn assign_rows(
        &mut self,
        context: &mut Context<'_, '_>,
        class: Option<GrainClass>,
        mut placed: impl FnMut(JobId, &[u64]),
    ) -> bool {
        let (mut any, alone) = (false, self.turns.alone);
        let is_full = context.is_in_full_service();
        let mut next = context.head();
        while let Some(job) = next {
            next = context.after(job);
            let is_other = |class| context.process_spec(job).class != class;
            if class.is_some_and(is_other) || !self.matrix.columns(job).is_empty() {
                continue;
            }
            let (nodes, memory) = (context.nodes_of(job), context.request(job).memory);
            let row = if is_full {
                self.matrix.insert(job, nodes, memory, alone)
            } else {
                self.assign_row_in_service(context, job)
            };
            let Some(row) = row else {
                break;
            };
            context.report_row(job, row, self.matrix.columns(job));
            placed(job, self.matrix.columns(job));
            any = true;
        }
        any
    }
}
