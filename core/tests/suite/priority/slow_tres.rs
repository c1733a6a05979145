//! Trackable resources by the slow program: weighed and billed in whole numbers.

use cosched_core::policy::priority::{
    BilledUnits, Billing, BillingRule, PriorityAttributes, TresAmounts, TresFactors, TresWeights,
};

use super::oracle::Case;

/// Weights in quarters, so that no sum of them is rounded: of cores, memory, nodes, what is billed,
/// and GPUs.
type Quarters = [i128; 5];

/// Amounts in that order; the fourth is made of the others.
type Drawn = [u64; 5];

/// Resources of the jobs of a run, and their weights.
#[derive(Clone, Debug)]
pub(super) struct DrawnTres {
    weights: Quarters,
    is_normalised: bool,
    rule: BillingRule,
    // Of each partition: weights, if it has some, and amounts.
    billing: [Option<Quarters>; 3],
    whole: [Drawn; 3],
    requested: Vec<Drawn>,
}

impl DrawnTres {
    /// Resources of jobs that ask for `standings` on nodes of so many cores; often without any weight.
    pub(super) fn drawn(
        below: &mut dyn FnMut(u64) -> u64,
        standings: &[PriorityAttributes],
        (nodes, cores): (u32, u32),
    ) -> Self {
        let is_weighed = below(2) == 0;
        let mut weights =
            || [(); 5].map(|()| i128::from(is_weighed) * [0, 1, 4, 4000, -1200][below(5) as usize]);
        let weights = weights();
        let billing = [(); 3].map(|()| {
            let is_billed = below(3) == 0;
            is_billed.then(|| [(); 5].map(|()| [0, 1, 4, 10][below(4) as usize]))
        });
        let whole = [(); 3].map(|()| {
            let nodes = u64::from(nodes) + below(3);
            [nodes * u64::from(cores), 16 * below(9), nodes, 0, below(5)]
        });
        let requested = standings.iter().map(|standing| {
            let (nodes, cores) = (standing.nodes.into(), standing.cpus.into());
            [cores, nodes * below(32), nodes, 0, nodes * below(3)]
        });
        let requested = requested.collect();
        let rules = [
            BillingRule::Sum,
            BillingRule::Greatest,
            BillingRule::GreatestAndGpus,
        ];
        Self {
            weights,
            is_normalised: below(4) > 0,
            rule: rules[below(3) as usize],
            billing,
            whole,
            requested,
        }
    }

    /// Quarters of a unit billed for `amounts` in `partition`; for cores alone without weights.
    fn quarters(&self, amounts: Drawn, partition: usize) -> i128 {
        let weights = self.billing[partition].unwrap_or([4, 0, 0, 0, 0]);
        let [cores, memory, nodes, _, gpus] =
            [0, 1, 2, 3, 4].map(|index| weights[index] * i128::from(amounts[index]));
        match (self.billing[partition], self.rule) {
            (None, _) => cores,
            (_, BillingRule::Sum) => cores + memory + nodes + gpus,
            (_, BillingRule::Greatest) => cores.max(memory).max(nodes).max(gpus),
            (_, BillingRule::GreatestAndGpus) => cores.max(memory).max(nodes) + gpus,
        }
    }

    /// Millionths of a unit that the job at index `job` is charged for, if its partition has weights.
    pub(super) fn millionths(&self, job: usize, partition: u32) -> Option<u128> {
        let partition = partition as usize;
        self.billing[partition]?;
        let quarters = self.quarters(self.requested[job], partition);
        Some(250_000 * quarters as u128)
    }

    /// Part of the priority of the job at index `job`, as one fraction.
    pub(super) fn term(&self, job: usize, partition: u32) -> f64 {
        let partition = partition as usize;
        let with_billing = |mut amounts: Drawn| {
            amounts[3] = self.quarters(amounts, partition) as u64 / 4;
            amounts
        };
        let requested = with_billing(self.requested[job]);
        let whole = with_billing(self.whole[partition]);
        let (mut sum, mut denominator) = (0, 4);
        for index in 0..5 {
            let whole = match (self.is_normalised, whole[index]) {
                (false, _) => 1,
                (true, 0) => continue,
                (true, whole) => i128::from(whole),
            };
            let term = self.weights[index] * i128::from(requested[index]);
            sum = sum * whole + term * denominator / 4;
            denominator *= whole;
        }
        sum as f64 / denominator as f64
    }

    /// `standing` of the job at index `job` with what the program under test makes of its resources.
    pub(super) fn standing(&self, job: usize, standing: PriorityAttributes) -> PriorityAttributes {
        let partition = standing.partition as usize;
        let billing = self.billing[partition].map(|weights| Billing {
            weights: floats(weights),
            rule: self.rule,
        });
        let of_cores = Billing {
            weights: TresWeights {
                cores: 1.0,
                ..TresWeights::default()
            },
            rule: BillingRule::Sum,
        };
        let amounts = |drawn: Drawn| {
            let [cores, memory, nodes, _, gpus] = drawn;
            let amounts = TresAmounts {
                cores,
                memory,
                nodes,
                billing: 0,
                gpus,
            };
            let billing = billing.unwrap_or(of_cores).units(&amounts) as u64;
            TresAmounts { billing, ..amounts }
        };
        let requested = amounts(self.requested[job]);
        let factors = TresFactors {
            weights: floats(self.weights),
            is_normalised: self.is_normalised,
        };
        PriorityAttributes {
            billed: billing.map(|billing| BilledUnits::rounded(billing.units(&requested))),
            tres: factors.term(&requested, &amounts(self.whole[partition])),
            ..standing
        }
    }
}

fn floats(quarters: Quarters) -> TresWeights {
    let [cores, memory, nodes, billing, gpus] = quarters.map(|weight| weight as f64 / 4.0);
    TresWeights {
        cores,
        memory,
        nodes,
        billing,
        gpus,
    }
}

/// The random runs would hold a policy to nothing that came out the same without resources.
#[test]
fn weights_and_billing_make_a_difference() {
    let mut different = [0; 2];
    for seed in 0..500 {
        let case = Case::drawn(seed);
        let starts = case.by_policy();
        let [mut without_weights, mut without_billing] = [case.clone(), case];
        without_weights.tres.weights = [0; 5];
        without_billing.tres.billing = [None; 3];
        for (count, without) in different.iter_mut().zip([without_weights, without_billing]) {
            *count += usize::from(without.by_policy() != starts);
        }
    }
    let [by_weights, by_billing] = different;
    assert!(by_weights > 100, "{by_weights}");
    assert!(by_billing > 20, "{by_billing}");
}
