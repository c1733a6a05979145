//! Heap buffers of Scojo-PECT.

use cosched_core::engine::Setup;
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::slicing::{BoxedSlicing, Classes, ScojoPect, Slicing};
use cosched_core::workload::Class;

use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::{Buffers, problem};
use crate::record::Experiment;
use crate::scenario::Parameters;

/// Buffers of Scojo-PECT.
#[derive(Debug)]
pub(crate) struct OwnedSlicing {
    slicing: Slicing,
    classes: Box<[Class]>,
    buffers: BoxedSlicing,
}

impl OwnedSlicing {
    /// Allocates for the jobs of `experiment`.
    ///
    /// # Errors
    /// The parameters are invalid.
    pub(crate) fn new(
        experiment: &Experiment,
        parameters: &Parameters,
        setup: &Setup<'_>,
    ) -> Result<Self, Problem> {
        Ok(Self {
            slicing: parameters.slicing.to_core().map_err(problem)?,
            classes: experiment.classes(parameters).into(),
            buffers: BoxedSlicing::new(setup),
        })
    }
}

impl Buffers for OwnedSlicing {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let buffers = self.buffers.as_buffers();
        let classes = Classes::Given(&self.classes);
        let policy = ScojoPect::new(&self.slicing, classes, buffers, setup);
        Ok(AnyPolicy::ScojoPect(policy.map_err(problem)?).into())
    }
}
