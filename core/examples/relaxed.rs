//! A policy and a sink of one's own: relaxed backfilling (Ward, Mahood and West, 2002) beside EASY.

use cosched_core::engine::{
    BoxedStorage, Context, Explanation, Policy, Quantity, StartReason, each,
};
use cosched_core::machine::profile::points_for;
use cosched_core::policy::{Easy, RunningProfile};
use cosched_core::workload::lublin::{Draws, Generator, ParameterSet};
use cosched_core::{Event, JobId, JobSpec, Metrics, PolicyError, Profile, Setup, Simulation, Time};

/// Jobs may pass the head of the queue if it starts no more than some percent of its
/// expected wait later than was expected when it came to the head.
struct Relaxed<'a> {
    running: RunningProfile<'a>,
    percent: u64,
    promised: Option<(JobId, Time)>,
}

impl Policy for Relaxed<'_> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        Ok(self.running.check(setup)?)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        self.running.update(context);
        let mut queue = context.walk();
        let head = loop {
            let Some(job) = queue.next(context) else {
                return;
            };
            if self.running.start(context, job, StartReason::Head).is_err() {
                break job;
            }
        };
        let Some((shadow, free)) = self.running.profile().first_with(context.nodes_of(head)) else {
            return;
        };
        let (shadow, wait) = (
            shadow.instant(),
            shadow.instant().since(context.request(head).submit),
        );
        let promise = match self.promised {
            Some((job, at)) if job == head => at.max(shadow),
            _ => Time(shadow.0 + wait.0 / 100 * self.percent),
        };
        self.promised = Some((head, promise));
        let mut extra = free - context.nodes_of(head);
        while let Some(job) = queue.next(context) {
            let nodes = context.nodes_of(job);
            let is_over = context.completion_if_started(job) <= promise;
            if !is_over && nodes > extra {
                continue;
            }
            let why = Explanation::new("the head may start at {}, as promised");
            let (why, passed) = (why.with(Quantity::Time(promise)), Some(head));
            let reason = StartReason::Other { why, passed };
            if self.running.start(context, job, reason).is_ok() && !is_over {
                extra -= nodes;
            }
        }
    }
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let jobs = Generator::new(ParameterSet::Typeless, 64, 1, Draws::Free).map(|job| job.spec());
    let jobs: Vec<JobSpec> = jobs.take(5_000).collect();
    let setup = Setup::cluster(&jobs, 64);
    let (mut times, mut free) = (
        vec![Time::ZERO; points_for(setup.profiled_running_jobs())],
        vec![0; points_for(setup.profiled_running_jobs())],
    );
    for percent in [None, Some(0), Some(10), Some(50)] {
        let profile = Profile::new(&mut times, &mut free);
        let mut policy: Box<dyn Policy> = match percent {
            None => Box::new(Easy::new(profile, setup.profiled_running_jobs())?),
            Some(percent) => Box::new(Relaxed {
                running: RunningProfile::new(profile, setup.profiled_running_jobs())?,
                percent,
                promised: None,
            }),
        };
        let (mut metrics, mut passes) = (Metrics::new(), 0);
        let count = each(|_, event| {
            passes += u32::from(matches!(event, Event::Started(_, why) if why.is_backfilled()))
        });
        let mut storage = BoxedStorage::new(&setup);
        Simulation::new(setup, storage.as_storage())?.run(&mut *policy, &mut (&mut metrics, count));
        println!(
            "{percent:?} %: mean wait {:.0} s, {passes} passed",
            metrics.mean_wait()
        );
    }
    Ok(())
}
