//! Power of nodes, as whole numbers, and the energy of a run.

mod energy;
mod sleep;
mod steps;

pub(crate) use energy::PowerRecorder;
pub use energy::{JobEnergy, PowerRecord, Totals};
pub(crate) use sleep::SleepRecorder;
pub use sleep::{SleepRecord, SleepSpan};
pub use steps::{Period, Steps};

use cosched_core::Time;
use cosched_core::machine::Cap;

use crate::base::problem::Problem;
use crate::record::Run;
use crate::scenario::cluster::NodeKind;
use crate::scenario::power::{KindPower, Power};

/// Nanowatts in a watt and a milliwatt.
const WATT: f64 = 1e9;
const MILLIWATT: u64 = 1_000_000;

/// Power of a unit, in nanowatts: a node, or where jobs share nodes, a core with its part of the
/// node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitPower {
    /// While no job runs on it.
    pub idle: u64,
    /// While a job runs on it.
    pub busy: u64,
    /// While it sleeps.
    pub asleep: u64,
}

/// Units of equal power.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PowerKind {
    /// Number of such nodes.
    pub nodes: u32,
    /// Number of units of each node.
    pub each: u32,
    /// Power of a unit.
    pub unit: UnitPower,
}

/// Power of busy units and of those asleep, in nanowatts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PowerDraw {
    /// Number of busy units.
    pub units: u32,
    /// Their power.
    pub by_jobs: u128,
    /// Power of units that sleep.
    pub by_sleep: u128,
    /// Power of both if they were idle.
    pub idle_instead: u128,
}

impl PowerDraw {
    /// Adds `units` units.
    #[must_use]
    pub(super) fn with(self, kind: &PowerKind, units: u32) -> Self {
        let times = |one: u64| u128::from(units) * u128::from(one);
        Self {
            units: self.units + units,
            by_jobs: self.by_jobs + times(kind.unit.busy),
            by_sleep: self.by_sleep,
            idle_instead: self.idle_instead + times(kind.unit.idle),
        }
    }

    /// A node of this kind that sleeps.
    fn asleep(kind: &PowerKind) -> Self {
        let all = |unit: u64| u128::from(kind.each) * u128::from(unit);
        Self {
            by_sleep: all(kind.unit.asleep),
            idle_instead: all(kind.unit.idle),
            ..Self::default()
        }
    }

    fn plus(self, more: Self) -> Self {
        Self {
            units: self.units + more.units,
            by_jobs: self.by_jobs + more.by_jobs,
            by_sleep: self.by_sleep + more.by_sleep,
            idle_instead: self.idle_instead + more.idle_instead,
        }
    }

    fn minus(self, less: Self) -> Self {
        Self {
            units: self.units - less.units,
            by_jobs: self.by_jobs - less.by_jobs,
            by_sleep: self.by_sleep - less.by_sleep,
            idle_instead: self.idle_instead - less.idle_instead,
        }
    }
}

/// Power data of a machine.
#[derive(Clone, PartialEq, Debug)]
pub struct PowerData {
    /// Power of its nodes, in the order of the nodes.
    pub kinds: Vec<PowerKind>,
    /// Cost of a kWh, in millionths.
    pub cost: Option<Steps>,
    /// Carbon dioxide of a kWh, in millionths of a gram.
    pub carbon: Option<Steps>,
    /// Cap on the power of all nodes, in milliwatts.
    pub cap: Option<Steps>,
    /// Largest number of busy nodes under that cap.
    pub caps: Vec<Cap>,
}

