//! The six metrics of Agile's paper, in the readings its text and its formulas allow.

use crate::record::Run;
use crate::record::metric::{Better, Metric, Value};
use crate::scenario::reference::sources::AGILE;

/// Makes a metric of the paper.
const fn of_quanta(
    [name, title, unit]: [&'static str; 3],
    decimals: usize,
    better: Better,
    sentence: &'static str,
    value: fn(&Run) -> Option<f64>,
) -> Metric {
    Metric {
        name,
        title,
        unit,
        decimals,
        better,
        least: 0.0,
        sentence,
        source: AGILE,
        is_defined: |run| run.policy.has_quanta(),
        value: Value::Kept(value),
    }
}

/// The metrics.
pub const METRICS: &[Metric] = &[
    of_quanta(
        ["agile_waiting", "waiting", "s"],
        3,
        Better::Less,
        "Seconds in the ready queue: response less execution, mean of all jobs",
        |run| Some(AgileMetrics::of(run).waiting),
    ),
    of_quanta(
        ["agile_turnaround", "turnaround", "s"],
        3,
        Better::Less,
        "Seconds from submission to completion, mean of all jobs",
        |run| Some(AgileMetrics::of(run).turnaround),
    ),
    of_quanta(
        ["agile_response", "response (eq. 2)", "s"],
        3,
        Better::Less,
        "The same: what the paper's equation 2 says",
        |run| Some(AgileMetrics::of(run).response),
    ),
    of_quanta(
        ["agile_response_text", "response (text)", "s"],
        3,
        Better::Less,
        "Seconds until the first start: what the paper's text says",
        |run| Some(AgileMetrics::of(run).response_text),
    ),
    of_quanta(
        ["agile_reaction", "reaction", "s"],
        3,
        Better::Less,
        "Seconds from submission to the first start, mean of all jobs (equation 3)",
        |run| Some(AgileMetrics::of(run).reaction),
    ),
    of_quanta(
        ["agile_slowdown", "slowdown (eq. 4)", ""],
        4,
        Better::Less,
        "Response over execution, mean of all jobs (equation 4 as typeset)",
        |run| Some(AgileMetrics::of(run).slowdown),
    ),
    of_quanta(
        ["agile_slowdown_text", "slowdown (text)", ""],
        4,
        Better::Less,
        "The sum of responses over the sum of executions: what the text says",
        |run| Some(AgileMetrics::of(run).slowdown_text),
    ),
    of_quanta(
        ["agile_utilisation", "utilisation (eq. 1)", ""],
        4,
        Better::More,
        "Useful processor time over all there is in the makespan (equation 1)",
        |run| Some(AgileMetrics::of(run).utilisation),
    ),
    of_quanta(
        ["agile_utilisation_spinning", "utilisation (spinning)", ""],
        4,
        Better::More,
        "The same with the time in which processes wait for others",
        |run| Some(AgileMetrics::of(run).utilisation_spinning),
    ),
];

/// The metrics of "Process grain size based scheduling of parallel jobs with Agile
/// algorithm", 2009, whose words and formulas differ in places
/// (fixtures/papers/agile.md, 3.5): means over all jobs, in seconds where they are times.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AgileMetrics {
    /// Time in the ready queue: response less execution.
    pub waiting: f64,
    /// From submission to completion.
    pub turnaround: f64,
    /// By equation 2: equal to the turnaround.
    pub response: f64,
    /// By the words "until the first response": until the first start.
    pub response_text: f64,
    /// By equation 3: until the first start.
    pub reaction: f64,
    /// By equation 4 as it is typeset: the mean of response over execution.
    pub slowdown: f64,
    /// By its description: the sum of responses over the sum of executions.
    pub slowdown_text: f64,
    /// By equation 1, with processors busy while they do useful work.
    pub utilisation: f64,
    /// As [`utilisation`](Self::utilisation), with processors busy also while processes wait for
    /// others.
    pub utilisation_spinning: f64,
}

impl AgileMetrics {
    /// Computes the metrics of `run`.
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
}
