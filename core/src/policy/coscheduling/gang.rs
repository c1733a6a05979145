//! Gang scheduling: the rows of a matrix take turns, a quantum each.

use super::bits::{is_set, jobs_of};
use super::quanta::Quanta;
use super::rows::{RowBuffers, Rows, TurnRules};
use super::service::Service;
use crate::engine::{Context, Policy, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::machine::processes::ServiceUse;
use crate::matrix::Matrix;
use crate::policy::LastPass;
use crate::units::rate::Rate;
use crate::units::time::{Duration, Time};

/// Gang scheduling (Ousterhout 1982) with slot unification and alternates. All processes of
/// a job run at once, so that none ever waits for another.
#[derive(Debug)]
pub struct Gang<'a> {
    rows: Rows<'a>,
    quanta: Quanta,
    // Time when the jobs that the machine switches to begin to run.
    switched: Option<Time>,
    last_pass: LastPass,
    // Whether the set of running jobs may differ from the last quantum.
    all_may_run: bool,
}

impl<'a> Gang<'a> {
    /// For `jobs` jobs on `nodes` nodes; see [`Matrix::new`] for the number of rows.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        turns: TurnRules,
        nodes: u32,
        jobs: usize,
        buffers: RowBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let rows = Rows::new(turns, nodes, jobs, buffers)?;
        Ok(Self {
            rows,
            quanta: Quanta::new(turns.quantum),
            switched: None,
            last_pass: LastPass::new(),
            all_may_run: true,
        })
    }

    /// The present matrix.
    pub fn matrix(&self) -> &Matrix<'a> {
        &self.rows.matrix
    }
}

impl Gang<'_> {
    /// Skips as many whole cycles of all rows as there are until a job ends or is
    /// submitted, exactly: over a whole cycle each job progresses at its share of the
    /// quanta, and nothing else happens. Returns whether there was one.
    fn pass_cycles(&mut self, context: &mut Context<'_, '_>) -> bool {
        if !self.rows.may_pass(context) {
            return false;
        }
        let (turn, rows) = (self.rows.matrix.turn(), self.rows.matrix.rows());
        self.rows.count_shares();
        self.all_may_run = true;
        let mut next = context.first_running();
        while let Some(job) = next {
            next = context.after(job);
            let share = Rate::new(self.rows.shares[job.index()], rows as u32);
            // Cannot fail: it is running.
            let _ = context.set_rate(job, share);
        }
        let cycle = Duration(self.rows.turns.quantum.0.saturating_mul(rows as u64));
        let cycles = context.foresight().cycles_to_end_or_submission(cycle);
        if cycles == 0 {
            self.rows.matrix.set_turn(turn);
            self.rows.mark_unsteady();
            return false;
        }
        let length = Duration(cycle.0.saturating_mul(cycles));
        self.quanta.begin_long(context, length);
        true
    }

    /// Begins a quantum of the row whose turn it is.
    fn begin(&mut self, context: &mut Context<'_, '_>) {
        self.rows.choose();
        self.quanta.begin(context);
        self.stop_others(context);
        for job in jobs_of(self.rows.chosen) {
            // Starts it, unless it has started before.
            let _ = context.admit(job);
            let lost = self.rows.lost(job);
            let rate = match lost {
                Duration::ZERO => Rate::FULL,
                _ => {
                    let from = context.now().after(lost);
                    self.switched = Some(from);
                    let _ = context.wake_at(from);
                    Rate::STOPPED
                }
            };
            self.report_nodes(context, job, lost);
            let _ = context.set_rate(job, rate);
        }
    }

    /// Stops running jobs that are not chosen.
    fn stop_others(&mut self, context: &mut Context<'_, '_>) {
        if !core::mem::take(&mut self.all_may_run) {
            for job in self.rows.left_out() {
                // It may have ended.
                let _ = context.set_rate(job, Rate::STOPPED);
            }
            return;
        }
        let mut next = context.first_running();
        while let Some(job) = next {
            next = context.after(job);
            if !is_set(self.rows.chosen, job) {
                // Cannot fail: it is running.
                let _ = context.set_rate(job, Rate::STOPPED);
            }
        }
    }

    /// Reports the nodes of `job` in this quantum.
    fn report_nodes(
        &self,
        context: &mut Context<'_, '_>,
        job: crate::units::ids::JobId,
        lost: Duration,
    ) {
        if !context.wants_quanta() {
            return;
        }
        let columns = self.rows.matrix.columns(job);
        let service = Service::of(lost, self.quanta.span());
        let needed = context.foresight().need_within(job, service.time());
        let ran = ServiceUse {
            useful: u128::from(needed.0) * u128::from(context.nodes_of(job)),
            ..ServiceUse::default()
        };
        let used = service.quantum_use(context, job, columns, ran);
        context.report_occupation(job, columns, self.quanta.span_end(), used);
    }

    /// Starts the jobs to which the machine has switched.
    fn switch(&mut self, context: &mut Context<'_, '_>) {
        for job in jobs_of(self.rows.chosen) {
            // It may have ended.
            let _ = context.set_rate(job, Rate::FULL);
        }
        self.switched = None;
        let _ = context.wake_at(self.quanta.until());
    }
}

impl Policy for Gang<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        setup.check_uncapped()?;
        self.rows.check(setup.nodes, setup.jobs())
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if self.last_pass.next(context).is_none() {
            self.all_may_run = true;
        }
        if context.nodes_changed() {
            self.rows.interrupt(context, &self.quanta);
            self.switched = None;
        }
        if self.switched.is_some_and(|from| from <= context.now()) {
            self.switch(context);
        }
        if self.rows.is_due(context, &mut self.quanta, |_, _| {}) && !self.pass_cycles(context) {
            self.begin(context);
        }
    }
}
