//! What each family brings: its policies, buffers for them, and what listens to their runs.

use std::fmt::Debug;

use cosched_core::engine::Setup;

use super::ready::ReadyPolicy;
use crate::base::problem::Problem;
use crate::record::choice::Choice;
use crate::record::details::Recorders;
use crate::record::metric::Metric;
use crate::record::{Experiment, Run};
use crate::scenario::PolicyName;

/// A family of policies.
#[derive(Debug)]
pub struct Family {
    /// Its name in headings.
    pub title: &'static str,
    /// Its policies.
    pub policies: &'static [PolicyName],
    /// What its runs are measured by, besides what all runs are.
    pub metrics: &'static [Metric],
    /// What is said of a run in a line below its row on the terminal, if anything.
    pub(crate) line: fn(&Run) -> &'static [&'static [Metric]],
    /// What it adds to each job in `jobs.csv`, if anything.
    pub(crate) columns: Option<Columns>,
    /// Further tables of a run, each with the name of its file.
    pub(crate) tables: fn(&Run) -> Vec<Table>,
    /// Buffers for one of them, of the size that the setup of an experiment needs.
    pub(crate) buffers: MakeBuffers,
    /// Adds what listens to a run, if it has anything to hear; the flag says whether all
    /// that charts need is wanted.
    pub(crate) listen: for<'e> fn(&'e Experiment, &Choice, bool, &mut Recorders<'e>),
}

/// Columns of `jobs.csv`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    /// Their names.
    pub(crate) names: &'static [&'static str],
    /// Of which runs they are.
    pub(crate) applies: fn(&Run) -> bool,
    /// As many cells for a job, by its place.
    pub(crate) cells: fn(&Run, usize) -> Vec<String>,
}

/// The name of a file, and its rows.
pub(crate) type Table = (&'static str, Vec<Vec<String>>);

/// No line.
pub(crate) fn no_line(_: &Run) -> &'static [&'static [Metric]] {
    &[]
}

/// No tables.
pub(crate) fn no_tables(_: &Run) -> Vec<Table> {
    Vec::new()
}

type MakeBuffers = fn(&Experiment, &Choice, &Setup<'_>) -> Result<Box<dyn Buffers>, Problem>;

/// The buffers of a policy.
pub trait Buffers: Debug {
    /// The policy, on these buffers.
    ///
    /// # Errors
    /// The parameters do not suit the workload.
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem>;
}

/// What the core says is wrong, as a problem of the input.
pub(crate) fn problem(error: impl std::fmt::Display) -> Problem {
    Problem::input(error.to_string())
}
