//! Data of jobs for people, and what only a scenario gives.

use cosched_core::slots::{Cost, Criterion, Performance};
use cosched_core::workload::Class;
use cosched_core::{Duration, Rate};

use crate::scenario::coscheduling::GrainClass;

/// Data of a job for people, which the simulation does not need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobLabel {
    /// Its number in the log or the scenario.
    pub number: u64,
    /// Its user, if known.
    pub user: Option<u32>,
    /// The user's group, if known.
    pub group: Option<u32>,
    /// Its quality of service, if known.
    pub qos: Option<u32>,
    /// Its queue, if known; the Lublin model's type (0 interactive, 1 batch).
    pub queue: Option<u32>,
    /// Its application, if known.
    pub executable: Option<u32>,
    /// Memory it asks for, in the log's unit (KB for each processor in SWF), if known.
    pub requested_memory: Option<u64>,
    /// Recorded wait, if the log has it.
    pub recorded_wait: Option<Duration>,
    /// What only a scenario gives, if it does: jobs of logs are many, and have nothing of it.
    pub terms: Option<Box<Terms>>,
}

/// Data of a job that only a scenario gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Its class, if the scenario gives it.
    pub class: Option<Class>,
    /// Frequency of its processes' barriers, if the scenario gives it.
    pub grain: Option<GrainClass>,
    /// Processor time between two barriers, if the scenario gives it.
    pub barrier: Option<Duration>,
    /// The share of a node that each process uses, if the scenario gives it.
    pub utilisation: Option<Rate>,
    /// Its bid for nodes.
    pub bid: Bid,
}

impl Terms {
    /// Terms of a job of which the scenario says nothing.
    pub const NONE: Self = Self {
        class: None,
        grain: None,
        barrier: None,
        utilisation: None,
        bid: Bid::NONE,
    };
}

/// Names of users, accounts (or groups), qualities of service and partitions (or queues), by the
/// numbers from 1 on that [`JobLabel`] has for them; numbers beyond have no name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameTables {
    /// Users.
    pub users: Vec<String>,
    /// Accounts, or groups.
    pub accounts: Vec<String>,
    /// Qualities of service.
    pub qos: Vec<String>,
    /// Partitions, or queues.
    pub partitions: Vec<String>,
}

impl NameTables {
    /// Returns the name in `names` with this number, or the number.
    pub fn name(names: &[String], number: u32) -> String {
        let index = (number as usize).checked_sub(1);
        let name = index.and_then(|index| names.get(index));
        name.map_or_else(|| number.to_string(), Clone::clone)
    }
}

/// Bid of a job for nodes, where the scenario gives one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bid {
    /// The most it pays.
    pub budget: Option<Cost>,
    /// Criterion of its best window.
    pub criterion: Option<Criterion>,
    /// The least performance of its nodes.
    pub least: Option<Performance>,
}

impl Bid {
    /// An empty bid.
    pub const NONE: Self = Self {
        budget: None,
        criterion: None,
        least: None,
    };
}

impl JobLabel {
    /// Makes a label of a number only.
    pub const fn numbered(number: u64) -> Self {
        Self {
            number,
            user: None,
            group: None,
            qos: None,
            queue: None,
            executable: None,
            requested_memory: None,
            recorded_wait: None,
            terms: None,
        }
    }

    /// Returns its terms; empty ones if it has none.
    pub fn terms(&self) -> &Terms {
        self.terms.as_deref().unwrap_or(&Terms::NONE)
    }
}

#[cfg(test)]
mod tests {
    use cosched_core::JobSpec;

    use super::*;
    use crate::record::{Outcome, Segment};

    /// The bound was set before it was tried.
    #[test]
    fn a_job_of_a_log_takes_at_most_200_bytes_with_its_run_and_schedule() {
        let of_experiment = size_of::<JobSpec>() + size_of::<JobLabel>();
        let of_run = size_of::<Outcome>() + size_of::<Class>() + size_of::<Segment>();
        assert!(
            of_experiment + of_run <= 200,
            "{of_experiment} and {of_run}"
        );
    }

    #[test]
    fn a_job_of_which_the_scenario_says_nothing_has_empty_terms() {
        assert_eq!(JobLabel::numbered(7).terms(), &Terms::NONE);
        assert_eq!(Terms::NONE, Terms::default());
    }
}
