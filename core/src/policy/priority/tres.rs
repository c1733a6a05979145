//! Trackable resources (TRES), in the priority of a job and in what it is charged for.
//!
//! By slurm.conf(5), `PriorityWeightTRES`, `TRESBillingWeights` and `PriorityFlags`, and the page
//! "Trackable RESources". Sums are of floating-point numbers, and in this order, there as well.

/// A value for each trackable resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tres<T> {
    /// Cores.
    pub cores: T,
    /// Memory, in the unit of the caller.
    pub memory: T,
    /// Nodes.
    pub nodes: T,
    /// What is billed for the others, see [`Billing`].
    pub billing: T,
    /// GPUs.
    pub gpus: T,
}

/// Amounts of trackable resources, of a job or of all nodes of a partition.
pub type TresAmounts = Tres<u64>;

/// Weights of an amount of one; 0 where a resource does not count.
pub type TresWeights = Tres<f64>;

impl<T> Tres<T> {
    /// All of them, in the order in which they are added up.
    fn all(self) -> [T; 5] {
        let Self {
            cores,
            memory,
            nodes,
            billing,
            gpus,
        } = self;
        [cores, memory, nodes, billing, gpus]
    }
}

/// Rule by which weighted amounts become what is billed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BillingRule {
    /// Their sum.
    #[default]
    Sum,
    /// The greatest of them (`MAX_TRES`).
    Greatest,
    /// The greatest of cores, memory and nodes, and GPUs besides (`MAX_TRES_GRES`).
    GreatestAndGpus,
}

/// What is billed for resources in a partition (`TRESBillingWeights`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Billing {
    /// Weights of an amount of one; that of [`Tres::billing`] has no effect.
    pub weights: TresWeights,
    /// Rule.
    pub rule: BillingRule,
}

impl Billing {
    /// Units billed for `amounts`.
    pub fn units(&self, amounts: &TresAmounts) -> f64 {
        let weighted = |amount: u64, weight: f64| amount as f64 * weight;
        let (weights, greater) = (&self.weights, |a: f64, b: f64| if a < b { b } else { a });
        let of_nodes = [
            weighted(amounts.cores, weights.cores),
            weighted(amounts.memory, weights.memory),
            weighted(amounts.nodes, weights.nodes),
        ];
        let gpus = weighted(amounts.gpus, weights.gpus);
        // The greatest is at least 0.
        let greatest = of_nodes.into_iter().fold(0.0, greater);
        match self.rule {
            BillingRule::Sum => of_nodes.into_iter().sum::<f64>() + gpus,
            BillingRule::Greatest => greater(greatest, gpus),
            BillingRule::GreatestAndGpus => greatest + gpus,
        }
    }
}

/// Weights of trackable resources in priorities (`PriorityWeightTRES`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TresFactors {
    /// Weights, also below 0.
    pub weights: TresWeights,
    /// Whether amounts count as parts of what the partition has; otherwise as they are
    /// (`NO_NORMAL_TRES`).
    pub is_normalised: bool,
}

impl TresFactors {
    /// Part of the priority of a job that requests `requested` in a partition that has `partition` in all.
    ///
    /// Of what the partition does not have any amount counts as nothing.
    pub fn term(&self, requested: &TresAmounts, partition: &TresAmounts) -> TresTerm {
        let amounts = requested.all().into_iter().zip(partition.all());
        let part = |(requested, whole): (u64, u64)| {
            if !self.is_normalised {
                requested as f64
            } else if whole == 0 {
                0.0
            } else {
                requested as f64 / whole as f64
            }
        };
        let terms = amounts.map(part).zip(self.weights.all());
        TresTerm::of(terms.map(|(part, weight)| part * weight).sum())
    }
}

/// Part of a priority that comes from trackable resources.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TresTerm(i128);

impl TresTerm {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// Binary places behind the point.
    pub(super) const PLACES: u32 = 32;

    /// The nearest to `sum` that is not below it: priorities are rounded down, and what is a whole
    /// number but for the last place of a sum is one.
    fn of(sum: f64) -> Self {
        // Far beyond all priorities, and far within an `i128`.
        const MOST: f64 = 1e30;
        let scaled = sum * (1_u64 << Self::PLACES) as f64;
        Self(libm::ceil(scaled.clamp(-MOST, MOST)) as i128)
    }

