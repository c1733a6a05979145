//! Planned starts of waiting jobs, as far as policies report them.

use std::collections::BTreeMap;

use cosched_core::engine::WaitReason;
use cosched_core::{Event, Time};

use crate::record::choice::Choice;
use crate::scenario::PolicyName;

/// Planned starts of waiting jobs, where every job has a reservation.
pub(super) struct PlannedStarts {
    /// Whether every job has one.
    all_reserved: bool,
    pub(super) starts: BTreeMap<usize, Time>,
}

impl PlannedStarts {
    /// The plans of jobs under `choice`.
    pub(super) fn under(choice: &Choice) -> Self {
        let deciding = [choice.policy, choice.first_policy()];
        Self {
            all_reserved: deciding.into_iter().any(PolicyName::plans_all),
            starts: BTreeMap::new(),
        }
    }

    /// Updates the plans by an event.
    pub(super) fn on_event(&mut self, event: Event) {
        if !self.all_reserved {
            return;
        }
        match event {
            Event::StillWaiting(job, WaitReason::Reserved { start }) => {
                self.starts.insert(job.index(), start);
            }
            Event::StillWaiting(job, _) | Event::Started(job, _) | Event::Killed(job, _) => {
                self.starts.remove(&job.index());
            }
            _ => {}
        }
    }
}
