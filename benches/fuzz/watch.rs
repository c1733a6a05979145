//! Who watches that no execution hangs: what takes long is cancelled, and what does not stop then is a finding.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cosched::base::progress::Progress;

/// How long a simulation of a drawn scenario may take before it is cancelled: it may be large.
pub(crate) const PATIENCE: Duration = Duration::from_millis(200);

/// How long another execution may: what does not end by itself is to be found.
pub(crate) const LONG_PATIENCE: Duration = Duration::from_secs(60);

/// How long it may go on then; the machine may be busy with other things.
const GRACE: Duration = Duration::from_secs(120);

/// The execution that is under way.
struct Current {
    number: u64,
    since: Instant,
    patience: Duration,
    progress: Arc<Progress>,
}

/// What one thread executes.
#[derive(Default)]
pub(crate) struct Watched(Mutex<Option<Current>>);

impl Watched {
    /// Execution `number` begins, and is cancelled after `patience`; its progress.
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

    /// It is over.
    pub(crate) fn end(&self) {
        self.set(None);
    }

    fn set(&self, current: Option<Current>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = current;
    }

    /// Cancels what takes long; the number of an execution that does not stop.
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

/// Watches until `done`; `hangs` is told of an execution that does not stop.
pub(crate) fn watch(all: &[Watched], done: &AtomicBool, hangs: impl Fn(u64)) {
    while !done.load(Ordering::Acquire) {
        std::thread::park_timeout(Duration::from_millis(50));
        if let Some(number) = all.iter().find_map(Watched::look) {
            hangs(number);
        }
    }
}
