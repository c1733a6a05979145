//! Processes that get processor time one by one, quantum by quantum.

use crate::engine::context::Context;
use crate::engine::jobs::Phase;
use crate::engine::state::State;
use crate::error::StartError;
use crate::exact::Exact;
use crate::machine::processes::{Progress, ServedProcess, ServiceUse, run, run_all};
use crate::units::ids::JobId;
use crate::units::time::Duration;
use crate::workload::{Grain, ProcessSpec};

impl State<'_> {
    /// Serves processes of `id`, with undisturbed processor time from `after` on; `run`
    /// gets the work each process needs and returns the number of processes and the use of
    /// the time, which are returned.
    fn serve(
        &mut self,
        id: JobId,
        after: Duration,
        run: impl FnOnce(&mut Progress<'_>, Duration, Grain) -> Option<(usize, ServiceUse)>,
    ) -> Result<(usize, ServiceUse), StartError> {
        self.expect(id, Phase::Running, StartError::NotRunning)?;
        let processes = self.setup.processes().ok_or(StartError::NoProcesses)?;
        let work = self.setup.work(self.specs.of(id));
        let places = processes.range_of(id);
        let mut progress = Progress {
            done: &mut self.progress[places.clone()],
            parts: self.progress_parts.get_mut(places).unwrap_or_default(),
        };
        let ran = run(&mut progress, work, processes.of(id).grain);
        let (count, ran) = ran.ok_or(StartError::NoProcesses)?;
        self.set_updated(id, self.now.into());
        self.set_remaining(id, Exact::whole(work.0 - ran.least.0));
        if let Some(done) = ran.done {
            self.set_timer(id, self.now.after(after).after(done));
        }
        self.spinning += ran.spinning;
        Ok((count, ran))
    }
}

impl Context<'_, '_> {
    /// Specification of the processes of `job`; without barriers if processes are not
    /// simulated.
    pub fn process_spec(&self, job: JobId) -> ProcessSpec {
        let processes = self.state.setup.processes();
        processes.map_or(ProcessSpec::INDEPENDENT, |processes| processes.of(job))
    }

    /// Processor time of each process of `job` by the end of the time it was last
    /// [served](Self::serve) for, and whether it is done.
    pub fn progress(&self, job: JobId) -> impl Iterator<Item = (Duration, bool)> + '_ {
        let state = &*self.state;
        let work = state.setup.work(state.specs.of(job));
        let places = match state.setup.processes() {
            Some(processes) => processes.range_of(job),
            None => 0..0,
        };
        let parts = state.progress_parts.get(places.clone()).unwrap_or_default();
        let progress = state.progress[places].iter().enumerate();
        progress.map(move |(index, done)| match parts.get(index) {
            None => (*done, *done >= work),
            Some(part) => {
                let done = Exact::with_fraction(done.0, *part);
                (done.round_down(), done >= work.into())
            }
        })
    }

    /// Number of processes of `job` that are not done, by the end of the time it was last
    /// served for.
    pub fn unfinished(&self, job: JobId) -> u32 {
        let unfinished = self.progress(job).filter(|(_, is_done)| !is_done);
        unfinished.count() as u32
    }

    /// Whether process number `process` of `job` is done, by the end of the time the job
    /// was last served for.
    pub fn is_done(&self, job: JobId, process: usize) -> bool {
        self.progress(job)
            .nth(process)
            .is_none_or(|(_, is_done)| is_done)
    }

    /// Gives the `served` processes of the admitted `job` processor time from `after` on,
    /// for `time`, under the rule of barriers ([`crate::machine::processes`]); returns the
    /// use of it. Must not be called again before that time is over.
    ///
    /// # Errors
    /// [`StartError::NotRunning`], or [`StartError::NoProcesses`] if processes
    /// are not simulated or the job has no such process.
    pub fn serve(
        &mut self,
        job: JobId,
        served: &[ServedProcess],
        after: Duration,
        time: Duration,
    ) -> Result<ServiceUse, StartError> {
        let ran = self.state.serve(job, after, |progress, work, grain| {
            let known = |&(index, _): &ServedProcess| (index as usize) < progress.done.len();
            let all_known = served.iter().all(known);
            all_known.then(|| (served.len(), run(progress, work, grain, served, time)))
        });
        ran.map(|(_, ran)| ran)
    }

    /// Serves all of its processes that are not done, at full rate; returns their number,
    /// and the use of the time. `served` must have room for all.
    ///
    /// # Errors
    /// As [`Context::serve`].
    pub fn serve_all(
        &mut self,
        job: JobId,
        served: &mut [ServedProcess],
        after: Duration,
        time: Duration,
    ) -> Result<(usize, ServiceUse), StartError> {
        self.state.serve(job, after, |progress, work, grain| {
            let has_room = progress.done.len() <= served.len();
            has_room.then(|| run_all(progress, work, grain, served, time))
        })
    }

    /// Whether the sink wants a report of every quantum.
    pub fn wants_quanta(&self) -> bool {
        self.sink.wants_quanta()
    }
}
