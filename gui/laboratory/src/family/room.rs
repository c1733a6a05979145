//! The parts of each family: the buffers of its policies, and recorders of their runs.

use std::fmt::Debug;

use cosched_core::engine::Setup;

use super::ready_policy::ReadyPolicy;
use crate::base::problem::Problem;
use crate::record::choice::Choice;
use crate::record::details::Recorders;
use crate::record::metric::Metric;
use crate::record::{Experiment, Run};

/// A family of policies.
#[derive(Debug)]
pub struct Family {
    /// Its name in headings.
    pub title: &'static str,
    /// Its addition to runs.
    pub addition: Addition,
    /// Makes the buffers of one of its policies, of the size that the setup of an experiment needs.
    pub(crate) buffers: MakeBuffers,
}

/// Addition of a family of policies, or of a feature of a machine, to runs and their results.
#[derive(Clone, Copy, Debug)]
pub struct Addition {
    /// Metrics of its runs, besides those of all runs.
    pub metrics: &'static [Metric],
    /// Whether a report has them beside those of all runs.
    pub is_in_report: bool,
    /// Metrics in a line below a run's row on the terminal, if any.
    pub line_metrics: fn(&Run) -> &'static [&'static [Metric]],
    /// Further lines there.
    pub lines: fn(&Run) -> Vec<String>,
    /// Useful work over what the machine could do in the makespan, where that is not the work of
    /// whole nodes.
    pub utilisation: fn(&Run) -> Option<f64>,
    /// Columns it adds to each job in `jobs.csv`, if any.
    pub(crate) columns: Option<Columns>,
    /// Further tables of a run, each with the name of its file.
    pub(crate) tables: fn(&Run) -> Vec<Table>,
    /// Adds the recorders of a run, if it has any.
    pub(crate) add_recorders: AddRecorders,
}

impl Addition {
    /// Nothing: the record and the metrics of every run suffice.
    pub const NONE: Self = Self {
        metrics: &[],
        is_in_report: false,
        line_metrics: |_| &[],
        lines: |_| Vec::new(),
        utilisation: |_| None,
        columns: None,
        tables: |_| Vec::new(),
        add_recorders: |_, _, _, _| Ok(()),
    };
}

/// Adds recorders to those of a run; the flag requests all that charts need.
type AddRecorders =
    for<'e> fn(&'e Experiment, &Choice, bool, &mut Recorders<'e>) -> Result<(), Problem>;

/// Columns of `jobs.csv`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    /// Their names.
    pub(crate) names: &'static [&'static str],
    /// Whether a run has them.
    pub(crate) applies: fn(&Run) -> bool,
    /// The cells of the job at an index, as many as names.
    pub(crate) cells: fn(&Run, usize) -> Vec<String>,
}

/// The name of a file, and its rows.
pub(crate) type Table = (&'static str, Vec<Vec<String>>);

type MakeBuffers = fn(&Experiment, &Choice, &Setup<'_>) -> Result<Box<dyn Buffers>, Problem>;

/// The buffers of a policy.
pub trait Buffers: Debug {
    /// The policy, on these buffers.
    ///
    /// # Errors
    /// The parameters do not suit the workload.
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem>;
}

/// An error of the core, as a problem of the input.
pub(crate) fn problem(error: impl std::fmt::Display) -> Problem {
    Problem::input(error.to_string())
}