impl PowerData {
    /// Makes the data of `nodes` nodes, or of the shared ones in `kinds`, without series.
    ///
    /// # Errors
    /// Busy nodes draw less than idle ones.
    pub fn new(requested: &Power, nodes: u32, kinds: &[NodeKind]) -> Result<Self, Problem> {
        let usual = KindPower {
            idle: requested.idle,
            busy: requested.busy,
            asleep: requested.asleep,
        };
        let shared = kinds.iter().map(|kind| {
            let power = kind.power.unwrap_or(usual);
            (kind.count, kind.cores.unwrap_or(1), power)
        });
        let all: Vec<_> = if kinds.is_empty() {
            vec![(nodes, 1, usual)]
        } else {
            shared.collect()
        };
        let mut found = Vec::new();
        for (nodes, each, power) in all {
            if power.busy < power.idle {
                return Err(Problem::input(format!(
                    "`power`: a busy node draws {} W and an idle one {} W; a busy one must draw as much at least",
                    power.busy, power.idle
                )));
            }
            let asleep = power.asleep.unwrap_or(power.idle);
            if asleep > power.idle {
                return Err(Problem::input(format!(
                    "`power`: a node that sleeps draws {asleep} W and an idle one {} W; it must draw as much at most",
                    power.idle
                )));
            }
            // To a milliwatt a node, and a nanowatt a core of it.
            let unit = |watts: f64| {
                let node = MILLIWATT * (watts * 1e3).round() as u64;
                (node + u64::from(each) / 2) / u64::from(each)
            };
            found.push(PowerKind {
                nodes,
                each,
                unit: UnitPower {
                    idle: unit(power.idle),
                    busy: unit(power.busy),
                    asleep: unit(asleep),
                },
            });
        }
        Ok(Self {
            kinds: found,
            cost: None,
            carbon: None,
            cap: None,
            caps: Vec::new(),
        })
    }

    /// Returns the kind of `node`.
    pub(super) fn kind(&self, node: u32) -> Option<&PowerKind> {
        let mut end = 0;
        self.kinds.iter().find(|kind| {
            end += kind.nodes;
            node < end
        })
    }

    /// Returns the power of `units` units of which some are busy, in nanowatts. Their number may
    /// differ from that of the kinds only where all are alike.
    pub fn drawn(&self, units: u32, busy: PowerDraw) -> u128 {
        let all = self.kinds.iter().map(|kind| {
            let own = match self.kinds.len() {
                1 => units,
                _ => kind.nodes * kind.each,
            };
            u128::from(own) * u128::from(kind.unit.idle)
        });
        all.sum::<u128>() - busy.idle_instead + busy.by_jobs + busy.by_sleep
    }

    /// Returns that power in watts.
    pub fn watts(&self, units: u32, busy: PowerDraw) -> f64 {
        self.drawn(units, busy) as f64 / WATT
    }

    /// Computes how many of `nodes` nodes may be busy under the cap.
    ///
    /// # Errors
    /// Idle nodes alone draw more, or jobs share nodes.
    pub fn bound(&mut self, nodes: u32) -> Result<(), Problem> {
        self.caps.clear();
        let Some(cap) = &self.cap else {
            return Ok(());
        };
        let [PowerKind { each: 1, unit, .. }] = *self.kinds else {
            return Err(Problem::input(
                "`power`: a cap goes with equal nodes that jobs do not share: leave it out, or `kinds`",
            ));
        };
        let idle = self.drawn(nodes, PowerDraw::default());
        for (from, most) in cap.all() {
            let cap = u128::try_from(most).unwrap_or(0) * u128::from(MILLIWATT);
            let Some(left) = cap.checked_sub(idle) else {
                return Err(Problem::input(format!(
                    "`power`: a cap of {} W from {from} s on is less than the {} W that {nodes} idle nodes draw; it must be as much at least",
                    most as f64 / 1e3,
                    idle as f64 / WATT
                )));
            };
            let busy = match unit.busy - unit.idle {
                0 => nodes,
                more => u32::try_from(left / u128::from(more))
                    .unwrap_or(nodes)
                    .min(nodes),
            };
            self.caps.push(Cap { from, nodes: busy });
        }
        Ok(())
    }
}

impl Run {
    /// Returns the power of its nodes, if known.
    pub fn power(&self) -> Option<&PowerRecord> {
        self.details.get()
    }

    /// Returns the number of nodes at `at`: nodes added in a branch did not exist before.
    pub fn nodes_at(&self, at: Time) -> u32 {
        let added = self.experiment.added().iter();
        let missing = added.filter(|added| added.at > at).map(|added| added.count);
        self.experiment.nodes - missing.sum::<u32>()
    }
}
