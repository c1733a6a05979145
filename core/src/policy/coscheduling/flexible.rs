//! Flexible coscheduling: gang scheduling in which processes that need not run together fill gaps.

use super::bits::{common_bits_in, is_set, jobs_of, set_bits_of};
#[cfg(feature = "alloc")]
use super::gap_turns::BoxedGapTurns;
use super::gap_turns::{GapTurnBuffers, GapTurnSizes, GapTurns};
use super::measured::Classes;
use super::quanta::Quanta;
#[cfg(feature = "alloc")]
use super::rows::BoxedRows;
use super::rows::{RowBuffers, RowSizes, Rows, TurnRules};
use super::service::{Service, check_processes, serve_these};
use crate::buffers::buffers;
use crate::engine::storage::words_for;
use crate::engine::{Context, Policy, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::machine::processes::ServedProcess;
use crate::matrix::Matrix;
use crate::policy::LastPass;
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::workload::{GrainClass, ProcessTable};

buffers! {
    /// Borrowed buffers of flexible coscheduling.
    pub struct FlexibleBuffers, FlexibleSizes, BoxedFlexible::as_buffers, "" {
        /// An entry for each node.
        gaps: [Gap; nodes] = Gap::EMPTY,
        /// A bit for each node.
        open_columns: [u64; words_for(nodes)] = 0,
        /// An entry for each process: the quantum in which it last filled a gap.
        filled: [u64; processes] = 0,
        /// An entry for each node.
        served: [ServedProcess; nodes] = (0, Rate::STOPPED),
    }
    with {
        /// Buffers of the matrix.
        rows: RowBuffers, RowSizes, BoxedRows = rows,
        /// Buffers of processes that take turns in gaps.
        gap_turns: GapTurnBuffers, GapTurnSizes, BoxedGapTurns
            = GapTurnSizes::of(nodes, processes),
    }
    /// Computes the sizes for `processes` processes on `nodes` nodes, with rows of these
    /// sizes.
    sizes of(rows: RowSizes, nodes: usize, processes: usize) {}
}

/// Rest of a column in a quantum, and the process that fills it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gap {
    rate: Rate,
    // Job of the process that fills it, if known, its index, and the quantum in which it
    // last filled a gap.
    filler: Option<JobId>,
    process: u32,
    last: u64,
}

impl Gap {
    /// No gap; all zero bytes.
    pub const EMPTY: Self = Self {
        rate: Rate::STOPPED,
        filler: None,
        process: 0,
        last: 0,
    };

    fn of(rate: Rate) -> Self {
        Self {
            rate,
            ..Self::EMPTY
        }
    }

    /// Job of the process that fills it.
    pub(super) fn filler(&self) -> Option<JobId> {
        self.filler
    }

    /// Notes that it is filled by the process of `job` with this index.
    pub(super) fn fill(&mut self, job: JobId, process: u32) {
        (self.filler, self.process) = (Some(job), process);
    }
}

/// Flexible coscheduling (Frachtenberg and others), simplified. The class of a job is that
/// of its grain, or measured. Rows take turns as under gang scheduling. The rest of a
/// column (all of it if it is idle, and what a medium-grained job does not use) goes to one
/// process of a coarse-grained or independent job that is on this column and does not run
/// in this quantum: the one that filled a gap longest ago.
#[derive(Debug)]
pub struct Flexible<'a> {
    pub(super) rows: Rows<'a>,
    pub(super) quanta: Quanta,
    pub(super) processes: ProcessTable<'a>,
    pub(super) classes: Classes<'a>,
    pub(super) gaps: &'a mut [Gap],
    // Columns with a gap.
    pub(super) open: &'a mut [u64],
    pub(super) filled: &'a mut [u64],
    served: &'a mut [ServedProcess],
    pub(super) gap_turns: GapTurns<'a>,
    pub(super) last_pass: LastPass,
    quantum: u64,
}

