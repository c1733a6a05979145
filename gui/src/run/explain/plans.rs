//! Planned starts of waiting jobs, as far as policies report them.

use std::collections::BTreeMap;

use cosched_core::engine::HoldReason;
use cosched_core::{Event, Time};

use crate::record::choice::Choice;
use crate::scenario::PolicyName;

/// Planned starts of waiting jobs, where every job has a reservation.
pub(super) struct Plans {
    /// Whether every job has one.
    all_have: bool,
    pub(super) starts: BTreeMap<usize, Time>,
}

impl Plans {
    /// The plans of jobs under `choice`.
    pub(super) fn under(choice: &Choice) -> Self {
        let deciding = [choice.policy, choice.first_policy()];
        Self {
            all_have: deciding.contains(&PolicyName::Conservative),
            starts: BTreeMap::new(),
        }
    }

    /// Updates the plans by an event.
    pub(super) fn note(&mut self, event: Event) {
        if !self.all_have {
            return;
        }
        match event {
            Event::Held(job, HoldReason::Reserved { start }) => {
                self.starts.insert(job.index(), start);
            }
            Event::Held(job, _) | Event::Started(job, _) | Event::Killed(job, _) => {
                self.starts.remove(&job.index());
            }
            _ => {}
        }
    }
}
