//! How a session goes on: from instant to instant, and by what starts at one.

use cosched_core::JobId;
use cosched_core::engine::Context;

use super::replay::start;
use super::{Session, WaitingJob};
use crate::base::problem::Problem;

fn ended() -> Problem {
    Problem::output("the session has ended with an error; begin another")
}

impl Session {
    /// Goes on to the next instant; returns whether there is one.
    pub(super) fn advance(&mut self) -> Result<bool, Problem> {
        let has_next = self.proceed()?;
        if has_next {
            self.look(None)?;
            self.is_open = true;
        }
        Ok(has_next)
    }

    /// Goes on likewise, and looks at nothing.
    pub(super) fn proceed(&mut self) -> Result<bool, Problem> {
        let (simulation, metrics) = (
            self.simulation.as_mut().ok_or_else(ended)?,
            &mut self.metrics,
        );
        let advanced = simulation.with(|simulation| {
            let Some(next) = simulation.next_instant() else {
                return Ok(None);
            };
            let view = simulation.view();
            let waited = u128::from(next.since(view.now()).0) * u128::from(view.waiting());
            simulation.advance_to(next, metrics).map(|()| Some(waited))
        });
        let advanced = advanced.map_err(|error| Problem::output(error.to_string()))?;
        let Some(waited) = advanced else {
            return Ok(false);
        };
        self.waited += waited;
        Ok(true)
    }

    /// Starts `job`, if one is given, and notes what waits then; returns whether it has started, or
    /// that none was to.
    pub(super) fn look(&mut self, job: Option<JobId>) -> Result<bool, Problem> {
        let (window, mut queue) = (self.window, std::mem::take(&mut self.queue));
        let mut has_started = true;
        let decided = self.decide(|context| {
            has_started = job.is_none_or(|job| start(context, job));
            note(context, window, &mut queue);
        });
        self.queue = queue;
        decided?;
        Ok(has_started)
    }

    /// Lets `deciding` start jobs at the present instant.
    pub(super) fn decide(
        &mut self,
        mut deciding: impl FnMut(&mut Context<'_, '_>),
    ) -> Result<(), Problem> {
        let (simulation, metrics) = (
            self.simulation.as_mut().ok_or_else(ended)?,
            &mut self.metrics,
        );
        let decided = simulation.with(|simulation| simulation.decide(&mut deciding, metrics));
        decided.map_err(|error| Problem::input(error.to_string()))
    }
}

/// Notes the first `window` waiting jobs.
pub(super) fn note(context: &Context<'_, '_>, window: usize, queue: &mut Vec<WaitingJob>) {
    queue.clear();
    queue.extend(context.queue().take(window).map(|job| {
        let request = context.request(job);
        WaitingJob {
            job,
            waited: context.now().since(request.submit),
            estimate: request.estimate,
            nodes: context.nodes_of(job),
            fits: context.fits(job),
        }
    }));
}
