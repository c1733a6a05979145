//! Estimates of how long work that has gone on for a while will still take.

use std::time::Duration;

/// Estimator of the time that is left.
#[derive(Default)]
pub struct RemainingTime {
    // Steps done, and the estimated time of all, made when the last of them was done.
    done: u64,
    estimated_total: Duration,
}

impl RemainingTime {
    /// Returns the time left for `[done, total]` steps after `elapsed`; `None` before the first is
    /// done.
    pub fn left(&mut self, elapsed: Duration, [done, total]: [u64; 2]) -> Option<Duration> {
        if done == 0 || total == 0 {
            return None;
        }
        let all = |done: u64| elapsed.mul_f64(total as f64 / done as f64);
        if done != self.done {
            (self.done, self.estimated_total) = (done, all(done));
        }
        // The next step is not done yet, so it takes longer than was estimated.
        let whole = self.estimated_total.max(all((done + 1).min(total)));
        Some(whole.saturating_sub(elapsed))
    }
}

/// The time left in words.
pub fn text(left: Option<Duration>) -> String {
    let Some(left) = left else {
        return "no estimate yet".to_owned();
    };
    match left.as_secs_f64().ceil() as u64 {
        seconds @ 0..60 => format!("about {seconds} s left"),
        seconds => format!("about {} min {} s left", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn time_left_follows_the_pace() {
        let mut pace = RemainingTime::default();
        assert_eq!(pace.left(seconds(3), [0, 0]), None);
        assert_eq!(pace.left(seconds(3), [0, 10]), None);
        // A step took 5 s, so ten take 50.
        assert_eq!(pace.left(seconds(5), [1, 10]), Some(seconds(45)));
        assert_eq!(pace.left(seconds(8), [1, 10]), Some(seconds(42)));
        // The second takes longer: 12 s for two at least, so 60 for ten.
        assert_eq!(pace.left(seconds(12), [1, 10]), Some(seconds(48)));
        assert_eq!(pace.left(seconds(20), [10, 10]), Some(seconds(0)));
    }

    #[test]
    fn times_left_in_words() {
        assert_eq!(text(None), "no estimate yet");
        assert_eq!(text(Some(Duration::from_millis(1_200))), "about 2 s left");
        assert_eq!(text(Some(seconds(125))), "about 2 min 5 s left");
    }
}
