//! Long work on a thread of its own, which Ctrl+C ends.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use laboratory::base::progress::Progress;
use pyo3::prelude::*;

use crate::errors::input;

/// Time between two looks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// The works that are being done, of which none may go on once the interpreter ends: a thread that
/// asks for it then would end the process.
struct Works {
    progresses: Vec<Weak<Progress>>,
    is_ending: bool,
}

static WORKS: Mutex<Works> = Mutex::new(Works {
    progresses: Vec::new(),
    is_ending: false,
});
static DONE: Condvar = Condvar::new();

fn works() -> MutexGuard<'static, Works> {
    WORKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cancels all works, now and later, and waits for those that are being done.
#[pyfunction]
pub(crate) fn end_works(py: Python<'_>) {
    py.detach(|| {
        let mut works = works();
        works.is_ending = true;
        works
            .progresses
            .iter()
            .filter_map(Weak::upgrade)
            .for_each(|one| one.cancel());
        while works.progresses.iter().any(|one| one.strong_count() > 0) {
            let waited = DONE.wait_timeout(works, LOOK);
            works = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    });
}

/// The progress of one more work.
fn begun() -> PyResult<Arc<Progress>> {
    let mut works = works();
    if works.is_ending {
        return Err(input("the interpreter ends: nothing is begun any more"));
    }
    works.progresses.retain(|one| one.strong_count() > 0);
    let progress = Arc::new(Progress::default());
    works.progresses.push(Arc::downgrade(&progress));
    Ok(progress)
}

/// Does `work`, which calls Python again and again, on this thread: signals and contexts are those of
/// the caller.
pub(crate) fn here<T>(work: impl FnOnce(&Progress) -> T) -> PyResult<T> {
    let progress = begun()?;
    let done = work(&progress);
    drop(progress);
    DONE.notify_all();
    Ok(done)
}

/// Whether the interpreter is about to end, so that nothing may go on.
pub(crate) fn is_ending() -> bool {
    works().is_ending
}

/// Does `work` on another thread, while others may use the interpreter; a signal, such as that of
/// Ctrl+C, cancels it and is raised.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Progress) -> T + Send + 'static,
) -> PyResult<T> {
    let theirs = begun()?;
    // The work alone keeps it.
    let progress = Arc::downgrade(&theirs);
    let (sender, receiver) = channel();
    let thread = std::thread::Builder::new().name("cosched".to_owned());
    let thread = thread.spawn(move || {
        let done = work(&theirs);
        // From here on nothing asks for the interpreter.
        drop(theirs);
        DONE.notify_all();
        // Nobody waits any more if the interpreter ends.
        let _ = sender.send(done);
    })?;
    let receiver = Mutex::new(receiver);
    let mut signal = None;
    loop {
        let received = py.detach(|| {
            let receiver = receiver
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            receiver.recv_timeout(LOOK)
        });
        match received {
            Ok(done) => {
                let _ = py.detach(|| thread.join());
                return signal.map_or(Ok(done), Err);
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(input(
                    "the work ended without a result: this is a mistake in cosched, please report it",
                ));
            }
            Err(RecvTimeoutError::Timeout) if signal.is_none() => {
                signal = py.check_signals().err();
                if signal.is_some() {
                    progress.upgrade().inspect(|progress| progress.cancel());
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
