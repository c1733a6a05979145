//! The policies by name, and what they can be told.

use cosched_core::policy::Order;
use serde::{Deserialize, Serialize};

use super::slicing::{self, Slicing};
use super::{names, parse};

/// Policies by their published names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum PolicyName {
    /// First come, first served.
    Fcfs,
    /// Aggressive backfilling: only the head of the queue has a reservation.
    Easy,
    /// Conservative backfilling: every job has a reservation.
    Conservative,
    /// Coarse time slices by class of job, with node memory.
    ScojoPect,
}

impl PolicyName {
    /// Every policy, in the sequence in which a menu should show them.
    pub const ALL: [Self; 4] = [Self::Fcfs, Self::Easy, Self::Conservative, Self::ScojoPect];
    /// Those that a log is run under if nothing else is said.
    pub const SPACE_SHARING: [Self; 3] = [Self::Fcfs, Self::Easy, Self::Conservative];

    /// The name as on the command line.
    pub const fn kebab(self) -> &'static str {
        match self {
            Self::Fcfs => "fcfs",
            Self::Easy => "easy",
            Self::Conservative => "conservative",
            Self::ScojoPect => "scojo-pect",
        }
    }

    /// The name as in a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fcfs => "FCFS",
            Self::Easy => "EASY",
            Self::Conservative => "Conservative",
            Self::ScojoPect => "Scojo-PECT",
        }
    }

    /// What it does, in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Fcfs => "First come, first served: nobody passes the head of the queue",
            Self::Easy => "Aggressive backfilling: a job may pass if the head is not delayed",
            Self::Conservative => "Backfilling in which every job holds a reservation",
            Self::ScojoPect => "Time slices for short, medium and long jobs that share node memory",
        }
    }
}

/// What a policy can be told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// The order of the queue.
    #[serde(with = "names::OrderName")]
    pub order: Order,
    /// The order in which EASY tries jobs behind the head; that of the queue
    /// if absent.
    #[serde(
        with = "names::optional_order",
        skip_serializing_if = "Option::is_none"
    )]
    pub backfill_order: Option<Order>,
    /// How many waiting jobs backfilling looks at; all if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "parse::optional_at_least_one"
    )]
    pub depth: Option<u32>,
    /// Whether a job is killed when it has run as long as its estimate.
    pub kill_at_estimate: bool,
    /// What Scojo-PECT is told.
    #[serde(
        skip_serializing_if = "is_default",
        deserialize_with = "slicing::checked"
    )]
    pub slicing: Slicing,
}

fn is_default(slicing: &Slicing) -> bool {
    *slicing == Slicing::default()
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            order: Order::Submitted,
            backfill_order: None,
            depth: None,
            kill_at_estimate: true,
            slicing: Slicing::default(),
        }
    }
}
