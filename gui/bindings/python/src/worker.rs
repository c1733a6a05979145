//! Long work on a thread of its own, which Ctrl+C ends.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use laboratory::base::progress::Progress;
use laboratory::scenario::policy::registry::Registry;
use pyo3::prelude::*;

use crate::errors::input;

/// Time between two looks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// The works that are being done, of which none may go on once the interpreter ends: a thread that
/// asks for it then would end the process.
struct Works {
    progresses: Vec<Weak<Progress>>,
    // The process they are of: threads do not go on in a copy of it.
    process: u32,
    is_ending: bool,
}

static WORKS: Mutex<Works> = Mutex::new(Works {
    progresses: Vec::new(),
    process: 0,
    is_ending: false,
});

fn works() -> MutexGuard<'static, Works> {
    let mut works = WORKS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if works.process != process {
        works.process = process;
        works.progresses.clear();
    }
    works
}

/// Longest time that the end of the interpreter waits for works, and that one goes on after a signal
/// before it is left to itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// Cancels all works, now and later, and waits for those that are being done, but not for ever: a
/// policy in Python may do what does not end.
#[pyfunction]
pub(crate) fn end_works(py: Python<'_>) -> PyResult<()> {
    let begun = Instant::now();
    let mut works = works();
    works.is_ending = true;
    let progresses = std::mem::take(&mut works.progresses);
    drop(works);
    let alive = progresses.iter().filter_map(Weak::upgrade);
    alive.for_each(|progress| progress.cancel());
    while progresses.iter().any(|one| one.strong_count() > 0) && begun.elapsed() < PATIENCE {
        py.detach(|| std::thread::sleep(LOOK));
        py.check_signals()?;
    }
    Ok(())
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

/// What scenarios may do: one that is given to a function is meant to be run, with the programs that
/// it names.
fn programs() -> Registry {
    Registry::current().starting_programs()
}

/// Does `work`, which calls Python again and again, on this thread: signals and contexts are those of
/// the caller.
pub(crate) fn on_this_thread<T>(work: impl FnOnce(&Progress) -> T) -> PyResult<T> {
    let progress = begun()?;
    let done = programs().enter(|| work(&progress));
    drop(progress);
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
    watched(py, &|_, _| Ok(()), work)
}

/// The same; `report` is called again and again with the steps done and those in all, and what it
/// raises cancels the work as well.
pub(crate) fn watched<T: Send + 'static>(
    py: Python<'_>,
    report: &dyn Fn(u64, u64) -> PyResult<()>,
    work: impl FnOnce(&Progress) -> T + Send + 'static,
) -> PyResult<T> {
    let theirs = begun()?;
    // The work alone keeps it.
    let progress = Arc::downgrade(&theirs);
    let (sender, receiver) = channel();
    let thread = std::thread::Builder::new().name("cosched".to_owned());
    let thread = thread.spawn(move || {
        let done = programs().enter(|| work(&theirs));
        // From here on nothing asks for the interpreter.
        drop(theirs);
        // Nobody waits any more if the interpreter ends.
        let _ = sender.send(done);
    })?;
    let receiver = Mutex::new(receiver);
    let mut signal: Option<(PyErr, Instant)> = None;
    loop {
        let received = py.detach(|| {
            let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.recv_timeout(LOOK)
        });
        match received {
            Ok(done) => {
                let _ = py.detach(|| thread.join());
                return signal.map_or(Ok(done), |(raised, _)| Err(raised));
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(input(
                    "the work ended without a result: this is a mistake in cosched, please report it",
                ));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        match signal.take() {
            // What cannot be cancelled, such as waiting for a pipe, is left to itself.
            Some((raised, at)) if at.elapsed() >= PATIENCE => return Err(raised),
            Some(waiting) => signal = Some(waiting),
            None => {
                let steps = progress.upgrade().map(|one| (one.done(), one.total()));
                let said = steps.map_or(Ok(()), |(done, total)| report(done, total));
                if let Err(raised) = said.and_then(|()| py.check_signals()) {
                    progress.upgrade().inspect(|progress| progress.cancel());
                    signal = Some((raised, Instant::now()));
                }
            }
        }
    }
}
