//! Priority of a job: the weighted sum of its factors, as a whole number.

use super::members::Factor;
use super::tres::{BilledUnits, TresTerm};
use crate::units::time::{Duration, Time};

/// Weights of the factors of a priority; factors are from 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Weights {
    /// Weight of its waiting time (`PriorityWeightAge`).
    pub age: u32,
    /// Weight of the unused part of its user's share (`PriorityWeightFairshare`).
    pub fairshare: u32,
    /// Weight of its size (`PriorityWeightJobSize`).
    pub job_size: u32,
    /// Weight of the priority of its partition (`PriorityWeightPartition`).
    pub partition: u32,
    /// Weight of the priority of its quality of service (`PriorityWeightQOS`).
    pub qos: u32,
}

impl Weights {
    /// All weights 0, Slurm's defaults.
    pub const NONE: Self = Self {
        age: 0,
        fairshare: 0,
        job_size: 0,
        partition: 0,
        qos: 0,
    };
}

/// Parameters of priorities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Multifactor {
    /// Weights of the factors.
    pub weights: Weights,
    /// Waiting time from which on the age factor is 1 (`PriorityMaxAge`).
    pub max_age: Duration,
    /// Whether small jobs have the larger factor (`PriorityFavorSmall`).
    pub favour_small: bool,
    /// Number of nodes of the machine.
    pub nodes: u32,
    /// Number of its CPUs.
    pub cpus: u32,
    /// The greatest priority of a partition.
    pub greatest_partition: u32,
    /// The greatest priority of a quality of service.
    pub greatest_qos: u32,
}

impl Multifactor {
    /// A machine of so many nodes and CPUs with the default values, under which all jobs are
    /// equal.
    pub const fn new(nodes: u32, cpus: u32) -> Self {
        Self {
            weights: Weights::NONE,
            max_age: Duration::from_seconds(7 * 86_400),
            favour_small: false,
            nodes,
            cpus,
            greatest_partition: 0,
            greatest_qos: 0,
        }
    }

    /// Priority, at least 1, of a job that has waited for `age`, with its user's factor of
    /// `fairshare`.
    pub fn priority(&self, age: Duration, fairshare: Factor, standing: &PriorityAttributes) -> u32 {
        self.with_time(age, fairshare, self.fixed(standing))
    }

    /// Part of the priority of a job that does not change with time.
    pub(super) fn fixed(&self, standing: &PriorityAttributes) -> i128 {
        let weights = self.weights;
        // The mean of the parts of nodes and of CPUs, as measured in 39 of 39 priorities of a real
        // Slurm.
        let size = |requested: u32, machine: u32| {
            let (requested, machine) = (u64::from(requested), u64::from(machine));
            // With small jobs favoured, a job of one has the whole weight.
            let part = if self.favour_small {
                (machine + 1).saturating_sub(requested.max(1))
            } else {
                requested.min(machine)
            };
            term(weights.job_size, part, 2 * machine)
        };
        let (partition, qos) = (standing.partition, standing.qos);
        let sum = size(standing.nodes, self.nodes)
            + size(standing.cpus, self.cpus)
            + normalised(weights.partition, partition, self.greatest_partition)
            + normalised(weights.qos, qos, self.greatest_qos);
        // Each of six terms may be too small by one in its last place: then thirds of
        // a whole add up to it.
        sum as i128 + 6 + standing.tres.scaled() - (i128::from(standing.nice) << PLACES)
    }

    /// Priority from its constant part and the part that changes with time.
    pub(super) fn with_time(&self, age: Duration, fairshare: Factor, fixed: i128) -> u32 {
        let (weights, max_age) = (self.weights, self.max_age.0.max(1));
        let sum = term(weights.age, age.0.min(max_age), max_age)
            + term(
                weights.fairshare,
                fairshare.numerator(),
                fairshare.denominator(),
            );
        let priority = (sum as i128 + fixed) >> PLACES;
        priority.clamp(1, i128::from(u32::MAX)) as u32
    }
}

/// Binary places behind the point in a sum of terms.
const PLACES: u32 = TresTerm::PLACES;

/// `weight` times `priority / greatest`.
fn normalised(weight: u32, priority: u32, greatest: u32) -> u128 {
    term(weight, priority.min(greatest).into(), greatest.into())
}

/// `weight` times `part / whole`, rounded down.
fn term(weight: u32, part: u64, whole: u64) -> u128 {
    if weight == 0 || part == 0 {
        return 0;
    }
    let weight = u128::from(weight) << PLACES;
    // Below 2^64 times 2^64.
    (weight * u128::from(part))
        .checked_div(u128::from(whole))
        .unwrap_or(0)
}

