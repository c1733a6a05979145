//! Parameters of policies that place jobs on servers, in a scenario.

pub mod hosting;
pub(super) mod server_fields;
pub mod servers;
pub(crate) mod told;
pub mod workflow;

use cosched_core::policy::placement;
use serde::{Deserialize, Serialize};

use super::PolicyName;
use super::policy::published::Published;
use super::policy::published::Terms;

/// Name of the family, and its policies.
pub(crate) const TERMS: Terms = Terms {
    title: "Placement on shared servers",
    policies: &[
        Published {
            is_for_servers: true,
            ..Published::new(
                PolicyName::Slf,
                "slf",
                "SLF",
                "Each job goes to the server with the fewest threads per core",
            )
        },
        Published {
            is_for_servers: true,
            ..Published::new(
                PolicyName::Let,
                "let",
                "LET",
                "Looks ahead: each job goes where it will complete first itself",
            )
        },
        Published {
            is_for_servers: true,
            ..Published::new(
                PolicyName::Mom,
                "mom",
                "MOM",
                "Looks ahead: each job goes where the last of the jobs there completes first",
            )
        },
        Published {
            is_for_servers: true,
            ..Published::new(
                PolicyName::LoadAverage,
                "load-average",
                "Load average",
                "By load averages over a minute, as DESiDE's baseline does",
            )
        },
        Published {
            is_for_servers: true,
            ..Published::new(
                PolicyName::Mapping,
                "mapping",
                "Mapping",
                "Each job goes to the server it was mapped to beforehand",
            )
        },
    ],
    told: told::ALL,
};

/// Parameters of SLF, LET, MOM, the load average and a mapping.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Placing {
    /// Jobs over which MOM takes the maximum.
    pub mom: Over,
    /// Order in which jobs that become ready together are placed.
    pub ready: Ready,
    /// Server of each job, from 0, in the order of the workload; only for the policy `Mapping`.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "server_fields::server_places"
    )]
    pub mapping: Vec<u32>,
}

/// Jobs over which MOM takes the maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Over {
    /// Those on the server and the one to be placed: a reading of the paper with which makespans
    /// are shorter on average.
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

/// Order in which jobs that become ready together are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Ready {
    /// By index in the workload.
    #[default]
    Listed,
    /// By the longest path that begins with them, longest first (HEFT's rank).
    UpwardRank,
}
