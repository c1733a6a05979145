//! Names of policies, made from the list of families.

use super::external::External;
use super::own::OwnPolicy;
use crate::scenario::families::with_families;

/// Makes the names of the published policies from the list of families.
macro_rules! names {
    ($($room:ident [$($policy:ident $info:tt)+] $($field:ident: $Parameters:ident)?;)+) => {
        /// Policy by its published name, or one from elsewhere.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum PolicyName {
            $($(
                #[doc = concat!("Of the family `", stringify!($room), "`; its room says what it does.")]
                $policy,
            )+)+
            /// The starts recorded in a log.
            Recorded,
            /// An own policy, built into the program.
            Own(OwnPolicy),
            /// Another program that decides.
            External(External),
        }

        impl PolicyName {
            /// Every published policy, family by family.
            pub const PUBLISHED: [Self; [$($(stringify!($policy)),+),+].len()] =
                [$($(Self::$policy),+),+];

            /// Name in scenarios.
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

/// Name of a log's schedule in scenarios.
pub(super) const RECORDED: &str = "Recorded";

/// Name of another program in scenarios.
pub(super) const EXTERNAL: &str = "External";
