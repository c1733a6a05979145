//! The time of day, and how long something has taken. The standard library has no clock on a page;
//! there both stand still at 0, so that a result never depends on them and estimates of what is
//! left say that there is none yet.

use std::time::{Duration, SystemTime};

/// A running stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Option<std::time::Instant>);

impl Stopwatch {
    /// Starts one.
    pub fn start() -> Self {
        Self((!super::IS_PAGE).then(std::time::Instant::now))
    }

    /// Time since its start.
    pub fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

/// Time since the beginning of 1970, UTC.
pub fn since_1970() -> Duration {
    if super::IS_PAGE {
        return Duration::ZERO;
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.unwrap_or_default()
}

/// Time since `then`; `None` if that is yet to come or there is no clock.
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