impl<'a> Flexible<'a> {
    /// For `jobs` jobs with `processes` on `nodes` nodes; see [`Matrix::new`] for the
    /// number of rows.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        turns: TurnRules,
        nodes: u32,
        jobs: usize,
        processes: ProcessTable<'a>,
        mut classes: Classes<'a>,
        buffers: FlexibleBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let sizes = buffers.rows.sizes();
        let mut needed = FlexibleSizes::of(sizes, nodes as usize, processes.len());
        if buffers.gap_turns.links.is_empty() {
            needed.gap_turns = GapTurnSizes::NONE;
        }
        buffers.sizes().check(&needed)?;
        let words = words_for(nodes as usize);
        classes.check(jobs)?;
        buffers.filled.fill(0);
        Ok(Self {
            rows: Rows::new(turns, nodes, jobs, buffers.rows)?,
            quanta: Quanta::new(turns.quantum),
            processes,
            classes,
            gaps: &mut buffers.gaps[..nodes as usize],
            open: &mut buffers.open_columns[..words],
            filled: buffers.filled,
            served: buffers.served,
            gap_turns: GapTurns::new(buffers.gap_turns),
            last_pass: LastPass::new(),
            quantum: 0,
        })
    }

    /// The present matrix.
    pub fn matrix(&self) -> &Matrix<'a> {
        &self.rows.matrix
    }

    fn class(&self, job: JobId) -> GrainClass {
        self.classes.of(job, self.processes.of(job))
    }

    /// Skips whole cycles at once after one in which no gap was filled: until a job comes
    /// or ends, none will be in the next ones. Returns whether it did.
    fn pass_cycles(&mut self, context: &mut Context<'_, '_>) -> bool {
        if !self.classes.are_fixed() || !self.rows.may_pass(context) {
            return false;
        }
        let Some(length) = self.rows.serve_cycles(context, self.served) else {
            return false;
        };
        self.quanta.begin_long(context, length);
        true
    }

    /// Finds the gaps of all columns.
    fn open_gaps(&mut self) {
        self.open
            .copy_from_slice(&self.rows.idle[..self.open.len()]);
        for column in set_bits_of(self.open) {
            self.gaps[column] = Gap::of(Rate::FULL);
        }
        for job in jobs_of(self.rows.chosen) {
            let spec = self.processes.of(job);
            let is_medium = self.classes.of(job, spec) == GrainClass::Medium;
            if is_medium && spec.utilisation != Rate::FULL {
                let columns = self.rows.matrix.columns(job);
                for column in set_bits_of(columns) {
                    self.gaps[column] = Gap::of(spec.utilisation.complement());
                }
                let open = self.open.iter_mut().zip(columns);
                open.for_each(|(open, columns)| *open |= columns);
            }
        }
    }

    /// Finds the processes that fill them.
    fn find_fillers(&mut self, context: &Context<'_, '_>) {
        for row in 0..self.rows.matrix.rows() {
            for job in self.rows.matrix.jobs(row) {
                if !self.may_fill(job) {
                    continue;
                }
                let first = self.processes.range_of(job).start;
                let columns = self.rows.matrix.columns(job);
                for (process, column) in common_bits_in(columns, self.open) {
                    let gap = &mut self.gaps[column];
                    let last = self.filled[first + process];
                    let is_next = |other| (last, job) < (gap.last, other);
                    if gap.filler.is_none_or(is_next) && !context.is_done(job, process) {
                        (gap.filler, gap.process, gap.last) = (Some(job), process as u32, last);
                    }
                }
            }
        }
    }

    pub(super) fn may_fill(&self, job: JobId) -> bool {
        self.class(job) >= GrainClass::Coarse && !is_set(self.rows.chosen, job)
    }

    /// Runs these processes.
    fn run_fillers(&mut self, context: &mut Context<'_, '_>) {
        for row in 0..self.rows.matrix.rows() {
            let mut next = self.rows.matrix.jobs(row).next();
            while let Some(job) = next {
                next = self.rows.matrix.next_in_row(job);
                if self.may_fill(job) {
                    self.fill(context, job);
                }
            }
        }
    }

    /// Runs `job` where it fills gaps.
    pub(super) fn fill(&mut self, context: &mut Context<'_, '_>, job: JobId) {
        let first = self.processes.range_of(job).start;
        let mut count = 0;
        // The idle columns are known from the gaps now.
        self.rows.idle.fill(0);
        for (_, column) in common_bits_in(self.rows.matrix.columns(job), self.open) {
            let Gap {
                rate,
                filler,
                process,
                ..
            } = self.gaps[column];
            if filler == Some(job) {
                self.served[count] = (process, rate);
                self.filled[first + process as usize] = self.quantum;
                self.rows.idle[column / 64] |= 1 << (column % 64);
                count += 1;
            }
        }
        if count == 0 {
            return;
        }
        let service = Service::of(self.rows.lost(job), self.quanta.span());
        self.rows.note_filling(job);
        // The next cycle may differ.
        self.rows.mark_unsteady();
        let served = &self.served[..count];
        let ran = serve_these(context, job, service, served);
        if context.wants_quanta() {
            let used = service.quantum_use_by(served, ran);
            context.report_occupation(job, self.rows.idle, self.quanta.span_end(), used);
        }
    }
}

impl Policy for Flexible<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        let jobs = setup.jobs();
        setup.check_uncapped()?;
        self.rows.check(setup.nodes, jobs)?;
        self.classes.fit(jobs)?;
        check_processes(&self.processes, setup)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if context.nodes_changed() {
            self.rows.interrupt(context, &self.quanta);
        }
        if !self.is_due(context) || self.pass_cycles(context) {
            return;
        }
        self.rows.choose();
        self.quanta.begin(context);
        self.quantum += 1;
        self.open_gaps();
        let classes = &mut self.classes;
        self.rows.serve(
            context,
            &self.quanta,
            self.served,
            |context, job, time, ran| {
                classes.note(context, job, time, ran);
            },
        );
        if self.open.iter().any(|word| *word != 0) {
            if self.keeps_turns(context) {
                self.find_next_fillers(context);
                self.run_next_fillers(context);
            } else {
                self.find_fillers(context);
                self.run_fillers(context);
            }
        }
    }
}
