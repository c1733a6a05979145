//! Watchdog of executions: those that take long are cancelled, and those that do not stop
//! then are findings.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cosched::base::progress::Progress;

/// Time after which a simulation of a random scenario is cancelled: it may be large.
pub(crate) const TIME_LIMIT: Duration = Duration::from_millis(200);

/// Time for another execution, which must end by itself.
pub(crate) const LONG_TIME_LIMIT: Duration = Duration::from_secs(60);

/// Time to stop after that; the machine may be busy with other things.
const GRACE: Duration = Duration::from_secs(120);

/// The present execution.
struct Current {
    number: u64,
    since: Instant,
    patience: Duration,
    progress: Arc<Progress>,
}

/// Execution of one thread.
#[derive(Default)]
pub(crate) struct WatchedExecution(Mutex<Option<Current>>);

impl WatchedExecution {
    /// Begins execution `number`, to be cancelled after `patience`; returns its progress.
    pub(crate) fn begin(&self, number: u64, patience: Duration) -> Arc<Progress> {
        let progress = Arc::new(Progress::default());
        let since = Instant::now();
        self.set(Some(Current {
            number,
            since,
            patience,
            progress: Arc::clone(&progress),
        }));
        progress
    }

    /// Ends it.
    pub(crate) fn end(&self) {
        self.set(None);
    }

    fn set(&self, current: Option<Current>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = current;
    }

    /// Cancels executions that take long; returns the number of one that does not stop.
    fn look(&self) -> Option<u64> {
        let current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Current {
            number,
            since,
            patience,
            progress,
        } = current.as_ref()?;
        let took = since.elapsed();
        if took > *patience {
            progress.cancel();
        }
        (took > *patience + GRACE).then_some(*number)
    }
}

/// Watches until `done`; calls `hangs` with an execution that does not stop.
pub(crate) fn watch(all: &[WatchedExecution], done: &AtomicBool, hangs: impl Fn(u64)) {
    while !done.load(Ordering::Acquire) {
        std::thread::park_timeout(Duration::from_millis(50));
        if let Some(number) = all.iter().find_map(WatchedExecution::look) {
            hangs(number);
        }
    }
}