/// Stored priority of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredPriority {
    /// As last calculated; 0 before.
    pub(super) priority: u32,
    pub(super) fixed: i128,
    /// Since when its usage is counted, while it runs.
    pub(super) charged_from: Option<Time>,
}

impl StoredPriority {
    /// An unused entry, for new buffers.
    pub const NOTHING: Self = Self {
        priority: 0,
        fixed: 0,
        charged_from: None,
    };
}

/// Attributes of a job for its priority, besides its age.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PriorityAttributes {
    /// Index of its user among the members; there is no share for another number.
    pub user: u32,
    /// Number of nodes that it requests: 1 for tasks on any number of nodes.
    pub nodes: u32,
    /// Number of CPUs that it requests.
    pub cpus: u32,
    /// Number of CPUs that it is charged for while it runs: those of whole nodes, if it gets them.
    /// From the first calculation after it entered the queue on, they are its size as well.
    pub charged: u32,
    /// What it is charged for instead of them, where its partition has
    /// [weights](super::Billing) of its own.
    pub billed: Option<BilledUnits>,
    /// Part of its priority that comes from the resources that it requests, see
    /// [`TresFactors`](super::TresFactors).
    pub tres: TresTerm,
    /// The priority of its partition.
    pub partition: u32,
    /// The priority of its quality of service.
    pub qos: u32,
    /// Amount subtracted.
    pub nice: i32,
}

impl PriorityAttributes {
    /// A job of so many nodes and CPUs of an unknown user.
    pub const fn of_unknown_user(nodes: u32, cpus: u32) -> Self {
        Self {
            user: u32::MAX,
            nodes,
            cpus,
            charged: cpus,
            billed: None,
            tres: TresTerm::NONE,
            partition: 0,
            qos: 0,
            nice: 0,
        }
    }

    /// What it is charged for while it runs.
    pub fn billed_units(&self) -> BilledUnits {
        self.billed.unwrap_or(BilledUnits::units(self.charged))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_priority_is_the_weighted_sum_rounded_down() {
        let multifactor = Multifactor {
            weights: Weights {
                age: 1000,
                fairshare: 3000,
                job_size: 100,
                partition: 10,
                qos: 200,
            },
            greatest_partition: 4,
            greatest_qos: 3,
            ..Multifactor::new(16, 64)
        };
        let standing = PriorityAttributes {
            user: 0,
            partition: 1,
            qos: 2,
            nice: 20,
            ..PriorityAttributes::of_unknown_user(2, 24)
        };
        let age = Duration::from_seconds(86_400);
        // Its size is (2/16 + 24/64) / 2 = 1/4.
        // 1000/7 + 3000/3 + 100/4 + 10/4 + 400/3 - 20 = 142.86 + 1000 + 25 + 2.5 + 133.33 -
        // 20
        assert_eq!(
            multifactor.priority(age, Factor::new(1, 3), &standing),
            1283
        );
        let small = Multifactor {
            favour_small: true,
            ..multifactor
        };
        // 100 * (15/16 + 41/64) / 2 = 78.91 instead of 25: 1337.6.
        assert_eq!(small.priority(age, Factor::new(1, 3), &standing), 1337);
    }

    #[test]
    fn parts_that_make_a_whole_do_and_extremes_stay_in_range() {
        let weights = Weights {
            partition: 1,
            qos: 2,
            ..Weights::NONE
        };
        let multifactor = Multifactor {
            weights,
            greatest_partition: 3,
            greatest_qos: 6,
            ..Multifactor::new(0, 0)
        };
        let standing = PriorityAttributes {
            partition: 1,
            qos: 2,
            ..PriorityAttributes::of_unknown_user(7, 7)
        };
        // 1/3 + 2/3 = 1, and nice is 2 below it: at least 1.
        assert_eq!(
            multifactor.priority(Duration::ZERO, Factor::NONE, &standing),
            1
        );
        let raised = PriorityAttributes {
            nice: -1,
            ..standing
        };
        assert_eq!(
            multifactor.priority(Duration::ZERO, Factor::NONE, &raised),
            2
        );
        let lowered = PriorityAttributes {
            nice: i32::MAX,
            ..standing
        };
        assert_eq!(
            multifactor.priority(Duration::ZERO, Factor::NONE, &lowered),
            1
        );
        let most = Multifactor {
            weights: Weights {
                age: u32::MAX,
                fairshare: u32::MAX,
                ..weights
            },
            max_age: Duration::MAX,
            ..multifactor
        };
        let whole = Factor::new(u64::from(u32::MAX), u64::from(u32::MAX));
        assert_eq!(most.priority(Duration::MAX, whole, &standing), u32::MAX);
    }
}
