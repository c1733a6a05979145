//! When waiting jobs will start, as far as policies have said so.

use std::collections::BTreeMap;

use cosched_core::engine::HoldReason;
use cosched_core::{Event, Time};

use crate::record::choice::Choice;
use crate::scenario::PolicyName;

/// When each waiting job will start, where all have reservations.
pub(super) struct Plans {
    /// Whether they have.
    all_have: bool,
    pub(super) starts: BTreeMap<usize, Time>,
}

impl Plans {
    /// Those that jobs have under `choice`.
    pub(super) fn under(choice: &Choice) -> Self {
        let deciding = [choice.policy, choice.first_policy()];
        Self {
            all_have: deciding.contains(&PolicyName::Conservative),
            starts: BTreeMap::new(),
        }
    }

    /// Notes what an event says of them.
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
