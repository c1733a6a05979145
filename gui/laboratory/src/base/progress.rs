//! Progress of long work and the request to stop or to pause it, shared between threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Shared between the thread that works and the one that waits.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    requests: Arc<Requests>,
}

/// Requests to the worker.
#[derive(Debug, Default)]
struct Requests {
    cancelled: AtomicBool,
    paused: Mutex<bool>,
    /// Notified when `paused` has changed.
    changed: Condvar,
}

impl Requests {
    fn set_paused(&self, is_paused: bool) {
        *self.paused.lock().unwrap_or_else(PoisonError::into_inner) = is_paused;
        self.changed.notify_all();
    }
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

    /// The progress of a part of the work, which stops and pauses with the whole.
    #[must_use]
    pub fn part(&self) -> Self {
        Self {
            requests: Arc::clone(&self.requests),
            ..Self::default()
        }
    }

    /// Requests that the worker stops soon.
    pub fn cancel(&self) {
        self.requests.cancelled.store(true, Ordering::Relaxed);
        // Whoever pauses is to stop as well.
        self.requests.set_paused(false);
    }

    /// Whether the worker should stop.
    pub fn is_cancelled(&self) -> bool {
        self.requests.cancelled.load(Ordering::Relaxed)
    }

    /// Requests that the worker pauses soon, until it is to go on.
    pub fn pause(&self) {
        self.requests.set_paused(true);
    }

    /// Lets the worker go on.
    pub fn resume(&self) {
        self.requests.set_paused(false);
    }

    /// Waits as long as the worker should pause.
    pub fn wait_while_paused(&self) {
        let paused = self.requests.paused.lock();
        let paused = paused.unwrap_or_else(PoisonError::into_inner);
        let changed = &self.requests.changed;
        drop(changed.wait_while(paused, |paused| *paused && !self.is_cancelled()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever pauses goes on once he may, and once he is to stop.
    #[test]
    fn a_pause_ends() {
        for end in [Progress::resume, Progress::cancel] {
            let whole = Progress::default();
            whole.wait_while_paused();
            whole.pause();
            let worker = whole.part();
            std::thread::scope(|scope| {
                let waits = scope.spawn(|| worker.wait_while_paused());
                std::thread::sleep(std::time::Duration::from_millis(50));
                assert!(!waits.is_finished());
                end(&whole);
            });
        }
    }

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
