//! A metric: its name, its meaning, and its computation from a run.

use cosched_core::Metrics;

use super::Run;
use super::spread::Spreads;
use crate::base::description::Description;
use crate::base::format;

/// A metric of a run: a row of a table.
#[derive(Debug)]
pub struct Metric {
    /// Its name in `summary.csv` and in `expect` blocks.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its unit, or an empty text.
    pub unit: &'static str,
    /// Number of decimals on a terminal.
    pub decimals: usize,
    /// Which of two values is better.
    pub better: Better,
    /// The least it can be: no interval of it reaches below.
    pub least: f64,
    /// Meaning.
    pub sentence: &'static str,
    /// Source of its definition.
    pub source: &'static str,
    /// Whether it is defined for a run; elsewhere it is absent, never 0.
    pub is_defined: fn(&Run) -> bool,
    /// How its value is computed.
    pub value: Value,
}

/// Which of two values is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Better {
    /// The smaller one.
    Less,
    /// The larger one.
    More,
    /// Neither is.
    Neither,
}

impl Metric {
    /// Returns a value in words: a time in its two largest units, or a number.
    pub fn in_words(&self, value: f64) -> String {
        if self.unit == "s" {
            format::span(value)
        } else {
            format::number(value)
        }
    }
}

impl Metric {
    /// Returns its description for tooltips.
    pub fn description(&self) -> Description {
        let better = match self.better {
            Better::Less => "lower is better",
            Better::More => "higher is better",
            Better::Neither => "neither more nor less is better",
        };
        Description {
            name: self.title.to_owned(),
            meaning: crate::base::sanitize::quoted(self.sentence),
            unit: match self.unit {
                "" => "none: a plain number".to_owned(),
                unit => unit.to_owned(),
            },
            range: better.to_owned(),
            usual: None,
            source: self.source.to_owned(),
            written: format!("in summary.csv: {}", self.name),
        }
    }
}

/// Source of a metric's value.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A run of which every job was kept.
    Kept(fn(&Run) -> Option<f64>),
    /// The distributions of waits, responses and slowdowns of its jobs: computed once for all
    /// metrics that use them, as each costs a selection among all jobs.
    Spread(fn(&Spreads) -> f64),
    /// Sums, which exist also where no job was kept.
    Summed(fn(&Sums<'_>) -> Option<f64>),
}

/// Data of every run, even where only sums were kept.
#[derive(Clone, Copy, Debug)]
pub struct Sums<'r> {
    /// The sums.
    pub metrics: &'r Metrics,
    /// Number of nodes of the machine.
    pub nodes: u32,
    /// Share of the machine's capacity in the makespan that existed: added nodes did not exist
    /// before; see [`Run::existing_share`].
    pub existing_share: f64,
    /// Useful work over the machine's capacity in the makespan.
    pub utilisation: f64,
    /// Whether nodes may go out of service.
    pub has_outages: bool,
}

impl Sums<'_> {
    /// A value of the jobs that ended; none where no job did.
    pub fn of_jobs(&self, value: impl FnOnce(&Metrics) -> f64) -> Option<f64> {
        (self.metrics.jobs > 0).then(|| value(self.metrics))
    }
}

/// Condition of a metric that is defined for every run.
pub const fn always(_: &Run) -> bool {
    true
}
