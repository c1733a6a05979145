//! A metric: what it is called, what it means, and how it comes from a run.

use cosched_core::Metrics;

use super::Run;
use super::spread::Spreads;
#[cfg(any(test, feature = "window"))]
use crate::base::what::What;
use crate::base::words;

/// One number that a run is measured by: a row of a table.
#[derive(Debug)]
pub struct Metric {
    /// Its name in `summary.csv` and in `expect` blocks.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its unit, or nothing.
    pub unit: &'static str,
    /// Decimals shown on a terminal.
    pub decimals: usize,
    /// Which of two values is better.
    pub better: Better,
    /// The least it can be: no interval of it reaches below.
    pub least: f64,
    /// What it means.
    pub sentence: &'static str,
    /// Where its definition comes from.
    pub source: &'static str,
    /// Of which runs it says anything; of others it is absent, never 0.
    pub applies: fn(&Run) -> bool,
    /// Where its value comes from.
    pub value: Value,
}

/// Which of two values is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Better {
    /// The smaller one.
    Less,
    /// The greater one.
    More,
    /// Neither is.
    Neither,
}

impl Metric {
    /// A value of it for people: a time in its two largest units, or a number.
    pub(crate) fn in_words(&self, value: f64) -> String {
        if self.unit == "s" {
            words::span(value)
        } else {
            words::number(value)
        }
    }
}

#[cfg(any(test, feature = "window"))]
impl Metric {
    /// What is said of it to those who ask.
    pub(crate) fn what(&self) -> What {
        let better = match self.better {
            Better::Less => "lower is better",
            Better::More => "higher is better",
            Better::Neither => "neither more nor less is better",
        };
        What {
            name: self.title.to_owned(),
            meaning: crate::base::shown::quoted(self.sentence),
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

/// Where the value of a metric comes from.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// From a run of which every job was kept.
    Kept(fn(&Run) -> Option<f64>),
    /// From how waits, responses and slowdowns of its jobs are distributed: found once for all
    /// metrics that come from it, as each costs a selection among all jobs.
    Spread(fn(&Spreads) -> f64),
    /// From sums, also where no job was kept.
    Summed(fn(&Sums<'_>) -> f64),
}

/// What is known of every run, even where only sums were kept.
#[derive(Clone, Copy, Debug)]
pub struct Sums<'r> {
    /// The sums.
    pub metrics: &'r Metrics,
    /// Nodes of the machine.
    pub nodes: u32,
    /// How large a part of what they could do in the makespan was there to be done: nodes
    /// that are new in it were not there before; see [`Run::share_there`].
    pub there: f64,
    /// Useful work over what the machine could do in the makespan.
    pub utilisation: f64,
}

/// It says something of every run.
pub const fn always(_: &Run) -> bool {
    true
}
