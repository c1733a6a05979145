//! The names of policies, made from the list of families.

use super::external::External;
use super::own::OwnPolicy;
use crate::scenario::families::with_families;

/// Makes the names of the published policies from the list of families.
macro_rules! names {
    ($($room:ident [$($policy:ident),+] $($told:ident: $Told:ident)?;)+) => {
        /// Policies by their published names, and those that are not ours.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum PolicyName {
            $($(
                #[doc = concat!("Of the family `", stringify!($room), "`; its room says what it does.")]
                $policy,
            )+)+
            /// The starts that a log has recorded.
            Recorded,
            /// Somebody's own, built into the program.
            Own(OwnPolicy),
            /// Another program that decides.
            External(External),
        }

        impl PolicyName {
            /// Every published policy, family by family.
            pub const PUBLISHED: [Self; [$($(stringify!($policy)),+),+].len()] =
                [$($(Self::$policy),+),+];

            /// The name as in scenarios.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$policy => stringify!($policy),)+)+
                    Self::Recorded => RECORDED,
                    Self::Own(own) => own.name(),
                    Self::External(_) => EXTERNAL,
                }
            }
        }
    };
}
with_families!(names);

/// What the schedule of a log is called in scenarios.
pub(super) const RECORDED: &str = "Recorded";

/// What another program is called in scenarios.
pub(super) const EXTERNAL: &str = "External";
