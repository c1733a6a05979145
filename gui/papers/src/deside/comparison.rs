//! Comparison of two policies' makespans on the same graphs.

use super::super::Estimate;
use super::super::trials::{Metric, Treatment, Trials};
use super::Graphs;

/// Per cent by which the makespans of one policy are below those of another, graph by graph.
pub(super) struct Gains(pub(super) Vec<f64>);

impl Gains {
    /// Gains of the first policy of `pair` over the second.
    pub(super) fn of(
        trials: &Trials<Graphs>,
        graphs: Graphs,
        pair: (Treatment, Treatment),
        on_servers: Metric,
    ) -> Self {
        Self(trials.savings(graphs, pair, on_servers))
    }

    /// Mean gain.
    pub(super) fn mean(&self) -> Option<Estimate> {
        Estimate::of(&self.0)
    }

    /// Per cent of the graphs on which there is a gain.
    pub(super) fn share_of_gains(&self) -> Option<Estimate> {
        Estimate::of_share(self.0.iter().map(|gain| *gain > 0.0))
    }

    /// Whether the mean is significantly above 0.
    pub(super) fn is_significant(&self) -> bool {
        self.mean().is_some_and(|mean| mean.is_gain())
    }

    /// Whether `reported` lies in the interval of the mean, or below it.
    pub(super) fn reaches(&self, reported: f64) -> bool {
        let mean = self.mean();
        mean.is_some_and(|mean| mean.mean + mean.half_width.unwrap_or(0.0) >= reported)
    }

    /// Mean and interval as text.
    pub(super) fn text(&self) -> String {
        let mean = self.mean();
        mean.map_or("none".to_owned(), |mean| {
            format!("{} %", mean.with_decimals(1))
        })
    }

    /// Mean and interval as text, and the share of graphs with a gain.
    pub(super) fn text_with_share(&self) -> String {
        let often = self.share_of_gains().map_or(f64::NAN, |often| often.mean);
        format!("{} (better on {often:.0} % of graphs)", self.text())
    }
}
