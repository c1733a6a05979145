//! A queue as it stands as a scenario of its own: to be looked at, changed and passed on.

use std::collections::HashSet;

use super::standing::StandingQueue;
use crate::base::problem::Problem;

use crate::scenario::{Job, Machine, Scenario, Workload};

impl StandingQueue<'_> {
    /// The running jobs, then the waiting ones in the order in which they are tried, all submitted
    /// at 0 s, which is the present; each runs until its limit. Neither users nor their limits are in it. Jobs have the
    /// numbers that are their names, if all of them are numbers.
    ///
    /// # Errors
    /// Nodes are shared, so that it also matters where the running jobs are.
    ///
    /// ```
    /// use cosched_laboratory::run::{predict::standing::StandingQueue, sample::simulated};
    /// use cosched_core::Time;
    /// let run = simulated(
    ///     "(machine: Cluster(nodes: 4), policies: [Easy], workload: Jobs([
    ///         (submit: 0, runtime: 80, estimate: 100, nodes: 3),
    ///         (submit: 1, runtime: 100, nodes: 4),
    ///     ]))",
    /// );
    /// let name = |job: usize| format!("{}", 70 + job);
    /// let at = Time::from_seconds(10);
    /// let queue = StandingQueue { run: &run, at, order: None, name: &name, unit: "node" };
    /// let scenario = queue.scenario("at 10 s".to_owned())?;
    /// let cosched_laboratory::scenario::Workload::Jobs(jobs) = &scenario.workload else { panic!() };
    /// assert_eq!((jobs[0].id, jobs[0].runtime, jobs[0].nodes), (Some(70), 90.0, 3));
    /// assert_eq!((jobs[1].id, jobs[1].runtime, jobs[1].nodes), (Some(71), 100.0, 4));
    /// # Ok::<(), cosched_laboratory::base::problem::Problem>(())
    /// ```
    pub fn scenario(&self, title: String) -> Result<Scenario, Problem> {
        if !self.counts_units() {
            return Err(Problem::input(
                "where jobs share nodes it also matters where those that run are: the queue is not written as a scenario",
            ));
        }
        let state = self.state();
        let all: Vec<usize> = state
            .running
            .iter()
            .chain(&state.waiting)
            .copied()
            .collect();
        let numbers: Vec<Option<u64>> = all
            .iter()
            .map(|&job| (self.name)(job).parse().ok())
            .collect();
        let distinct: HashSet<u64> = numbers
            .iter()
            .flatten()
            .copied()
            .filter(|number| *number > 0)
            .collect();
        let has_numbers = distinct.len() == all.len();
        let future = state.by_estimates(self.run);
        let jobs = future.jobs.iter().zip(numbers).map(|(spec, number)| Job {
            id: number.filter(|_| has_numbers),
            ..Job::new(0.0, spec.estimate.seconds(), spec.nodes)
        });
        let machine = Machine::cluster(Some(future.nodes));
        let mut scenario = Scenario::of(machine, Workload::Jobs(jobs.collect()));
        scenario.title = title;
        scenario.policies = vec![self.run.policy];
        scenario.parameters = self.run.parameters.clone();
        Ok(scenario)
    }
}