    /// In parts of 2^-[`PLACES`](Self::PLACES).
    pub(super) const fn scaled(self) -> i128 {
        self.0
    }
}

/// Units that a running job is charged for, in millionths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BilledUnits(u64);

impl BilledUnits {
    /// Millionths of a unit in one.
    pub(super) const MILLIONTHS: u64 = 1_000_000;

    /// So many units.
    pub const fn units(units: u32) -> Self {
        Self(units as u64 * Self::MILLIONTHS)
    }

    /// `units`, rounded to millionths; nothing below 0.
    pub fn rounded(units: f64) -> Self {
        // The conversion saturates, and makes nothing of what is no number.
        Self(libm::round(units * Self::MILLIONTHS as f64) as u64)
    }

    /// In millionths.
    pub(super) const fn millionths(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // A node of 16 cores, 64 GiB and two GPUs, as in the example of Slurm's page on TRES:
    // TRESBillingWeights=CPU=1.0,Mem=0.25G,GRES/gpu=2.0.
    const WEIGHTS: TresWeights = TresWeights {
        cores: 1.0,
        memory: 0.25 / 1024.0,
        nodes: 0.0,
        billing: 100.0,
        gpus: 2.0,
    };

    const fn amounts(cores: u64, gibibytes: u64, gpus: u64) -> TresAmounts {
        TresAmounts {
            cores,
            memory: 1024 * gibibytes,
            nodes: 1,
            billing: 7,
            gpus,
        }
    }

    #[test]
    fn billing_is_a_sum_or_the_greatest() {
        let units = |rule, amounts| {
            let weights = WEIGHTS;
            Billing { weights, rule }.units(&amounts)
        };
        // 1 core, 8 GiB: 1 + 0.25 * 8 = 3, or 2.
        assert_eq!(units(BillingRule::Sum, amounts(1, 8, 0)), 3.0);
        assert_eq!(units(BillingRule::Greatest, amounts(1, 8, 0)), 2.0);
        // With 3 GPUs 6 more, or 6, or 2 + 6.
        assert_eq!(units(BillingRule::Sum, amounts(1, 8, 3)), 9.0);
        assert_eq!(units(BillingRule::Greatest, amounts(1, 8, 3)), 6.0);
        assert_eq!(units(BillingRule::GreatestAndGpus, amounts(1, 8, 3)), 8.0);
    }

    #[test]
    fn a_term_is_the_weighted_sum_of_parts() {
        let weights = TresWeights {
            cores: 1000.0,
            memory: -2000.0,
            nodes: 10.0,
            billing: 7.0,
            gpus: 3000.0,
        };
        let factors = |is_normalised| TresFactors {
            weights,
            is_normalised,
        };
        let whole = TresAmounts {
            nodes: 4,
            billing: 14,
            ..amounts(16, 64, 0)
        };
        // 1000 * 4/16 - 2000 * 8/64 + 10 * 1/4 + 7 * 7/14, and no GPU is there: 250 - 250 + 2.5 + 3.5.
        let requested = amounts(4, 8, 2);
        let found = factors(true).term(&requested, &whole);
        assert_eq!(found, TresTerm(6 << TresTerm::PLACES));
        // 1000 * 4 - 2000 * 8192 + 10 + 49 + 3000 * 2.
        let found = factors(false).term(&requested, &whole);
        assert_eq!(found, TresTerm(-16_373_941 << TresTerm::PLACES));
    }

    #[test]
    fn a_sum_that_is_whole_but_for_its_last_place_is_whole() {
        // Ten tenths are in binary a bit below 1.
        let parts = [0.1; 10].into_iter().sum();
        assert!(parts < 1.0);
        assert_eq!(TresTerm::of(parts).scaled(), 1 << TresTerm::PLACES);
        assert_eq!(TresTerm::of(f64::NAN), TresTerm::NONE);
        assert!(TresTerm::of(f64::INFINITY).scaled() < i128::MAX / 4);
    }

    #[test]
    fn billed_units_are_rounded_to_millionths() {
        assert_eq!(BilledUnits::rounded(3.0), BilledUnits::units(3));
        assert_eq!(BilledUnits::rounded(1.953_125_4).millionths(), 1_953_125);
        assert_eq!(BilledUnits::rounded(-1.0), BilledUnits::default());
    }
}
