//! The six metrics of Agile's paper, in the readings its text and its formulas allow.

use crate::record::Run;

/// The metrics of "Process grain size based scheduling of parallel jobs with Agile
/// algorithm", 2009, whose words and formulas differ in places (specification
/// 3.5): means over all jobs, in seconds where they are times.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AgileMetrics {
    /// Time in the ready queue: response less execution.
    pub waiting: f64,
    /// From submission to completion.
    pub turnaround: f64,
    /// By equation 2 the same as turnaround.
    pub response: f64,
    /// By the words "until the first response": until the first start.
    pub response_text: f64,
    /// By equation 3: until the first start.
    pub reaction: f64,
    /// By equation 4 as it is typeset: the mean of response over execution.
    pub slowdown: f64,
    /// As it is described: the sum of responses over the sum of executions.
    pub slowdown_text: f64,
    /// By equation 1, with processors busy while they do useful work.
    pub utilisation: f64,
    /// The same with processors busy, too, while processes wait for others.
    pub utilisation_spinning: f64,
}

impl AgileMetrics {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// Those of `run`.
    pub fn of(run: &Run) -> Self {
        let jobs = run.admitted().count();
        let mean = |sum: f64| sum / jobs.max(1) as f64;
        let executed = run.outcomes.iter().map(|job| job.executed.seconds());
        let executed: f64 = executed.sum();
        let responses = run.admitted().map(|job| run.response(job).seconds());
        let responses: f64 = responses.sum();
        let metrics = &run.metrics;
        let nodes = run.experiment.nodes;
        let capacity = f64::from(nodes) * metrics.makespan().seconds();
        let utilisation = metrics.utilisation(nodes);
        Self {
            waiting: mean(responses - executed),
            turnaround: metrics.mean_response(),
            response: metrics.mean_response(),
            response_text: metrics.mean_wait(),
            reaction: metrics.mean_wait(),
            slowdown: metrics.mean_slowdown(),
            slowdown_text: responses / executed.max(f64::MIN_POSITIVE),
            utilisation,
            utilisation_spinning: utilisation + run.spun / capacity.max(f64::MIN_POSITIVE),
        }
    }

    /// In the order of the fields.
    pub fn values(self) -> [f64; Self::COUNT] {
        [
            self.waiting,
            self.turnaround,
            self.response,
            self.response_text,
            self.reaction,
            self.slowdown,
            self.slowdown_text,
            self.utilisation,
            self.utilisation_spinning,
        ]
    }
}
