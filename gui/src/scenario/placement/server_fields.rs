//! Checks of the fields of servers, and of jobs on them.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::scenario::fields::{
    BANDWIDTHS, DEVIATIONS, LATENCIES, MOST_CORES, MOST_SERVERS, MOST_THREADS, SERVER_BANDWIDTHS,
    Seen, UTILISATIONS, named_whole, whole, within,
};

/// Indices of servers.
pub(in crate::scenario) fn server_places<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<u32>, D::Error> {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Place(#[serde(deserialize_with = "one")] u32);

    fn one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let value = f64::deserialize(deserializer)?;
        let place = whole(value + 1.0, MOST_SERVERS).map(|number| number - 1);
        place.ok_or_else(|| {
            D::Error::custom(format_args!(
                "{} is not a server: a whole number from 0 to {} is allowed",
                Seen(value),
                MOST_SERVERS - 1
            ))
        })
    }
    let places = Vec::<Place>::deserialize(deserializer)?;
    Ok(places.into_iter().map(|Place(place)| place).collect())
}

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
