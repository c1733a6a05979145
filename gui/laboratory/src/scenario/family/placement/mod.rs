//! Parameters of policies that place jobs on servers, in a scenario.

pub mod server_data;
pub mod servers;
pub mod workflow;

use cosched_core::policy::placement;
use cosched_parameters::parameters;

use crate::scenario::fields::SERVER_PLACES;
use crate::scenario::policy::info::{FamilyInfo, FamilyParameters};
use crate::scenario::reference::{Kind, fields_of};

/// Name of the family, and its parameters.
pub(crate) const FAMILY_INFO: FamilyInfo = FamilyInfo {
    title: "Placement on shared servers",
    fields: fields_of::<Placing>,
};

/// Parameters of SLF, LET, MOM, the load average and a mapping.
#[parameters(within = Parameters, path = "placing: ({})")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placing {
    /// Which jobs MOM takes the maximum over.
    #[parameter(
        name = "MOM over",
        source = "Chahal, Mathew and Nambiar, 2019 (DESiDE), section 4"
    )]
    pub mom: Over,
    /// The order in which jobs that become ready together are placed.
    #[parameter(
        name = "Ready jobs",
        source = "upward rank: Topcuoglu, Hariri and Wu, 2002 (HEFT)"
    )]
    pub ready: Ready,
    /// The server of each job, in the order of the workload, counted from 0; for the policy Mapping
    /// alone.
    #[parameter(name = "Server of a job", kind = SERVER, path = "placing: (mapping: [{}])",
        absent = "needed by the policy Mapping")]
    pub mapping: Vec<u32>,
}

impl FamilyParameters for Placing {}

/// Index of a server.
pub(in crate::scenario) const SERVER: Kind = Kind::whole(
    SERVER_PLACES,
    "{} is not a server: a whole number from {least} to {most} is allowed",
);

/// Jobs over which MOM takes the maximum.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Over {
    /// Those on the server and the one to be placed.
    // A reading of the paper with which makespans are shorter on average.
    #[parameter(name = "all jobs")]
    #[default]
    All,
    /// The active jobs only, as the paper has it; an idle server is then best.
    #[parameter(name = "those there")]
    Existing,
}

impl From<Over> for placement::MaximumOver {
    fn from(over: Over) -> Self {
        match over {
            Over::All => Self::All,
            Over::Existing => Self::Existing,
        }
    }
}

/// Order in which jobs that become ready together are placed.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ready {
    /// By their place in the workload.
    #[parameter(name = "as listed")]
    #[default]
    Listed,
    /// By HEFT's upward rank, the greatest first.
    #[parameter(name = "longest path")]
    UpwardRank,
}
