//! What a scenario expects to come out: what `cosched check` compares with.

use serde::{Deserialize, Serialize};

use super::{PolicyName, fields, placement};

/// What must come out under one policy. Jobs are in the order of submission,
/// and of the workload where that is the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The run it is about: a policy or the label of a variant.
    pub policy: PolicyName,
    /// The label of the variant it is about, if not the plain policy.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_label"
    )]
    pub label: Option<String>,
    /// When each job starts, in seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_times"
    )]
    pub started: Option<Vec<f64>>,
    /// When each job completes, in seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_times"
    )]
    pub completed: Option<Vec<f64>>,
    /// The nodes of each job, as in `"0-3 7"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<String>>,
    /// The server of each job, from 0.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_places"
    )]
    pub servers: Option<Vec<u32>>,
    /// The keys of all servers when each job was placed, within 1e-6.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_keys"
    )]
    pub keys: Option<Vec<Vec<f64>>>,
    /// The size that each job had last.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_places"
    )]
    pub sizes: Option<Vec<u32>>,
    /// How far off times may be, in seconds; not at all if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_tolerance"
    )]
    pub tolerance: Option<f64>,
    /// Metrics by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<ExpectedMetric>,
    /// The digest of all events, as 16 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

fn optional_places<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<u32>>, D::Error> {
    placement::server_fields::server_places(deserializer).map(Some)
}

impl Expectation {
    /// Nothing expected yet.
    pub fn of(policy: PolicyName, label: Option<String>) -> Self {
        Self {
            policy,
            label,
            started: None,
            completed: None,
            nodes: None,
            servers: None,
            sizes: None,
            keys: None,
            tolerance: None,
            metrics: Vec::new(),
            digest: None,
        }
    }
}

/// One expected metric.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedMetric {
    /// Its name, as in `summary.csv`.
    pub name: String,
    /// Its value.
    #[serde(deserialize_with = "fields::finite")]
    pub value: f64,
    /// How far off it may be; 1e-9 of the value if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_tolerance"
    )]
    pub tolerance: Option<f64>,
}
