//! Flexible coscheduling: gang scheduling in which processes that need not run together fill gaps.

use super::rows::{RowBuffers, Rows, Turns, is_set, jobs_of, places_of};
use crate::engine::{Context, Policy};
use crate::error::CapacityError;
use crate::ids::JobId;
use crate::machine::processes::Served;
use crate::matrix::Matrix;
use crate::rate::Rate;
use crate::workload::{GrainClass, ProcessTable};

/// Borrowed buffers of flexible coscheduling.
#[derive(Debug, Default)]
pub struct FlexibleBuffers<'a> {
    /// Those of the matrix.
    pub rows: RowBuffers<'a>,
    /// An entry for each node.
    pub gaps: &'a mut [Gap],
    /// An entry for each process: the quantum in which it last filled a gap.
    pub filled: &'a mut [u64],
    /// As many entries as the widest job has nodes.
    pub served: &'a mut [Served],
}

/// What a column has left in a quantum, and who fills it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gap {
    rate: Rate,
    // The process that fills it, as far as is known, and when it last did so.
    filler: Option<JobId>,
    process: u32,
    last: u64,
}

/// Flexible coscheduling (Frachtenberg and others), simplified: the class of a
/// job is that of its grain. Rows take turns as under gang scheduling. What
/// is left on a column - all of it if nobody runs there, and what a
/// medium-grained job does not use - goes to one process of a coarse-grained
/// or independent job that has its place there and does not run in this
/// quantum: to the one that has not filled a gap for longest.
#[derive(Debug)]
pub struct Flexible<'a> {
    rows: Rows<'a>,
    processes: ProcessTable<'a>,
    gaps: &'a mut [Gap],
    filled: &'a mut [u64],
    served: &'a mut [Served],
    quantum: u64,
}

impl<'a> Flexible<'a> {
    /// For `jobs` jobs with such `processes` on `nodes` nodes; see
    /// [`Matrix::new`] for how many rows there can be.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        turns: Turns,
        nodes: u32,
        jobs: usize,
        processes: ProcessTable<'a>,
        buffers: FlexibleBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        CapacityError::unless("gaps", nodes as usize, buffers.gaps.len())?;
        CapacityError::unless("filled", processes.len(), buffers.filled.len())?;
        CapacityError::unless("served", nodes as usize, buffers.served.len())?;
        buffers.filled.fill(0);
        Ok(Self {
            rows: Rows::new(turns, nodes, jobs, buffers.rows)?,
            processes,
            gaps: &mut buffers.gaps[..nodes as usize],
            filled: buffers.filled,
            served: buffers.served,
            quantum: 0,
        })
    }

    /// The matrix as it is.
    pub fn matrix(&self) -> &Matrix<'a> {
        &self.rows.matrix
    }

    /// Lets all processes of the chosen jobs run.
    fn run_rows(&mut self, context: &mut Context<'_, '_>) {
        for job in jobs_of(self.rows.chosen) {
            // It starts now, unless it has before.
            let _ = context.admit(job);
            let mut count = 0;
            for (place, (_, is_done)) in (0..).zip(context.progress(job)) {
                if !is_done {
                    self.served[count] = (place, Rate::FULL);
                    count += 1;
                }
            }
            let _ = context.serve(job, &self.served[..count], self.rows.turns.quantum);
            let columns = self.rows.matrix.columns(job);
            context.occupies(job, columns, self.rows.quanta.until());
        }
    }

    /// Finds what is left on each column.
    fn open_gaps(&mut self) {
        self.gaps.fill(Gap::default());
        for column in places_of(self.rows.idle) {
            self.gaps[column].rate = Rate::FULL;
        }
        for job in jobs_of(self.rows.chosen) {
            let spec = self.processes.of(job);
            if spec.class == GrainClass::Medium && spec.utilisation != Rate::FULL {
                for column in places_of(self.rows.matrix.columns(job)) {
                    self.gaps[column].rate = spec.utilisation.rest();
                }
            }
        }
    }

    /// Finds who fills them.
    fn find_fillers(&mut self, context: &Context<'_, '_>) {
        for row in 0..self.rows.matrix.rows() {
            for job in self.rows.matrix.jobs(row) {
                if !self.may_fill(job) {
                    continue;
                }
                let first = self.processes.places(job).start;
                let columns = places_of(self.rows.matrix.columns(job));
                let processes = (0..).zip(context.progress(job));
                for (column, (process, (_, is_done))) in columns.zip(processes) {
                    let gap = &mut self.gaps[column];
                    let last = self.filled[first + process as usize];
                    let is_next = |other| (last, job) < (gap.last, other);
                    if !is_done && !gap.rate.is_stopped() && gap.filler.is_none_or(is_next) {
                        (gap.filler, gap.process, gap.last) = (Some(job), process, last);
                    }
                }
            }
        }
    }

    fn may_fill(&self, job: JobId) -> bool {
        self.processes.of(job).class >= GrainClass::Coarse && !is_set(self.rows.chosen, job)
    }

    /// Lets them run.
    fn run_fillers(&mut self, context: &mut Context<'_, '_>) {
        for row in 0..self.rows.matrix.rows() {
            for job in self.rows.matrix.jobs(row) {
                if !self.may_fill(job) {
                    continue;
                }
                let first = self.processes.places(job).start;
                let mut count = 0;
                // What was idle is known from the gaps now.
                self.rows.idle.fill(0);
                for column in places_of(self.rows.matrix.columns(job)) {
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
                if count > 0 {
                    let _ = context.admit(job);
                    let _ = context.serve(job, &self.served[..count], self.rows.turns.quantum);
                    context.occupies(job, self.rows.idle, self.rows.quanta.until());
                }
            }
        }
    }
}

impl Policy for Flexible<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if !self.rows.begin(context) {
            return;
        }
        self.quantum += 1;
        self.run_rows(context);
        self.open_gaps();
        self.find_fillers(context);
        self.run_fillers(context);
    }
}
