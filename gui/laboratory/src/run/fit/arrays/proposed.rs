//! Limits of arrays on their own tasks, as they are proposed.

use crate::base::format::{count, number, span};
use crate::run::fit::evidence::Hold;
use crate::scenario::Cluster;
use crate::scenario::cluster::array_licence;

/// Most arrays that are named.
const MOST_NAMED: usize = 3;

/// An array whose tasks were held.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct HeldArray {
    pub(super) number: u64,
    pub(super) tasks: u32,
    pub(super) running: u32,
    pub(super) hold: Hold,
}

/// Limits of arrays on their own tasks.
#[derive(Clone, PartialEq, Debug)]
pub struct ProposedArrays(pub(super) Vec<HeldArray>);

impl ProposedArrays {
    pub(in crate::run::fit) fn in_words(&self) -> String {
        let most = |one: &HeldArray| format!("{} of array {}", one.running, one.number);
        let all: Vec<String> = self.0.iter().map(most).collect();
        format!("limit on the tasks at once (%n): {}", all.join(", "))
    }

    pub(in crate::run::fit) fn evidence(&self) -> String {
        let named = self.0.iter().take(MOST_NAMED);
        let mut each: Vec<String> = named.map(HeldArray::in_words).collect();
        if self.0.len() > MOST_NAMED {
            let more = self.0.len() - MOST_NAMED;
            each.push(format!("and {} more", count(more as u64)));
        }
        format!(
            "held by it, or by one of a user who had nothing else: {}",
            each.join("; ")
        )
    }

    /// Takes them into the machine: licences of which each task holds one.
    pub(in crate::run::fit) fn apply(&self, cluster: &mut Cluster) {
        for one in &self.0 {
            let name = array_licence(one.number);
            cluster.licences.insert(name, one.running);
        }
    }
}

impl HeldArray {
    fn in_words(&self) -> String {
        format!(
            "array {} never had more than {} of its {} tasks at once, and just as many in {} % of the {} in which {} of them waited though there was room",
            self.number,
            self.running,
            count(u64::from(self.tasks)),
            number((1000.0 * self.hold.share).floor() / 10.0),
            span(self.hold.held as f64 / 1e3),
            count(u64::from(self.hold.jobs))
        )
    }
}
