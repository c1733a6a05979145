//! Shared servers in a scenario.

use cosched_core::Duration;
use cosched_core::machine::contention::{Among, Cycles, Remote, ServerSpec, Sharing, Unused};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::server_fields;
use crate::scenario::fields;
use crate::scenario::fields::nanoseconds;

/// Servers that jobs share. The defaults are those of the DESiDE paper.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Servers {
    /// Number of servers.
    #[serde(deserialize_with = "server_fields::servers")]
    pub count: u32,
    /// Logical cores of each.
    #[serde(deserialize_with = "server_fields::cores")]
    pub cores: u32,
    /// Local memory bandwidth of each, in GB/s.
    #[serde(deserialize_with = "server_fields::server_bandwidth")]
    pub bandwidth: f64,
    /// Kinds of servers instead, one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "kinds")]
    pub kinds: Vec<Kind>,
    /// Threads by which the bandwidth is divided.
    pub th: Th,
    /// Use of bandwidth that a thread does not need.
    pub bw_model: BandwidthModel,
    /// Cost of remote memory.
    pub eq14: Equation14,
    /// Whether memory is bound to the socket of its threads: then all is local.
    pub binding: bool,
    /// Latency of remote over latency of local memory.
    #[serde(deserialize_with = "server_fields::latency")]
    pub delta_rl: f64,
    /// Model of the progress of threads.
    pub engine: Engine,
}

impl Default for Servers {
    fn default() -> Self {
        Self {
            count: 3,
            cores: 56,
            bandwidth: 80.0,
            kinds: Vec::new(),
            th: Th::Running,
            bw_model: BandwidthModel::Equal,
            eq14: Equation14::Literal,
            binding: true,
            delta_rl: 1.0,
            engine: Engine::Fluid,
        }
    }
}

/// Equal servers among others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Name, by which jobs refer to it that differ by kind.
    pub name: String,
    /// Number of servers.
    #[serde(default = "one", deserialize_with = "server_fields::servers")]
    pub count: u32,
    /// Logical cores of each.
    #[serde(deserialize_with = "server_fields::cores")]
    pub cores: u32,
    /// Local memory bandwidth of each, in GB/s.
    #[serde(deserialize_with = "server_fields::server_bandwidth")]
    pub bandwidth: f64,
}

fn one() -> u32 {
    1
}

/// Kinds, each with a name of its own.
fn kinds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Kind>, D::Error> {
    let kinds = Vec::<Kind>::deserialize(deserializer)?;
    let is_taken = |(place, kind): &(usize, &Kind)| {
        kinds[..*place].iter().any(|other| other.name == kind.name)
    };
    match kinds.iter().enumerate().find(is_taken) {
        Some((_, kind)) => Err(D::Error::custom(format_args!(
            "two kinds of servers are called `{}`; each needs a name of its own",
            kind.name
        ))),
        None => Ok(kinds),
    }
}

/// Threads by which the bandwidth is divided (equation 11).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Th {
    /// Those that hold a core.
    #[default]
    Running,
    /// All that are not done.
    All,
}

/// Use of bandwidth that a thread does not need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum BandwidthModel {
    /// It is lost: all shares are equal.
    #[default]
    Equal,
    /// Others get it: the shares are max-min fair.
    MaxMin,
}

/// Cost of remote memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Equation14 {
    /// 1 + s d: nothing where bandwidth is not short.
    #[default]
    Literal,
    /// (1 + s) d: always.
    Always,
}

/// Model of the progress of threads.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub enum Engine {
    /// Each thread at one rate until something changes.
    #[default]
    Fluid,
    /// Busy and idle by turns, drawn by the scenario's seed, as in the paper.
    Cycle(CycleEngine),
}

/// The paper's stochastic engine.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CycleEngine {
    /// Length of an interval, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub interval: f64,
}

impl Default for CycleEngine {
    fn default() -> Self {
        Self { interval: 0.1 }
    }
}

impl Servers {
    /// `count` servers of the paper's kind.
    pub fn of(count: u32) -> Self {
        Self {
            count,
            ..Self::default()
        }
    }

    /// Checks that there are no more servers and cores than can be simulated.
    ///
    /// # Errors
    /// There are too many; the message has their number and the one allowed.
    pub fn check(&self) -> Result<(), String> {
        let of_kind = |kind: &Kind| (u64::from(kind.count), u64::from(kind.cores));
        let mut sizes: Vec<_> = self.kinds.iter().map(of_kind).collect();
        if sizes.is_empty() {
            sizes.push((u64::from(self.count), u64::from(self.cores)));
        }
        let servers: u64 = sizes.iter().map(|(count, _)| count).sum();
        let cores: u64 = sizes.iter().map(|(count, cores)| count * cores).sum();
        let most_servers = u64::from(fields::MOST_SERVERS);
        let most_cores = u64::from(fields::MOST_NODES);
        if servers > most_servers {
            return Err(format!(
                "the machine has {servers} servers; 1 to {most_servers} are allowed"
            ));
        }
        if cores > most_cores {
            return Err(format!(
                "the machine has {cores} cores on all its servers; 1 to {most_cores} are allowed"
            ));
        }
        Ok(())
    }

    /// Specification of every server, for the core.
    pub fn specs(&self) -> Vec<ServerSpec> {
        if self.kinds.is_empty() {
            return vec![ServerSpec::new(self.cores, self.bandwidth); self.count as usize];
        }
        let kinds = (0..).zip(&self.kinds);
        kinds
            .flat_map(|(place, kind)| {
                let spec = ServerSpec {
                    kind: place,
                    ..ServerSpec::new(kind.cores, kind.bandwidth)
                };
                std::iter::repeat_n(spec, kind.count as usize)
            })
            .collect()
    }

    /// Model of threads that share a server, for the core.
    pub fn sharing(&self) -> Sharing {
        Sharing {
            among: match self.th {
                Th::Running => Among::Running,
                Th::All => Among::All,
            },
            unused: match self.bw_model {
                BandwidthModel::Equal => Unused::Lost,
                BandwidthModel::MaxMin => Unused::Shared,
            },
            remote: (!self.binding).then_some(Remote {
                latency: self.delta_rl,
                always: self.eq14 == Equation14::Always,
            }),
        }
    }

    /// The stochastic engine, if it is requested.
    pub fn cycles(&self, seed: u64) -> Option<Cycles> {
        match self.engine {
            Engine::Fluid => None,
            Engine::Cycle(CycleEngine { interval }) => Some(Cycles {
                interval: Duration(nanoseconds(interval)),
                seed,
            }),
        }
    }
}
