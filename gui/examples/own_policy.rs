//! The whole program with one more policy: relaxed backfilling (Ward, Mahood and West, 2002).

use std::process::ExitCode;

use cosched::core::engine::{Context, Policy, StartReason};
use cosched::core::policy::RunningProfile;
use cosched::core::{JobId, PolicyError, Setup, Time};
use cosched::{Description, Laboratory, Making, Parameter};

fn main() -> ExitCode {
    let summary = "A job may pass if the head starts only a little later for it";
    let policy = Description::new("Relaxed", "Relaxed backfilling", summary, make);
    let policy = policy.parameter(Parameter {
        name: "slack",
        unit: "%",
        usual: 10.0,
        range: 0.0..=1000.0,
        sentence: "How much later the head may start, of its expected wait",
    });
    Laboratory::new().policy(policy).main()
}

fn make(making: Making<'_>) -> Result<Box<dyn Policy + '_>, String> {
    let running = RunningProfile::new(making.profile, making.jobs);
    Ok(Box::new(Relaxed {
        running: running.map_err(|error| error.to_string())?,
        slack: making.values[0] / 100.0,
        promised: None,
    }))
}

/// Jobs may pass the head if it starts no later than it was promised.
struct Relaxed<'a> {
    running: RunningProfile<'a>,
    slack: f64,
    promised: Option<(JobId, Time)>,
}

impl Policy for Relaxed<'_> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        Ok(self.running.check(setup.jobs())?)
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
        let shadow = shadow.time();
        let wait = shadow.since(context.request(head).submit);
        let promise = match self.promised {
            Some((job, at)) if job == head => at.max(shadow),
            _ => Time(shadow.0 + (wait.0 as f64 * self.slack) as u64),
        };
        self.promised = Some((head, promise));
        let mut extra = free - context.nodes_of(head);
        while let Some(job) = queue.next(context) {
            let nodes = context.nodes_of(job);
            let is_over = context.completion_if_started(job) <= promise;
            if !is_over && nodes > extra {
                continue;
            }
            let (why, passed) = ("the head keeps what it was promised", Some(head));
            let reason = StartReason::Other { why, passed };
            if self.running.start(context, job, reason).is_ok() && !is_over {
                extra -= nodes;
            }
        }
    }
}
