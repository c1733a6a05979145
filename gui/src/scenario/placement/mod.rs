//! What policies that place jobs on servers can be told, as a scenario says it.

pub mod hosting;
pub(super) mod server_fields;
pub mod servers;
pub mod workflow;

use cosched_core::policy::placement;
use serde::{Deserialize, Serialize};

/// What SLF, LET, MOM, the load average and a mapping can be told.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Placing {
    /// Which jobs MOM takes the maximum over.
    pub mom: Over,
    /// The order in which jobs that become ready together are placed.
    pub ready: Ready,
    /// The server of each job, from 0, in the order of the workload; only for
    /// the policy `Mapping`.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "server_fields::server_places"
    )]
    pub mapping: Vec<u32>,
}

/// Which jobs MOM takes the maximum over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Over {
    /// Those on the server and the one to be placed: a reading of the paper, with
    /// which makespans are shorter on average.
    #[default]
    All,
    /// Those on the server, as the paper has it.
    Existing,
}

impl From<Over> for placement::Over {
    fn from(over: Over) -> Self {
        match over {
            Over::All => Self::All,
            Over::Existing => Self::Existing,
        }
    }
}

/// The order in which jobs that become ready together are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Ready {
    /// By their place in the workload.
    #[default]
    Listed,
    /// By the longest path that begins with them, longest first (HEFT's rank).
    UpwardRank,
}
