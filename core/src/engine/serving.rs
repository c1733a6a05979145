//! Processes that get processor time one by one, quantum by quantum.

use super::context::Context;
use super::jobs::Phase;
use super::state::State;
use crate::error::StartError;
use crate::ids::JobId;
use crate::machine::processes::{Served, run};
use crate::time::Duration;
use crate::workload::ProcessSpec;

impl State<'_> {
    /// Gives `served` processes of `id` processor time from now on for `time`,
    /// in which nobody changes that.
    fn serve(&mut self, id: JobId, served: &[Served], time: Duration) -> Result<(), StartError> {
        self.expect(id, Phase::Running, StartError::NotRunning)?;
        let processes = self.setup.processes.ok_or(StartError::NoProcesses)?;
        let work = self.setup.work(&self.setup.workload[id.index()]);
        let progress = &mut self.progress[processes.places(id)];
        let known = |&(place, _): &Served| (place as usize) < progress.len();
        if !served.iter().all(known) {
            return Err(StartError::NoProcesses);
        }
        let ran = run(progress, work, processes.of(id).grain, served, time);
        let least = progress.iter().copied().min().unwrap_or(work);
        let job = &mut self.jobs[id.index()];
        job.updated = self.now;
        job.remaining = Duration(work.0 - least.0);
        if let Some(done) = ran.done {
            self.timers.set(id.index(), self.now.after(done));
        }
        Ok(())
    }
}

impl Context<'_, '_> {
    /// What is known of the processes of `job`; that they never wait for one
    /// another if processes are not simulated.
    pub fn process_spec(&self, job: JobId) -> ProcessSpec {
        let processes = self.state.setup.processes;
        processes.map_or(ProcessSpec::INDEPENDENT, |processes| processes.of(job))
    }

    /// Processor time that each process of `job` has had by the end of the
    /// time it was last [served](Self::serve) for, and whether it is done.
    pub fn progress(&self, job: JobId) -> impl Iterator<Item = (Duration, bool)> + '_ {
        let state = &*self.state;
        let work = state.setup.work(&state.setup.workload[job.index()]);
        let places = match state.setup.processes {
            Some(processes) => processes.places(job),
            None => 0..0,
        };
        let progress = state.progress[places].iter();
        progress.map(move |done| (*done, *done >= work))
    }

    /// Gives the `served` processes of the admitted `job` processor time from
    /// now on, for `time`, under the rule of barriers
    /// ([`crate::machine::processes`]). Do not serve it again before that is over.
    ///
    /// # Errors
    /// [`StartError::NotRunning`], or [`StartError::NoProcesses`] if processes
    /// are not simulated or the job has no such process.
    pub fn serve(
        &mut self,
        job: JobId,
        served: &[Served],
        time: Duration,
    ) -> Result<(), StartError> {
        self.state.serve(job, served, time)
    }
}
