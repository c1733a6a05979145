//! Heap buffers of Scojo-PECT.

use cosched_core::engine::Setup;
use cosched_core::machine::Candidate;
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::slicing::{Classes, ScojoPect, Slicing, SlicingBuffers, held_words_for};
use cosched_core::workload::Class;

use crate::base::problem::Problem;
use crate::family::profile::OwnedProfile;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::{Buffers, problem};
use crate::record::Experiment;
use crate::scenario::Parameters;

/// Buffers of Scojo-PECT.
#[derive(Debug)]
pub(crate) struct OwnedSlicing {
    profile: OwnedProfile,
    slicing: Slicing,
    classes: Box<[Class]>,
    held: Box<[u64]>,
    candidates: Box<[Candidate]>,
    chosen: Box<[u32]>,
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
        let nodes = setup.nodes as usize;
        Ok(Self {
            profile: OwnedProfile::of(setup.jobs(), setup),
            slicing: parameters.slicing.to_core().map_err(problem)?,
            classes: experiment.classes(parameters).into(),
            held: vec![0; held_words_for(nodes)].into(),
            candidates: vec![Candidate::EMPTY; nodes].into(),
            chosen: vec![0; nodes].into(),
        })
    }
}

impl Buffers for OwnedSlicing {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let buffers = SlicingBuffers {
            profile: self.profile.as_profile(),
            held: &mut self.held,
            candidates: &mut self.candidates,
            chosen: &mut self.chosen,
        };
        let classes = Classes::Given(&self.classes);
        let policy = ScojoPect::new(&self.slicing, classes, buffers, setup);
        Ok(AnyPolicy::ScojoPect(policy.map_err(problem)?).into())
    }
}
