//! Expected results of a scenario, which `cosched check` compares.

use serde::{Deserialize, Serialize};

use super::reference::Value;
use super::{PolicyName, fields, placement};

/// Expected results of one policy. Jobs are in the order of submission, and of the workload where
/// that is the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// Policy of the run.
    pub policy: PolicyName,
    /// Label of the variant, if it is not the plain policy.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_label"
    )]
    pub label: Option<String>,
    /// Start of each job, in seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_times"
    )]
    pub started: Option<Vec<f64>>,
    /// Completion of each job, in seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_times"
    )]
    pub completed: Option<Vec<f64>>,
    /// Nodes of each job, as in `"0-3 7"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<String>>,
    /// Server of each job, from 0.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_servers"
    )]
    pub servers: Option<Vec<u32>>,
    /// Keys of all servers when each job was placed, within 1e-6.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_keys"
    )]
    pub keys: Option<Vec<Vec<f64>>>,
    /// Last size of each job.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_servers"
    )]
    pub sizes: Option<Vec<u32>>,
    /// Tolerance of times, in seconds; 0 if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_tolerance"
    )]
    pub tolerance: Option<f64>,
    /// Metrics by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<ExpectedMetric>,
    /// Digest of all events, as 16 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

fn optional_servers<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<u32>>, D::Error> {
    Value::read(deserializer, &placement::SERVER).map(Some)
}

impl Expectation {
    /// Expectation without any results.
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

/// Expected metric.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedMetric {
    /// Name, as in `summary.csv`.
    pub name: String,
    /// Value.
    #[serde(deserialize_with = "fields::finite")]
    pub value: f64,
    /// Tolerance; 1e-9 of the value if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_tolerance"
    )]
    pub tolerance: Option<f64>,
}
