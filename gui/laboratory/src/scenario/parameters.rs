//! Parameters of policies.

use std::collections::BTreeMap;

use cosched_core::policy::Order;
use cosched_parameters::parameters;

use super::PolicyName;
use super::families::with_families;
use super::fields::names;
use super::policy::info::FamilyParameters;
use super::reference::kind::COUNT;

/// Makes the parameters from the list of families: those of every policy, then a field for those of
/// each family.
macro_rules! of_families {
    ($($room:ident $policies:tt $($field:ident: $Parameters:ident)?;)+) => {
        /// Parameters of a policy.
        #[parameters(within = Parameters, path = "{}")]
        #[derive(Clone, PartialEq, Debug)]
        pub struct Parameters {
            /// Order of the queue.
            #[parameter(usual = Order::Submitted)]
            #[serde(with = "names::OrderName")]
            pub order: Order,
            /// Order in which EASY tries jobs behind the head; that of the queue if absent.
            #[serde(
                with = "names::optional_order",
                skip_serializing_if = "Option::is_none"
            )]
            pub backfill_order: Option<Order>,
            /// How many waiting jobs backfilling looks at.
            #[parameter(name = "Depth", kind = COUNT.of("jobs"), absent = "all of them",
                first = 100.0)]
            pub depth: Option<u32>,
            /// By what EASY and conservative backfilling plan; jobs are killed at their estimates all
            /// the same. LastTwo with the backfill order ShortestEstimate, which is then the shortest
            /// prediction first, is EASY++.
            #[parameter(name = "Planned by", quiet, source = "Tsafrir, Etsion and Feitelson, 2007")]
            pub predictor: super::queue::Predictor,
            /// Priorities that order the queue, instead of `order`; none if absent.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub priority: Option<Box<super::priority::Priority>>,
            /// A job that has run as long as its estimate is killed, as on real machines.
            #[parameter(name = "kill at the estimate", usual = true)]
            pub kill_at_estimate: bool,
            $($(
            #[doc = concat!("Parameters of the policies of the family `", stringify!($room), "`.")]
            #[serde(skip_serializing_if = "is_default")]
            pub $field: super::$room::$Parameters,
            )?)+
            /// Parameters of own policies, by name.
            #[serde(skip_serializing_if = "BTreeMap::is_empty")]
            pub own: BTreeMap<String, f64>,
        }

        impl Parameters {
            /// The parameters that a run under `policy` heeds; all others have their usual values.
            #[must_use]
            pub fn heeded_by(&self, policy: PolicyName) -> Self {
                if matches!(policy, PolicyName::Own(_) | PolicyName::External(_)) {
                    return self.clone();
                }
                let family = policy.family().map(|family| family.title);
                let mut heeded = Self {
                    $($(
                    $field: if family == Some(super::$room::FAMILY_INFO.title) {
                        self.$field.clone()
                    } else {
                        self.$field.under_others()
                    },
                    )?)+
                    own: BTreeMap::new(),
                    ..self.clone()
                };
                super::queue::restrict(&mut heeded, policy);
                heeded
            }
        }
    };
}
with_families!(of_families);

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
