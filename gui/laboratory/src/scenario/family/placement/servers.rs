//! Shared servers in a scenario.

use cosched_core::Duration;
use cosched_core::machine::contention::{
    BandwidthDivision, Cycles, Remote, ServerSpec, Sharing, UnusedBandwidth,
};
use cosched_parameters::parameters;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::scenario::fields;
use crate::scenario::fields::{
    LATENCIES, MOST_CORES, MOST_SERVERS, SERVER_BANDWIDTHS, nanoseconds,
};
use crate::scenario::reference;
use crate::scenario::reference::kind::{SPAN, up_to};
use crate::scenario::reference::sources::DESIDE;

/// Bandwidth of a server.
const BANDWIDTH: reference::Kind = reference::Kind::number(
    SERVER_BANDWIDTHS,
    "{} is not a server's bandwidth in GB/s: {least} to {most} is allowed",
)
.of("GB/s");

/// Latency as a multiple of another.
const LATENCY: reference::Kind = reference::Kind::number(
    LATENCIES,
    "{} is not a ratio of latencies: {least} to {most} is allowed",
);

/// Servers that jobs share. The defaults are those of the DESiDE paper.
#[parameters(within = Machine, path = "Servers({})",
    first(count, cores, bandwidth, th, bw_model, binding, delta_rl))]
#[derive(Clone, PartialEq, Debug)]
pub struct Servers {
    /// Servers that jobs share, slowing one another down.
    #[parameter(name = "Servers", kind = up_to(MOST_SERVERS), usual = 3, source = DESIDE,
        slider = 1.0..=8.0, step = (0.1, 0))]
    pub count: u32,
    /// Logical cores of each server.
    #[parameter(name = "Cores", kind = up_to(MOST_CORES), usual = 56, source = DESIDE,
        slider = 4.0..=128.0, step = (1.0, 0))]
    pub cores: u32,
    /// Local memory bandwidth of each server.
    #[parameter(name = "Bandwidth", kind = BANDWIDTH, usual = 80.0, source = DESIDE,
        slider = 10.0..=400.0, step = (1.0, 3))]
    pub bandwidth: f64,
    /// Kinds of servers instead, one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "kinds")]
    pub kinds: Vec<Kind>,
    /// Which threads the bandwidth is divided by.
    #[parameter(
        name = "Divided by",
        source = "Chahal, Mathew and Nambiar, 2019 (DESiDE), equation 11"
    )]
    pub th: Th,
    /// What becomes of bandwidth that a thread does not use.
    #[parameter(
        name = "Unused",
        source = "equal shares: Chahal, Mathew and Nambiar, 2019 (DESiDE), equation 11; max-min: our own"
    )]
    pub bw_model: BandwidthModel,
    /// What remote memory costs.
    #[parameter(
        name = "Remote costs",
        source = "Chahal, Mathew and Nambiar, 2019 (DESiDE), equation 14"
    )]
    pub eq14: Equation14,
    /// All memory is local; off: a quarter of the threads reach for the memory of another socket.
    #[parameter(name = "bind memory to sockets", usual = true, source = DESIDE)]
    pub binding: bool,
    /// Latency of remote over latency of local memory.
    #[parameter(name = "Latency", kind = LATENCY, usual = 1.0, slider = 1.0..=4.0,
        step = (0.01, 3), source = "Chahal, Mathew and Nambiar, 2019 (DESiDE), equation 13")]
    pub delta_rl: f64,
    /// How threads progress.
    #[parameter(
        name = "Engine",
        source = "Chahal, Mathew and Nambiar, 2019 (DESiDE), equations 6 to 14"
    )]
    pub engine: Engine,
}

/// Equal servers among others.
#[parameters(within = Machine, path = "Servers(kinds: [({})])")]
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// Name, by which jobs refer to it that differ by kind.
    #[parameter(needed)]
    pub name: String,
    /// Servers that jobs share, slowing one another down.
    #[parameter(name = "Servers", kind = up_to(MOST_SERVERS), usual = 1,
        slider = 1.0..=8.0, step = (0.1, 0), beside = ", name: \"a\", cores: 1, bandwidth: 1")]
    pub count: u32,
    /// Logical cores of each server.
    #[parameter(name = "Cores", kind = up_to(MOST_CORES), needed,
        slider = 4.0..=128.0, step = (1.0, 0), beside = ", name: \"a\", bandwidth: 1")]
    pub cores: u32,
    /// Local memory bandwidth of each server.
    #[parameter(name = "Bandwidth", kind = BANDWIDTH, needed,
        slider = 10.0..=400.0, step = (1.0, 3), beside = ", name: \"a\", cores: 1")]
    pub bandwidth: f64,
}

/// Kinds, each with a name of its own.
fn kinds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Kind>, D::Error> {
    let kinds = Vec::<Kind>::deserialize(deserializer)?;
    let is_taken = |(index, kind): &(usize, &Kind)| {
        kinds[..*index].iter().any(|other| other.name == kind.name)
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
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Th {
    /// No more than there are cores.
    #[parameter(name = "threads on cores")]
    #[default]
    Running,
    /// Too many threads then count twice.
    #[parameter(name = "all threads")]
    All,
}

/// Use of bandwidth that a thread does not need.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BandwidthModel {
    /// Everybody gets an equal share (equation 11).
    #[parameter(name = "is lost")]
    #[default]
    Equal,
    /// The shares are max-min fair.
    #[parameter(name = "goes to others")]
    MaxMin,
}

/// Cost of remote memory.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Equation14 {
    /// 1 + s d: nothing where there is bandwidth enough.
    #[parameter(name = "where short")]
    #[default]
    Literal,
    /// (1 + s) d.
    Always,
}

/// Model of the progress of threads.
#[parameters]
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Engine {
    /// Each thread progresses at one rate until something changes.
    #[default]
    Fluid,
    /// As in the paper: threads are busy and idle by turns, drawn by the seed.
    #[parameter(name = "cycles")]
    Cycle(CycleEngine),
}

/// The paper's stochastic engine.
#[parameters(within = Machine, path = "Servers(engine: Cycle({}))")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CycleEngine {
    /// How long a thread is busy and idle in turn, when it is alone.
    #[parameter(name = "Interval", kind = SPAN, usual = 0.1, step = (0.01, 3),
        source = "Chahal, Mathew and Nambiar, 2019 (DESiDE), equations 6 to 9")]
    pub interval: f64,
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
            .flat_map(|(index, kind)| {
                let spec = ServerSpec {
                    kind: index,
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
                Th::Running => BandwidthDivision::Running,
                Th::All => BandwidthDivision::All,
            },
            unused: match self.bw_model {
                BandwidthModel::Equal => UnusedBandwidth::Lost,
                BandwidthModel::MaxMin => UnusedBandwidth::Shared,
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
