//! Checks of the fields of servers, and of jobs on them.

use serde::{Deserialize, Deserializer};

use crate::scenario::fields::{
    BANDWIDTHS, DEVIATIONS, LATENCIES, MOST_CORES, MOST_SERVERS, MOST_THREADS, SERVER_BANDWIDTHS,
    UTILISATIONS, named_whole, within,
};

/// Number of threads of a task.
pub(in crate::scenario) fn threads<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<u32, D::Error> {
    named_whole(f64::deserialize(deserializer)?, MOST_THREADS)
}

/// Number of servers of a kind.
pub(in crate::scenario) fn servers<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<u32, D::Error> {
    named_whole(f64::deserialize(deserializer)?, MOST_SERVERS)
}

/// Number of cores of a server.
pub(in crate::scenario) fn cores<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<u32, D::Error> {
    named_whole(f64::deserialize(deserializer)?, MOST_CORES)
}

/// Bandwidth of a server, in GB/s.
pub(in crate::scenario) fn server_bandwidth<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<f64, D::Error> {
    within(
        f64::deserialize(deserializer)?,
        &SERVER_BANDWIDTHS,
        "a server's bandwidth in GB/s",
    )
}

/// Bandwidth that a thread requests, in GB/s.
pub(in crate::scenario) fn bandwidth<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<f64, D::Error> {
    within(
        f64::deserialize(deserializer)?,
        &BANDWIDTHS,
        "a bandwidth in GB/s",
    )
}

/// Share of time.
pub(in crate::scenario) fn utilisation<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<f64, D::Error> {
    within(
        f64::deserialize(deserializer)?,
        &UTILISATIONS,
        "a utilisation",
    )
}

/// Deviation of utilisations.
pub(in crate::scenario) fn deviation<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<f64, D::Error> {
    within(f64::deserialize(deserializer)?, &DEVIATIONS, "a deviation")
}

/// Latency as a multiple of another.
pub(in crate::scenario) fn latency<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<f64, D::Error> {
    within(
        f64::deserialize(deserializer)?,
        &LATENCIES,
        "a ratio of latencies",
    )
}

/// Optional share of time.
pub(in crate::scenario) fn optional_utilisation<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    utilisation(deserializer).map(Some)
}
