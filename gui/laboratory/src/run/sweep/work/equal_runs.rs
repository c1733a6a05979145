//! Runs of a sweep that are the same simulation at several points: those with the same machine and
//! jobs, under the same policy with the same parameters as far as it heeds any.

use std::collections::HashMap;

use super::super::hash::Hash;
use super::super::plan::Plan;
use crate::base::ron_text::write_ron;
use crate::record::choice::Choice;
use crate::record::choices::choices;
use crate::scenario::{Parameters, PolicyName, Scenario, Variant, to_ron};

/// A run of a point: its index among the policies there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RunOfPoint {
    pub(super) point: u32,
    pub(super) policy: u32,
}

/// Which runs of a plan are equal with any one seed.
#[derive(Debug, Default)]
pub(super) struct EqualRuns {
    /// For each point the group of each of its runs.
    groups: Vec<Vec<u32>>,
    /// For each group its runs, in order.
    members: Vec<Vec<RunOfPoint>>,
    /// For each group the hash of all that its runs come from but the seed.
    hashes: Vec<Hash>,
}

impl EqualRuns {
    pub(super) fn of(plan: &Plan) -> Self {
        let mut all = Self::default();
        let mut known: HashMap<String, u32> = HashMap::new();
        for (index, point) in plan.points.iter().enumerate() {
            let experiment = experiment_text(&point.scenario);
            let groups = choices(&point.scenario)
                .into_iter()
                .map(restricted)
                .zip(0..);
            let groups = groups.map(|(choice, policy)| {
                let run = RunOfPoint {
                    point: index as u32,
                    policy,
                };
                // What is not known to come from its input alone is a group of its own.
                let hash = run_text(&choice).map_or_else(
                    || Hash::of(&[&run.point.to_le_bytes(), &run.policy.to_le_bytes()]),
                    |own| Hash::of(&[experiment.as_bytes(), own.as_bytes(), b"equal"]),
                );
                let next = all.members.len() as u32;
                let group = *known.entry(hash.text().to_owned()).or_insert(next);
                if group == next {
                    all.members.push(Vec::new());
                    all.hashes.push(hash);
                }
                all.members[group as usize].push(run);
                group
            });
            let groups = groups.collect();
            all.groups.push(groups);
        }
        all
    }

    /// The groups of the runs of a point, in order.
    pub(super) fn groups(&self, point: usize) -> &[u32] {
        &self.groups[point]
    }

    /// The runs of a group.
    pub(super) fn members(&self, group: u32) -> &[RunOfPoint] {
        &self.members[group as usize]
    }

    /// Whether a group has several runs.
    pub(super) fn is_shared(&self, group: u32) -> bool {
        self.members(group).len() > 1
    }

    /// The name of a group's run with `seed`, which is the same in every program that works on the
    /// plan.
    pub(super) fn name(&self, group: u32, seed: u64) -> String {
        let hash = Hash::of_hashes([&self.hashes[group as usize]], &seed.to_le_bytes());
        hash.text().to_owned()
    }
}

/// Text of all that the experiment of a scenario comes from. Of the policies this is their names, as
/// these decide what jobs may ask for, and of parameters those that every run heeds.
fn experiment_text(scenario: &Scenario) -> String {
    let named = |variant: &Variant| Variant {
        policy: variant.policy,
        label: None,
        parameters: Parameters::default(),
    };
    to_ron(&Scenario {
        title: String::new(),
        variants: scenario.variants.iter().map(named).collect(),
        parameters: scenario.parameters.heeded_by(PolicyName::Recorded),
        ..scenario.clone()
    })
}

/// `choice` with those parameters alone that its policy heeds: what is not handed over makes no
/// difference. Foreign policies and branches get all.
pub(super) fn restricted(choice: Choice) -> Choice {
    let parameters = match choice.branch {
        None => choice.parameters.heeded_by(choice.policy),
        Some(_) => choice.parameters,
    };
    Choice {
        parameters,
        ..choice
    }
}

/// Text of all that the run of a restricted `choice` comes from besides the experiment; `None` if
/// a foreign policy decides, which need not do the same again, or there is a branch.
fn run_text(choice: &Choice) -> Option<String> {
    let is_foreign = matches!(choice.policy, PolicyName::Own(_) | PolicyName::External(_));
    (!is_foreign && choice.branch.is_none()).then(|| {
        write_ron(&Variant {
            policy: choice.policy,
            label: None,
            parameters: choice.parameters.clone(),
        })
    })
}
