//! Parameters of policies.

use std::collections::BTreeMap;

use cosched_core::policy::Order;
use serde::{Deserialize, Serialize};

use super::families::with_families;
use super::fields::{self, names};

/// Makes the parameters from the list of families: those of every policy, then a field for those of
/// each family.
macro_rules! parameters {
    ($($room:ident $policies:tt $($told:ident: $Told:ident)?;)+) => {
        /// Parameters of a policy.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Parameters {
            /// Order of the queue.
            #[serde(with = "names::OrderName")]
            pub order: Order,
            /// Order in which EASY tries jobs behind the head; that of the queue if absent.
            #[serde(
                with = "names::optional_order",
                skip_serializing_if = "Option::is_none"
            )]
            pub backfill_order: Option<Order>,
            /// Number of waiting jobs that backfilling tries; all if absent.
            #[serde(
                skip_serializing_if = "Option::is_none",
                deserialize_with = "fields::optional_at_least_one"
            )]
            pub depth: Option<u32>,
            /// Prediction of runtimes that backfilling plans with.
            #[serde(skip_serializing_if = "is_default")]
            pub predictor: super::queue::Predictor,
            /// Priorities that order the queue, instead of `order`; none if absent.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub priority: Option<Box<super::priority::Priority>>,
            /// Whether a job is killed when it has run as long as its estimate.
            pub kill_at_estimate: bool,
            $($(
            #[doc = concat!("What the policies of the family `", stringify!($room), "` are told.")]
            #[serde(skip_serializing_if = "is_default")]
            pub $told: super::$room::$Told,
            )?)+
            /// Parameters of own policies, by name.
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
