//! The time of day, and how long something has taken. The standard library has no clock on a page;
//! there the browser's is read.

use std::time::{Duration, SystemTime};

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use std::time as host;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
use web_time as host;

/// A running stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(host::Instant);

impl Stopwatch {
    /// Starts one.
    pub fn start() -> Self {
        Self(host::Instant::now())
    }

    /// Time since its start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Time since the beginning of 1970, UTC.
pub fn since_1970() -> Duration {
    let now = host::SystemTime::now().duration_since(host::SystemTime::UNIX_EPOCH);
    now.unwrap_or_default()
}

/// Time since `then`; `None` if that is yet to come.
pub fn since(then: SystemTime) -> Option<Duration> {
    let then = then.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    since_1970().checked_sub(then)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn past_instants_have_an_age_and_later_ones_none() {
        let now = SystemTime::now();
        assert!(since(now - Duration::from_secs(60)).unwrap() >= Duration::from_secs(60));
        assert_eq!(since(now + Duration::from_secs(3600)), None);
        assert!(Stopwatch::start().elapsed() < Duration::from_secs(3600));
    }
}
