//! What nodes draw, as whole numbers, and what came of it in a run.

mod drawn;
mod steps;

pub(crate) use drawn::PowerRecorder;
pub use drawn::{OfJob, PowerRecord, Totals};
pub use steps::Steps;

use cosched_core::Time;
use cosched_core::machine::Cap;

use crate::base::problem::Problem;
use crate::record::Run;
use crate::scenario::power::Power;

/// Milliwatts for each watt.
const MILLI: f64 = 1e3;

/// What a node draws, in milliwatts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodePower {
    /// While nobody runs on it.
    pub idle: u64,
    /// While a job runs on it.
    pub busy: u64,
}

/// What is known of the power of a machine.
#[derive(Clone, PartialEq, Debug)]
pub struct PowerData {
    /// What each of its nodes draws.
    pub nodes: NodePower,
    /// What a kWh costs, in millionths.
    pub cost: Option<Steps>,
    /// Grams of carbon dioxide that a kWh comes with, in millionths.
    pub carbon: Option<Steps>,
    /// Milliwatts that all nodes may draw.
    pub cap: Option<Steps>,
    /// How many nodes may be busy under that cap.
    pub caps: Vec<Cap>,
}

impl PowerData {
    /// What is said of nodes without series.
    ///
    /// # Errors
    /// Busy nodes draw less than idle ones.
    pub fn new(asked: &Power) -> Result<Self, Problem> {
        let milliwatts = |watts: f64| (watts * MILLI).round() as u64;
        let nodes = NodePower {
            idle: milliwatts(asked.idle),
            busy: milliwatts(asked.busy),
        };
        if nodes.busy < nodes.idle {
            return Err(Problem::input(format!(
                "`power`: a busy node draws {} W and an idle one {} W; a busy one must draw as much at least",
                asked.busy, asked.idle
            )));
        }
        Ok(Self {
            nodes,
            cost: None,
            carbon: None,
            cap: None,
            caps: Vec::new(),
        })
    }

    /// What `nodes` nodes draw of which so many are busy, in milliwatts.
    pub fn drawn(&self, nodes: u32, busy: u32) -> u64 {
        let idle = u64::from(nodes.saturating_sub(busy));
        idle * self.nodes.idle + u64::from(busy) * self.nodes.busy
    }

    /// Finds out how many of `nodes` nodes may be busy under the cap.
    ///
    /// # Errors
    /// Idle nodes alone draw more.
    pub fn bound(&mut self, nodes: u32) -> Result<(), Problem> {
        let idle = self.drawn(nodes, 0);
        let more = self.nodes.busy - self.nodes.idle;
        self.caps.clear();
        for (from, most) in self.cap.iter().flat_map(Steps::all) {
            let most = u64::try_from(most).unwrap_or(0);
            let Some(left) = most.checked_sub(idle) else {
                return Err(Problem::input(format!(
                    "`power`: a cap of {} W from {from} s on is less than the {} W that {nodes} idle nodes draw; it must be as much at least",
                    most as f64 / MILLI,
                    idle as f64 / MILLI
                )));
            };
            let busy = match more {
                0 => nodes,
                more => u32::try_from(left / more).unwrap_or(nodes).min(nodes),
            };
            self.caps.push(Cap { from, nodes: busy });
        }
        Ok(())
    }
}

impl Run {
    /// What its nodes drew, if that is known of them.
    pub fn power(&self) -> Option<&PowerRecord> {
        self.details.get()
    }

    /// Nodes that are there at `at`: those that are new in a branch were not before.
    pub fn nodes_at(&self, at: Time) -> u32 {
        let added = self.experiment.added().iter();
        let missing = added.filter(|added| added.at > at).map(|added| added.count);
        self.experiment.nodes - missing.sum::<u32>()
    }
}
