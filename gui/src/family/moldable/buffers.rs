//! The desktop's memory for policies that choose the sizes of jobs.

use cosched_core::engine::Setup;
use cosched_core::machine::tiers::{TierBuffers, TierSeat};
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::moldable::{Moldable, MoldableBuffers, Rule};
use cosched_core::storage::words_for;
use cosched_core::workload::Share;
use cosched_core::{JobId, Profile};

use crate::base::problem::Problem;
use crate::scenario::PolicyName;

/// Buffers of KCEASY, greedy parallel, fair-shared and ADaSA.
#[derive(Debug, Default)]
pub(crate) struct OwnedMolding {
    tiers: [Vec<Option<JobId>>; 2],
    choice: Vec<(Share, u32)>,
    seats: Vec<TierSeat>,
    words: Vec<u64>,
    order: Vec<Option<JobId>>,
    sizes: Vec<u32>,
}

impl OwnedMolding {
    /// Room for the policy `name`; none for others.
    pub(crate) fn new(name: PolicyName, setup: &Setup<'_>) -> Self {
        if !name.molds() {
            return Self::default();
        }
        let (jobs, nodes) = (setup.workload.len(), setup.nodes as usize);
        Self {
            tiers: [vec![None; nodes], vec![None; nodes]],
            choice: vec![(Share::NONE, 0); nodes],
            seats: vec![TierSeat::EMPTY; jobs],
            words: vec![0; words_for(nodes)],
            order: vec![None; jobs],
            sizes: vec![0; jobs],
        }
    }

    /// The policy, on these buffers and `profile`.
    ///
    /// # Errors
    /// A buffer is too small.
    pub(crate) fn policy<'p>(
        &'p mut self,
        rule: Rule,
        profile: Profile<'p>,
        setup: &Setup<'p>,
    ) -> Result<AnyPolicy<'p>, Problem> {
        let [foreground, background] = &mut self.tiers;
        let buffers = MoldableBuffers {
            tiers: TierBuffers {
                foreground,
                background,
                choice: &mut self.choice,
                seats: &mut self.seats,
                words: &mut self.words,
            },
            profile,
            order: &mut self.order,
            sizes: &mut self.sizes,
        };
        let moldable = Moldable::new(rule, setup.nodes, setup.workload.len(), buffers);
        let moldable = moldable.map_err(|error| Problem::input(error.to_string()))?;
        Ok(AnyPolicy::Moldable(moldable))
    }
}
