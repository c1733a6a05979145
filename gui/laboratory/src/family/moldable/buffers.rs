//! Heap buffers of policies that choose the sizes of jobs.

use cosched_core::JobId;
use cosched_core::engine::Setup;
use cosched_core::engine::storage::words_for;
use cosched_core::machine::tiers::{TierAssignment, TierBuffers};
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::moldable::{Moldable, MoldableBuffers, Rule};
use cosched_core::workload::Share;

use crate::base::problem::Problem;
use crate::family::profile::OwnedProfile;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::{Buffers, problem};
use crate::record::choice::Choice;

/// Buffers of KCEASY, greedy parallel, fair-shared and ADaSA.
#[derive(Debug)]
pub(super) struct OwnedMolding {
    rule: Rule,
    profile: OwnedProfile,
    tiers: [Vec<Option<JobId>>; 2],
    choice: Vec<(Share, u32)>,
    seats: Vec<TierAssignment>,
    words: Vec<u64>,
    order: Vec<Option<JobId>>,
    sizes: Vec<u32>,
}

impl OwnedMolding {
    /// Allocates for the policy of `choice`.
    pub(super) fn new(choice: &Choice, setup: &Setup<'_>) -> Self {
        let (jobs, nodes) = (setup.workload.len(), setup.nodes as usize);
        Self {
            rule: choice.parameters.molding.rule(choice.policy),
            profile: OwnedProfile::of(setup.profiled_jobs(), setup),
            tiers: [vec![None; nodes], vec![None; nodes]],
            choice: vec![(Share::NONE, 0); nodes],
            seats: vec![TierAssignment::EMPTY; jobs],
            words: vec![0; words_for(nodes)],
            order: vec![None; jobs],
            sizes: vec![0; jobs],
        }
    }
}

impl Buffers for OwnedMolding {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let [foreground, background] = &mut self.tiers;
        let buffers = MoldableBuffers {
            tiers: TierBuffers {
                foreground,
                background,
                choice: &mut self.choice,
                assignments: &mut self.seats,
                words: &mut self.words,
            },
            profile: self.profile.as_profile(),
            order: &mut self.order,
            sizes: &mut self.sizes,
        };
        let moldable = Moldable::new(self.rule, setup.nodes, setup.workload.len(), buffers);
        Ok(AnyPolicy::Moldable(moldable.map_err(problem)?).into())
    }
}
