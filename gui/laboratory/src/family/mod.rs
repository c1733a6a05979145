//! The families of policies: a folder for each, with its buffers, records and metrics.

pub mod coscheduling;
pub mod moldable;
pub mod own;
pub mod placement;
pub mod policy_buffers;
pub(crate) mod priority;
pub mod queue;
mod ready_policy;
pub mod recorded;
pub(crate) mod room;
pub mod slicing;
pub mod slots;
pub mod slurm;

use crate::scenario::PolicyName;
use crate::scenario::families::with_families;

pub use ready_policy::{FalliblePolicy, ReadyPolicy};
pub use room::{Addition, Buffers, Family};

/// Makes the table of families from their list, with recorded schedules and policies of others
/// last.
macro_rules! table {
    ($($room:ident [$($policy:ident $info:tt)+] $($field:ident: $Parameters:ident)?;)+) => {
        /// All families, in the order of their columns in `summary.csv`.
        pub const ALL: [&Family; [$(stringify!($room)),+].len() + 2] =
            [$(&$room::FAMILY,)+ &recorded::FAMILY, &own::FAMILY];

        impl Family {
            /// Returns the family of `policy`.
            pub fn of(policy: PolicyName) -> &'static Self {
                match policy {
                    $($(PolicyName::$policy)|+ => &$room::FAMILY,)+
                    PolicyName::Recorded => &recorded::FAMILY,
                    PolicyName::Own(_) | PolicyName::External(_) => &own::FAMILY,
                }
            }
        }
    };
}
with_families!(table);

impl Family {
    /// Whether it is the family of policies that are not part of this program.
    pub fn is_of_others(&self) -> bool {
        self.title == own::FAMILY.title
    }

    /// Returns its policies: the published ones, or those registered by others.
    pub fn members(&self) -> Vec<PolicyName> {
        let is_its_own = |policy: &PolicyName| Self::of(*policy).title == self.title;
        PolicyName::all().filter(is_its_own).collect()
    }
}
