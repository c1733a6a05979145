//! Progress of long work and the request to stop it, shared between threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared between the thread that works and the one that waits.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: Arc<AtomicBool>,
}

impl Progress {
    /// Reports that `done` of `total` steps are finished.
    pub fn report(&self, done: u64, total: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }

    /// Steps finished.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Steps in all; 0 if not known yet.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// The finished part, 0 to 1.
    pub fn fraction(&self) -> f32 {
        let total = self.total().max(1) as f32;
        (self.done() as f32 / total).clamp(0.0, 1.0)
    }

    /// The progress of a part of the work, which stops with the whole.
    #[must_use]
    pub fn part(&self) -> Self {
        Self {
            cancelled: Arc::clone(&self.cancelled),
            ..Self::default()
        }
    }

    /// Requests that the worker stops soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the worker should stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_steps_of_its_own_and_stops_with_the_whole() {
        let whole = Progress::default();
        let part = whole.part();
        part.report(1, 2);
        assert_eq!((whole.done(), whole.total()), (0, 0));
        whole.cancel();
        assert!(part.is_cancelled());
    }
}
