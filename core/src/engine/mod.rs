//! The discrete-event engine: the clock, the queue, the machine, and the loop over instants.

mod context;
mod fork;
mod jobs;
mod sink;
mod state;
mod timers;
mod view;

pub use context::Context;
pub use fork::Fork;
pub use jobs::{Job, Phase};
pub use sink::{Digest, Event, FlightRecorder, HoldReason, KillReason, Sink, StartReason};
pub use state::Fate;
pub use timers::{Entry, Timers};
pub use view::View;

use state::State;

use crate::error::ScenarioError;
use crate::ids::JobId;
use crate::policy::Policy;
use crate::storage::Storage;
use crate::time::{Duration, Time};
use crate::workload::JobSpec;

/// What a look ahead ([`Context::fork`]) knows of the jobs it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Knowledge {
    /// Only the users' estimates.
    #[default]
    Estimates,
    /// The true runtimes: what a policy could do at best.
    Exact,
}

/// What is to be simulated.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The jobs, by submit time.
    pub workload: &'a [JobSpec],
    /// Exclusive nodes.
    pub nodes: u32,
    /// Shared servers beside them, by their processors.
    pub servers: &'a [u32],
    /// Whether a job is killed when it has done as much work as estimated.
    pub kill_at_estimate: bool,
    /// What a look ahead knows.
    pub knowledge: Knowledge,
}

impl<'a> Setup<'a> {
    /// `workload` on `nodes` equal nodes, jobs being killed at their estimates.
    pub const fn cluster(workload: &'a [JobSpec], nodes: u32) -> Self {
        Self {
            workload,
            nodes,
            servers: &[],
            kill_at_estimate: true,
            knowledge: Knowledge::Estimates,
        }
    }

    /// `workload` on shared servers with so many processors each.
    pub const fn servers(workload: &'a [JobSpec], servers: &'a [u32]) -> Self {
        Self {
            servers,
            ..Self::cluster(workload, 0)
        }
    }

    /// How much work `spec` gets to do.
    #[inline]
    const fn work(&self, spec: &JobSpec) -> Duration {
        if self.kill_at_estimate && spec.estimate.0 < spec.runtime.0 {
            spec.estimate
        } else {
            spec.runtime
        }
    }

    fn check(&self) -> Result<(), ScenarioError> {
        if self.nodes == 0 && self.servers.is_empty() {
            return Err(ScenarioError::NoNodes);
        }
        if let Some(server) = self.servers.iter().position(|&processors| processors == 0) {
            return Err(ScenarioError::NoProcessors { server });
        }
        let capacity = self
            .servers
            .iter()
            .map(|&processors| u128::from(processors));
        let capacity = u128::from(self.nodes) + capacity.sum::<u128>();
        let (mut previous, mut area, mut longest) = (Time::ZERO, 0, 0);
        for (index, spec) in self.workload.iter().enumerate() {
            let job = JobId::new(index);
            self.check_job(job, spec, previous)?;
            let span = u128::from(spec.runtime.max(spec.estimate).0);
            area += span * u128::from(spec.nodes);
            longest = longest.max(span);
            // Whoever starts jobs in some order keeps half of the machine busy.
            let end = u128::from(spec.submit.0) + 2 * area / capacity + longest;
            // Half the range: doubled estimates stay within the other half.
            if end > u128::from(u64::MAX / 2) {
                return Err(ScenarioError::TooLong(job));
            }
            previous = spec.submit;
        }
        Ok(())
    }

    fn check_job(&self, job: JobId, spec: &JobSpec, previous: Time) -> Result<(), ScenarioError> {
        let (submit, nodes) = (spec.submit, spec.nodes);
        if nodes == 0 {
            return Err(ScenarioError::NoWidth(job));
        }
        if nodes > self.nodes && self.servers.is_empty() {
            let machine = self.nodes;
            return Err(ScenarioError::TooWide {
                job,
                nodes,
                machine,
            });
        }
        if spec.runtime == Duration::ZERO {
            return Err(ScenarioError::NoRuntime(job));
        }
        if spec.estimate == Duration::ZERO {
            return Err(ScenarioError::NoEstimate(job));
        }
        if submit < previous {
            return Err(ScenarioError::OutOfOrder {
                job,
                submit,
                previous,
            });
        }
        Ok(())
    }
}

/// One run of one workload. Holds neither policy nor sink: it is handed them
/// at each step, so either may be changed in the middle of a run.
#[derive(Debug)]
pub struct Simulation<'a> {
    state: State<'a>,
}

impl<'a> Simulation<'a> {
    /// Prepares a run.
    ///
    /// # Errors
    /// Whatever is wrong with the scenario or too small in the storage. After
    /// this a run cannot fail.
    pub fn new(setup: Setup<'a>, storage: Storage<'a>) -> Result<Self, ScenarioError> {
        setup.check()?;
        storage.check(
            setup.workload.len(),
            setup.nodes as usize,
            setup.servers.len(),
        )?;
        Ok(Self {
            state: State::new(setup, storage),
        })
    }

    /// Advances to the next instant at which anything happens, applies all
    /// that happens then, and lets `policy` decide once. `None` when over.
    #[inline]
    pub fn step<P: Policy + ?Sized>(
        &mut self,
        policy: &mut P,
        sink: &mut dyn Sink,
    ) -> Option<Time> {
        let state = &mut self.state;
        state.now = state.next_instant()?;
        while let Some(timer) = state.timers.pop_due(state.now) {
            // The other timers only wake the policy.
            if timer < state.setup.workload.len() {
                state.end(JobId::new(timer), sink);
            }
        }
        while let Some(spec) = state.setup.workload.get(state.next_arrival)
            && spec.submit <= state.now
        {
            state.submit(JobId::new(state.next_arrival), sink);
            state.next_arrival += 1;
        }
        let asks_why = sink.asks_why();
        policy.schedule(&mut Context::new(state, sink, asks_why));
        sink.instant(&View::new(&self.state));
        self.state.forget_ended();
        Some(self.state.now)
    }

    /// Steps to the end and returns when that was.
    ///
    /// Jobs may be left if the policy starts nobody any more.
    pub fn run<P: Policy + ?Sized>(&mut self, policy: &mut P, sink: &mut dyn Sink) -> Time {
        while self.step(policy, sink).is_some() {}
        self.state.now
    }

    /// The present state.
    pub fn view(&self) -> View<'_, 'a> {
        View::new(&self.state)
    }

    /// When the job in place `index` of the workload first started, if it has.
    pub fn started(&self, index: usize) -> Option<Time> {
        self.view().started(JobId::new(index))
    }

    /// When the job in place `index` of the workload completed or was killed,
    /// if it has.
    pub fn completed(&self, index: usize) -> Option<Time> {
        self.view().completed(JobId::new(index))
    }
}
