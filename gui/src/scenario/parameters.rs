//! What policies can be told.

use std::collections::BTreeMap;

use cosched_core::policy::Order;
use serde::{Deserialize, Serialize};

use super::families::with_families;
use super::fields::{self, names};

/// Makes the parameters from the list of families: those of every policy, then a field for
/// what each family is told.
macro_rules! parameters {
    ($($room:ident $policies:tt $($told:ident: $Told:ident)?;)+) => {
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
                deserialize_with = "fields::optional_at_least_one"
            )]
            pub depth: Option<u32>,
            /// By what backfilling plans.
            #[serde(skip_serializing_if = "is_default")]
            pub predictor: super::queue::Predictor,
            /// By which priorities the queue is ordered, instead of `order`; none if absent.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub priority: Option<Box<super::priority::Priority>>,
            /// Whether a job is killed when it has run as long as its estimate.
            pub kill_at_estimate: bool,
            $($(
            #[doc = concat!("What the policies of the family `", stringify!($room), "` are told.")]
            #[serde(skip_serializing_if = "is_default")]
            pub $told: super::$room::$Told,
            )?)+
            /// What policies are told that are built in besides, by the names of their parameters.
            #[serde(skip_serializing_if = "BTreeMap::is_empty")]
            pub own: BTreeMap<String, f64>,
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self {
                    order: Order::Submitted,
                    backfill_order: None,
                    depth: None,
                    predictor: super::queue::Predictor::Estimate,
                    priority: None,
                    kill_at_estimate: true,
                    $($($told: super::$room::$Told::default(),)?)+
                    own: BTreeMap::new(),
                }
            }
        }
    };
}
with_families!(parameters);

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
