//! Comparison of two policies' makespans on the same graphs.

use super::super::Estimate;
use super::Graph;

/// Per cent by which the makespan of `policy` is below that of `base` on a graph.
pub(super) fn gain(graph: &Graph, servers: usize, policy: usize, base: usize) -> f64 {
    let makespans = &graph.makespans[servers];
    100.0 * (1.0 - makespans[policy] / makespans[base])
}

/// Gains of one policy over another on many graphs.
pub(super) struct Gains(pub(super) Vec<f64>);

impl Gains {
    /// Gains of `policy` over `base` on `graphs`.
    pub(super) fn of(graphs: &[Graph], servers: usize, policy: usize, base: usize) -> Self {
        let gains = graphs.iter();
        Self(
            gains
                .map(|graph| gain(graph, servers, policy, base))
                .collect(),
        )
    }

    /// Mean gain.
    pub(super) fn mean(&self) -> Option<Estimate> {
        Estimate::of(&self.0)
    }

    /// Per cent of the graphs on which there is a gain.
    pub(super) fn often(&self) -> Option<Estimate> {
        let gained = self.0.iter();
        let gained = gained.map(|gain| if *gain > 0.0 { 100.0 } else { 0.0 });
        Estimate::of(&gained.collect::<Vec<_>>())
    }

    /// Whether the mean is significantly above 0.
    pub(super) fn is_sure(&self) -> bool {
        let mean = self.mean();
        mean.is_some_and(|mean| mean.mean > 0.0 && mean.is_significant())
    }

    /// Whether `reported` lies in the interval of the mean, or below it.
    pub(super) fn reaches(&self, reported: f64) -> bool {
        let mean = self.mean();
        mean.is_some_and(|mean| mean.mean + mean.half_width.unwrap_or(0.0) >= reported)
    }

    /// Mean and interval as text.
    pub(super) fn words(&self) -> String {
        self.mean().map_or("none".to_owned(), words)
    }

    /// Mean and interval as text, and the share of graphs with a gain.
    pub(super) fn words_and_often(&self) -> String {
        let often = self.often().map_or(f64::NAN, |often| often.mean);
        format!("{} (better on {often:.0} % of graphs)", self.words())
    }
}

/// Per cent with their interval.
pub(super) fn words(estimate: Estimate) -> String {
    match estimate.half_width {
        Some(half) => format!("{:.1} ± {half:.1} %", estimate.mean),
        None => format!("{:.1} %", estimate.mean),
    }
}
