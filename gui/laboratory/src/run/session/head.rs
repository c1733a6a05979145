//! Jobs chosen as the head of the queue, whether they fit or not.

use std::mem::take;

use cosched_core::{JobId, Time};

use super::backfill::{backfill, shadow_time};
use super::owned::OwnedSimulation;
use super::replay::start;
use super::steps::note;
use super::{ChosenStart, Session};
use crate::base::problem::Problem;

impl Session {
    /// Goes on to the next instant at which a job waits, whether it fits or not, which may be the
    /// present one; returns whether there is one. Then [`queue`](Self::queue) has the first
    /// `window` jobs.
    ///
    /// # Errors
    /// An earlier error has ended the session, or no job is in the window.
    pub fn until_waiting(&mut self, window: usize) -> Result<bool, Problem> {
        self.set_window(window)?;
        while !self.is_open || self.queue.is_empty() {
            if !self.advance()? {
                self.queue.clear();
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes the job at `index` of the [queue](Self::queue) its head, and goes on to the instant at
    /// which it fits, which may be the present one: there it starts. Until then nobody else does,
    /// except with `is_backfilling`: then at each instant waiting jobs, in the order of the queue,
    /// that fit and would end by their estimates before the instant at which the chosen job was to
    /// start by the estimates of those running when it was chosen. So do Zhang and others
    /// ("RLScheduler", SC 2020); EASY finds that instant anew each time, and also lets jobs start
    /// on nodes that the head will leave.
    ///
    /// Returns whether the job has started: it has not if nothing more happens that would let it.
    ///
    /// # Errors
    /// There is no such job, or jobs are to be backfilled on nodes that jobs share; then nothing
    /// changes.
    pub fn choose(&mut self, index: usize, is_backfilling: bool) -> Result<bool, Problem> {
        let chosen = self.waiting(index)?;
        let mut shadow = None;
        if !chosen.fits && is_backfilling {
            self.check_backfilling()?;
            let found = |simulation: &OwnedSimulation| {
                simulation.read(|simulation| shadow_time(simulation, chosen.job))
            };
            shadow = self.simulation.as_ref().map(found);
        }
        let mut has_started = self.start_or_backfill(chosen.job, shadow)?;
        while !has_started && self.proceed()? {
            has_started = self.start_or_backfill(chosen.job, shadow)?;
        }
        if !has_started {
            self.look(None)?;
        }
        Ok(has_started)
    }

    /// Refuses to backfill where a count of free nodes does not say who fits.
    fn check_backfilling(&self) -> Result<(), Problem> {
        if self.experiment.cluster.is_none() {
            return Ok(());
        }
        let sentence = "backfilling after a choice counts nodes, so it needs equal nodes that jobs do not share: `machine: Cluster(nodes: …)`";
        Err(Problem::input(sentence))
    }

    /// Starts `job` if it fits, and else backfills before the `shadow` time, if there is one;
    /// returns whether it has started, and notes what waits then if so.
    fn start_or_backfill(&mut self, job: JobId, shadow: Option<Time>) -> Result<bool, Problem> {
        let (window, mut has_started) = (self.window, false);
        let (mut chosen, mut queue) = (take(&mut self.chosen), take(&mut self.queue));
        let decided = self.decide(|context| {
            has_started = start(context, job);
            let at = context.now();
            if has_started {
                chosen.push(ChosenStart { at, job });
                note(context, window, &mut queue);
            } else if let Some(shadow) = shadow {
                backfill(context, job, shadow, |job| {
                    chosen.push(ChosenStart { at, job });
                });
            }
        });
        (self.chosen, self.queue) = (chosen, queue);
        decided?;
        Ok(has_started)
    }
}
